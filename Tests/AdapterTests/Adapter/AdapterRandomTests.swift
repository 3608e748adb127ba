import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

private enum Color: String, CaseIterable {
  case red, green, blue
}

private enum Rank: Int, CaseIterable {
  case low = -1
  case high = 1
}

private struct Pair: Codable, Equatable, Hashable {
  var left: Int
  var right: String?
}

private final class Part: Model, JSONSerializing {
  var id = 0
  var label: String?
  var parts: [Part] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["label": "meta.label"] }
}

private final class Whole: Model, JSONSerializing {
  var int = 0
  var small: Int8 = 0
  var large: UInt64 = 0
  var optionalInt: Int?
  var double = 0.0
  var float: Float = 0
  var bool = false
  var optionalBool: Bool?
  var text = ""
  var optionalText: String?
  var character: Character = "c"
  var decimal: Decimal = 0
  var date = Date(timeIntervalSince1970: 0)
  var url: URL?
  var uuid: UUID?
  var data = Data()
  var color = Color.red
  var rank: Rank?
  var pair: Pair?
  var numbers: [Double] = []
  var set: Set<String> = []
  var matrix: [[Int?]] = []
  var byName: [String: Int] = [:]
  var byRank: [Rank: [String]] = [:]
  var part: Part?
  var parts: [Part] = []
  var partsByName: [String: Part] = [:]
  var first = 0
  var ids: [Int] = []
  var centi = 0
  var deep: Bool?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "bool": "flags.bool", "deep": "flags.more.deep", "text": .literal("a.text"),
      "first": "list[1]", "ids": "items[*].id", "optionalText": .firstOf("optionalText", "alt"),
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "centi" else { return nil }
    return .closure(forward: { (value: Int) in value * 100 }, reverse: { $0 / 100 })
  }
}

extension SeededRandom {
  fileprivate mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  fileprivate mutating func text() -> String {
    let alphabet: [Character] = ["a", "Z", "\"", "\\", "\n", "é", "😀", "\u{1}", "/", " ", "中"]
    return String((0..<Int.random(in: 0...6, using: &self)).map { _ in self.element(alphabet) })
  }

  fileprivate mutating func element<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  fileprivate mutating func some<Element>(_ make: (inout Self) -> Element) -> [Element] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in make(&self) }
  }

  fileprivate mutating func integer() -> Int {
    chance(50) ? Int.random(in: -9...9, using: &self) : Int.random(in: .min ... .max, using: &self)
  }

  fileprivate mutating func double() -> Double {
    let value = Double(bitPattern: next())
    return value.isFinite ? value : 0.1
  }

  fileprivate mutating func part(_ depth: Int = 3) -> Part {
    let part = Part()
    part.id = integer()
    part.label = chance(50) ? text() : nil
    if depth > 0 { part.parts = some { $0.part(depth - 1) } }
    return part
  }

  fileprivate mutating func whole() -> Whole {
    let whole = Whole()
    whole.int = integer()
    whole.small = .random(in: .min ... .max, using: &self)
    whole.large = next()
    whole.optionalInt = chance(50) ? integer() : nil
    whole.double = double()
    let float = Float(bitPattern: UInt32(truncatingIfNeeded: next()))
    whole.float = float.isFinite ? float : 0.1
    whole.bool = chance(50)
    whole.optionalBool = chance(50) ? chance(50) : nil
    whole.text = text()
    whole.optionalText = chance(50) ? text() : nil
    whole.character = element(["x", "é", "👨‍👩‍👧", "\"", "\u{301}"])
    whole.decimal = Decimal(
      sign: chance(50) ? .plus : .minus, exponent: Int.random(in: -60...60, using: &self),
      significand: Decimal(next()))
    whole.date = Date(
      timeIntervalSince1970: Double(Int.random(in: -2_000_000...2_000_000, using: &self)) / 8)
    whole.url = chance(50) ? URL(string: "https://example.com/\(integer())?q=%20#x") : nil
    whole.uuid = chance(50) ? UUID() : nil
    whole.data = Data((0..<Int.random(in: 0...9, using: &self)).map { UInt8($0 * 31) })
    whole.color = element(Color.allCases)
    whole.rank = chance(50) ? element(Rank.allCases) : nil
    whole.pair = chance(50) ? Pair(left: integer(), right: chance(50) ? text() : nil) : nil
    whole.numbers = some { $0.double() }
    whole.set = Set(some { $0.text() })
    whole.matrix = some { $0.some { $0.chance(50) ? $0.integer() : nil } }
    for _ in 0..<2 { whole.byName[text()] = integer() }
    whole.byRank = chance(50) ? [element(Rank.allCases): some { $0.text() }] : [:]
    whole.part = chance(50) ? part() : nil
    whole.parts = some { $0.part() }
    for _ in 0..<2 { whole.partsByName[text()] = part(1) }
    whole.first = integer()
    whole.ids = some { $0.integer() }
    whole.centi = Int.random(in: -99...99, using: &self) * 100
    whole.deep = chance(50) ? chance(50) : nil
    return whole
  }
}

