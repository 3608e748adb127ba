import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Account: Model, JSONSerializing {
  var id = -1
  var name: String? = "initial"
  var email = "initial"

  override class var requiredPropertyKeys: Set<String> { ["id"] }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["email": "contact.email"] }
}

private final class Customer: Account {
  var number = 0
  var alias = ""
  var secret = ""

  override class var requiredPropertyKeys: Set<String> { ["email", "name", "alias", "secret"] }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["alias": .firstOf("alias", "nick"), "secret": .writeOnly("secret")]
  }
}

private final class Holder: Model, JSONSerializing {
  var account: Account?
  var accounts: [Account] = []
}

@Suite struct MissingAndNullTests {
  @Test func tellsMissingNullAndMismatchApart() throws {
    let missing: Account = try JSONAdapter.model(from: #"{"id":1}"#)
    #expect(missing.name == "initial")
    #expect(missing.email == "initial")
    let null: Account = try JSONAdapter.model(from: #"{"id":1,"name":null}"#)
    #expect(null.name == nil)
    let nullValue = adapterError { try JSONAdapter.model(of: Account.self, from: #"{"id":null}"#) }
    #expect(nullValue?.kind == .nullValue)
    #expect(
      nullValue?.description == """
        Account.id: expected Int, found null at $.id (line 1, column 7): declare the property as \
        Int?
        """)
    let mismatch = adapterError {
      try JSONAdapter.model(of: Account.self, from: #"{"id":1,"name":1}"#)
    }
    #expect(mismatch?.kind == .typeMismatch)
    #expect(
      mismatch?.description
        == "Account.name: expected String, found number 1 at $.name (line 1, column 16): set "
        + "acceptsNumbersAsStrings in the policy to take numbers for text")
  }

  @Test func reportsAllMissingKeysAtOnce() {
    let error = adapterError {
      try JSONAdapter.model(of: Customer.self, from: "\n {\"number\":1,\"contact\":{}}")
    }
    #expect(error?.kind == .missingKeys)
    #expect(error?.missingKeys == ["id", "name", "email", "alias"])
    #expect(
      error?.description
        == #"Customer: missing "id", "name", "email", "alias" at $ (line 2, column 2)"#)
    #expect(error?.modelClass == Customer.self)
    #expect(error?.propertyKey == nil)
  }

  @Test func takesNullForPresent() throws {
    let customer: Customer = try JSONAdapter.model(
      from: #"{"id":1,"name":null,"contact":{"email":"e"},"nick":"n"}"#)
    #expect(customer.name == nil)
    #expect(customer.alias == "n")
  }

  @Test func saysWhichNestedModelLacksKeys() {
    #expect(
      adapterMessage { try JSONAdapter.model(of: Holder.self, from: #"{"account":{}}"#) }
        == #"Account: missing "id" at $.account.id (line 1, column 12)"#)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Holder.self, from: #"{"accounts":[{"id":1},{"name":"x"}]}"#)
      } == #"Account: missing "id" at $.accounts[1].id (line 1, column 23)"#)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Holder.self, from: ["account": [:]]) }
        == #"Account: missing "id" at $.account.id"#)
  }

  @Test func anUpdateRequiresNothing() throws {
    let account = Account()
    try JSONAdapter.update(account, from: #"{"name":"n"}"#)
    #expect(account.name == "n")
  }

  private final class Free: Model, CodableModel {
    var any: Any = "initial"
    var moved: Any = 5
    var optional: Any? = "initial"
    var list: [Any] = []

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["moved": "a.b"] }
  }

  @Test func anAnyThatIsNoOptionalKeepsItsValueAtNull() throws {
    let text = #"{"any":null,"a":{"b":null},"optional":null,"list":[1,null]}"#
    var issues: [String] = []
    let free = try JSONAdapter.model(of: Free.self, from: text, policy: .lenient) {
      issues.append("\($0.path): \($0.action)")
    }
    #expect(free.any as? String == "initial")
    #expect(free.moved as? Int == 5)
    #expect(free.optional == nil)
    #expect(free.list[1] is NSNull)
    #expect(issues.sorted() == ["$.a.b: skipped", "$.any: skipped"])
    try JSONAdapter.update(free, from: #"{"any":null}"#, policy: .lenient)
    #expect(free.any as? String == "initial")
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    let decoded = try decoder.decode(Free.self, from: Data(text.utf8))
    #expect(decoded.any as? String == "initial")
    #expect(decoded.moved as? Int == 5)
    let members: [String: Any] = ["any": NSNull()]
    let fromMembers = try JSONAdapter.model(of: Free.self, from: members, policy: .lenient)
    #expect(fromMembers.any as? String == "initial")
    let strict = try JSONAdapter.model(of: Free.self, from: text)
    #expect(strict.any is NSNull && strict.moved is NSNull)
  }
}
