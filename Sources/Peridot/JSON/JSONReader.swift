import Foundation

/// A pull reader over the bytes of a document: a cursor, nothing else.
///
/// The methods whose names end in `IfPresent` return nil if the value at the cursor is of another
/// kind; the cursor then has moved only past white space. Text that is not JSON throws.
///
/// Only the files named `JSONReader…` see the pointer. It is sound because a reader is made only
/// inside the scope in which the owner of the bytes lends them (`withReader`), and because every
/// load goes through `byte(at:)`, `word(at:)` or `halfWord(at:)`, whose callers compare the offset
/// with `count` first.
@safe struct JSONReader: ~Copyable {
  var lent: Bytes
  // The owner that lends the bytes keeps it alive as well.
  let values: Unmanaged<JSONValues>?
  var cursor: Int
  var keyStart = 0

  /// The greatest number of open containers.
  var maximumDepth: Int

  /// The number of open containers.
  ///
  /// Code that sets `position` back also restores that place's depth.
  var depth = 0

  /// The number of bytes of the document.
  @inline(__always) var count: Int { lent.count }

  /// The offset of the next byte to be read.
  var position: Int {
    get { cursor }
    set {
      if newValue > count { seeGrowth() }
      precondition(newValue >= 0 && newValue <= count, "A position has to lie in the document.")
      cursor = newValue
    }
  }

  init(
    _ buffer: UnsafeRawPointer, count: Int, at offset: Int, depth: Int,
    values: Unmanaged<JSONValues>? = nil
  ) {
    unsafe lent = Bytes(buffer, count: count)
    unsafe self.values = values
    cursor = offset
    maximumDepth = depth
  }
}

// MARK: - White space and errors

extension JSONReader {
  @inline(__always) func byte(at offset: Int) -> UInt8 { lent.byte(at: offset) }

  /// Copies the bytes from `start` to `end`.
  func bytes(from start: Int, to end: Int) -> [UInt8] { lent.copied(from: start, to: end) }

  /// Moves the cursor past white space and returns the byte there, zero at the end.
  @inline(__always) mutating func nextByte() -> UInt8 {
    if cursor < count {
      let first = byte(at: cursor)
      if first > 0x20 { return first }
    }
    let next = lent.afterWhitespace(from: cursor)
    cursor = next.offset
    return next.byte
  }

  @inline(never) static func tooDeep(
    _ maximumDepth: Int, at offset: Int, in bytes: Bytes
  ) -> JSONSyntaxError {
    bytes.error(.tooDeep(limit: UInt32(clamping: maximumDepth)), at: offset)
  }

  /// Throws unless only white space follows.
  mutating func endDocument() throws {
    if readsValues { return }
    _ = nextByte()
    if cursor < count { throw lent.error(.trailingText, at: cursor) }
  }
}

// MARK: - Structure

