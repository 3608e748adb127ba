import Foundation
import Peridot
import Testing

@testable import TestSupport

/// What goes wrong under coders, and what policies make of it.
@Suite struct CodableModelErrorTests {
  private struct Point: Codable, Equatable {
    var x = 0
  }

  private enum Kind: String, Codable {
    case a, b
  }

  private enum Known: String, Codable, UnknownCaseRepresentable {
    case a, other
    static var unknownCase: Known { .other }
  }

  private final class Person: Model, JSONSerializing {
    var age = 0
  }

  private final class Item: Model, CodableModel {
    var count = 0
    var name: String?
    var at = Date()
    var small: UInt8 = 0
    var kind = Kind.a
    var known: [Known] = []
    var points: [Point] = []
    var people: [Person] = []
    var items: [Item] = []
    var city = ""
    var flags: [String: Bool] = [:]

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["city": "address.city"] }
  }

  private struct Page: Codable {
    var list: [Item]
  }

  /// One document that is refused, and what is said of it.
  struct Refused: Sendable, CustomTestStringConvertible {
    let json: String
    let kind: String
    let path: String
    let text: String
    var testDescription: String { json }

    init(_ json: String, _ kind: String, _ path: String, _ text: String) {
      self.json = json
      self.kind = kind
      self.path = path
      self.text = text
    }
  }

  @Test(arguments: [
    Refused(
      #"{"count":"x"}"#, "typeMismatch Int", "list.0.count",
      #"Item.count: expected Int, found a string at $.list[0].count"#),
    Refused(
      #"{"count":null}"#, "valueNotFound Int", "list.0.count",
      "Item.count: expected Int, found null at $.list[0].count: declare the property as "
        + "Int?"),
    Refused(
      #"{"name":5}"#, "typeMismatch String", "list.0.name",
      "Item.name: expected String, found number at $.list[0].name"),
    Refused(
      #"{"small":300}"#, "dataCorrupted", "list.0.small",
      "Item.small: expected UInt8, found number 300 at $.list[0].small"
    ),
    Refused(
      #"{"kind":"z"}"#, "dataCorrupted", "list.0.kind",
      #"Item.kind: expected Kind, found Cannot initialize Kind from invalid String value z at $.list[0].kind"#
    ),
    Refused(
      #"{"points":[{"x":1},{"x":"y"}]}"#, "typeMismatch Int", "list.0.points.1.x", ""),
    Refused(
      #"{"points":[{"x":1},{}]}"#, "keyNotFound x", "list.0.points.1", ""),
    Refused(
      #"{"people":[{},{"age":true}]}"#, "typeMismatch Int", "list.0.people.1.age",
      "Person.age: expected Int, found bool at $.list[0].people[1].age"),
    Refused(
      #"{"items":[{"items":[{},{"count":[]}]}]}"#, "typeMismatch Int",
      "list.0.items.0.items.1.count",
      "Item.count: expected Int, found an array at $.list[0].items[0].items[1].count"),
    Refused(
      #"{"address":{"city":1}}"#, "typeMismatch String", "list.0.address.city",
      "Item.city: expected String, found number at $.list[0].address.city"),
    Refused(
      #"{"address":[]}"#, "typeMismatch Dictionary<String, Any>", "list.0.address", ""),
    Refused(
      #"{"at":"never"}"#, "typeMismatch Double", "list.0.at", ""),
    Refused(
      #"{"flags":{"a":1}}"#, "typeMismatch Bool", "list.0.flags.a",
      "Item.flags: expected Bool, found number at $.list[0].flags.a"),
    Refused("[]", "typeMismatch Dictionary<String, Any>", "list.0", ""),
  ])
  func errorsAreThoseOfCoders(_ refused: Refused) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Page.self, from: Data(#"{"list":[\#(refused.json)]}"#.utf8))
    }
    let (kind, context): (String, DecodingError.Context)
    switch try #require(error) {
    case .typeMismatch(let type, let found): (kind, context) = ("typeMismatch \(type)", found)
    case .valueNotFound(let type, let found): (kind, context) = ("valueNotFound \(type)", found)
    case .keyNotFound(let key, let found):
      (kind, context) = ("keyNotFound \(key.stringValue)", found)
    case .dataCorrupted(let found): (kind, context) = ("dataCorrupted", found)
    @unknown default: throw refusedKind
    }
    #expect(kind == refused.kind)
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    #expect(path.joined(separator: ".") == refused.path)
    let underlying = try #require(context.underlyingError as? JSONAdapterError)
    #expect(underlying.modelClass != nil)
    #expect(context.debugDescription == underlying.description)
    if !refused.text.isEmpty { #expect(context.debugDescription == refused.text) }
  }

  private struct RefusedKind: Error {}
  private var refusedKind: RefusedKind { RefusedKind() }

  private final class Visit: Model, CodableModel {
    var startedAt: Date?
    var page = ""
    var size = 0
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "startedAt": "started_at", "page": "inner_part.page_name",
        "size": .firstOf("the_size", "s"),
      ]
    }
  }

  /// A coder that changes names tells its own.
  @Test(arguments: [
    (#"{"started_at":"x"}"#, "startedAt"),
    (#"{"inner_part":{"page_name":1}}"#, "innerPart.pageName"),
    (#"{"the_size":"x"}"#, "theSize"),
  ])
  func placesHaveTheNamesOfTheCoder(_ text: String, _ path: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Visit.self, from: Data(text.utf8))
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
  }

  @Test func readsNamesThatACoderChanges() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let text = #"{"started_at":5,"inner_part":{"page_name":"a"},"the_size":2}"#
    let visit = try decoder.decode(Visit.self, from: Data(text.utf8))
    #expect(visit.startedAt == Date(timeIntervalSince1970: 5))
    #expect(visit.page == "a")
    #expect(visit.size == 2)
  }

  @Test func mistakesInAMappingAreDecodingErrors() {
    final class Wrong: Model, CodableModel {
      var a = 0
      override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["b": "c"] }
    }
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Wrong.self, from: Data("{}".utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect((context.underlyingError as? JSONAdapterError)?.kind == .invalidMapping)
    let writing = #expect(throws: EncodingError.self) { try JSONEncoder().encode(Wrong()) }
    guard case .invalidValue(_, let context) = writing else { return }
    #expect((context.underlyingError as? JSONAdapterError)?.kind == .invalidMapping)
  }

  // MARK: Writing

  private final class Number: Model, CodableModel {
    var value = 0.0
    var next: Number?
    var others: [Number] = []
    var url: URL?

    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "url" ? .closure { (text: String) in URL(fileURLWithPath: text) } : nil
    }
  }

  @Test func whatCannotBeWrittenIsAnEncodingError() throws {
    let number = Number()
    let inner = Number()
    inner.value = .nan
    number.others = [Number(), inner]
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(["a": number]) }
    guard case .invalidValue(let value, let context) = error else { return }
    #expect((value as? Double)?.isNaN == true)
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        == ["a", "others", "1", "value"])
    let underlying = try #require(context.underlyingError as? JSONAdapterError)
    #expect(underlying.path == "$.a.others[1].value")
    #expect(underlying.propertyKey == "value")
    let encoder = JSONEncoder()
    encoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    encoder.outputFormatting = .sortedKeys
    #expect(
      try encoder.encode(["a": number])
        == Data(#"{"a":{"others":[{"others":[],"value":0},{"others":[]}],"value":0}}"#.utf8))
  }

  @Test func whatATransformerRefusesIsAnEncodingError() throws {
    let number = Number()
    number.url = URL(string: "a")
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(number) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["url"])
    #expect((context.underlyingError as? JSONAdapterError)?.underlying is TransformerError)
  }

  @Test func aModelThatContainsItselfIsRefused() throws {
    let number = Number()
    let next = Number()
    number.next = next
    next.others = [number]
    defer { next.others = [] }
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(number) }
    guard case .invalidValue(_, let context) = error else { return }
    let underlying = try #require(context.underlyingError as? JSONAdapterError)
    #expect(underlying.kind == .cycle)
    #expect(underlying.path == "$.next.others[0]")
  }

  // MARK: Policies

  private class Lenient: Model, CodableModel {
    var count = 0
    var list: [Int] = []
    var name = "kept"
    var kind: Kind?
    var at: Date?
    var inner: Inner?
    var items: [Item] = []
    var city = "none"

    override class var conversionPolicy: ConversionPolicy? { .lenient }
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["city": "address.city"] }
  }

  private final class Inner: Model, JSONSerializing {
    var count = 0
  }

  private final class StrictAgain: Lenient {
    override class var conversionPolicy: ConversionPolicy? { .strict }
  }

  private static let repaired = Data(
    #"{"count":"5","list":[1,"2",{},null],"name":null,"kind":"z","at":"2001-01-01 00:00:05","inner":{"count":"6"},"items":[{"count":"7"},8],"address":5}"#
      .utf8)

  @Test func theClassNamesItsPolicy() throws {
    let lenient = try JSONDecoder().decode(Lenient.self, from: Self.repaired)
    #expect(lenient.count == 5)
    #expect(lenient.list == [1, 2])
    #expect(lenient.name == "kept")
    #expect(lenient.kind == nil)
    #expect(lenient.at == Date(timeIntervalSinceReferenceDate: 5))
    #expect(lenient.inner?.count == 6)
    #expect(lenient.items.map(\.count) == [7])
    #expect(lenient.city == "none")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StrictAgain.self, from: Self.repaired)
    }
  }

  @Test func thePolicyOfTheCoderWins() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    let page = try decoder.decode(
      Page.self, from: Data(#"{"list":[{"count":"5","items":[{"small":"7"}]}]}"#.utf8))
    #expect(page.list[0].count == 5)
    #expect(page.list[0].items[0].small == 7)
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.strict
    #expect(throws: DecodingError.self) { try decoder.decode(Lenient.self, from: Self.repaired) }
  }

  @Test func unknownRawValuesBecomeTheUnknownCase() throws {
    let item = try JSONDecoder().decode(Item.self, from: Data(#"{"known":["a","z"]}"#.utf8))
    #expect(item.known == [.a, .other])
  }

  private final class PerKey: Model, CodableModel {
    var strict: Int?
    var lenient: [Item] = []
    var plain: Int?

    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy { key == "lenient" ? .lenient : policy }
  }

  @Test func aPropertysPolicyHoldsForAllWithin() throws {
    let model = try JSONDecoder().decode(
      PerKey.self, from: Data(#"{"lenient":[{"count":"3"}],"plain":1}"#.utf8))
    #expect(model.lenient[0].count == 3)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PerKey.self, from: Data(#"{"strict":"3"}"#.utf8))
    }
  }

  // MARK: User info

  private struct Aware: Codable, Equatable {
    var seen = ""

    init(from decoder: any Decoder) throws {
      let key = try #require(CodingUserInfoKey(rawValue: "locale"))
      seen = decoder.userInfo[key] as? String ?? "none"
    }
  }

  private final class Seeing: Model, CodableModel {
    var aware: Aware?
    var seen = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["seen": .excluded] }
    override func didLoad(from source: ModelSource) throws {
      seen = JSONAdapter.userInfo["locale"] as? String ?? "none"
    }
  }

  @Test func userInfoReachesHooksAndCodableValues() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "locale"))] = "de"
    let model = try decoder.decode(Seeing.self, from: Data(#"{"aware":{}}"#.utf8))
    #expect(model.aware?.seen == "de")
    #expect(model.seen == "de")
    #expect(try JSONDecoder().decode(Seeing.self, from: Data("{}".utf8)).seen == "none")
  }

  private final class Reentrant: Model, CodableModel {
    var text = ""
    var inner: Lenient?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["inner": .excluded] }
    override func didLoad(from source: ModelSource) throws {
      // A document of its own, by the policy of its class.
      inner = try JSONDecoder().decode(Lenient.self, from: Data(text.utf8))
    }
  }

  @Test func aHookMayDecodeAnotherDocument() throws {
    let model = try JSONDecoder().decode(
      [Reentrant].self, from: Data(#"[{"text":"{\"count\":\"5\"}"}]"#.utf8))
    #expect(model[0].inner?.count == 5)
  }

  // MARK: Depth

  @Test(.notSanitized, arguments: [512, 8192])
  func depthIsRefusedBeforeTheStackEnds(kilobytes: Int) throws {
    final class Chain: Model, CodableModel {
      var next: Chain?
      var any: Any?
    }
    try onStack(kilobytes: kilobytes) {
      for name in ["next", "any"] {
        let depth = 500
        let text =
          String(repeating: "{\"\(name)\":", count: depth) + "{}"
          + String(repeating: "}", count: depth)
        do {
          let chain = try JSONDecoder().decode(Chain.self, from: Data(text.utf8))
          _ = try? JSONEncoder().encode(chain)
        } catch is DecodingError {}
      }
      let root = Chain()
      var last = root
      for _ in 0..<20_000 {
        let next = Chain()
        last.next = next
        last = next
      }
      #expect(throws: EncodingError.self) { try PropertyListEncoder().encode(root) }
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(root) }
    }
  }
}
