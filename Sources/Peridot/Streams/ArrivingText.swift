extension ElementSplitter {
  /// The part of a text that has arrived and is still needed: the value at hand, and the chunk that
  /// this value ends in.
  struct ArrivingText {
    private(set) var bytes: [UInt8] = []
    /// Where the bytes begin in the whole text.
    private(set) var base = 0
    /// The next byte to look at.
    var next = 0
    /// Where the value at hand begins.
    var start = 0
    /// The byte whose line and column `position` holds.
    private var located = 0
    private var position = JSONReader.TextPosition()
    /// How many bytes of a byte order mark were passed.
    private var markCount = 0

    /// Adds a chunk, and forgets the bytes before the value at hand.
    mutating func append(_ chunk: [UInt8]) {
      position.advance(over: bytes, from: located, to: start)
      base += start
      next -= start
      if start == bytes.count {
        bytes = chunk
      } else {
        bytes.removeSubrange(..<start)
        bytes += chunk
      }
      start = 0
      located = 0
    }

    /// The bytes from the start of the value at hand.
    func part(to end: Int) -> JSONBytes {
      JSONBytes(part: start..<end, of: bytes)
    }

    /// Returns the line and column of a byte that is not before the one asked for last.
    mutating func location(of byte: Int) -> (line: Int, column: Int) {
      position.advance(over: bytes, from: located, to: byte)
      located = byte
      return (position.line, position.column)
    }

    /// The character at the next byte; nil if it is not UTF-8.
    var character: Unicode.Scalar? {
      let first = String(decoding: bytes[next...].prefix(4), as: UTF8.self).unicodeScalars.first
      return first == "\u{FFFD}" ? nil : first
    }

    /// Whether the next character may go on in the bytes to come: an error names it as a whole.
    var isCharacterCut: Bool {
      let length = (~bytes[next]).leadingZeroBitCount
      return length <= 4 && bytes.count - next < length
        && bytes[(next + 1)...].allSatisfy { $0 & 0xC0 == 0x80 }
    }

    // MARK: Byte order mark

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Moves past the next byte if it belongs to a byte order mark at the start of the text.
    mutating func passMark(_ byte: UInt8) -> Bool {
      guard markCount == base + next, markCount < Self.mark.count, Self.mark[markCount] == byte
      else {
        return false
      }
      markCount += 1
      next += 1
      return true
    }

    /// Whether no byte order mark was begun, or all of it was passed.
    var isMarkWhole: Bool { markCount == 0 || markCount == Self.mark.count }
  }
}
