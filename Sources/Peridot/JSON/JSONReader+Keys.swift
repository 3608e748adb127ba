import Foundation

extension JSONReader {
  /// Reads a member's name and the colon after it.
  mutating func readKey() throws -> String {
    if readsValues {
      keyStart = cursor
      return name(at: cursor)
    }
    guard nextByte() == UInt8(ascii: "\"") else { throw lent.unexpected(at: cursor) }
    let start = cursor + 1
    let scan = lent.scanString(from: start)
    guard scan.end >= 0 else { throw lent.stringError(from: start) }
    let key = try lent.string(from: start, scan)
    keyStart = start
    cursor = scan.end + 1
    try readColon()
    return key
  }

  /// Reads a member's name and the colon after it, and returns the name's index in `table`, or -1.
  ///
  /// It compares the entry `expecting` first, because the members of similar objects mostly have
  /// the same order. `expecting` can be any number.
  @inline(__always) mutating func nextKey(
    in table: JSONKeyTable, expecting: Int
  ) throws -> Int {
    if expecting >= 0, expecting < table.count {
      // The index was checked, and the entries live as long as the program.
      let entry = unsafe table.entries + expecting
      let end = unsafe cursor &+ entry.pointee.length
      if cursor &+ 8 <= count, end <= count, unsafe lent.matches(entry, from: cursor, to: end) {
        keyStart = cursor &+ 1
        cursor = end
        try readColon()
        return expecting
      }
    }
    return try searchKey(in: table, expecting: expecting)
  }

  /// Returns the index in `table` of the text at the cursor; -1 for any other value, and for text with
  /// escapes.
  mutating func index(ofTextIn table: JSONKeyTable) -> Int {
    guard nextByte() == UInt8(ascii: "\"") else { return -1 }
    let scan = lent.scanString(from: cursor &+ 1)
    guard scan.end >= 0, !scan.hasEscapes else { return -1 }
    return lent.index(in: table, from: cursor, to: scan.end &+ 1)
  }

  @inline(never) private mutating func searchKey(
    in table: JSONKeyTable, expecting: Int
  ) throws -> Int {
    if cursor &+ 8 > count, expecting >= 0, expecting < table.count {
      // As in `nextKey`, with the last bytes of a document, such as all of `{"id":1}`.
      let entry = unsafe table.entries + expecting
      let end = unsafe cursor &+ entry.pointee.length
      let word = lent.lastWord(from: cursor)
      if end <= count, unsafe (word ^ entry.pointee.first) & entry.pointee.firstMask == 0 {
        keyStart = cursor &+ 1
        cursor = end
        try readColon()
        return expecting
      }
    }
    guard nextByte() == UInt8(ascii: "\"") else { throw lent.unexpected(at: cursor) }
    let start = cursor &+ 1
    let scan = lent.scanString(from: start)
    guard scan.end >= 0 else { throw lent.stringError(from: start) }
    var index: Int
    if scan.hasEscapes {
      index = table.index(of: try lent.string(from: start, scan)) ?? -1
    } else {
      index = lent.index(in: table, from: cursor, to: scan.end &+ 1)
      if index < 0, !scan.isASCII, !lent.isUTF8(from: start, to: scan.end) {
        throw lent.stringError(from: start)
      }
    }
    keyStart = start
    cursor = scan.end &+ 1
    try readColon()
    return index
  }

  /// Moves past the colon and one space on each side of it.
  @inline(__always) mutating func readColon() throws {
    if cursor &+ 4 <= count {
      // A branch for each form, because a document uses only one: a predicted branch adds the
      // number before the bytes arrive.
      let next = lent.halfWord(at: cursor)
      if next & 0xFFFF == 0x203A {
        cursor &+= 2
        return
      }
      if next & 0xFF == 0x3A {
        cursor &+= 1
        return
      }
      if next & 0xFF_FFFF == 0x20_3A20 {
        cursor &+= 3
        return
      }
    }
    try readDistantColon()
  }

  @inline(never) private mutating func readDistantColon() throws {
    guard nextByte() == UInt8(ascii: ":") else { throw lent.unexpected(at: cursor) }
    cursor += 1
  }

  /// If the member's name is `key`, moves past it and the colon after it; otherwise returns false
  /// and doesn't move.
  mutating func passKey(_ key: String) throws -> Bool {
    guard nextByte() == UInt8(ascii: "\"") else { throw lent.unexpected(at: cursor) }
    let start = cursor
    keyStart = start &+ 1
    if let shortName = ShortName(key), lent.begins(with: shortName, at: keyStart) {
      cursor = keyStart &+ shortName.count &+ 1
    } else if try !passName(comparing: key) {
      cursor = start
      return false
    }
    try readColon()
    return true
  }

