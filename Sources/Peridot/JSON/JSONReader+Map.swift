import Foundation

extension JSONReader {
  /// The places of the values within a value, found in one pass, so that each can be found at once
  /// and in any order.
  ///
  /// It reads the bytes lent to the reader that made it. Sound: the map's maker calls `keep()`
  /// before these bytes go, if anybody can still use the map.
  @safe struct Map: ~Copyable {
    struct Entry {
      let start: Int
      /// The start of the name, if the value is a member's.
      let nameStart: Int
      /// The digest of that name; zero if it has escapes or is not ASCII.
      let name: UInt64
      /// The entry after those of the value and its contents.
      fileprivate(set) var next: Int
      /// The number of its members or elements.
      fileprivate(set) var count = 0
    }

    let entries: [Entry]
    private var lent: JSONReader.Bytes
    /// The offset of the first byte of `lent`.
    private var origin = 0
    private let end: Int
    private var kept: UnsafeMutableRawPointer?

    fileprivate init(_ entries: [Entry], _ lent: JSONReader.Bytes, end: Int) {
      self.entries = entries
      self.lent = lent
      self.end = end
      unsafe kept = nil
    }

    deinit {
      unsafe free(kept)
    }

    /// Copies the bytes of the value, so that the lent ones can go.
    mutating func keep() {
      guard let start = entries.first?.start, unsafe kept == nil else { return }
      let copy = UnsafeMutableRawPointer.allocate(byteCount: end - start, alignment: 1)
      // The value is in the lent bytes.
      unsafe copy.copyMemory(from: lent.base + start, byteCount: end - start)
      unsafe kept = copy
      unsafe lent = JSONReader.Bytes(UnsafeRawPointer(copy), count: end - start)
      origin = start
    }

    /// The first byte of a value.
    @inline(__always)
    func firstByte(of entry: Int) -> UInt8 { lent.byte(at: entries[entry].start &- origin) }

    /// Runs `body` with a reader at a value.
    @inline(__always)
    func withReader<Result>(
      at entry: Int, _ body: (inout JSONReader) throws -> Result
    ) rethrows -> Result {
      // The bytes live as long as the map.
      var reader = unsafe JSONReader(
        lent.base, count: lent.count, at: entries[entry].start &- origin, depth: .max)
      return try body(&reader)
    }

    /// The name of an entry's member.
    func name(of entry: Int) -> String {
      // The bytes live as long as the map, and a name is between quotation marks.
      var reader = unsafe JSONReader(
        lent.base, count: lent.count, at: entries[entry].nameStart &- origin &- 1, depth: .max)
      return (try? reader.readStringIfPresent()) ?? ""
    }

    /// The members of an object by their names, the last of each name; nil if all names differ and
    /// `isMember` recognizes them.
    func membersByName(of object: Int) -> [String: Int]? {
      let count = entries[object].count
      if count <= 16, areDistinct(in: object) { return nil }
      var members = [String: Int](minimumCapacity: count)
      var entry = object + 1
      while entry < entries[object].next {
        members[name(of: entry)] = entry
        entry = entries[entry].next
      }
      return members
    }

    private func areDistinct(in object: Int) -> Bool {
      let end = entries[object].next
      var entry = object + 1
      while entry < end {
        let name = entries[entry].name
        if name == 0 { return false }
        let next = entries[entry].next
        var other = next
        while other < end {
          if entries[other].name == name { return false }
          other = entries[other].next
        }
        entry = next
      }
      return true
    }

    /// Returns whether an entry is a member of that name, whose digest is given.
    @inline(never)
    func isMember(_ entry: Int, _ name: String, _ digest: UInt64) -> Bool {
      // Names of up to seven characters are their own digest.
      entries[entry].name == digest
        && (digest >> 63 == 0 || lent.hasText(name, at: entries[entry].nameStart &- origin))
    }

    /// The digest of a name, as entries have it.
    @inline(__always)
    static func digest(of name: String) -> UInt64 {
      guard let words = SmallText.words(of: name) else { return longDigest(of: name) }
      if words.count < 8 { return JSONReader.Bytes.digest(words.low, count: words.count) }
      let shift = UInt64(truncatingIfNeeded: words.count &- 8) &* 8
      let last = shift == 0 ? words.low : words.low >> shift | words.high << (64 &- shift)
      return JSONReader.Bytes.digest(words.low, last, count: words.count)
    }

