import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

// MARK: Both coders

private func date(_ decoder: any Decoder) throws -> Date {
  let text = try decoder.singleValueContainer().decode(String.self)
  if let date = DateText.parse(text, as: .lenient) { return date }
  throw DecodingError.dataCorrupted(
    .init(codingPath: decoder.codingPath, debugDescription: "\(Boxed.quoted(text)) is not a date"))
}

/// Foundation's coders, with the dates of models.
private enum Foundations {
  static func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(date)
    return try decoder.decode(type, from: Data(json.utf8))
  }

  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(DateText.string(date, as: .iso8601) ?? "")
    }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

private enum Ours {
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ json: String, archived: Bool = false
  ) throws -> Value {
    try JSONBytes(Array(json.utf8)).withReader { reader in
      let source = try CodableDecoder.Source(&reader, CodingPlace.Form(isArchived: archived))
      try reader.endDocument()
      return try source.decode(type)
    }
  }

  static func encode(_ value: some Encodable, archived: Bool = false) throws -> String {
    var writer = JSONWriter()
    try CodableEncoder.write(value, to: &writer, CodingPlace.Form(isArchived: archived))
    return writer.string()
  }
}

private func steps(_ path: [any CodingKey]) -> String {
  path.map { "\($0.stringValue)#\($0.intValue.map { "\($0)" } ?? "")" }.joined(separator: "/")
}

/// The kind of an error, its type, its path and its words.
private func words(_ error: any Error) -> String {
  switch error {
  // Foundation has no words for these.
  case DecodingError.typeMismatch(let type, let context) where type == Decimal.self:
    "mismatch Decimal \(steps(context.codingPath))"
  case DecodingError.typeMismatch(let type, let context):
    "mismatch \(type) \(steps(context.codingPath)) \(context.debugDescription)"
  case DecodingError.valueNotFound(let type, let context):
    "null \(type) \(steps(context.codingPath)) \(context.debugDescription)"
  case DecodingError.keyNotFound(let key, let context):
    "missing \(key.stringValue) \(steps(context.codingPath)) \(context.debugDescription)"
  // Foundation gives no place for these.
  case DecodingError.dataCorrupted(let context)
  where context.debugDescription == "The given data was not valid JSON."
    || context.debugDescription.hasPrefix("Number "):
    "number"
  case DecodingError.dataCorrupted(let context):
    "corrupted \(steps(context.codingPath)) \(context.debugDescription)"
  case EncodingError.invalidValue(let value, let context):
    "invalid \(value) \(steps(context.codingPath)) \(context.debugDescription)"
  default: "\(error)"
  }
}

private func outcome<Value>(_ body: () throws -> Value) -> Result<Value, Failure> {
  Result { try body() }.mapError { Failure(words: words($0)) }
}

private struct Failure: Error, Equatable {
  let words: String
}

// MARK: Random values

private class Base: Codable {
  var id: Int

  init(id: Int) { self.id = id }
}

private final class Derived: Base, Equatable {
  var name = ""

  private enum CodingKeys: CodingKey { case name, parent }

  init(id: Int, name: String) {
    self.name = name
    super.init(id: id)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    // With a key of its own for even lengths.
    try super.init(
      from: name.count % 2 == 0
        ? container.superDecoder() : container.superDecoder(forKey: .parent))
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try super.encode(
      to: name.count % 2 == 0
        ? container.superEncoder() : container.superEncoder(forKey: .parent))
  }

  static func == (left: Derived, right: Derived) -> Bool {
    left.id == right.id && left.name == right.name
  }
}

private enum Word: String, Codable, CodingKeyRepresentable, CaseIterable { case up, down, left }

private enum Choice: Codable, Equatable {
  case nothing
  case number(Int)
  case named(text: String, other: [Double]?)
  indirect case nested(Everything)
}

private struct Single: Codable, Hashable {
  var text: String

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// Containers within containers, written in any order.
private struct Nested: Codable, Equatable {
  var x: Int
  var names: [String]
  var deep: Bool

  private enum Keys: String, CodingKey {
    case position = "p"
    case names = "a longer name of a list"
    case x
  }

