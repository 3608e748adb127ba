import Foundation
import Peridot
import Testing

private final class Line: Model, JSONSerializing {
  var count = 0
  var note: String?
}

private final class Order: Model, JSONSerializing {
  var number = 0
  var isOpen = false
  var lines: [Line] = []
  var counts: [String: Int] = [:]
  var secrets: [String: Int] = [:]

  override class var declaredProperties: [Property] {
    [property("secrets", \.secrets, isSecret: true)]
  }
}

private final class Basket: Model, CodableModel {
  var one: Line?
  var many: [Line] = []
  var own: Line?

  override class var declaredProperties: [Property] {
    [
      property("one", \.one, by: .using(.model(Line.self))),
      property("many", \.many, by: .using(.models(Line.self))),
      property("own", \.own, by: .using(.model(Line.self, policy: .lenient))),
    ]
  }
}

/// Every call that can repair values reports what it did.
@Suite struct ReportedRepairTests {
  private static func line(_ issue: JSONIssue) -> String { "\(issue.propertyKey ?? "-") \(issue)" }

  @Test func ofADictionaryOfValues() throws {
    let values: [String: Any] = [
      "number": 1.5, "lines": [["count": 1], ["count": "x"]], "isOpen": true,
      "secrets": ["hunter2": "x"],
    ]
    var found: [String] = []
    let order = try Order(dictionary: values, policy: .lenient) { found.append(Self.line($0)) }
    #expect(order.number == 1 && order.lines.count == 2 && order.isOpen)
    #expect(found.count == 3 && found.allSatisfy { !$0.contains("hunter2") }, "\(found)")
    #expect(
      found.contains { $0.hasPrefix("number $.number: took number 1.5 as ") }, "\(found)")
    #expect(
      found.contains { $0.hasPrefix(#"count $.lines[1].count: expected Int, found string "x"; "#) },
      "\(found)")
    #expect(found.last?.hasPrefix("secrets $.secrets: ") == true, "\(found)")
  }

  @Test func ofOneValue() throws {
    let order = Order()
    var found: [String] = []
    try order.setValue(1.5, forPropertyKey: "number", policy: .lenient) {
      found.append(Self.line($0))
    }
    #expect(order.number == 1)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("number $.number: took number 1.5 as ") == true, "\(found)")
    try order.setValue(2, forPropertyKey: "number", policy: .lenient) {
      found.append(Self.line($0))
    }
    #expect(found.count == 1)
  }

  @Test func ofRawJSON() throws {
    let raw = try RawJSON(#"{"count": 1.5}"#)
    var found: [String] = []
    let line = try raw.decode(as: Line.self, policy: .lenient) { found.append(Self.line($0)) }
    #expect(line.count == 1)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("count $.count: took number 1.5 as ") == true, "\(found)")
  }

  @Test func strictErrorsHaveTheirPlace() throws {
    let lines: [[String: Any]] = [["count": 1], ["count": "x"]]
    let made = #expect(throws: ModelError.self) {
      try Order(dictionary: ["lines": lines], policy: .strict)
    }
    #expect(made?.path == "[1].count")
    #expect(
      made?.description == #"Order.lines: expected Int, found string "x" at [1].count"#,
      "\(made as Any)")
    #expect((made?.underlying as? JSONAdapterError)?.propertyKey == "count")
    let set = #expect(throws: ModelError.self) {
      try Order().setValue(["a": 1, "b": "x"], forPropertyKey: "counts", policy: .strict)
    }
    #expect(
      set?.description == #"Order.counts: expected Int, found string "x" at .b"#, "\(set as Any)")
    let secret = #expect(throws: ModelError.self) {
      try Order().setValue(["hunter2": "x"], forPropertyKey: "secrets", policy: .strict)
    }
    #expect(secret.map { "\($0)".contains("hunter2") } == false && secret?.path == "")
  }

  @Test func ofModelsByATransformer() throws {
    let json = #"{"one": {"count": 1.5}, "many": [{"count": "x"}, 5], "own": {"count": 2.5}}"#
    var found: [String] = []
    let basket = try JSONAdapter.model(of: Basket.self, from: json, policy: .lenient) {
      found.append(Self.line($0))
    }
    #expect(basket.one?.count == 1 && basket.own?.count == 2)
    #expect(
      found.contains { $0.hasPrefix("count $.one.count: took number 1.5 as ") }, "\(found)")
    #expect(
      found.contains { $0.hasPrefix(#"count $.many[0].count: expected Int, found string "x"; "#) },
      "\(found)")
    #expect(
      found.contains { $0.hasPrefix("count $.own.count: took number 2.5 as ") }, "\(found)")
    // The transformer's own policy holds under any other.
    found = []
    let strict = try JSONAdapter.model(of: Basket.self, from: #"{"own": {"count": 2.5}}"#) {
      found.append(Self.line($0))
    }
    #expect(strict.own?.count == 2)
    #expect(found.count == 1, "\(found)")
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Basket.self, from: #"{"one": {"count": 1.5}}"#)
    }
    #expect(error?.path == "$.one.count")
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    #expect(try decoder.decode(Basket.self, from: Data(json.utf8)).one?.count == 1)
    #expect(
      try JSONAdapter.string(from: strict) == #"{"many":[],"own":{"count":2}}"#)
  }
}
