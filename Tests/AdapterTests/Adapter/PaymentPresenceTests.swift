import Foundation
import Peridot
import Testing

/// A payment as an API sends it: ninety members, of which any can be absent, and most null.
private final class Payment: Model, JSONSerializing, JSONPresenceKeeping, JSONKeyStyling {
  var id = ""
  var kind = "payment"
  var amount = 0
  var amountCapturable: Int?
  var amountDetailsTipAmount: Int?
  var amountDetailsTipCurrency: String?
  var amountDetailsTax: Int?
  var amountReceived: Int?
  var application: String?
  var applicationFeeAmount: Int?
  var automaticMethodsAllowRedirects: String?
  var automaticMethodsEnabled: Bool?
  var canceledAt: Int?
  var cancellationReason: String?
  var captureMethod = "automatic"
  var clientSecret: String?
  var confirmationMethod = "automatic"
  var created = 0
  var currency = "usd"
  var customer: Payer?
  var customerAccount: String?
  var details: String?
  var excludedMethods: [String]?
  var invoice: String?
  var lastErrorCode: String?
  var lastErrorDeclineCode: String?
  var lastErrorMessage: String?
  var lastErrorMethodId: String?
  var lastErrorMethodCardBrand: String?
  var lastErrorMethodCardChecksCvc: String?
  var lastErrorMethodCardChecksZip: String?
  var lastErrorMethodCardLast4: String?
  var lastErrorMethodType: String?
  var lastErrorParam: String?
  var lastErrorType: String?
  var latestChargeId: String?
  var latestChargeAmount: Int?
  var latestChargeAmountRefunded: Int?
  var latestChargeBalanceTransaction: String?
  var latestChargeBillingAddressCity: String?
  var latestChargeBillingAddressCountry: String?
  var latestChargeBillingAddressLine1: String?
  var latestChargeBillingAddressLine2: String?
  var latestChargeBillingAddressPostalCode: String?
  var latestChargeBillingAddressState: String?
  var latestChargeBillingEmail: String?
  var latestChargeBillingName: String?
  var latestChargeBillingPhone: String?
  var latestChargeCaptured: Bool?
  var latestChargeDispute: String?
  var latestChargeDisputed: Bool?
  var latestChargeFailureCode: String?
  var latestChargeFailureMessage: String?
  var latestChargeFraudStripeReport: String?
  var latestChargeFraudUserReport: String?
  var latestChargeOutcomeNetworkStatus: String?
  var latestChargeOutcomeReason: String?
  var latestChargeOutcomeRiskLevel: String?
  var latestChargeOutcomeRiskScore: Double?
  var latestChargeOutcomeSellerMessage: String?
  var latestChargeOutcomeType: String?
  var latestChargePaid: Bool?
  var latestChargeReceiptEmail: String?
  var latestChargeReceiptNumber: String?
  var latestChargeRefunded: Bool?
  var latestChargeStatus: String?
  var livemode = false
  var metadata: [String: String] = [:]
  var nextActionRedirectReturnUrl: String?
  var nextActionRedirectUrl: String?
  var nextActionType: String?
  var onBehalfOf: String?
  var paymentMethod: String?
  var paymentMethodTypes: [String] = []
  var processingCardNotified: Bool?
  var processingType: String?
  var receiptEmail: String?
  var review: String?
  var setupFutureUsage: String?
  var shippingAddressCity: String?
  var shippingAddressCountry: String?
  var shippingAddressLine1: String?
  var shippingCarrier: String?
  var shippingName: String?
  var shippingPhone: String?
  var shippingTrackingNumber: String?
  var statementDescriptor: String?
  var status = ""
  var transferDataDestination: String?
  var transferGroup: String?
  var jsonPresence = JSONPresence()