  init(x: Int, names: [String], deep: Bool) {
    (self.x, self.names, self.deep) = (x, names, deep)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let position = try container.nestedContainer(keyedBy: Keys.self, forKey: .position)
    x = try position.decode(Int.self, forKey: .x)
    names = []
    var list = try container.nestedUnkeyedContainer(forKey: .names)
    var inner = try list.nestedUnkeyedContainer()
    while !inner.isAtEnd {
      names.append(try inner.decodeNil() ? "" : try inner.decode(String.self))
    }
    deep = try list.nestedContainer(keyedBy: Keys.self).decode(Bool.self, forKey: .x)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var list = container.nestedUnkeyedContainer(forKey: .names)
    var position = container.nestedContainer(keyedBy: Keys.self, forKey: .position)
    var inner = list.nestedUnkeyedContainer()
    var last = list.nestedContainer(keyedBy: Keys.self)
    for name in names {
      try last.encode(deep, forKey: .x)
      if name.isEmpty { try inner.encodeNil() } else { try inner.encode(name) }
    }
    try last.encode(deep, forKey: .x)
    try position.encode(x, forKey: .x)
  }
}

private struct Everything: Codable, Equatable {
  var int = 0
  var int8: Int8 = 0
  var int16: Int16?
  var int32: Int32 = 0
  var int64: Int64?
  var uint: UInt = 0
  var uint8: UInt8?
  var uint16: UInt16 = 0
  var uint32: UInt32?
  var uint64: UInt64 = 0
  var double = 0.0
  var float: Float?
  var flag = false
  var text: String?
  var aNameThatIsLongerThanMost = ""
  var aNameThatIsLongerThanAll: String?
  var date: Date?
  var data: Data?
  var url: URL?
  var decimal: Decimal?
  var uuid: UUID?
  var word: Word?
  var single: Single?
  var choice = Choice.nothing
  var numbers: [Int] = []
  var doubles: [Double?] = []
  var texts: [String]?
  var byText: [String: Int?] = [:]
  var byNumber: [Int: String]?
  var byWord: [Word: [Bool]]?
  var bySingle: [Single: Int]?
  var set: Set<Int>?
  var derived: Derived?
  var nested: Nested?
  var children: [Everything] = []
}

extension SeededRandom {
  fileprivate mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? {
    Bool.random(using: &self) ? value(&self) : nil
  }

  fileprivate mutating func integer<Integer: FixedWidthInteger>() -> Integer {
    let all = Integer.random(in: .min ... .max, using: &self)
    return [all, .min, .max, 0, 1, all >> (Integer.bitWidth / 2)].randomElement(using: &self) ?? all
  }

  fileprivate mutating func double() -> Double {
    let any = Double(bitPattern: next())
    let options = [
      Double(Int.random(in: -1000...1000, using: &self)) / 8, 0, -0.0, 5, 1e22, 0.1,
      any.isFinite ? any : 1,
    ]
    return options.randomElement(using: &self) ?? 0
  }

  fileprivate mutating func text() -> String {
    let parts = [
      "a", "bc", "\"", "\\", "/", "\n", "\t", "\u{1}", "\u{7f}", "é", "e\u{301}", "😀", "\u{2028}",
      "a longer piece of text", "",
    ]
    return (0..<Int.random(in: 0...4, using: &self)).map { _ in
      parts.randomElement(using: &self) ?? ""
    }.joined()
  }

  fileprivate mutating func list<Value>(_ value: (inout Self) -> Value) -> [Value] {
    let counts = [0, 1, 2, 3, 20]
    return (0..<(counts.randomElement(using: &self) ?? 0)).map { _ in value(&self) }
  }

