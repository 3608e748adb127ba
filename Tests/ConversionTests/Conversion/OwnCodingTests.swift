import Foundation
import Peridot
import Testing

@testable import TestSupport

/// The usual idiom for cases to come.
private enum Kind: String, Codable, CaseIterable {
  case image, movie, unknown

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = Kind(rawValue: text) ?? .unknown
  }
}

/// The same for those that are only read.
private enum Answer: String, Decodable {
  case yes, no, unclear

  init(from decoder: any Decoder) throws {
    let text = try? decoder.singleValueContainer().decode(String.self)
    self = text.flatMap { Answer(rawValue: $0.lowercased()) } ?? .unclear
  }
}

/// Cents, written as an amount.
private struct Money: RawRepresentable, Codable, Hashable {
  var rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  init(from decoder: any Decoder) throws {
    rawValue = Int((try decoder.singleValueContainer().decode(Double.self) * 100).rounded())
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Double(rawValue) / 100)
  }
}

/// Asks for the raw value, and makes another of it.
private struct Percent: RawRepresentable, Codable, Hashable {
  var rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  init(from decoder: any Decoder) throws {
    rawValue = min(100, try decoder.singleValueContainer().decode(Int.self))
  }
}

/// Reads as its raw value, and writes one of its cases otherwise.
private enum Level: Int, Codable {
  case low, high
  case none = -1

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if self == .none { try container.encodeNil() } else { try container.encode(rawValue) }
  }
}

/// Text cleaned of what people put in.
private struct Phone: RawRepresentable, Codable, Hashable {
  var rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    rawValue = text.replacingOccurrences(of: "-", with: "")
  }
}

/// One mark less, or at most so many characters.
private struct Tint: RawRepresentable, Codable, Hashable {
  var rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    rawValue = String((text.hasPrefix("#") ? text.dropFirst() : text[...]).prefix(8))
  }
}

/// Rounded to hundredths.
private struct Share: RawRepresentable, Codable, Hashable {
  var rawValue: Double

  init(rawValue: Double) { self.rawValue = rawValue }

  init(from decoder: any Decoder) throws {
    rawValue = (try decoder.singleValueContainer().decode(Double.self) * 100).rounded() / 100
  }
}

/// The arithmetic of a narrow type, which overflows for most values.
private struct Offset: RawRepresentable, Codable, Hashable {
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(UInt8.self) - 1
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue * 3)
  }
}

/// Throws an error of its own for what the compiler's coding refuses, too.
private enum Alias: String, Codable {
  case open, closed

  struct Unknown: Error {}

  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "open", "reopened": self = .open
    case "closed", "done": self = .closed
    default: throw Unknown()
    }
  }
}

/// The compiler's coding, which is by a member.
private struct Tag: RawRepresentable, Codable, Hashable {
  var rawValue: UUID
}

/// What null is, it says itself.
private enum Presence: String, Codable {
  case here, nowhere

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .nowhere
    } else {
      self = Presence(rawValue: try container.decode(String.self)) ?? .here
    }
  }
}

/// By raw values: nothing of its own.
private enum Plain: String, Codable { case a, b }
private struct Identifier: RawRepresentable, Codable, Hashable { var rawValue: Int }
private struct Options: OptionSet, Codable, Hashable { var rawValue: UInt8 }

private final class Page: Model, JSONSerializing {
  var kind = Kind.image
  var maybe: Kind?
  var kinds: [Kind] = []
  var several: Set<Kind> = []
  var nested: [[Kind?]] = []
  var byName: [String: Kind] = [:]
  var counts: [Kind: Int] = [:]
  var answer = Answer.no
  var price = Money(rawValue: 0)
  var prices: [Money] = []
  var amounts: [Money: Int] = [:]
  var percent = Percent(rawValue: 0)
  var level = Level.low
  var alias = Alias.open
  var tag: Tag?
  var presence = Presence.here

  override class var archiveName: String { "OwnCoding.Page" }
}