  override class var archiveName: String { "PresenceTests.Payment" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "kind": "object",
      "amountDetailsTipAmount": "amount_details.tip.amount",
      "amountDetailsTipCurrency": "amount_details.tip.currency",
      "amountDetailsTax": "amount_details.tax",
      "automaticMethodsAllowRedirects": "automatic_methods.allow_redirects",
      "automaticMethodsEnabled": "automatic_methods.enabled",
      "details": "description",
      "lastErrorCode": "last_error.code",
      "lastErrorDeclineCode": "last_error.decline_code",
      "lastErrorMessage": "last_error.message",
      "lastErrorMethodId": "last_error.method.id",
      "lastErrorMethodCardBrand": "last_error.method.card.brand",
      "lastErrorMethodCardChecksCvc": "last_error.method.card.checks.cvc",
      "lastErrorMethodCardChecksZip": "last_error.method.card.checks.zip",
      "lastErrorMethodCardLast4": "last_error.method.card.last4",
      "lastErrorMethodType": "last_error.method.type",
      "lastErrorParam": "last_error.param",
      "lastErrorType": "last_error.type",
      "latestChargeId": "latest_charge.id",
      "latestChargeAmount": "latest_charge.amount",
      "latestChargeAmountRefunded": "latest_charge.amount_refunded",
      "latestChargeBalanceTransaction": "latest_charge.balance_transaction",
      "latestChargeBillingAddressCity": "latest_charge.billing.address.city",
      "latestChargeBillingAddressCountry": "latest_charge.billing.address.country",
      "latestChargeBillingAddressLine1": "latest_charge.billing.address.line1",
      "latestChargeBillingAddressLine2": "latest_charge.billing.address.line2",
      "latestChargeBillingAddressPostalCode": "latest_charge.billing.address.postal_code",
      "latestChargeBillingAddressState": "latest_charge.billing.address.state",
      "latestChargeBillingEmail": "latest_charge.billing.email",
      "latestChargeBillingName": "latest_charge.billing.name",
      "latestChargeBillingPhone": "latest_charge.billing.phone",
      "latestChargeCaptured": "latest_charge.captured",
      "latestChargeDispute": "latest_charge.dispute",
      "latestChargeDisputed": "latest_charge.disputed",
      "latestChargeFailureCode": "latest_charge.failure_code",
      "latestChargeFailureMessage": "latest_charge.failure_message",
      "latestChargeFraudStripeReport": "latest_charge.fraud.stripe_report",
      "latestChargeFraudUserReport": "latest_charge.fraud.user_report",
      "latestChargeOutcomeNetworkStatus": "latest_charge.outcome.network_status",
      "latestChargeOutcomeReason": "latest_charge.outcome.reason",
      "latestChargeOutcomeRiskLevel": "latest_charge.outcome.risk_level",
      "latestChargeOutcomeRiskScore": "latest_charge.outcome.risk_score",
      "latestChargeOutcomeSellerMessage": "latest_charge.outcome.seller_message",
      "latestChargeOutcomeType": "latest_charge.outcome.type",
      "latestChargePaid": "latest_charge.paid",
      "latestChargeReceiptEmail": "latest_charge.receipt_email",
      "latestChargeReceiptNumber": "latest_charge.receipt_number",
      "latestChargeRefunded": "latest_charge.refunded",
      "latestChargeStatus": "latest_charge.status",
      "nextActionRedirectReturnUrl": "next_action.redirect.return_url",
      "nextActionRedirectUrl": "next_action.redirect.url",
      "nextActionType": "next_action.type",
      "processingCardNotified": "processing.card.notified",
      "processingType": "processing.type",
      "shippingAddressCity": "shipping.address.city",
      "shippingAddressCountry": "shipping.address.country",
      "shippingAddressLine1": "shipping.address.line1",
      "shippingCarrier": "shipping.carrier",
      "shippingName": "shipping.name",
      "shippingPhone": "shipping.phone",
      "shippingTrackingNumber": "shipping.tracking_number",
      "transferDataDestination": "transfer_data.destination",
    ]
  }

  class var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}

private final class Payer: Model, JSONSerializing, JSONPresenceKeeping {
  var id = ""
  var email: String?
  var phone: String?
  var city: String?
  var jsonPresence = JSONPresence()

  override class var archiveName: String { "PresenceTests.Payer" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["city": "address.city"] }
}