  fileprivate mutating func everything(depth: Int = 0) -> Everything {
    var value = Everything()
    value.int = integer()
    value.int8 = integer()
    value.int16 = maybe { $0.integer() }
    value.int32 = integer()
    value.int64 = maybe { $0.integer() }
    value.uint = integer()
    value.uint8 = maybe { $0.integer() }
    value.uint16 = integer()
    value.uint32 = maybe { $0.integer() }
    value.uint64 = integer()
    value.double = double()
    value.float = maybe { Float(Int.random(in: -99...99, using: &$0)) / 7 }
    value.flag = Bool.random(using: &self)
    value.text = maybe { $0.text() }
    value.aNameThatIsLongerThanMost = text()
    value.aNameThatIsLongerThanAll = maybe { $0.text() }
    value.date = maybe { Date(timeIntervalSince1970: Double($0.integer() as Int32)) }
    value.data = maybe { Data($0.list { $0.integer() }) }
    value.url = maybe { URL(string: "https://example.org/a/\($0.integer() as UInt8)?b=c/d") }
      .flatMap { $0 }
    value.decimal = maybe { Decimal($0.integer() as Int64) / 1000 }
    value.uuid = maybe { _ in UUID() }
    value.word = maybe { Word.allCases.randomElement(using: &$0) ?? .up }
    value.single = maybe { Single($0.text()) }
    let numbers = (0..<3).map { _ in Int.random(in: 0...9, using: &self) }
    value.choice =
      [
        .nothing, .number(numbers[0]),
        .named(text: text(), other: maybe { $0.list { $0.double() } }),
        depth < 2 ? .nested(everything(depth: depth + 1)) : .nothing,
      ].randomElement(using: &self) ?? .nothing
    value.numbers = list { $0.integer() }
    value.doubles = list { $0.maybe { $0.double() } }
    value.texts = maybe { $0.list { $0.text() } }
    for name in list({ $0.text() }) { value.byText[name] = .some(maybe { $0.integer() }) }
    value.byNumber = maybe { random in
      Dictionary(random.list { ($0.integer() as Int, $0.text()) }) { $1 }
    }
    value.byWord = maybe { random in [.up: random.list { Bool.random(using: &$0) }, .left: []] }
    value.bySingle = maybe { random in Dictionary([(Single(random.text()), 1)]) { $1 } }
    value.set = maybe { [$0.integer()] }
    value.derived = maybe { Derived(id: $0.integer(), name: $0.text()) }
    value.nested = maybe { random in
      Nested(
        x: random.integer(), names: random.list { $0.text() }, deep: Bool.random(using: &random))
    }
    if depth < 2 {
      value.children = (0..<Int.random(in: 0...2, using: &self)).map { _ in
        everything(depth: depth + 1)
      }
    }
    return value
  }

  /// Another document: in another order, with a value of another kind or without a member.
  fileprivate mutating func changed(_ json: Any) -> String {
    // At most one mistake: which of several in a dictionary is met first is chance.
    var isChanged = false
    return changed(json, &isChanged)
  }

  private mutating func changed(_ json: Any, _ isChanged: inout Bool) -> String {
    if !isChanged, Int.random(in: 0..<25, using: &self) == 0 {
      isChanged = true
      let others = [
        "null", "true", "0", "-1", "1.5", "2.0", "1e3", "300", "1e400", "18446744073709551616",
        "\"\"", "\"x\"", "\"2014-05-06T07:08:09Z\"", "\"5\"", "[]", "{}", "[1,\"a\"]", "{\"a\":1}",
        "\" \"", "\"YQ==\"", "-0",
      ]
      return others.randomElement(using: &self) ?? ""
    }
    switch json {
    case let members as [String: Any]:
      let texts = members.keys.sorted().shuffled(using: &self).compactMap { name -> String? in
        if !isChanged, Int.random(in: 0..<40, using: &self) == 0 {
          isChanged = true
          return nil
        }
        return quoted(name) + ":" + changed(members[name] ?? 0, &isChanged)
      }
      return "{\(texts.joined(separator: " , "))}"
    case let elements as [Any]:
      return "[\(elements.map { changed($0, &isChanged) }.joined(separator: ",\n  "))]"
    default:
      let data = try? JSONSerialization.data(withJSONObject: [json])
      return data.map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) } ?? "0"
    }
  }

  /// A name in quotation marks, some of its characters escaped.
  private mutating func quoted(_ name: String) -> String {
    let units = name.utf16.map { unit -> String in
      let isPlain = unit >= 0x20 && unit < 0x7F && unit != 0x22 && unit != 0x5C
      if isPlain, Int.random(in: 0..<60, using: &self) > 0 {
        return String(decoding: [unit], as: UTF16.self)
      }
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"\(units.joined())\""
  }
}

// MARK: Types that are written by hand

private struct Key: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int?

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  init(stringLiteral value: String) { stringValue = value }
}

private struct Hand: Encodable, Sendable {
  let write: @Sendable (any Encoder) throws -> Void

