import Foundation
import Peridot
import Testing

// The code of the guides in Docs/.

enum GuideState: String { case open, closed }

final class GuideUser: Model, JSONSerializing {
  var login = ""
}

final class GuideIssue: Model, JSONSerializing {
  var url: URL?
  var number = 0
  var state = GuideState.open
  var reporterLogin: String?
  var assignee: GuideUser?
  var updatedAt: Date?
  var retrievedAt: Date?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "url": "html_url", "reporterLogin": "user.login", "updatedAt": "updated_at",
      "retrievedAt": .excluded,
    ]
  }

  override func didLoad(from source: ModelSource) throws {
    retrievedAt = retrievedAt ?? Date()
  }
}

final class GuideBook: Model, JSONSerializing {
  var name = ""
  var page = 0
  var desc: String?
  var bookID: String?
  var authors: [GuideUser] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": "n", "page": "p", "desc": "ext.desc", "bookID": .firstOf("id", "ID", "book_id")]
  }
}

final class GuideProduct: Model, JSONSerializing {
  var name = ""
}

final class GuideOrder: Model, JSONSerializing, JSONKeyStyling {
  var orderID = 0
  var totalPrice: Decimal = 0
  var products: [GuideProduct] = []
  var note: String?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var requiredPropertyKeys: Set<String> { ["orderID", "products"] }
}

struct GuidePoint: Codable, Equatable {
  var x = 0
  var y = 0
}

final class GuideShape: Model, JSONSerializing {
  var name = "unnamed"
  var origin = GuidePoint()
  var color: String?
  var area = 0.0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["area": "metrics.area"]
  }
}

@Suite struct GuideTests {
  @Test func holdsWhatTheGuideToMantleShows() throws {
    let data = Data(
      #"""
      {"html_url": "http://x", "number": 1, "state": "closed", "user": {"login": "mona"},
       "assignee": {"login": "hubot"}, "updated_at": "2014-05-06T07:08:09Z"}
      """#.utf8)
    let issue: GuideIssue = try JSONAdapter.model(from: data)
    let json = try JSONAdapter.data(from: issue)
    #expect(issue.retrievedAt != nil)
    let again: GuideIssue = try JSONAdapter.model(from: json)
    again.retrievedAt = issue.retrievedAt
    #expect(again == issue)
    #expect(issue.with { $0.number = 2 }.changedKeys(from: issue) == ["number"])
  }

  @Test func holdsWhatTheGuideToYYModelShows() throws {
    let data = Data(#"{"n": "a", "p": "many", "authors": [{"login": "b"}], "ID": 5}"#.utf8)
    var issues: [String] = []
    let book: GuideBook = try JSONAdapter.model(from: data, policy: .lenient) { issue in
      issues.append("\(issue)")
    }
    try JSONAdapter.update(book, from: #"{"p": 12}"#)
    #expect(issues == [#"$.p: expected Int, found string "many"; the property was left"#])
    #expect(book.page == 12)
    #expect(book.bookID == "5")
    #expect(book.authors.map(\.login) == ["b"])
  }

  @Test func holdsWhatTheGuideToJSONModelShows() throws {
    let data = Data(
      #"{"order_id": 1, "total_price": 12.50, "products": [{"name": "tea"}]}"#.utf8)
    let order: GuideOrder = try JSONAdapter.model(from: data)
    #expect(order.totalPrice == Decimal(string: "12.5"))
    #expect(order.products.map(\.name) == ["tea"])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: GuideOrder.self, from: "{}")
    }
    #expect(error?.missingKeys == ["orderID", "products"])
  }

  @Test func holdsWhatTheGuideToCodableShows() throws {
    let data = Data(#"{"origin": {"x": 1, "y": 2}, "metrics": {"area": 1}}"#.utf8)
    let shape: GuideShape = try JSONAdapter.model(from: data)
    try JSONAdapter.update(shape, from: #"{"metrics": {"area": 4}}"#)
    #expect(shape.name == "unnamed")
    #expect(shape.origin == GuidePoint(x: 1, y: 2))
    #expect(shape.area == 4)
    #expect(
      try JSONAdapter.string(from: shape)
        == #"{"name":"unnamed","origin":{"x":1,"y":2},"metrics":{"area":4}}"#)
  }
}
