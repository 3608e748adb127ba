// The code of Sources/Peridot/Documentation.docc/MappingJSON.md
// The code of Sources/Peridot/Documentation.docc/Inputs.md
import Foundation
import Peridot
import Testing

@Suite struct MappingJSONArticleTests {
  final class Place: Model, JSONSerializing {
    var name = ""
    var city = ""
    var firstTag: String?
    var visitors: [Int] = []
    var phone: String?
    var secret = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "city": "address.city",
        "firstTag": "tags[0]",
        "visitors": "visits[*].id",
        "phone": .firstOf("phone", "telephone"),
        "secret": .excluded,
      ]
    }
  }

  final class Account: Model, JSONSerializing, JSONKeyStyling {
    var avatarURL: URL?
    var isAdmin = false

    static var jsonKeyStyle: JSONKeyStyle { .snakeCase }  // avatar_url, is_admin
  }

  final class Order: Model, JSONSerializing {
    var id = 0
    var total = Decimal(0)

    override class var requiredPropertyKeys: Set<String> { ["id", "total"] }
  }

  @Test func readsAPartOfADocument() throws {
    let data = Data(#"{"data": {"orders": [{"id": 1, "total": 9.5}, {"id": 2, "total": 3}]}}"#.utf8)
    let orders: [Order] = try JSONAdapter.models(from: data, at: "data.orders")
    let first: Order = try JSONAdapter.model(from: data, at: "data.orders[0]")
    let body = try JSONAdapter.string(from: first, at: "order")  // {"order":{"id":1,"total":9.5}}
    #expect(orders.map(\.id) == [1, 2])
    #expect(first == orders[0])
    #expect(body == #"{"order":{"id":1,"total":9.5}}"#)
  }

  @Test func readsOtherValues() throws {
    let data = Data(#"{"days": {"today": [{"id": 2, "total": 3}]}}"#.utf8)
    let pages = try JSONAdapter.value(of: [[Order]].self, from: #"[[{"id": 1, "total": 9.5}], []]"#)
    let byDay = try JSONAdapter.value(of: [String: [Order]].self, from: data, at: "days")
    #expect(pages.map { $0.map(\.id) } == [[1], []])
    #expect(byDay["today"]?.map(\.id) == [2])
  }

  @Test func findsPlaces() throws {
    let place: Place = try JSONAdapter.model(
      from: """
        {"name": "Café", "address": {"city": "Basel"}, "tags": ["a", "b"], \
        "visits": [{"id": 1}, {"id": 2}], "phone": null, "telephone": "12", "secret": "x"}
        """)
    #expect(place.city == "Basel")
    #expect(place.firstTag == "a")
    #expect(place.visitors == [1, 2])
    #expect(place.phone == "12")
    #expect(place.secret == "")
    try JSONAdapter.check(Place.self)
  }

  @Test func stylesKeys() throws {
    let account: Account = try JSONAdapter.model(
      from: #"{"avatar_url": "https://example.com/a", "is_admin": true}"#)
    #expect(account.avatarURL == URL(string: "https://example.com/a"))
    #expect(account.isAdmin)
  }

  final class Choice: Model, JSONSerializing {
    var id = ""
    var title = ""

    override class var identityKey: String? { "id" }
  }

  final class Filter: Model, JSONSerializing {
    var choices: [Choice] = []

    override class var declaredProperties: [Property] {
      [property("choices", \.choices, facets: .keyed(by: "id"))]
    }
  }

  @Test func readsListsThatAreObjects() throws {
    let filter: Filter = try JSONAdapter.model(
      from: #"{"choices": {"b2": {"title": "Color"}, "a1": {"title": "Size"}}}"#)
    let ids = filter.choices.map(\.id)  // ["b2", "a1"]
    #expect(ids == ["b2", "a1"])
  }

  final class Device: Model, JSONSerializing, JSONKeyStyling {
    var userID = 0
    var model = ""

    static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }  // userid, UserId, USERID
  }

  @Test func readsNamesInAnyCase() throws {
    let device: Device = try JSONAdapter.model(from: #"{"USERID": 1, "Model": "x"}"#)
    #expect(device.userID == 1 && device.model == "x")
  }

  @Test func listsWhatIsMissing() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Order.self, from: "{}")
    }
    #expect(error?.missingKeys == ["id", "total"])
  }
}