  init(_ write: @escaping @Sendable (any Encoder) throws -> Void) { self.write = write }

  func encode(to encoder: any Encoder) throws { try write(encoder) }
}

private struct Refusal: Error {}
private struct Refusing: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: "left")
    throw Refusal()
  }
}

/// What Foundation's encoder writes too.
private let hands: [Hand] = [
  Hand { _ in },
  Hand { _ = $0.container(keyedBy: Key.self) },
  Hand { _ = $0.unkeyedContainer() },
  Hand { _ = $0.singleValueContainer() },
  Hand {
    var container = $0.singleValueContainer()
    try container.encodeNil()
  },
  Hand {
    var container = $0.singleValueContainer()
    try container.encode(Hand { _ in })
  },
  // The same name twice: the last one counts.
  Hand {
    var container = $0.container(keyedBy: Key.self)
    try container.encode(1, forKey: "b")
    try container.encode("x", forKey: "a")
    try container.encode([2], forKey: "b")
    try container.encodeNil(forKey: "c")
  },
  // One container after another of the same kind is the same.
  Hand { encoder in
    var one = encoder.container(keyedBy: Key.self)
    var two = encoder.container(keyedBy: Key.self)
    try two.encode(1, forKey: "z")
    try one.encode(2, forKey: "a")
    try two.encode(3, forKey: "m")
  },
  Hand { encoder in
    var one = encoder.unkeyedContainer()
    var two = encoder.unkeyedContainer()
    try two.encode(1)
    try one.encode(2)
    try two.encode("\(one.count) \(two.count)")
  },
  // Nested ones, filled in turn, and asked for twice.
  Hand { encoder in
    var outer = encoder.container(keyedBy: Key.self)
    var a = outer.nestedContainer(keyedBy: Key.self, forKey: "a")
    var b = outer.nestedUnkeyedContainer(forKey: "b")
    try a.encode(1, forKey: "y")
    try b.encode(1)
    try outer.encode(true, forKey: "0")
    try a.encode(2, forKey: "x")
    try b.encode(2)
    var again = outer.nestedContainer(keyedBy: Key.self, forKey: "a")
    try again.encode(3, forKey: "z")
    var listAgain = outer.nestedUnkeyedContainer(forKey: "b")
    try listAgain.encode(listAgain.count)
    var inner = b.nestedContainer(keyedBy: Key.self)
    try b.encode(5)
    try inner.encode(6, forKey: "late")
    var innermost = b.nestedUnkeyedContainer()
    try innermost.encode([1])
  },
  // Encoders for superclasses.
  Hand { encoder in
    var container = encoder.container(keyedBy: Key.self)
    let first = container.superEncoder()
    let second = container.superEncoder(forKey: "s")
    _ = container.superEncoder(forKey: "empty")
    try container.encode(1, forKey: "k")
    try [1, 2].encode(to: second)
    try ["a": 1].encode(to: first)
  },
  Hand { encoder in
    var container = encoder.unkeyedContainer()
    do {
      let element = container.superEncoder()
      try "first".encode(to: element)
    }
    try container.encode("second")
    _ = container.superEncoder()
  },
  // An error that is caught leaves nothing behind.
  Hand { encoder in
    var container = encoder.container(keyedBy: Key.self)
    try? container.encode(Refusing(), forKey: "bad")
    try container.encode(1, forKey: "good")
    var list = container.nestedUnkeyedContainer(forKey: "list")
    try? list.encode(Refusing())
    try? list.encode(Double.nan)
    try list.encode(list.count)
  },
  Hand { try Refusing().encode(to: $0) },
  // Places of errors.
  Hand { encoder in
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(["a": [1, .infinity]], forKey: "k")
  },
  Hand { encoder in
    var container = encoder.unkeyedContainer()
    try container.encode(1)
    try container.encode(-Float.infinity)
  },
  Hand { encoder in
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(
      Hand { encoder in
        var inner = encoder.unkeyedContainer()
        try inner.encode(
          Hand {
            var single = $0.singleValueContainer()
            try single.encode(steps($0.codingPath))
          })
        try inner.encode(steps(inner.codingPath))
      }, forKey: "a")
    try container.encode(steps(container.superEncoder().codingPath), forKey: "b")
    var list = container.nestedUnkeyedContainer(forKey: "c")
    try list.encode(steps(list.nestedUnkeyedContainer().codingPath))
  },
  Hand { try Optional<Int?>.some(nil).encode(to: $0) },
  Hand { try Date(timeIntervalSince1970: 5).encode(to: $0) },
]

