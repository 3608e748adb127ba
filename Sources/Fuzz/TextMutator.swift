/// Damages JSON and XML, with an eye for the pieces that they are made of.
struct TextMutator {
  /// What is put in the place of another piece.
  struct Tokens {
    let pieces: [[UInt8]]
    /// The bytes between which a piece lies.
    let borders: Set<UInt8>
  }

  static let json = Tokens(
    pieces: [
      "null", "true", "false", "0", "-0", "1e999", "-1e-999", "1E+2", "9223372036854775808",
      "18446744073709551616", "0.1", "1.0000000000000000000001", "\"\"", "\"\\ud800\"",
      "\"\\u0000\"", "\"\\q\"", "[]", "{}", "[[[[[[[[]]]]]]]]", "[null,null]", "{\"id\":{}}",
      "{\"a\":1,\"a\":2}", "NaN", "Infinity", "01", "\"2020-13-45T99:99:99Z\"", "\u{FEFF}", "/*x*/",
    ].map { Array($0.utf8) }, borders: Set(",:[]{}".utf8))

  static let xml = Tokens(
    pieces: [
      "<integer>1</integer>", "<integer>-1</integer>", "<integer>99999999999</integer>",
      "<real>nan</real>", "<string>$null</string>", "<string></string>", "<true/>", "<array/>",
      "<dict/>", "<data></data>", "<date>2001-01-01T00:00:00Z</date>",
      "<dict><key>CF$UID</key><integer>1</integer></dict>", "<!ENTITY x 'y'>", "&x;", "]]>",
      "<key>",
      "</dict>", "</array>",
    ].map { Array($0.utf8) }, borders: Set("<>".utf8))

  private var random: SeededGenerator
  private let tokens: Tokens

  init(seed: UInt64, tokens: Tokens) {
    random = SeededGenerator(seed: seed)
    self.tokens = tokens
  }

  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 8 {
      switch Int.random(in: 0..<14, using: &random) {
      case 0: bytes[position(bytes)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[position(bytes)] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.removeSubrange(position(bytes)...)
      case 3: bytes.remove(at: position(bytes))
      case 4: bytes.insert(UInt8.random(in: 0...255, using: &random), at: position(bytes))
      case 5: nest(&bytes)
      case 6: copy(&bytes)
      case 7: bytes.removeSubrange(piece(bytes))
      case 12: repeatPiece(&bytes)
      case 13: lengthen(&bytes)
      default:
        bytes.replaceSubrange(
          piece(bytes), with: tokens.pieces.randomElement(using: &random) ?? [])
      }
    }
    return bytes
  }

  private mutating func position(_ bytes: [UInt8]) -> Int {
    Int.random(in: 0..<bytes.count, using: &random)
  }

  /// Returns where a piece between two borders lies.
  private mutating func piece(_ bytes: [UInt8]) -> Range<Int> {
    let middle = position(bytes)
    var (start, end) = (middle, middle)
    while start > 0, !tokens.borders.contains(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, !tokens.borders.contains(bytes[end]) { end += 1 }
    return start..<end
  }

  /// Puts a part of the document somewhere else once more.
  private mutating func copy(_ bytes: inout [UInt8]) {
    let start = position(bytes)
    let end = min(bytes.count, start + Int.random(in: 1...200, using: &random))
    bytes.insert(contentsOf: bytes[start..<end], at: position(bytes))
  }

  /// Puts one piece there again and again, as elements or members that are all the same.
  private mutating func repeatPiece(_ bytes: inout [UInt8]) {
    let range = piece(bytes)
    guard range.count <= 40 else { return }
    let isXML = tokens.borders.contains(UInt8(ascii: "<"))
    let copy = isXML ? Array("<string>x</string>".utf8) : Array(bytes[range]) + Array(",".utf8)
    let count = [20, 200, 1_000].randomElement(using: &random) ?? 20
    bytes.insert(contentsOf: (0..<count).flatMap { _ in copy }, at: range.lowerBound)
  }

  /// Makes a text or a number long.
  private mutating func lengthen(_ bytes: inout [UInt8]) {
    let middle = piece(bytes).lowerBound + 1
    let byte = [UInt8(ascii: "x"), UInt8(ascii: "9"), UInt8(ascii: "\\"), 0xC3]
    let count = [200, 20_000].randomElement(using: &random) ?? 200
    bytes.insert(
      contentsOf: Array(repeating: byte.randomElement(using: &random) ?? 0, count: count),
      at: min(middle, bytes.count))
  }

  /// Opens many containers at one place, and closes some.
  private mutating func nest(_ bytes: inout [UInt8]) {
    let depth = [10, 500, 5_000, 100_000].randomElement(using: &random) ?? 10
    let isXML = tokens.borders.contains(UInt8(ascii: "<"))
    let opening = Array((isXML ? "<array>" : "[").utf8)
    bytes.insert(contentsOf: (0..<depth).flatMap { _ in opening }, at: piece(bytes).lowerBound)
  }
}
