extension ElementSplitter {
  /// The part of a text that has arrived and is still needed: the current value, and the chunk in
  /// which it ends.
  struct ArrivingText {
    private(set) var bytes: [UInt8] = []
    /// The offset of the bytes in the whole text.
    private(set) var base = 0
    /// The next byte to read.
    var next = 0
    /// The start of the current value.
    var start = 0
    /// The byte whose line and column `position` has.
    private var located = 0
    private var position = JSONReader.TextPosition()
    /// The number of bytes of a byte order mark so far.
    private var markCount = 0
    /// The text's first bytes, until they tell its encoding; nil afterwards.
    private var opening: [UInt8]? = []
    /// Nil for a text in UTF-8.
    private var converter: UnicodeConverter?

    /// The encoding from which the text is converted; nil for UTF-8.
    var encoding: UnicodeEncoding? { converter?.encoding }

    /// Adds a chunk, and drops the bytes before the current value.
    mutating func append(_ chunk: [UInt8]) {
      if opening == nil, converter == nil { add(chunk) } else { convert(chunk, isLast: false) }
    }

    /// Adds what the text's last bytes still mean.
    mutating func end() {
      if opening != nil || converter != nil { convert([], isLast: true) }
    }

    /// Adds a chunk at the start of the text, or of a text that is not in UTF-8.
    private mutating func convert(_ chunk: [UInt8], isLast: Bool) {
      var chunk = chunk
      if let opening {
        chunk = opening + chunk
        let isKnown =
          chunk.count >= 4
          || chunk.count >= 2 && !UnicodeEncoding.isPossible(chunk[0], chunk[1])
        guard isKnown || isLast else {
          self.opening = chunk
          return
        }
        self.opening = nil
        converter = UnicodeEncoding(beginning: Array(chunk.prefix(4))).map { UnicodeConverter($0) }
      }
      guard var converter else { return add(chunk) }
      var text: [UInt8] = []
      converter.convert(chunk, into: &text)
      if isLast { converter.finish(into: &text) }
      self.converter = converter
      add(text)
    }

    private mutating func add(_ chunk: [UInt8]) {
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

    /// Whether all bytes so far were read, and the next ones are in UTF-8.
    var isRead: Bool { next == bytes.count && opening == nil && converter == nil }

    /// Moves past bytes of one line that were read elsewhere, after all bytes here.
    mutating func pass(_ count: Int, scalars: Int) {
      position.advance(over: bytes, from: located, to: bytes.count)
      position.advance(by: count, scalars: scalars)
      base += bytes.count + count
      bytes = []
      (next, start, located) = (0, 0, 0)
    }

    /// The bytes from the start of the current value.
    func part(to end: Int) -> JSONBytes {
      JSONBytes(part: start..<end, of: bytes, encoding: encoding)
    }

    /// Returns the line and column of a byte, which can't precede that of the last call.
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

    /// Whether the next character can continue in later bytes: an error names it as a whole.
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

    /// Whether the text has no byte order mark, or one that has arrived as a whole.
    var isMarkWhole: Bool { markCount == 0 || markCount == Self.mark.count }
  }
}