    @inline(never)
    private static func longDigest(of name: String) -> UInt64 {
      var name = name
      // The bytes are lent for the call.
      return name.withUTF8 { bytes in
        guard let base = unsafe UnsafeRawPointer(bytes.baseAddress) else { return 0x22 }
        return unsafe JSONReader.Bytes(base, count: bytes.count).digest(from: 0, to: bytes.count)
      }
    }
  }
}

extension JSONReader {
  /// Checks the value at the cursor, moves past it, and returns the places of its contents.
  mutating func map() throws -> Map {
    var entries: [Map.Entry] = []
    entries.reserveCapacity(8)
    // The open container; while it is open, its entry's `next` is the container around it.
    var open = -1
    var isObject = false
    var nameStart = 0
    var name: UInt64 = 0
    while true {
      let first = nextByte()
      let entry = entries.count
      entries.append(
        Map.Entry(start: cursor, nameStart: nameStart, name: name, next: entry &+ 1))
      if open >= 0 { entries[open].count &+= 1 }
      var entered = false
      switch first {
      case UInt8(ascii: "{"):
        entered = try beginObject()
        isObject = entered || isObject
      case UInt8(ascii: "["):
        entered = try beginArray()
        isObject = !entered && isObject
      default: try skipValue()
      }
      if entered {
        entries[entry].next = open
        open = entry
      }
      // After a value: to the next one, out of every container that ends here.
      while !entered {
        if open < 0 { return Map(entries, lent, end: cursor) }
        entered = isObject ? try nextMember() : try nextElement()
        if !entered {
          let outer = entries[open].next
          entries[open].next = entries.count
          open = outer
          isObject = open >= 0 && byte(at: entries[open].start) == UInt8(ascii: "{")
        }
      }
      if isObject { (nameStart, name) = try mapName() }
    }
  }

  @inline(__always)
  private mutating func mapName() throws -> (start: Int, digest: UInt64) {
    guard nextByte() == UInt8(ascii: "\"") else { throw lent.unexpected(at: cursor) }
    let start = cursor &+ 1
    let scan = lent.scanString(from: start)
    guard scan.end >= 0 else { throw lent.stringError(from: start) }
    // Checks the text; a caller that needs the name decodes it again.
    if scan.hasEscapes || !scan.isASCII { _ = try lent.string(from: start, scan) }
    keyStart = start
    cursor = scan.end &+ 1
    try readColon()
    return (start, scan.hasEscapes ? 0 : lent.digest(from: start, to: scan.end))
  }
}

extension JSONReader.Bytes {
  /// A digest of the text from `start` to `end`; zero if it is not ASCII.
  @inline(__always)
  fileprivate func digest(from start: Int, to end: Int) -> UInt64 {
    let length = end &- start
    var offset = start
    var seen: UInt64 = 0
    while offset &+ 8 <= end {
      seen |= word(at: offset)
      offset &+= 8
    }
    var rest: UInt64 = 0
    if start &+ 8 <= count, length < 8 {
      rest = word(at: start) & JSONKeyTable.firstMask(length)
    } else {
      while offset < end {
        rest |= UInt64(byte(at: offset)) << UInt64(truncatingIfNeeded: (offset &- start) & 7 &* 8)
        offset &+= 1
      }
    }
    if (seen | rest) & 0x8080_8080_8080_8080 != 0 { return 0 }
    if length < 8 { return Self.digest(rest, count: length) }
    return Self.digest(word(at: start), word(at: end &- 8), count: length)
  }

  /// The digest of up to seven characters: the characters and a quotation mark.
  @inline(__always)
  fileprivate static func digest(_ text: UInt64, count: Int) -> UInt64 {
    text | 0x22 << UInt64(truncatingIfNeeded: count &* 8)
  }

  /// The digest of more characters, of the first and the last eight: its highest bit is set.
  @inline(__always)
  fileprivate static func digest(_ first: UInt64, _ last: UInt64, count: Int) -> UInt64 {
    let mixed = (first ^ last << 29 ^ last >> 35) &* 0x9E37_79B9_7F4A_7C15
    return (mixed &+ UInt64(truncatingIfNeeded: count)) | 1 << 63
  }

  /// Returns whether a text and a quotation mark are at `start`.
  fileprivate func hasText(_ text: String, at start: Int) -> Bool {
    var text = text
    // Both are lent for the comparison.
    return text.withUTF8 { text in
      let end = start &+ text.count
      guard end < count, byte(at: end) == UInt8(ascii: "\""),
        let other = unsafe UnsafeRawPointer(text.baseAddress)
      else { return false }
      return unsafe memcmp(other, base + start, text.count) == 0
    }
  }
}
