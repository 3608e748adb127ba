/// Finds where a JSON value ends in text that arrives in pieces, by its brackets and quotation marks.
///
/// Whether the value is JSON, its reader tells: up to the first mistake, both agree on the depth.
struct JSONValueScanner {
  private enum Kind {
    /// An object, an array or a string.
    case delimited
    /// A number or a literal, which the byte after it ends.
    case bare(alone: Bool)
  }

  private let kind: Kind
  private var depth = 0
  /// All bits, within a string; else none.
  private var quoted: UInt64 = 0
  private var isEscaped = false

  /// Creates a scanner for a value that begins with `first`.
  ///
  /// - Parameter isAlone: Whether the value lies in no container, so that only white space ends a
  ///   number.
  init(first: UInt8, isAlone: Bool) {
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): kind = .delimited
    default: kind = .bare(alone: isAlone)
    }
  }

  /// Whether only the byte that follows can tell that the value has ended.
  var isBare: Bool { if case .bare = kind { true } else { false } }

  /// Whether an object or an array has begun that has not ended.
  var isInContainer: Bool { depth > 0 }

  /// Returns the offset after the value, or nil when it goes on after the bytes.
  ///
  /// - Parameter start: The first byte not looked at yet.
  mutating func end(in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, start < buffer.count else { return nil }
      // The array lends its bytes for the time of the call.
      let bytes = unsafe JSONReader.Bytes(base, count: buffer.count)
      switch kind {
      case .bare(let isAlone): return endOfBare(in: bytes, from: start, isAlone)
      case .delimited: return endOfDelimited(in: bytes, from: start)
      }
    }
  }

  private func endOfBare(
    in bytes: JSONReader.Bytes, from start: Int, _ isAlone: Bool
  ) -> Int? {
    (start..<bytes.count).first { offset in
      switch bytes.byte(at: offset) {
      case 0x20, 0x09, 0x0A, 0x0D: true
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): !isAlone
      default: false
      }
    }
  }

  private mutating func endOfDelimited(in bytes: JSONReader.Bytes, from start: Int) -> Int? {
    var next = start
    // A string alone, and the first bytes, go one by one.
    while next < bytes.count, depth == 0 {
      next += 1
      if take(bytes.byte(at: next - 1)) { return next }
    }
    while next &+ 16 <= bytes.count {
      let vector = bytes.vector(at: next)
      if isEscaped || JSONReader.Bytes.hasBackslash(vector) {
        for offset in next..<next &+ 16 where take(bytes.byte(at: offset)) { return offset + 1 }
      } else {
        let text = JSONByteMarks(vector)
        let quotes = JSONReader.Bytes.quotes(in: vector)
        let brackets = JSONReader.Bytes.brackets(in: vector)
        if let end = take(text.low, quotes.low, brackets.low) { return next &+ end }
        if let end = take(text.high, quotes.high, brackets.high) { return next &+ 8 &+ end }
      }
      next &+= 16
    }
    while next < bytes.count {
      next += 1
      if take(bytes.byte(at: next - 1)) { return next }
    }
    return nil
  }

  /// Takes eight bytes, none of them a backslash; returns how many belong to the value if it ends.
  @inline(__always)
  private mutating func take(_ text: UInt64, _ quotes: UInt64, _ brackets: UInt64) -> Int? {
    // Each quotation mark turns all bytes from itself on.
    var inside = quotes ^ quotes << 8
    inside ^= inside << 16
    inside ^= inside << 32
    inside ^= quoted
    quoted = UInt64(bitPattern: Int64(bitPattern: inside) >> 63)
    var brackets = brackets & ~inside
    while brackets != 0 {
      let shift = UInt64(truncatingIfNeeded: brackets.trailingZeroBitCount & 0x38)
      // Of the four, those that open have this bit.
      if text &>> shift & 2 != 0 {
        depth &+= 1
      } else {
        depth &-= 1
        if depth == 0 { return Int(truncatingIfNeeded: shift >> 3) &+ 1 }
      }
      brackets &= ~(0xFF &<< shift)
    }
    return nil
  }

  /// Takes one byte; returns whether the value ends with it.
  private mutating func take(_ byte: UInt8) -> Bool {
    if quoted != 0 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        quoted = 0
        return depth == 0
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): quoted = .max
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth == 0
    default: break
    }
    return false
  }
}

/// Where a byte of a text that arrives in pieces lies, and the line and column, counted from one.
struct JSONTextPosition {
  private(set) var offset = 0
  private(set) var line = 1
  private(set) var column = 1
  private var followsReturn = false

  /// Moves on to the byte at `end` of `bytes`, from the one at `start`.
  mutating func advance(over bytes: [UInt8], from start: Int, to end: Int) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      precondition(start <= end && end <= buffer.count)
      // The array lends its bytes for the time of the call.
      advance(over: unsafe JSONReader.Bytes(base, count: buffer.count), from: start, to: end)
    }
  }

  private mutating func advance(
    over bytes: JSONReader.Bytes, from start: Int, to end: Int
  ) {
    var next = start
    while next &+ 64 <= end {
      if !followsReturn, let lineFeeds = bytes.lineFeeds(inSixtyFourAt: next) {
        line &+= lineFeeds.count
        column = lineFeeds.count == 0 ? column &+ 64 : 64 &- lineFeeds.last
        offset &+= 64
      } else {
        for part in 0..<4 { advance(overSixteen: bytes, from: next &+ 16 &* part) }
      }
      next &+= 64
    }
    while next &+ 16 <= end {
      advance(overSixteen: bytes, from: next)
      next &+= 16
    }
    while next < end {
      take(bytes.byte(at: next))
      next &+= 1
    }
  }

  @inline(never)
  private mutating func advance(overSixteen bytes: JSONReader.Bytes, from start: Int) {
    let vector = bytes.vector(at: start)
    if followsReturn || JSONReader.Bytes.hasReturnOrNonASCII(vector) {
      for offset in start..<start &+ 16 { take(bytes.byte(at: offset)) }
      return
    }
    let lineFeeds = JSONReader.Bytes.lineFeeds(in: vector)
    if lineFeeds.isEmpty {
      column &+= 16
    } else {
      line &+= lineFeeds.count
      column = 16 &- lineFeeds.last
    }
    offset &+= 16
  }

  private mutating func take(_ byte: UInt8) {
    offset += 1
    switch byte {
    case 0x0A where followsReturn: break
    case 0x0A, 0x0D:
      line += 1
      column = 1
    case 0x80..<0xC0: break
    // The byte order mark.
    case 0xEF where offset == 1: break
    default: column += 1
    }
    followsReturn = byte == 0x0D
  }
}