/// The payment's members in their order, each with a value. Those with `!` are never null.
private let members =
  """
  id! "pi_1"
  object! "payment"
  amount! 2000
  amount_capturable 0
  amount_details.tip.amount 150
  amount_details.tip.currency "usd"
  amount_details.tax 12
  amount_received 2000
  application "ca_1"
  application_fee_amount 5
  automatic_methods.allow_redirects "always"
  automatic_methods.enabled true
  canceled_at 1700000000
  cancellation_reason "duplicate"
  capture_method! "manual"
  client_secret "pi_1_secret"
  confirmation_method! "automatic"
  created! 1700000001
  currency! "usd"
  customer {"id":"cus_1","email":null,"address":{"city":"Rome"}}
  customer_account "acct_1"
  description "Two books"
  excluded_methods ["card","link"]
  invoice "in_1"
  last_error.code "card_declined"
  last_error.decline_code "lost_card"
  last_error.message "Your card was declined."
  last_error.method.id "pm_1"
  last_error.method.card.brand "visa"
  last_error.method.card.checks.cvc "pass"
  last_error.method.card.checks.zip "fail"
  last_error.method.card.last4 "4242"
  last_error.method.type "card"
  last_error.param "number"
  last_error.type "card_error"
  latest_charge.id "ch_1"
  latest_charge.amount 2000
  latest_charge.amount_refunded 0
  latest_charge.balance_transaction "txn_1"
  latest_charge.billing.address.city "Lyon"
  latest_charge.billing.address.country "FR"
  latest_charge.billing.address.line1 "1, rue A"
  latest_charge.billing.address.line2 "B"
  latest_charge.billing.address.postal_code "69001"
  latest_charge.billing.address.state ""
  latest_charge.billing.email "a@b.example"
  latest_charge.billing.name "A. B."
  latest_charge.billing.phone "+33"
  latest_charge.captured false
  latest_charge.dispute "dp_1"
  latest_charge.disputed false
  latest_charge.failure_code "expired_card"
  latest_charge.failure_message "Expired."
  latest_charge.fraud.stripe_report "fraudulent"
  latest_charge.fraud.user_report "safe"
  latest_charge.outcome.network_status "approved_by_network"
  latest_charge.outcome.reason "rule"
  latest_charge.outcome.risk_level "normal"
  latest_charge.outcome.risk_score 0.5
  latest_charge.outcome.seller_message "Payment complete."
  latest_charge.outcome.type "authorized"
  latest_charge.paid true
  latest_charge.receipt_email "c@d.example"
  latest_charge.receipt_number "1-2"
  latest_charge.refunded false
  latest_charge.status "succeeded"
  livemode! true
  metadata! {"order":"6735"}
  next_action.redirect.return_url "https://shop.example/back"
  next_action.redirect.url "https://bank.example"
  next_action.type "redirect"
  on_behalf_of "acct_2"
  payment_method "pm_2"
  payment_method_types! ["card"]
  processing.card.notified true
  processing.type "card"
  receipt_email "e@f.example"
  review "prv_1"
  setup_future_usage "off_session"
  shipping.address.city "Oslo"
  shipping.address.country "NO"
  shipping.address.line1 "C 2"
  shipping.carrier "DHL"
  shipping.name "G. H."
  shipping.phone "+47"
  shipping.tracking_number "JD014"
  statement_descriptor "BOOKS"
  status! "succeeded"
  transfer_data.destination "acct_3"
  transfer_group "group_1"
  """.split(separator: "\n").map { Member(line: $0) }

private struct Member {
  let path: [Substring]
  let value: String
  let canBeNull: Bool

  init(line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1)
    canBeNull = !parts[0].hasSuffix("!")
    path = parts[0].split(separator: ".").map { $0.hasSuffix("!") ? $0.dropLast() : $0 }
    value = String(parts[1])
  }

  /// The text of an object that has only this member.
  func alone(_ value: String) -> String {
    path.reversed().reduce(value) { #"{"\#($1)":\#($0)}"# }
  }
}

