// The code of Docs/MigratingFromJSONModel.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct JSONModelGuideTests {
  enum API {
    static let adapter = JSONAdapter(policy: .legacyJSONModel)
  }

  final class Account: Model, JSONSerializing {
    var id = 0
    var age: Int?  // may be absent, or null
    var visits = 1  // may be absent, and is 1 then

    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy {
      var policy = policy
      if key == "visits" { policy.absentKeys = .ignore }
      return policy
    }
  }

  final class ArchivedJSON: Model {
    var json = ""
  }

  @Test func startsWithWhatJSONModelDid() throws {
    let data = Data(#"{"id": "5"}"#.utf8)
    let account: Account = try API.adapter.model(from: data)
    #expect(account.id == 5)
    #expect(account.age == nil)
    #expect(account.visits == 1)
    let error = #expect(throws: JSONAdapterError.self) {
      try API.adapter.model(of: Account.self, from: "{}")
    }
    #expect(error?.missingKeys == ["id"])
  }

  @Test func readsWhatJSONModelArchived() throws {
    var handmade = HandmadeArchive()
    let json = handmade.string(#"{"id": 7, "age": 40}"#)
    let archive = handmade.data(root: handmade.add("Account", [("json", json)]))
    let archived = try ArchivedJSON.unarchive(
      from: archive, classNames: ["Account": ArchivedJSON.self])
    let restored: Account = try API.adapter.model(from: archived.json)
    #expect(restored.id == 7)
    #expect(restored.age == 40)
  }

  @Test func toldWhichCode() throws {
    func kind(_ json: String) -> JSONAdapterError.Kind? {
      #expect(throws: JSONAdapterError.self) {
        try API.adapter.model(of: Account.self, from: json)
      }?.kind
    }
    #expect(kind(#"{"age": 1}"#) == .missingKeys)
    #expect(kind(#"{"id": {}}"#) == .typeMismatch)
    #expect(kind("{[1,23,4]}") == .invalidJSON)
    #expect(kind("") == .invalidJSON)
  }

  final class Product: Model, JSONSerializing {
    var name = ""
  }

  final class Order: Model, JSONSerializing, JSONKeyStyling {
    var orderID = 0
    var totalPrice: Decimal = 0
    var products: [Product] = []
    var note: String?

    static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

    override class var requiredPropertyKeys: Set<String> { ["orderID", "products"] }
  }

  @Test func readsTheOrder() throws {
    let data = Data(
      #"{"order_id": 1, "total_price": 12.50, "products": [{"name": "tea"}]}"#.utf8)
    let order: Order = try JSONAdapter.model(from: data)
    #expect(order.totalPrice == Decimal(string: "12.5"))
    #expect(order.products.map(\.name) == ["tea"])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Order.self, from: "{}")
    }
    #expect(error?.missingKeys == ["orderID", "products"])
  }
}