/// Documents for `Whole`, mostly right, at most one value of them wrong.
private struct DocumentMaker {
  var random: SeededRandom
  var mayBeWrong = true

  mutating func object(
    _ members: [(String, (inout Self) -> String)], isTable: Bool = false
  ) -> String {
    var texts: [String] = []
    for (name, value) in members.shuffled(using: &random) where random.chance(60) {
      // Sometimes twice; the last one counts.
      if random.chance(8) { texts.append("\"\(name)\":\(value(&self))") }
      texts.append("\"\(name)\" : \(value(&self))")
    }
    if !isTable, random.chance(20) { texts.append(#""unknown":[1,{"a":null}]"#) }
    return "{\(texts.shuffled(using: &random).joined(separator: ", "))}"
  }

  mutating func array(_ element: (inout Self) -> String) -> String {
    let texts = (0..<Int.random(in: 0...3, using: &random)).map { _ in element(&self) }
    return "[\(texts.joined(separator: ","))]"
  }

  mutating func value(_ right: String...) -> String {
    if mayBeWrong, random.chance(2) {
      mayBeWrong = false
      return random.element([
        "null", "5", "1.5", #""x""#, "[]", "{}", "true", "-1", "1e30", #"[{"id":"x"}]"#,
        "99999999999999999999999", #"{"meta":5}"#,
      ])
    }
    return random.element(right)
  }

  mutating func part(_ depth: Int = 2) -> String {
    object([
      ("id", { $0.value("1", "2.0", "-3") }),
      (
        "meta",
        { maker in
          let label = maker.object([("label", { $0.value(#""l""#, "null") })])
          return maker.value(label, "null")
        }
      ),
      ("parts", { maker in depth == 0 ? "[]" : maker.array { $0.part(depth - 1) } }),
    ])
  }

  mutating func document() -> String {
    object([
      ("int", { $0.value("1", "-0", "3e2") }), ("small", { $0.value("127", "-128") }),
      ("large", { $0.value("18446744073709551615") }), ("optionalInt", { $0.value("null", "4") }),
      ("double", { $0.value("1.25", "3", "1e-7") }), ("float", { $0.value("0.5") }),
      (
        "flags",
        { maker in
          maker.object([
            ("bool", { $0.value("true", "false") }),
            ("more", { maker in maker.object([("deep", { $0.value("true", "null") })]) }),
          ])
        }
      ),
      ("optionalBool", { $0.value("null", "true") }), ("a.text", { $0.value(#""t\u00e9""#) }),
      ("optionalText", { $0.value("null", #""o""#) }), ("alt", { $0.value(#""p""#) }),
      ("character", { $0.value(#""é""#) }), ("decimal", { $0.value("12.5", "1234567890123") }),
      ("date", { $0.value(#""2014-05-06T07:08:09Z""#) }), ("url", { $0.value(#""a/b""#, "null") }),
      ("uuid", { $0.value("null") }), ("data", { $0.value(#""AAE=""#) }),
      ("color", { $0.value(#""blue""#) }), ("rank", { $0.value("-1", "1", "null") }),
      ("pair", { $0.value(#"{"left":1,"right":"r"}"#, #"{"left":1,"left":2}"#, "null") }),
      ("numbers", { maker in maker.array { $0.value("1", "0.5") } }),
      ("set", { maker in maker.array { $0.value(#""a""#, #""b""#) } }),
      ("matrix", { maker in maker.array { maker in maker.array { $0.value("1", "null") } } }),
      (
        "byName",
        { maker in
          maker.object([("x", { $0.value("1") }), ("y z", { $0.value("2") })], isTable: true)
        }
      ),
      ("byRank", { maker in maker.object([("-1", { $0.value(#"["a"]"#) })], isTable: true) }),
      ("part", { $0.part() }), ("parts", { maker in maker.array { $0.part() } }),
      ("partsByName", { maker in maker.object([("k", { $0.part(1) })], isTable: true) }),
      ("list", { $0.value("[1,2,3]", "[1]", "null") }),
      ("items", { maker in maker.array { maker in maker.object([("id", { $0.value("7") })]) } }),
      ("centi", { $0.value("3") }),
    ])
  }
}

/// What came of reading: a model, or an error without its line.
private enum Outcome: Equatable {
  case model(Whole)
  case error(JSONAdapterError.Kind, path: String, key: String?)

  init(_ read: () throws -> Whole) {
    do {
      self = .model(try read())
    } catch {
      let error = error as? JSONAdapterError
      self = .error(
        error?.kind ?? .multiple, path: error?.path ?? "", key: error?.propertyKey)
    }
  }
}

/// Applies a merge patch as RFC 7396 says.
private func patching(_ target: Any?, with patch: Any) -> Any {
  guard let changes = patch as? [String: Any] else { return patch }
  var result = target as? [String: Any] ?? [:]
  for (name, value) in changes {
    result[name] = value is NSNull ? nil : patching(result[name], with: value)
  }
  return result
}

@Suite struct AdapterRandomTests {
  @Test func readsWhatItWrote() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    for round in 0..<150 {
      let model = random.whole()
      let options = JSONWritingOptions(rawValue: Int.random(in: 0..<8, using: &random))
      let data = try JSONAdapter.data(from: model, options: options)
      let read: Whole = try JSONAdapter.model(from: data)
      #expect(read == model, "seed \(seed), round \(round)")
      let short = ConversionPolicy.strict.with {
        $0.defaultsOnExport = .omit
        $0.emptyOnExport = Bool.random(using: &random) ? .omit : .write
      }
      let text = try JSONAdapter.string(from: model, policy: short, options: options)
      #expect(try JSONAdapter.model(from: text) == model, "seed \(seed), round \(round)")
      let members = try JSONAdapter.dictionary(from: model, policy: short)
      #expect(try JSONAdapter.model(from: members) == model, "seed \(seed), round \(round)")
      #expect(
        try JSONAdapter.data(from: read, options: options) == data, "seed \(seed), round \(round)")
      let updated = random.whole()
      // A dictionary has a Decimal with its digits, and so has to have the patch.
      let patch = try JSONBytes(JSONAdapter.mergePatch(from: updated, to: model))
        .withReader { try $0.readValue(keepsDigits: true) }
      let patched = patching(try JSONAdapter.dictionary(from: updated), with: patch)
      #expect(
        AnyComparison.areEqual(patched, try JSONAdapter.dictionary(from: model), nil),
        "seed \(seed), round \(round)")
    }
  }

  @Test func readsADictionaryAsItsBytes() throws {
    let seed = UInt64.random(in: .min ... .max)
    var maker = DocumentMaker(random: SeededRandom(seed: seed))
    var failures = 0
    for round in 0..<1_000 {
      maker.mayBeWrong = true
      let text = maker.document()
      let bytes = Outcome { try JSONAdapter.model(from: text) }
      let object = try #require(try readDocument(text) as? [String: Any])
      let ours = Outcome { try JSONAdapter.model(from: object) }
      let foundation = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let theirs = Outcome { try JSONAdapter.model(from: foundation) }
      if case .error = bytes { failures += 1 }
      #expect(ours == bytes, "seed \(seed), round \(round): \(text)")
      #expect(theirs == bytes, "seed \(seed), round \(round): \(text)")
    }
    #expect(failures > 20 && failures < 900, "seed \(seed)")
  }
}