private final class ByRawValue: Model, JSONSerializing {
  var plain = Plain.a
  var maybe: Plain?
  var identifier = Identifier(rawValue: 0)
  var options: Options = []
  var counts: [Identifier: Int] = [:]
}

@Suite struct OwnCodingTests {
  private func read(_ json: String, policy: ConversionPolicy = .strict) throws -> Page {
    let page: Page = try JSONAdapter.model(from: json, policy: policy)
    // The dictionary form means the same.
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(try JSONAdapter.model(of: Page.self, from: object, policy: policy) == page)
    return page
  }

  @Test func fallsBackAsTheTypeSays() throws {
    let page = try read(
      """
      {"kind": "podcast", "maybe": "podcast", "kinds": ["image", "x"], "several": ["x", "movie"],
      "nested": [["x", null]], "byName": {"a": "x", "b": "movie"}, "counts": {"x": 1, "image": 2},
      "answer": "YES"}
      """)
    #expect(page.kind == .unknown)
    #expect(page.maybe == .unknown)
    #expect(page.kinds == [.image, .unknown])
    #expect(page.several == [.unknown, .movie])
    #expect(page.nested == [[.unknown, nil]])
    #expect(page.byName == ["a": .unknown, "b": .movie])
    #expect(page.counts == [.unknown: 1, .image: 2])
    #expect(page.answer == .yes)
    #expect(try read(#"{"answer": 5}"#).answer == .unclear)
    #expect(try read(#"{"maybe": null}"#).maybe == nil)
  }

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func isReadAsCodableDoes(_ policy: ConversionPolicy) throws {
    let page = try read(
      """
      {"price": 12.34, "prices": [1, 0.05], "amounts": {"1.5": 3, "2": 4}, "percent": 250,
      "alias": "reopened", "tag": {"rawValue": "67FA417B-15DD-453B-A0DE-9640F1C3E3E4"},
      "presence": null}
      """, policy: policy)
    #expect(page.price.rawValue == 1234)
    #expect(page.prices.map(\.rawValue) == [100, 5])
    #expect(page.amounts == [Money(rawValue: 150): 3, Money(rawValue: 200): 4])
    #expect(page.percent.rawValue == 100)
    #expect(page.alias == .open)
    #expect(page.tag?.rawValue.uuidString == "67FA417B-15DD-453B-A0DE-9640F1C3E3E4")
    #expect(page.presence == .nowhere)
  }

  @Test func isWrittenAsCodableDoes() throws {
    let page = Page()
    page.price = Money(rawValue: 1234)
    page.prices = [Money(rawValue: 5)]
    page.amounts = [Money(rawValue: 150): 3]
    page.level = .none
    page.tag = Tag(rawValue: try #require(UUID(uuidString: "67FA417B-15DD-453B-A0DE-9640F1C3E3E4")))
    page.counts = [.movie: 1]
    let keys = ["price", "prices", "amounts", "level", "tag", "counts"]
    #expect(
      try JSONAdapter.string(from: page, keys: keys) == """
        {"counts":{"movie":1},"price":12.34,"prices":[0.05],"amounts":{"1.5":3},"level":null,\
        "tag":{"rawValue":"67FA417B-15DD-453B-A0DE-9640F1C3E3E4"}}
        """)
    let dictionary = try JSONAdapter.dictionary(from: page)
    #expect(dictionary["price"] as? NSNumber == 12.34)
    #expect(dictionary["level"] is NSNull)
  }