/// What a document says of each of the members, and of objects that have none.
private struct Document {
  /// The texts of the members; nil for one that is absent.
  var values: [String?]
  let emptyObjects: [String?]
  let number: Int

  init(number: Int, emptyObjects: [String?]) {
    self.number = number
    self.emptyObjects = emptyObjects
    values = members.enumerated().map { index, member in
      switch (index * 7 + index / 5 + number) % 3 {
      case 0: member.value
      case 1: member.canBeNull ? "null" : nil
      default: nil
      }
    }
  }

  var text: String { object(members.indices, depth: 0) ?? "{}" }

  private func object(_ indexes: Range<Int>, depth: Int) -> String? {
    var (texts, start) = ([String](), indexes.lowerBound)
    while start < indexes.upperBound {
      let name = members[start].path[depth]
      let end =
        members[start..<indexes.upperBound].firstIndex { $0.path[depth] != name }
        ?? indexes.upperBound
      let isLast = members[start].path.count == depth + 1
      let value = isLast ? values[start] : object(start..<end, depth: depth + 1)
      if let value { texts.append(#""\#(name)":\#(value)"#) }
      start = end
    }
    if texts.isEmpty, depth > 0 {
      return emptyObjects[(indexes.lowerBound + number) % emptyObjects.count]
    }
    return "{\(texts.joined(separator: ","))}"
  }
}

@Suite struct PaymentPresenceTests {
  private static let documents = (0..<3).flatMap { number in
    [["null"], ["{}"], [nil], ["null", "{}", nil]].map {
      Document(number: number, emptyObjects: $0)
    }
  }

  @Test func hasNinetyMembers() {
    #expect(members.count == 90 && Payment.propertyKeys.count == 90)
  }

  @Test(arguments: ["{}"] + documents.map(\.text))
  func comesBackEqual(_ text: String) throws {
    let payment = try JSONAdapter.model(of: Payment.self, from: text)
    let policies = [ConversionPolicy.NilRule.omit, .null, .omitAlways].map { rule in
      ConversionPolicy.strict.with { $0.nilOnExport = rule }
    }
    for policy in policies + [.lenient] {
      #expect(try JSONAdapter.string(from: payment, policy: policy) == text)
      let other = try JSONAdapter.model(of: Payment.self, from: text, policy: policy)
      #expect(try JSONAdapter.string(from: other, policy: policy) == text)
    }
    let dictionary = try JSONAdapter.dictionary(from: payment)
    let other = try JSONAdapter.model(of: Payment.self, from: dictionary)
    #expect(try JSONAdapter.string(from: other) == text)
    for copy in try [
      payment.copied(), payment.deeplyCopied(), Payment.unarchive(from: payment.archivedData()),
      Payment.unarchive(
        from: NSKeyedArchiver.archivedData(withRootObject: payment, requiringSecureCoding: true)),
    ] {
      #expect(try JSONAdapter.string(from: copy) == text)
    }
  }

  @Test(arguments: members.indices)
  func comesBackEqualAfterAnUpdateOfOneMember(_ index: Int) throws {
    let member = members[index]
    for number in 0..<3 {
      var document = Document(number: number, emptyObjects: [nil, "{}"])
      let payment = try JSONAdapter.model(of: Payment.self, from: document.text)
      for value in [member.value, "null", member.value] where member.canBeNull || value != "null" {
        try JSONAdapter.update(payment, from: member.alone(value))
        document.values[index] = value
        #expect(try JSONAdapter.string(from: payment) == document.text)
      }
    }
  }

  @Test(arguments: members.indices)
  func comesBackEqualAfterARemovalOfOneMember(_ index: Int) throws {
    for number in 0..<3 {
      // A merge patch removes the member, and leaves the objects around it.
      var document = Document(number: number, emptyObjects: ["{}"])
      let payment = try JSONAdapter.model(of: Payment.self, from: document.text)
      try JSONAdapter.apply(mergePatch: members[index].alone("null"), to: payment)
      document.values[index] = nil
      #expect(try JSONAdapter.string(from: payment) == document.text)
    }
  }
}