  /// The decoded name of the member read last, at any level.
  var lastKey: String {
    guard keyStart > 0 else { return "" }
    if readsValues { return name(at: keyStart) }
    let scan = lent.scanString(from: keyStart)
    // Text without an end has no length.
    guard scan.end >= 0 else { return "" }
    return (try? lent.string(from: keyStart, scan)) ?? ""
  }

  /// The offset of the value of `key` in the object at the cursor: of the last such member or, if
  /// the name is watched, the first.
  ///
  /// Moves to the object's end, unless the name is watched.
  @inline(never)
  mutating func offset(
    ofMember key: String, _ watched: JSONKeyTable = .empty
  ) throws -> Int? {
    try offset(ofMember: MemberName(key), watched)
  }

  /// Returns the offset of the member with a prepared name.
  mutating func offset(
    ofMember name: MemberName, _ watched: JSONKeyTable = .empty
  ) throws -> Int? {
    if readsValues { return offsetInMemory(ofMember: name.text) }
    var found: Int?
    guard try beginObject() else { return nil }
    repeat {
      guard nextByte() == UInt8(ascii: "\"") else { throw lent.unexpected(at: cursor) }
      keyStart = cursor &+ 1
      let isSame: Bool
      if let short = name.short, lent.begins(with: short, at: keyStart) {
        cursor = keyStart &+ short.count &+ 1
        isSame = true
      } else {
        isSame = try passName(comparing: name.text)
      }
      let end = cursor
      try readColon()
      if isSame {
        found = cursor
        if watched.count > 0, lent.index(in: watched, from: keyStart &- 1, to: end) >= 0 {
          return found
        }
      }
      try skipValue()
    } while try nextMember()
    return found
  }

  /// Moves past the name at the cursor, and returns whether it is `key`.
  @inline(never)
  private mutating func passName(comparing key: String) throws -> Bool {
    let scan = lent.scanString(from: keyStart)
    guard scan.end >= 0 else { throw lent.stringError(from: keyStart) }
    let isSame = try lent.isText(key, from: keyStart, scan)
    cursor = scan.end &+ 1
    return isSame
  }
}

extension JSONReader {
  /// Moves past the value at the cursor if it is that text; returns whether it is.
  @inline(never)
  mutating func passString(_ text: String) throws -> Bool {
    guard nextByte() == UInt8(ascii: "\"") else { return false }
    let start = cursor &+ 1
    let scan = lent.scanString(from: start)
    guard scan.end >= 0, try lent.isText(text, from: start, scan) else { return false }
    cursor = scan.end &+ 1
    return true
  }

  /// A member's name, prepared for searching many objects.
  struct MemberName {
    fileprivate let text: String
    fileprivate let short: ShortName?

    init(_ text: String) {
      self.text = text
      short = ShortName(text)
    }
  }

  /// A name of up to fifteen ASCII characters without escapes, with the closing quotation mark, in
  /// the two words that it has in a document.
  fileprivate struct ShortName {
    let low: UInt64
    let high: UInt64
    let lowMask: UInt64
    let highMask: UInt64
    let count: Int

    /// Nil for any other name.
    @inline(__always)
    init?(_ name: String) {
      guard let name = SmallText.words(of: name) else { return nil }
      count = name.count
      let shift = UInt64(truncatingIfNeeded: count & 7) &* 8
      let quote = UInt64(UInt8(ascii: "\"")) << shift
      let isLong = count >= 8
      low = isLong ? name.low : name.low | quote
      high = isLong ? name.high | quote : 0
      lowMask = JSONKeyTable.firstMask(count &+ 1)
      highMask = JSONKeyTable.firstMask(max(0, count &- 7))
      // The first mark has to be the one after the name.
      if isLong, Bytes.marks(in: low) != 0 { return nil }
      guard Bytes.marks(in: isLong ? high : low).trailingZeroBitCount >> 3 == count & 7 else {
        return nil
      }
    }
  }
}