  @Test func refusesTwoNamesOfOneKey() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try read(#"{"counts": {"x": 1, "y": 2}}"#)
    }
    #expect(
      error?.description == """
        Page.counts: expected a name for each Kind, found another name of one that occurs before \
        at $.counts.y (line 1, column 26)
        """)
    var issues: [JSONIssue] = []
    let page = try JSONAdapter.model(
      of: Page.self, from: #"{"counts": {"x": 1, "y": 2}}"#, policy: .lenient
    ) { issues.append($0) }
    #expect(page.counts == [.unknown: 1])
    #expect(issues.map(\.path) == ["$.counts.y"])
    // The same name twice is one member, of which the last counts.
    #expect(
      try JSONAdapter.model(of: Page.self, from: #"{"counts": {"x": 1, "x": 2}}"#).counts
        == [.unknown: 2])
    issues = []
    for json in [#"{"counts": {"x": 1, "x": 2}}"#, #"{"counts": {"x": [], "x": 2}}"#] {
      let page = try JSONAdapter.model(of: Page.self, from: json, policy: .lenient) {
        issues.append($0)
      }
      #expect(page.counts == [.unknown: 2] && issues.isEmpty)
    }
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(page, from: #"{"counts": {"x": 1, "y": 2}}"#)
    }
  }

  @Test func isCleanedAsTheTypeCleansIt() throws {
    final class Cleaned: Model, JSONSerializing {
      var phone = Phone(rawValue: "")
      var phones: [Phone: Tint] = [:]
      var tint: Tint?
      var share = Share(rawValue: 0)
      var offset: Offset?
    }
    let model: Cleaned = try JSONAdapter.model(
      from: """
        {"phone": "1-2", "phones": {"3-4": "#ff0000ff00"}, "tint": "#0a0a0a", "share": 1.999,
        "offset": 5}
        """)
    #expect(model.phone.rawValue == "12")
    #expect(model.phones == [Phone(rawValue: "34"): Tint(rawValue: "ff0000ff")])
    #expect(model.tint?.rawValue == "0a0a0a")
    #expect(model.share.rawValue == 2)
    #expect(model.offset?.rawValue == 4)
    #expect(try JSONAdapter.string(from: model, keys: ["offset"]) == #"{"offset":12}"#)
  }

  @Test func saysWhatTheTypeRefuses() {
    let error = #expect(throws: JSONAdapterError.self) { try read(#"{"alias": "ajar"}"#) }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.path == "$.alias")
    #expect(error?.underlying is Alias.Unknown)
  }

  @Test func goesThroughTransformers() throws {
    final class Transformed: Model, JSONSerializing {
      var first: Kind?

      override class func transformer(forKey key: String) -> ValueTransformer? {
        .closure(forward: { (kinds: [Kind]) in kinds.first })
      }
    }
    let model: Transformed = try JSONAdapter.model(from: #"{"first": ["x"]}"#)
    #expect(model.first == .unknown)
  }

  @Test func takesTheRawValueWhereTheTypeSaysNothingElse() throws {
    // As Peridot converts it, which Foundation would not.
    let json = #"{"plain": "b", "identifier": "12", "options": "3", "counts": {"7": 1}}"#
    let model = try JSONAdapter.model(of: ByRawValue.self, from: json, policy: .lenient)
    #expect(model.plain == .b)
    #expect(model.identifier.rawValue == 12)
    #expect(model.options.rawValue == 3)
    #expect(model.counts == [Identifier(rawValue: 7): 1])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: ByRawValue.self, from: #"{"plain": "c"}"#)
    }
    #expect(error?.expected == "Plain (a, b)")
    #expect(error?.underlying == nil)
  }

  @Test func isArchivedAsCodableDoes() throws {
    let page = Page()
    page.kind = .unknown
    page.price = Money(rawValue: 1234)
    page.counts = [.movie: 1]
    page.tag = Tag(rawValue: UUID())
    page.several = [.movie]
    #expect(try Page.unarchive(from: page.archivedData()) == page)
  }

  @Test func readsArchivesThatHoldRawValues() throws {
    final class Earlier: Model {
      var kind = "movie"
      var kinds = ["image", "podcast"]
      var price = 1234
      var counts = ["movie": 1]

      override class var archiveName: String { "OwnCoding.Earlier" }
    }
    let page = try Page.unarchive(
      from: Earlier().archivedData(), classNames: ["OwnCoding.Earlier": Page.self])
    #expect(page.kind == .movie)
    #expect(page.kinds == [.image, .unknown])
    #expect(page.price.rawValue == 1234)
    #expect(page.counts == [.movie: 1])
  }
}
