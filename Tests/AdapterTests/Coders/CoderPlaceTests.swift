import Foundation
import Peridot
import Testing

private enum Suit: String, Codable { case clubs, hearts }

private final class Hand: Model, CodableModel {
  var cards: [[Suit: String]] = []
  var marks: [Suit: Bool] = [:]
  var next: Hand?
  var id = 0
  var rows: [Int] = []

  override class var declaredProperties: [Property] {
    [
      property("marks", \.marks, isRequired: true),
      property("id", \.id, at: .firstOf("id", "ID"), limits: .atMost(9)),
      property("rows", \.rows, at: "rows[*].n", limits: .count(0...1)),
    ]
  }
}

private class Part: Model, CodableModel {}

private final class Wheel: Part {
  var size = 0
  override class var requiredPropertyKeys: Set<String> { ["size"] }
}

private final class Car: Model, CodableModel {
  var part: Part?

  override class func cluster(forKey key: String) -> Cluster? {
    key == "part" ? Part.cluster(tag: "kind", ["wheel": Wheel.self]) : nil
  }
}

/// Where errors under a coder say that the mistake is: where the adapter finds it in text.
@Suite struct CoderPlaceTests {
  @Test(arguments: [
    // Another element than the coder's first.
    (#"{"marks":{},"cards":[{},{"zz":""}]}"#, ["cards", "1", "zz"]),
    // A member of a model of the same class.
    (#"{"marks":{},"next":{}}"#, ["next", "marks"]),
    // The alternative that is there, and the array of a path through one.
    (#"{"marks":{},"id":10}"#, ["id"]),
    (#"{"marks":{},"ID":10}"#, ["ID"]),
    (#"{"marks":{},"rows":[{"n":1},{"n":2}]}"#, ["rows"]),
  ])
  func isThatOfText(_ json: String, _ path: [String]) throws {
    let data = Data(json.utf8)
    let text = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Hand.self, from: data)
    }
    let coder = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(Hand.self, from: data)
    }
    #expect(names(text) == path)
    #expect(try names(#require(underlying(coder))) == path)
  }

  @Test(arguments: ["{}", #"{"kind":"door","part":{}}"#, #"{"part":{}}"#])
  func aModelWithoutAClassIsLeftOut(_ json: String) throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    #expect(try decoder.decode(Car.self, from: Data(json.utf8)).part == nil)
    guard json != "{}" else { return }
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(Car.self, from: Data(json.utf8))
    }
    #expect(underlying(error)?.kind == .noClassFound)
  }

  @Test func aRefusedModelKeepsItsClass() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    let json = #"{"kind":"wheel","part":{}}"#
    #expect(try JSONAdapter.model(of: Car.self, from: json, policy: .lenient).part == nil)
    #expect(try decoder.decode(Car.self, from: Data(json.utf8)).part == nil)
  }

  @Test func aTextOfNullIsNoModelAtEachDoor() throws {
    let json = #""null""#
    let text = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Car.self, from: json, policy: .lenient)
    }
    let raw = try #require(throws: JSONAdapterError.self) {
      try RawJSON(json).decode(as: Car.self, policy: .lenient)
    }
    #expect(text.kind == .nullValue)
    #expect(raw.kind == .nullValue)
    let blank = try #require(throws: JSONAdapterError.self) {
      try RawJSON(#""""#).decode(as: Car.self, policy: .lenient)
    }
    #expect(blank.kind == .typeMismatch)
  }

  private func underlying(_ error: DecodingError) -> JSONAdapterError? {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError as? JSONAdapterError
    @unknown default: nil
    }
  }

  private func names(_ error: JSONAdapterError) -> [String] {
    error.pathComponents.map {
      switch $0 {
      case .key(let name): name
      case .index(let index): "\(index)"
      case .each: "*"
      }
    }
  }
}
