import Foundation
import Peridot
import PeridotTesting
import Testing

private final class Author: Model, CodableModel {
  var id = 0
  var name: String?
  var born: Date?
  var isOpen = false
  var tags: [String] = []
  override class var archiveName: String { "RoundTripAuthor" }
}

private class Figure: Model, JSONSerializing {
  var name = ""
  override class var archiveName: String { "RoundTripFigure" }
  override class var cluster: Cluster? {
    cluster(tag: "kind", ["circle": Circle.self, "square": Square.self], unknown: .fail)
  }
}

private final class Circle: Figure {
  var radius = 0.0
  override class var archiveName: String { "RoundTripCircle" }
}

private final class Square: Figure {
  var side = 0
  override class var archiveName: String { "RoundTripSquare" }
}

private final class Rounded: Model, JSONSerializing {
  var amount = 0.0
  override class var archiveName: String { "RoundTripRounded" }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    .closure(
      forward: { (amount: Double) in amount.rounded() }, reverse: { (amount: Double) in amount })
  }
}

private final class Forgetful: Model, JSONSerializing {
  var kept = 0
  var lost = 0
  override class var archiveName: String { "RoundTripForgetful" }
  override func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    key == "lost"
      ? nil : try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
  }
}

private final class Strict: Model, JSONSerializing {
  var name = ""
  override class var archiveName: String { "RoundTripStrict" }
  override func validate() throws {
    struct Refused: Error {}
    if name != "allowed" { throw Refused() }
  }
}

private final class Copied: Model {
  var name = ""
  override class var archiveName: String { "RoundTripCopied" }
  override func didLoad(from source: ModelSource) throws {
    if source == .copy { name = "copied" }
  }
}

private final class Partial: Model, JSONSerializing {
  var shown = 0
  var hidden = 0
  var unarchived = 0
  override class var archiveName: String { "RoundTripPartial" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["hidden": .excluded] }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["unarchived": .excluded]
  }
}

private final class Raw: Model, JSONSerializing {
  var value = RawJSON()
  override class var archiveName: String { "RoundTripRaw" }
}

private final class Uncoded: Model, CodableModel {
  struct Refused: Error {}
  var name = ""
  override class var archiveName: String { "RoundTripUncoded" }
  func encode(to encoder: any Encoder) throws { throw Refused() }
}

@Suite struct RoundTripsTests {
  @Test func passWhereNothingIsLost() throws {
    try roundTrips(Author.self)
    try roundTrips(Figure.self, seeds: 1...6)
    try roundTrips(Author().with { $0.tags = ["a"] })
  }

  @Test func leaveOutWhatADoorLeavesOut() throws {
    try roundTrips(Partial.self)
  }

  @Test func throwTheDifferencesOfAnArchive() throws {
    let error = try #require(throws: RoundTripError.self) { try roundTrips(Forgetful.self) }
    #expect(error.door == "archive" && error.modelClass == Forgetful.self)
    #expect(error.differences == ["lost: 2 → 0"])
    #expect(
      error.description
        == "Forgetful does not come back through archive: lost: 2 → 0")
  }

  @Test func throwTheDifferencesOfACopy() throws {
    let error = try #require(throws: RoundTripError.self) {
      try roundTrips(Copied().with { $0.name = "own" })
    }
    #expect(
      error.description == #"Copied does not come back through copy: name: "own" → "copied""#)
  }

  @Test func throwTheErrorOfADoor() throws {
    let error = try #require(throws: RoundTripError.self) { try roundTrips(Strict.self) }
    #expect(error.door == "JSON" && error.underlying is JSONAdapterError)
    try roundTrips(Strict().with { $0.name = "allowed" })
  }

  @Test func throwTheDifferencesOfJSON() throws {
    let error = try #require(throws: RoundTripError.self) {
      try roundTrips(Rounded().with { $0.amount = 2.25 })
    }
    #expect(
      error.description == "Rounded does not come back through JSON: amount: 2.25 → 2.0")
  }

  /// No number in memory has its digits.
  @Test func throwTheErrorOfADictionary() throws {
    let raw = Raw()
    raw.value = try RawJSON("[1e400]")
    let error = try #require(throws: RoundTripError.self) { try roundTrips(raw) }
    #expect(error.door == "a dictionary")
    #expect(
      error.description
        == "Raw does not come back through a dictionary: expected a number that Double holds, found number 1e400 at $.value[0]"
    )
    #expect(error.differences == [])
  }

  @Test func throwTheErrorOfACoder() throws {
    let error = try #require(throws: RoundTripError.self) { try roundTrips(Uncoded.self) }
    #expect(error.door == "JSONEncoder" && error.underlying is Uncoded.Refused)
    #expect(
      error.description == "Uncoded does not come back through JSONEncoder: Refused()")
  }
}
