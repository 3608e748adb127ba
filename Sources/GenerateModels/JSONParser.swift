/// Parses JSON, and says where it is wrong.
struct JSONParser {
  struct Failure: Error {
    var line: Int
    /// The names and indices that lead to the mistake.
    var path: String
    var message: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private var path: [String] = []

  /// As deep as Peridot reads.
  private static let maximumDepth = 500

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Parses the documents of a text: one, or several that begin on lines of their own.
  mutating func documents() throws(Failure) -> [JSON] {
    var documents = [try value(at: 0)]
    var end = position
    skipSpace()
    while position < bytes.count {
      guard bytes[end..<position].contains(UInt8(ascii: "\n")) else {
        throw failure("something follows the document")
      }
      documents.append(try value(at: 0))
      end = position
      skipSpace()
    }
    return documents
  }

  private func failure(_ message: String) -> Failure {
    let line = bytes.prefix(position).count { $0 == UInt8(ascii: "\n") } + 1
    return Failure(line: line, path: "$" + path.joined(), message: message)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { position += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func value(at depth: Int) throws(Failure) -> JSON {
    if depth > Self.maximumDepth { throw failure("nested deeper than \(Self.maximumDepth) levels") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(at: depth)
    case UInt8(ascii: "["): return try array(at: depth)
    case UInt8(ascii: "\""): return .text(try text())
    default: return try word()
    }
  }

  private mutating func object(at depth: Int) throws(Failure) -> JSON {
    position += 1
    var members: [JSON.Member] = []
    var places: [String: Int] = [:]
    if take("}") { return .object([]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("expected a member's name") }
      let name = try text()
      guard take(":") else { throw failure("expected a colon") }
      path.append(".\(name)")
      let value = try value(at: depth + 1)
      path.removeLast()
      if let place = places[name] {
        members[place].value = value
      } else {
        places[name] = members.count
        members.append(JSON.Member(name: name, value: value))
      }
      if take("}") { return .object(members) }
      guard take(",") else { throw failure("expected a comma or }") }
    }
  }

  private mutating func array(at depth: Int) throws(Failure) -> JSON {
    position += 1
    var elements: [JSON] = []
    if take("]") { return .array([]) }
    while true {
      path.append("[\(elements.count)]")
      elements.append(try value(at: depth + 1))
      path.removeLast()
      if take("]") { return .array(elements) }
      guard take(",") else { throw failure("expected a comma or ]") }
    }
  }

  /// A number, a Boolean, or null.
  private mutating func word() throws(Failure) -> JSON {
    let start = position
    let ends: Set<UInt8> = Set(" \n\r\t,]}:".utf8)
    var end = start
    while end < bytes.count, !ends.contains(bytes[end]) { end += 1 }
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    let value: JSON
    switch word {
    case "": throw failure(start == bytes.count ? "the text ends early" : "expected a value")
    case "true": value = .bool(true)
    case "false": value = .bool(false)
    case "null": value = .null
    default:
      guard Self.isNumber(bytes[start..<end]) else {
        throw failure("expected a value, found \(word.prefix(20))")
      }
      value = .number(word)
    }
    position = end
    return value
  }

  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    func takeDigits() -> Bool {
      let count = rest.prefix { isDigit($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let leadsWithZero = rest.first == UInt8(ascii: "0")
    if leadsWithZero { rest.removeFirst() } else if !takeDigits() { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if !takeDigits() { return false }
    }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest.removeFirst()
      }
      if !takeDigits() { return false }
    }
    return rest.isEmpty
  }

  private mutating func text() throws(Failure) -> String {
    position += 1
    var units: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: units, as: UTF8.self) else {
          throw failure("the text is no UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): units += Array(String(Character(try escaped())).utf8)
      case 0..<0x20:
        position -= 1
        throw failure("a text has a line break or another control character")
      default: units.append(byte)
      }
    }
    throw failure("a text has no end")
  }

  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    guard let byte = next else { throw failure("a text has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      let unit = try hexadecimalUnit()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      if unit < 0xDC00, bytes[position...].starts(with: Array("\\u".utf8)) {
        position += 2
        let low = try hexadecimalUnit()
        let code = 0x10000 + (unit - 0xD800) << 10 + (low &- 0xDC00)
        if (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(code) { return scalar }
      }
      throw failure("half of a surrogate pair is missing")
    default: throw failure("unknown escape")
    }
  }

  private mutating func hexadecimalUnit() throws(Failure) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("\\u needs four hexadecimal digits") }
    position += 4
    return unit
  }
}
