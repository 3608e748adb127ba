// The code of Docs/MigratingFromJSONModel.md
import Foundation
import Peridot
import Testing

@Suite struct JSONModelGuideTests {
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
