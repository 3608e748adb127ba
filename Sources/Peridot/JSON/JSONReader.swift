import Foundation

/// A pull reader over the bytes of a document: a cursor, nothing else.
///
/// The readers whose names end in `IfPresent` give nil when the value at the cursor is of another
/// kind; the cursor is then where it was, but for white space. Text that is no JSON throws.
///
/// The files named `JSONReader…` are the fence around the pointer: nothing outside sees it.
/// It is sound because `withReader` alone makes a reader, inside the scope in which the owner of the
/// bytes lends them, and because every load goes through `byte(at:)`, `word(at:)` or
/// `halfWord(at:)`, whose callers compare the offset with `count` first.
@safe struct JSONReader: ~Copyable {
  let source: JSONBytes
  let base: UnsafeRawPointer
  let count: Int
  var cursor: Int
  var keyStart = 0

  /// How many containers may be open at once.
  var maximumDepth: Int

  /// How many containers are open.
  ///
  /// Code that sets `position` back restores the depth of that place too.
  var depth = 0

  /// The offset of the next byte to be read.
  var position: Int {
    get { cursor }
    set {
      precondition(newValue >= 0 && newValue <= count, "A position has to lie in the document.")
      cursor = newValue
    }
  }

  init(_ buffer: UnsafeRawPointer, count: Int, at offset: Int, of source: JSONBytes, depth: Int) {
    self.source = source
    unsafe base = buffer
    self.count = count
    cursor = offset
    maximumDepth = depth
  }
}

// MARK: - Loads

extension JSONReader {
  @inline(__always) func byte(at offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count)
    // The caller has compared the offset with the count.
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Eight bytes, the first in the lowest bits.
  @inline(__always) func word(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= count)
    // The caller has compared the end of the word with the count.
    return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes, the first in the lowest bits.
  @inline(__always) func halfWord(at offset: Int) -> UInt32 {
    assert(offset >= 0 && offset + 4 <= count)
    // The caller has compared the end of the half word with the count.
    return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Lends the bytes from `start` to `end`, which lie in the document.
  @inline(__always) func buffer(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    assert(start >= 0 && start <= end && end <= count)
    // Bound to bytes by every owner that lends them.
    return unsafe UnsafeBufferPointer(
      start: (base + start).assumingMemoryBound(to: UInt8.self), count: end - start)
  }

  /// Copies the bytes from `start` to `end`.
  func bytes(from start: Int, to end: Int) -> [UInt8] {
    precondition(start >= 0 && start <= end && end <= count, "A range has to lie in the document.")
    // The range was checked, and the array is a copy.
    return unsafe Array(buffer(from: start, to: end))
  }
}

// MARK: - White space and errors

extension JSONReader {
  /// Moves the cursor past white space and returns the byte there, zero at the end.
  @inline(__always) mutating func nextByte() -> UInt8 {
    if cursor < count {
      let first = byte(at: cursor)
      if first > 0x20 { return first }
    }
    cursor = endOfWhitespace(from: cursor)
    return cursor < count ? byte(at: cursor) : 0
  }

  /// The offset of the first byte at or after `offset` that is no white space.
  @inline(never) func endOfWhitespace(from offset: Int) -> Int {
    var next = offset
    while next < count {
      switch byte(at: next) {
      case 0x20, 0x0A:
        next += 1
        // Indentation: eight spaces at a time.
        while next + 8 <= count {
          let others = word(at: next) ^ 0x2020_2020_2020_2020
          next += others.trailingZeroBitCount >> 3
          if others != 0 { break }
        }
      case 0x09, 0x0D: next += 1
      default: return next
      }
    }
    return next
  }

  @inline(never) func error(_ reason: JSONSyntaxError.Reason, at offset: Int) -> JSONSyntaxError {
    let (line, column) = location(of: offset)
    return JSONSyntaxError(reason, byteOffset: offset, line: line, column: column)
  }

