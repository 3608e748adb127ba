/// The encodings of documents that are converted to UTF-8.
enum UnicodeEncoding: Sendable {
  case utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian

  /// Whether a document that begins with two bytes can be in one of these encodings. JSON in UTF-8
  /// has no zeros, and UTF-8 neither of the other two.
  @inline(__always)
  static func isPossible(_ first: UInt8, _ second: UInt8) -> Bool {
    first == 0 || second == 0 || first >= 0xFE
  }

  /// The encoding of a document that begins with up to four bytes; nil for UTF-8.
  ///
  /// A byte order mark tells it, or which of the bytes are zero, because JSON begins with an ASCII
  /// character (RFC 4627, section 3).
  init?(beginning bytes: [UInt8]) {
    let isZero = bytes.map { $0 == 0 }
    switch bytes {
    case [0, 0, 0xFE, 0xFF]: self = .utf32BigEndian
    case [0xFF, 0xFE, 0, 0]: self = .utf32LittleEndian
    case _ where isZero == [true, true, true, false]: self = .utf32BigEndian
    case _ where isZero == [false, true, true, true]: self = .utf32LittleEndian
    case _ where bytes.starts(with: [0xFE, 0xFF]): self = .utf16BigEndian
    case _ where bytes.starts(with: [0xFF, 0xFE]): self = .utf16LittleEndian
    case _ where isZero.starts(with: [true, false]): self = .utf16BigEndian
    case _ where isZero.starts(with: [false, true]): self = .utf16LittleEndian
    case _: return nil
    }
  }

  /// The number of bytes in a code unit.
  fileprivate var width: Int {
    switch self {
    case .utf16BigEndian, .utf16LittleEndian: 2
    case .utf32BigEndian, .utf32LittleEndian: 4
    }
  }

  fileprivate var isBigEndian: Bool {
    switch self {
    case .utf16BigEndian, .utf32BigEndian: true
    case .utf16LittleEndian, .utf32LittleEndian: false
    }
  }

  /// The kind of an error about converted text, in terms of the document.
  func kind(for kind: JSONSyntaxError.Kind) -> JSONSyntaxError.Kind {
    guard kind == .invalidUTF8 else { return kind }
    return width == 2 ? .invalidUTF16 : .invalidUTF32
  }
}

extension JSONReader {
  /// Whether the document can be in one of these encodings.
  var isPossiblyConvertible: Bool {
    count > 1 && UnicodeEncoding.isPossible(lent.byte(at: 0), lent.byte(at: 1))
  }
}

/// Converts a text to UTF-8, as its bytes arrive.
///
/// In the place of the first code unit that is wrong, and of all text after it, the result has a
/// byte outside of UTF-8, so that a reader finds the mistake at its place.
struct UnicodeConverter: Sendable {
  let encoding: UnicodeEncoding
  /// The bytes of the current code unit so far.
  private var unit: UInt32 = 0
  private var byteCount = 0
  /// The first half of a surrogate pair; 0 for none.
  private var high: UInt32 = 0
  private var isAtStart = true
  private var hasFailed = false

  init(_ encoding: UnicodeEncoding) {
    self.encoding = encoding
  }

  /// Appends the text of further bytes.
  mutating func convert(_ bytes: some Sequence<UInt8>, into text: inout [UInt8]) {
    let (width, isBigEndian) = (encoding.width, encoding.isBigEndian)
    for byte in bytes {
      unit = isBigEndian ? unit << 8 | UInt32(byte) : unit | UInt32(byte) << UInt32(byteCount * 8)
      byteCount += 1
      guard byteCount == width else { continue }
      take(unit, &text)
      (unit, byteCount) = (0, 0)
    }
  }

  /// Ends the text, which can break off within a character.
  mutating func finish(into text: inout [UInt8]) {
    if byteCount > 0 || high > 0 { fail(&text) }
  }

  private mutating func take(_ unit: UInt32, _ text: inout [UInt8]) {
    if hasFailed { return }
    var value = unit
    if encoding.width == 2 {
      switch (high, unit) {
      case (0, 0xD800...0xDBFF):
        high = unit
        return
      case (1..., 0xDC00...0xDFFF):
        value = 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)
        high = 0
      case (1..., _): return fail(&text)
      default: break
      }
    }
    guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
      return fail(&text)
    }
    // The byte order mark doesn't belong to the text.
    if !isAtStart || value != 0xFEFF { text += encoded }
    isAtStart = false
  }

  private mutating func fail(_ text: inout [UInt8]) {
    if !hasFailed { text.append(0xFF) }
    hasFailed = true
  }
}