extension JSONReader.Bytes {
  /// Compares the name in quotation marks at `start` with an entry's, eight bytes at a time.
  ///
  /// `end - start` is the entry's length. Eight bytes from `start`, and those up to `end`, are in
  /// the document.
  @inline(__always) fileprivate func matches(
    _ entry: UnsafePointer<JSONKeyTable.Entry>, from start: Int, to end: Int
  ) -> Bool {
    // The entry lives as long as the program.
    guard unsafe (word(at: start) ^ entry.pointee.first) & entry.pointee.firstMask == 0 else {
      return false
    }
    let length = end &- start
    if length <= 8 { return true }
    guard unsafe word(at: end &- 8) == entry.pointee.last else { return false }
    return unsafe length <= 16 || hasMiddle(of: entry.pointee.quoted, from: start, to: end)
  }

  /// Compares all but the first and last eight bytes of a name in quotation marks with those of an
  /// entry of the same length.
  @inline(__always) private func hasMiddle(
    of quoted: UnsafeRawPointer, from start: Int, to end: Int
  ) -> Bool {
    var offset = 8
    while offset < end &- start &- 8 {
      // `offset + 8` is below the entry's length, so that the word lies in its bytes.
      guard
        unsafe word(at: start &+ offset)
          == UInt64(littleEndian: quoted.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      else { return false }
      offset &+= 8
    }
    return true
  }

  /// Returns whether `name`, with the closing quotation mark, is at `start`. Near the end of the
  /// document the answer can be false.
  @inline(__always) fileprivate func begins(
    with name: JSONReader.ShortName, at start: Int
  ) -> Bool {
    guard start &+ 16 <= count else { return false }
    return (word(at: start) ^ name.low) & name.lowMask
      | (word(at: start &+ 8) ^ name.high) & name.highMask == 0
  }

  /// The index in `table` of the name in quotation marks from `start` to `end`, which has no
  /// escapes; or -1.
  @inline(__always) fileprivate func index(
    in table: JSONKeyTable, from start: Int, to end: Int
  ) -> Int {
    let length = end &- start
    let first =
      (start &+ 8 <= count ? word(at: start) : lastWord(from: start))
      & JSONKeyTable.firstMask(length)
    let last = length > 8 ? word(at: end &- 8) : 0
    return unsafe table.search(first, last, length) { entry in
      // An entry of this name's length has `length` bytes.
      unsafe entry.length == length
        && (length <= 16 || hasMiddle(of: entry.quoted, from: start, to: end))
    }
  }

  /// The bytes from `offset` to the end, fewer than eight.
  @inline(never) fileprivate func lastWord(from offset: Int) -> UInt64 {
    if count >= 8 { return word(at: count &- 8) >> UInt64(8 * (8 &- (count &- offset))) }
    var bytes: UInt64 = 0
    for index in offset..<count {
      bytes |= UInt64(byte(at: index)) << UInt64(8 * (index - offset))
    }
    return bytes
  }

  /// Returns whether a scanned string, with escapes decoded, has the same bytes as `text`.
  @inline(__always) fileprivate func isText(
    _ text: String, from start: Int, _ scan: JSONReader.StringScan
  ) throws -> Bool {
    if scan.hasEscapes { return try string(from: start, scan).hasSameScalars(as: text) }
    // Both buffers are lent for the comparison, and have that length.
    let isSame = unsafe text.utf8.withContiguousStorageIfAvailable { text in
      unsafe text.count == scan.end &- start
        && memcmp(UnsafeRawBufferPointer(text).baseAddress ?? base, base + start, text.count) == 0
    }
    // The string is in the document.
    if unsafe isSame ?? buffer(from: start, to: scan.end).elementsEqual(text.utf8) { return true }
    guard scan.isASCII || isUTF8(from: start, to: scan.end) else { throw stringError(from: start) }
    return false
  }
}

extension JSONReader {
  /// The names of an object's members in order, for objects with the same members.
  final class LearntMembers: Sendable {
    private static let mostNames = 64
    private static let mostBytes = 2048

    let names: [String]
    let indexes: [String: Int]

    /// Nil for repeated names, and for too many to keep, because they come from a document.
    init?(_ names: [String]) {
      guard names.count <= Self.mostNames,
        names.reduce(0, { $0 + $1.utf8.count }) <= Self.mostBytes
      else { return nil }
      self.names = names
      indexes = Dictionary(zip(names, names.indices)) { first, _ in first }
      if indexes.count < names.count { return nil }
    }

    /// The first members, with these values.
    func members(_ values: [Any]) -> [String: Any] {
      var members = [String: Any]()
      members.reserveCapacity(names.count)
      for (name, value) in zip(names, values) { members[name] = value }
      return members
    }
  }
}