extension JSONReader {
  /// Returns the kind of the value at the cursor.
  mutating func peekKind() throws -> Kind {
    switch nextByte() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case JSONValues.mark where readsValues: return openLiveValue()
    default: throw lent.unexpected(at: cursor)
    }
  }

  /// Consumes `{`, and `}` if it follows: then the object is empty and the result false.
  @inline(__always) mutating func beginObject() throws -> Bool {
    try begin(UInt8(ascii: "{"), end: UInt8(ascii: "}"))
  }

  /// Begins an object without a call in indented text; for the objects of models.
  @inline(__always) mutating func beginIndentedObject() throws -> Bool {
    try beginAnywhere(UInt8(ascii: "{"), end: UInt8(ascii: "}"))
  }

  /// Consumes `,` before another member, or `}`: then the result is false.
  @inline(__always) mutating func nextMember() throws -> Bool {
    try next(end: UInt8(ascii: "}"))
  }

  /// Goes to the next member without a call in indented text; for the loops over properties.
  @inline(__always) mutating func nextIndentedMember() throws -> Bool {
    try nextIndented(end: UInt8(ascii: "}"))
  }

  /// Consumes `[`, and `]` if it follows: then the array is empty and the result false.
  @inline(__always) mutating func beginArray() throws -> Bool {
    try begin(UInt8(ascii: "["), end: UInt8(ascii: "]"))
  }

  /// Consumes `,` before another element, or `]`: then the result is false.
  @inline(__always) mutating func nextElement() throws -> Bool {
    try next(end: UInt8(ascii: "]"))
  }

  // The bytes of compact text are told here, so that most callers have little code.
  @inline(__always) private mutating func begin(_ first: UInt8, end: UInt8) throws -> Bool {
    guard cursor &+ 1 < count, byte(at: cursor) == first, depth < maximumDepth else {
      return try beginIndented(first, end: end)
    }
    let following = byte(at: cursor &+ 1)
    guard following > 0x20, following != end else { return try beginIndented(first, end: end) }
    cursor &+= 1
    depth &+= 1
    return true
  }

  @inline(never) private mutating func beginIndented(_ first: UInt8, end: UInt8) throws -> Bool {
    try beginAnywhere(first, end: end)
  }

  @inline(__always) private mutating func beginAnywhere(
    _ first: UInt8, end: UInt8
  ) throws -> Bool {
    guard nextByte() == first else { throw lent.unexpected(at: cursor) }
    guard depth < maximumDepth else { throw Self.tooDeep(maximumDepth, at: cursor, in: lent) }
    cursor += 1
    passIndentation()
    if nextByte() == end {
      if readsValues { return beginValues() }
      cursor += 1
      return false
    }
    depth += 1
    return true
  }

  /// Moves past a line feed and the spaces after it.
  @inline(__always) private mutating func passIndentation() {
    // A predicted branch detects compact text; anything else waits for the bytes.
    guard cursor &+ 8 <= count, byte(at: cursor) == 0x0A else { return }
    cursor &+= 1
    while cursor &+ 8 <= count {
      let others = lent.word(at: cursor) ^ 0x2020_2020_2020_2020
      // Another branch, because objects of one kind have the same indentation.
      if others != 0 {
        cursor &+= others.trailingZeroBitCount >> 3
        return
      }
      cursor &+= 8
    }
  }

  @inline(__always) private mutating func next(end: UInt8) throws -> Bool {
    if cursor &+ 1 < count, byte(at: cursor) == UInt8(ascii: ",") {
      let following = byte(at: cursor &+ 1)
      if following > 0x20, following != end {
        cursor &+= 1
        return true
      }
      // One space, as people and many programs write it.
      if following == 0x20, cursor &+ 2 < count {
        let second = byte(at: cursor &+ 2)
        if second > 0x20, second != end {
          cursor &+= 2
          return true
        }
      }
    }
    return try nextSpaced(end: end)
  }

  @inline(never) private mutating func nextSpaced(end: UInt8) throws -> Bool {
    try nextIndented(end: end)
  }

  @inline(__always) private mutating func nextIndented(end: UInt8) throws -> Bool {
    let separator = nextByte()
    if separator == UInt8(ascii: ",") {
      cursor &+= 1
      // One space, as after many commas.
      if cursor < count, byte(at: cursor) == 0x20 { cursor &+= 1 }
      passIndentation()
      // A comma before the closing bracket, or at the end of the document, is not JSON.
      if nextByte() == end { throw lent.unexpected(at: cursor) }
      return true
    }
    guard separator == end else {
      if readsValues { return nextValue() }
      throw lent.unexpected(at: cursor)
    }
    cursor += 1
    depth -= 1
    return false
  }

  @inline(__always) mutating func readNullIfPresent() throws -> Bool {
    guard nextByte() == UInt8(ascii: "n") else { return false }
    // `null`, the first letter in the lowest byte; likewise below.
    if cursor &+ 4 <= count, lent.halfWord(at: cursor) == 0x6C6C_756E {
      cursor &+= 4
      return true
    }
    throw lent.misspelled("null", at: cursor)
  }

  @inline(__always) mutating func readBoolIfPresent() throws -> Bool? {
    switch nextByte() {
    case UInt8(ascii: "t"):
      if cursor &+ 4 <= count, lent.halfWord(at: cursor) == 0x6575_7274 {
        cursor &+= 4
        return true
      }
      throw lent.misspelled("true", at: cursor)
    case UInt8(ascii: "f"):
      if cursor &+ 5 <= count, lent.halfWord(at: cursor &+ 1) == 0x6573_6C61 {
        cursor &+= 5
        return false
      }
      throw lent.misspelled("false", at: cursor)
    default: return nil
    }
  }
}

extension JSONReader {
  /// The six kinds of JSON values, and live values in memory.
  enum Kind: Sendable {
    case object, array, string, number, bool, null
    case live
  }
}