  /// The error for a byte at the cursor that cannot begin what has to stand there.
  @inline(never) func unexpected(at offset: Int) -> JSONSyntaxError {
    guard offset < count else {
      let start = startOfText
      return error(
        endOfWhitespace(from: start) == count ? .emptyDocument : .unexpectedEnd, at: offset)
    }
    guard let character = scalar(at: offset) else { return error(.invalidUTF8, at: offset) }
    return error(.unexpectedCharacter(character), at: offset)
  }

  @inline(never) func tooDeep(at offset: Int) -> JSONSyntaxError {
    error(.tooDeep(limit: UInt32(clamping: maximumDepth)), at: offset)
  }

  /// Throws unless only white space follows.
  mutating func endDocument() throws(JSONSyntaxError) {
    _ = nextByte()
    if cursor < count { throw error(.trailingText, at: cursor) }
  }
}

// MARK: - Structure

extension JSONReader {
  /// Tells the kind of the value at the cursor.
  mutating func peekKind() throws(JSONSyntaxError) -> JSONKind {
    switch nextByte() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw unexpected(at: cursor)
    }
  }

  /// Consumes `{`, and `}` if it follows: then the object is empty and the answer false.
  @inline(__always) mutating func beginObject() throws(JSONSyntaxError) -> Bool {
    try begin(UInt8(ascii: "{"), end: UInt8(ascii: "}"))
  }

  /// Consumes `,` before another member, or `}`: then the answer is false.
  @inline(__always) mutating func nextMember() throws(JSONSyntaxError) -> Bool {
    try next(end: UInt8(ascii: "}"))
  }

  /// Consumes `[`, and `]` if it follows: then the array is empty and the answer false.
  @inline(__always) mutating func beginArray() throws(JSONSyntaxError) -> Bool {
    try begin(UInt8(ascii: "["), end: UInt8(ascii: "]"))
  }

  /// Consumes `,` before another element, or `]`: then the answer is false.
  @inline(__always) mutating func nextElement() throws(JSONSyntaxError) -> Bool {
    try next(end: UInt8(ascii: "]"))
  }

  @inline(__always) private mutating func begin(
    _ first: UInt8, end: UInt8
  ) throws(JSONSyntaxError) -> Bool {
    guard nextByte() == first else { throw unexpected(at: cursor) }
    guard depth < maximumDepth else { throw tooDeep(at: cursor) }
    cursor += 1
    if nextByte() == end {
      cursor += 1
      return false
    }
    depth += 1
    return true
  }

  @inline(__always) private mutating func next(end: UInt8) throws(JSONSyntaxError) -> Bool {
    let separator = nextByte()
    if separator == UInt8(ascii: ",") {
      cursor += 1
      // A comma before the end is no JSON; nor is the end of the document.
      if nextByte() == end { throw unexpected(at: cursor) }
      return true
    }
    guard separator == end else { throw unexpected(at: cursor) }
    cursor += 1
    depth -= 1
    return false
  }

  mutating func readNullIfPresent() throws(JSONSyntaxError) -> Bool {
    guard nextByte() == UInt8(ascii: "n") else { return false }
    try readLiteral("null")
    return true
  }

  mutating func readBoolIfPresent() throws(JSONSyntaxError) -> Bool? {
    switch nextByte() {
    case UInt8(ascii: "t"):
      try readLiteral("true")
      return true
    case UInt8(ascii: "f"):
      try readLiteral("false")
      return false
    default: return nil
    }
  }

  @inline(__always) private mutating func readLiteral(
    _ literal: StaticString
  ) throws(JSONSyntaxError) {
    let length = literal.utf8CodeUnitCount
    var matched = 0
    // A static string's bytes live as long as the program, and `matched` is below their count.
    while matched < length, cursor + matched < count,
      unsafe byte(at: cursor + matched) == literal.utf8Start[matched]
    {
      matched += 1
    }
    guard matched == length else { throw unexpected(at: cursor + matched) }
    cursor += length
  }
}
