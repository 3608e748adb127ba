/// A JSON value as its text has it: members in order, repeated ones too, and numbers as written.
///
/// It shares no code with the library, whose answers are judged by it.
indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  /// The text of a number, such as `1.50` or `1e400`.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Sendable {
    var name: String
    var value: JSON

    init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  static func integer(_ value: some BinaryInteger) -> JSON { .number("\(value)") }

  /// The last member of that name, compared by Unicode scalars; nil for none, and for no object.
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.isSame(as: name) }?.value
  }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension String {
  /// Whether both have the same Unicode scalars. `==` takes composed and decomposed letters for
  /// the same, which are two names in JSON.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// Equal text but for white space and escapes: order, repeated members and digits count.
extension JSON: Hashable {
  static func == (first: JSON, second: JSON) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.isSame(as: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)):
      one.elementsEqual(other) { $0.name.isSame(as: $1.name) && $0.value == $1.value }
    default: false
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

// MARK: Text

extension JSON {
  /// The text without white space. Only what has to be escaped is.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\0"..<" ":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSON: CustomStringConvertible {
  var description: String { text }
}

extension JSON {
  /// Reads the text of one value; nil if it is not JSON (RFC 8259), or deeper than 2,000 levels.
  init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Reads UTF-8.
  init?(bytes: [UInt8]) {
    var parser = Parser(bytes: bytes)
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    guard parser.position == bytes.count else { return nil }
    self = value
  }

  private struct Parser {
    let bytes: [UInt8]
    var position = 0

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
      while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    mutating func take(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      position += 1
      return true
    }

    mutating func take(word: StaticString) -> Bool {
      let word = Array("\(word)".utf8)
      guard bytes[position...].starts(with: word) else { return false }
      position += word.count
      return true
    }

    mutating func value(depth: Int) -> JSON? {
      skipSpace()
      guard depth < 2_000, let byte = next else { return nil }
      switch byte {
      case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
      case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
      case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
      case UInt8(ascii: "\""): return string().map { .string($0) }
      case UInt8(ascii: "["): return array(depth: depth)
      case UInt8(ascii: "{"): return object(depth: depth)
      default: return number()
      }
    }

    mutating func array(depth: Int) -> JSON? {
      position += 1
      var elements: [JSON] = []
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array([]) }
      while let element = value(depth: depth + 1) {
        elements.append(element)
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        guard take(UInt8(ascii: ",")) else { return nil }
      }
      return nil
    }

    mutating func object(depth: Int) -> JSON? {
      position += 1
      var members: [Member] = []
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object([]) }
      while true {
        skipSpace()
        guard next == UInt8(ascii: "\""), let name = string() else { return nil }
        skipSpace()
        guard take(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
        members.append(Member(name, value))
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        guard take(UInt8(ascii: ",")) else { return nil }
      }
    }

    mutating func digits() -> Bool {
      let start = position
      while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        position += 1
      }
      return position > start
    }

    mutating func number() -> JSON? {
      let start = position
      _ = take(UInt8(ascii: "-"))
      if !take(UInt8(ascii: "0")) { guard digits() else { return nil } }
      if take(UInt8(ascii: ".")) { guard digits() else { return nil } }
      if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
        if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
        guard digits() else { return nil }
      }
      return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    mutating func string() -> String? {
      position += 1
      var text: [UInt8] = []
      while let byte = next {
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
        case UInt8(ascii: "\\"): guard escape(into: &text) else { return nil }
        case 0..<0x20: return nil
        default: text.append(byte)
        }
      }
      return nil
    }

    private static let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
      UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
      UInt8(ascii: "t"): 9,
    ]

    mutating func escape(into text: inout [UInt8]) -> Bool {
      guard let byte = next else { return false }
      position += 1
      if let plain = Self.escapes[byte] {
        text.append(plain)
        return true
      }
      guard byte == UInt8(ascii: "u"), let unit = hexadecimal() else { return false }
      var value = UInt32(unit)
      if (0xD800..<0xDC00).contains(value) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = hexadecimal(),
          (0xDC00..<0xE000).contains(low)
        else { return false }
        value = 0x10000 + (value - 0xD800) << 10 + (UInt32(low) - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { return false }
      text += Array(String(Character(scalar)).utf8)
      return true
    }

    mutating func hexadecimal() -> UInt16? {
      guard position + 4 <= bytes.count else { return nil }
      let text = String(decoding: bytes[position..<position + 4], as: UTF8.self)
      guard text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
      position += 4
      return UInt16(text, radix: 16)
    }
  }
}