/// What Foundation's encoder would end the process for.
private let misused: [(hand: Hand, words: String)] = [
  (
    Hand { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      var list = encoder.unkeyedContainer()
      try list.encode(2)
    }, "Another kind of container was asked for here before."
  ),
  (
    Hand { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encode(2)
    }, "A value was encoded here before."
  ),
  (
    Hand { encoder in
      var container = encoder.container(keyedBy: Key.self)
      _ = container.nestedUnkeyedContainer(forKey: "a")
      var inner = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try inner.encode(1, forKey: "b")
    }, "Another kind of container was asked for here before."
  ),
]

private struct Look: Decodable, Equatable {
  /// A function within a struct: optimized, a task-local that is a function itself is handed no type
  /// (Swift 6.3.1), and ends the process.
  struct Reading: Sendable {
    typealias Read = @Sendable (any Decoder) throws -> [String]

    let read: Read
  }

  @TaskLocal static var look = Reading(read: { _ in [] })

  let seen: [String]

  init(from decoder: any Decoder) throws { seen = try Self.look.read(decoder) }
}

private func attempt<Value>(_ body: () throws -> Value) -> String {
  do {
    return "\(try body())"
  } catch let error as DecodingError {
    return words(error)
  } catch {
    // Foundation's own, which its decoder makes another of at the end.
    return "number"
  }
}

private let looks: [Look.Reading.Read] = [
  { decoder in
    let members = try decoder.container(keyedBy: Key.self)
    return [
      members.allKeys.map(\.stringValue).sorted().joined(separator: " "),
      "\(members.contains("a")) \(members.contains("none"))",
      attempt { try members.decodeNil(forKey: "none") },
      attempt { try members.decodeNil(forKey: "n") },
      attempt { try members.decode(Int.self, forKey: "none") },
      attempt { try members.decode(Int.self, forKey: "n") },
      attempt { try members.decode(Bool.self, forKey: "n") },
      attempt { try members.decode([Int].self, forKey: "n") },
      attempt { try members.decode([String: Int].self, forKey: "n") },
      attempt { try members.decode(Date.self, forKey: "n") },
      attempt { try members.decode(Data.self, forKey: "n") },
      attempt { try members.decode(URL.self, forKey: "n") },
      attempt { try members.decode(Decimal.self, forKey: "n") },
      attempt { try members.decode(Int?.self, forKey: "n") },
      attempt { try members.decodeIfPresent(Int.self, forKey: "n") },
      attempt { try members.decodeIfPresent(Int.self, forKey: "none") },
      attempt { try members.decodeIfPresent(Int.self, forKey: "s") },
      attempt { try members.decode(Decimal.self, forKey: "s") },
      attempt { try members.decode(Date.self, forKey: "s") },
      attempt { try members.decode(Data.self, forKey: "s") },
      attempt { try members.decode(Date.self, forKey: "a") },
      attempt { try members.decode(Data.self, forKey: "a") },
      attempt { try members.decode([Int].self, forKey: "l") },
      attempt { try members.decode([[Int]].self, forKey: "l") },
      attempt { try members.decode(UInt8.self, forKey: "a") },
      attempt { try members.nestedContainer(keyedBy: Key.self, forKey: "l").allKeys },
      attempt { try members.nestedContainer(keyedBy: Key.self, forKey: "none").allKeys },
      attempt { try members.nestedUnkeyedContainer(forKey: "o").count ?? -1 },
      attempt { try members.nestedUnkeyedContainer(forKey: "n").count ?? -1 },
      attempt { try String(from: members.superDecoder()) },
      attempt { try members.superDecoder(forKey: "none").singleValueContainer().decodeNil() },
      attempt { try Int(from: members.superDecoder(forKey: "none")) },
      attempt { steps(try members.superDecoder(forKey: "o").codingPath) },
      attempt { try decoder.unkeyedContainer().count ?? -1 },
      attempt { try decoder.singleValueContainer().decode(String.self) },
      "\(try decoder.singleValueContainer().decodeNil())",
      // Again, in another order.
      attempt { try members.decode(String.self, forKey: "s") },
      attempt { try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: "a") },
    ]
  },
  { decoder in
    let members = try decoder.container(keyedBy: Key.self)
    var list = try members.nestedUnkeyedContainer(forKey: "l")
    var seen = [
      "\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd) \(steps(list.codingPath))"
    ]
    seen.append(attempt { try list.decode(String.self) })
    seen.append("\(list.currentIndex)")
    seen.append(attempt { try list.decodeNil() })
    seen.append(attempt { try list.decode(Int.self) })
    seen.append(attempt { try list.decodeNil() })
    seen.append("\(list.currentIndex)")
    seen.append(attempt { try list.nestedUnkeyedContainer().count ?? -1 })
    seen.append(attempt { steps(try list.nestedContainer(keyedBy: Key.self).codingPath) })
    seen.append(attempt { steps(try list.superDecoder().codingPath) })
    seen.append("\(list.currentIndex) \(list.isAtEnd)")
    seen.append(attempt { try list.decode(Int.self) })
    seen.append(attempt { try list.decodeNil() })
    seen.append(attempt { try list.superDecoder() })
    seen.append(attempt { try list.decodeIfPresent(Int.self) })
    return seen
  },
]

private final class Chain: Codable {
  var next: Chain?

  init(_ count: Int) {
    var inner: Chain?
    for _ in 1..<count {
      let chain = Chain(inner)
      inner = chain
    }
    next = inner
  }

  private init(_ next: Chain?) { self.next = next }
}

private final class ChainHolder: Model, JSONSerializing {
  var chain: Chain?
}

private struct Endless: Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decode(Endless.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

/// Asks for the members from the last one to the first.
private struct Backwards: Decodable {
  var sum = 0

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    for key in members.allKeys.reversed() { sum += try members.decode(Int.self, forKey: key) }
  }
}

/// The coders of Codable values, beside Foundation's.
@Suite struct CodableCoderTests {
  @Test(arguments: 0..<40)
  func agreesWithFoundationOnRandomValues(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<5 {
      let value = random.everything()
      let text = try Foundations.encode(value)
      let written = try Ours.encode(value)
      #expect(written == text, "seed \(seed)")
      let read = try Foundations.decode(Everything.self, text)
      #expect(try Ours.decode(Everything.self, text) == read)
      let tree = try JSONSerialization.jsonObject(with: Data(text.utf8))
      for _ in 0..<10 {
        let changed = random.changed(tree)
        let theirs = outcome { try Foundations.decode(Everything.self, changed) }
        let ours = outcome { try Ours.decode(Everything.self, changed) }
        #expect(ours == theirs, "seed \(seed): \(changed)")
      }
      // As archives have it.
      #expect(
        try Ours.decode(Everything.self, Ours.encode(value, archived: true), archived: true)
          == value)
    }
  }

  @Test(arguments: hands.indices)
  func writesWhatFoundationWrites(_ index: Int) {
    let hand = hands[index]
    func wrapped(_ encode: (Hand) throws -> String) -> Result<String, Failure> {
      outcome { try encode(Hand { encoder in try hand.encode(to: encoder) }) }
    }
    let values: [Hand] = [
      hand,
      Hand {
        var container = $0.container(keyedBy: Key.self)
        try container.encode(hand, forKey: "outer")
        try container.encode(1, forKey: "a")
      },
      Hand {
        var container = $0.unkeyedContainer()
        try container.encode(0)
        try container.encode(hand)
        try container.encode(hand)
      },
    ]
    for value in values {
      var expected = outcome { try Foundations.encode(value) }
      // No value is a whole document here, so one that encodes nothing is what it is within others.
      if case .failure(let failure) = expected,
        failure.words.hasSuffix("did not encode any values.")
      {
        expected = .success("{}")
      }
      #expect(outcome { try Ours.encode(value) } == expected)
    }
  }

  @Test(arguments: misused.indices)
  func refusesWhatFoundationTrapsFor(_ index: Int) throws {
    let error = #expect(throws: EncodingError.self) { try Ours.encode(misused[index].hand) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.debugDescription == misused[index].words)
  }

  @Test(arguments: looks.indices)
  func answersAsFoundationDoes(_ index: Int) throws {
    let text =
      #"{"s":"x","a":500,"n":null,"l":[1,null,[2],{},"e"],"o":{"b":true},"super":"up"}"#
    let padding = (0..<20).map { #","p\#($0)":\#($0)"# }.joined()
    for json in [text, text.dropLast() + padding + "}"] {
      try Look.$look.withValue(.init(read: looks[index])) {
        let theirs = try Foundations.decode([Look].self, "[\(json)]")
        let ours = try Ours.decode([Look].self, "[\(json)]")
        #expect(ours == theirs)
      }
    }
  }

  @Test(arguments: [
    #"{"a":1,"a":2,"b":3}"#, #"{"a":1,"\u0061":2,"b":3}"#, #"{"b":1,"a":2,"b":3}"#,
    #"{"a":null,"b":3,"a":2}"#, #"{"a":{"x":1},"a":[],"c":1,"b":3,"d":0,"a":2}"#,
  ])
  func takesTheLastOfSeveralMembers(_ json: String) throws {
    struct Pair: Decodable { let a, b: Int }
    let pair = try Ours.decode(Pair.self, json)
    #expect((pair.a, pair.b) == (2, 3))
    let padded = json.dropLast() + (0..<40).map { #","\#($0)":0"# }.joined() + "}"
    #expect(try Ours.decode(Pair.self, String(padded)).a == 2)
    let mixed = try Ours.decode([String: Look].self, json)
    #expect(mixed.count == Set(mixed.keys).count && mixed["a"] != nil)
  }

  @Test func integersAreExact() {
    let texts: [(String, UInt64?)] = [
      ("18446744073709551615", .max), ("18446744073709551616", nil),
      ("1.8446744073709551615e19", .max), ("9007199254740993.0", 9_007_199_254_740_993),
      ("1.00000000000000000001", nil), ("0.1", nil), ("-0", 0), ("-1", nil), ("12e-1", nil),
      ("1e-400", nil),
    ]
    for (text, number) in texts {
      #expect((try? Ours.decode(UInt64.self, text)) == number, "\(text)")
    }
  }

  @Test(arguments: [
    "1e-400", "0e-400", "1e400", "-0.0", "5e-324", "2e-324", "1e-45", "1e-46", "3.5e38", "0.1",
    "123456789012345678901234567890", "16777217", "0.00000000000000000000000000001",
  ])
  func roundsAsFoundationDoes(_ text: String) {
    #expect(
      outcome { try Ours.decode([Double].self, "[\(text)]") }
        == outcome { try Foundations.decode([Double].self, "[\(text)]") })
    #expect(
      outcome { try Ours.decode([Float].self, "[\(text)]") }
        == outcome { try Foundations.decode([Float].self, "[\(text)]") })
    // Foundation has no Decimal for that zero.
    if text == "0e-400" { return }
    #expect(
      outcome { try Ours.decode([Decimal].self, "[\(text)]") }
        == outcome { try Foundations.decode([Decimal].self, "[\(text)]") })
  }

  /// Decoders and encoders that are kept work on a copy, and write to nothing.
  @Test func mayBeKept() throws {
    final class Kept: @unchecked Sendable {
      // Sendable: one thread uses it.
      var decoders: [any Decoder] = []
      var encoder: (any Encoder)?
    }
    let kept = Kept()
    let text = "[" + (0..<50).map { #"{"name":"number \#($0)"}"# }.joined(separator: ",") + "]"
    let keep = Look.Reading {
      kept.decoders.append($0)
      return []
    }
    _ = try Look.$look.withValue(keep) { try Ours.decode([Look].self, text) }
    for (index, decoder) in kept.decoders.enumerated() {
      #expect(try [String: String](from: decoder) == ["name": "number \(index)"])
    }
    let written = try Ours.encode(
      Hand {
        kept.encoder = $0
        try [1].encode(to: $0)
      })
    #expect(written == "[1]")
    var container = try #require(kept.encoder).unkeyedContainer()
    try container.encode(2)
    #expect(container.count == 2)
  }

  @Test func encodesAnotherValueAfterAnError() throws {
    let text = try Ours.encode(
      Hand {
        var container = $0.singleValueContainer()
        do { try container.encode(Refusing()) } catch { try container.encode("instead") }
      })
    #expect(text == #""instead""#)
  }

  /// Foundation's coder of Linux has no such integers.
  @Test func hasIntegersOf128Bits() throws {
    let numbers: [Int128] = [.min, .max, -1, 0]
    #expect(try Ours.decode([Int128].self, Ours.encode(numbers)) == numbers)
    #expect(try Ours.decode(UInt128?.self, Ours.encode(UInt128?.some(.max))) == .max)
    #expect(throws: DecodingError.self) { try Ours.decode(UInt128.self, "-1") }
  }

  @Test func refusesNonFiniteTextButInArchives() throws {
    #expect(throws: DecodingError.self) { try Ours.decode(Double.self, #""+inf""#) }
    let numbers: [Double] = [.infinity, -.infinity, 1]
    let text = try Ours.encode(numbers, archived: true)
    #expect(text == #"["+inf","-inf",1]"#)
    #expect(try Ours.decode([Double].self, text, archived: true) == numbers)
    #expect(try Ours.decode(Float.self, #""nan""#, archived: true).isNaN)
  }

  @Test(.notSanitized, arguments: [512, 16 << 10])
  func refusesDepth(_ kilobytes: Int) async throws {
    await #expect(processExitsWith: .success) { [kilobytes] in
      try onStack(kilobytes: kilobytes) {
        for count in [20, 100, 300, 500, 600, 100_000] {
          let isPossible = count == 20 || kilobytes > 512 && count <= 500
          let text =
            #"{"chain":"# + String(repeating: #"{"next":"#, count: count) + "{}"
            + String(repeating: "}", count: count + 1)
          do {
            _ = try JSONAdapter.model(of: ChainHolder.self, from: text)
          } catch let error as JSONAdapterError where error.kind == .tooDeep {
            if isPossible { exit(1) }
          }
          let holder = ChainHolder()
          holder.chain = Chain(count)
          // Who releases a chain goes down by recursion.
          _ = Unmanaged.passRetained(holder)
          do {
            _ = try JSONAdapter.data(from: holder)
            if count > 512 { exit(2) }
          } catch let error as JSONAdapterError where error.kind == .tooDeep {
            if isPossible { exit(3) }
          }
        }
        // Containers in containers, without any recursion.
        let nested = Hand { encoder in
          var list = encoder.unkeyedContainer()
          for _ in 0..<200_000 { list = list.nestedUnkeyedContainer() }
        }
        do {
          _ = try Ours.encode(nested)
          exit(4)
        } catch is EncodedTree.TooDeep {
        }
        // A value that is its own only part.
        do {
          _ = try Ours.encode(Endless())
          exit(5)
        } catch is EncodedTree.TooDeep {
        }
        do {
          _ = try Ours.decode(Endless.self, "1")
          exit(6)
        } catch is DecodingError {
        }
      }
    }
  }

  /// Each of these takes a moment, where a second look for each member would take hours.
  @Test(.timeLimit(.minutes(60)))
  func takesTimeByTheSizeOfTheDocument() throws {
    let names = (0..<10_000).map { #""name\#($0)":\#($0)"# }.joined(separator: ",")
    let object = "{\(names),\(names)}"
    #expect(try Ours.decode([String: Int].self, object).count == 10_000)
    #expect(try Ours.decode(Backwards.self, object).sum == 49_995_000)
    let deep = String(repeating: "[", count: 500) + object + String(repeating: "]", count: 500)
    let countInnermost = Look.Reading { decoder in
      var list = try decoder.unkeyedContainer()
      for _ in 1..<500 { list = try list.nestedUnkeyedContainer() }
      return ["\(try list.nestedContainer(keyedBy: Key.self).allKeys.count)"]
    }
    let look = try Look.$look.withValue(countInnermost) { try Ours.decode(Look.self, deep) }
    #expect(look.seen == ["10000"])
    let wide = Hand { encoder in
      var members = encoder.container(keyedBy: Key.self)
      for index in 0..<20_000 {
        let key = Key(stringValue: "\(index % 10_000)")
        var inner = members.nestedContainer(keyedBy: Key.self, forKey: key)
        try inner.encode(index, forKey: Key(stringValue: "\(index)"))
      }
    }
    #expect(try Ours.decode([String: [String: Int]].self, Ours.encode(wide)).count == 10_000)
  }
}
