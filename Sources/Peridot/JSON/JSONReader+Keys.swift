extension JSONReader {
  /// Reads a member's name and the colon after it.
  mutating func readKey() throws(JSONSyntaxError) -> String {
    guard nextByte() == UInt8(ascii: "\"") else { throw unexpected(at: cursor) }
    let start = cursor + 1
    let scan = scanString(from: start)
    guard scan.end >= 0 else { throw stringError(from: start) }
    let key = try string(from: start, scan)
    keyStart = start
    cursor = scan.end + 1
    try readColon()
    return key
  }

  /// Reads a member's name and the colon after it, and returns the name's index in `table`, or -1.
  ///
  /// The entry `expecting` is compared first, because the members of objects of one kind mostly come
  /// in the same order; it may be any number.
  @inline(__always) mutating func nextKey(
    in table: borrowing JSONKeyTable, expecting: Int
  ) throws(JSONSyntaxError) -> Int {
    _ = nextByte()
    if table.count > expecting, expecting >= 0 {
      // The index was checked, and the entries live as long as the program.
      let entry = unsafe table.entries + expecting
      let end = unsafe cursor + entry.pointee.length
      if cursor + 8 <= count, end <= count, unsafe matches(entry, end: end) {
        keyStart = cursor + 1
        cursor = end
        try readColon()
        return expecting
      }
    }
    return try searchKey(in: table)
  }

  /// Compares the name in quotation marks at the cursor with an entry's, eight bytes at a time.
  ///
  /// Eight bytes from the cursor, and those up to `end`, lie in the document.
  @inline(__always) private func matches(
    _ entry: UnsafePointer<JSONKeyTable.Entry>, end: Int
  ) -> Bool {
    // The entry lives as long as the program.
    guard unsafe (word(at: cursor) ^ entry.pointee.first) & entry.pointee.firstMask == 0 else {
      return false
    }
    let length = end - cursor
    if length <= 8 { return true }
    guard unsafe word(at: end - 8) == entry.pointee.last else { return false }
    if length <= 16 { return true }
    var offset = 8
    while offset < length - 8 {
      // `offset + 8` is below the entry's length, so that the word lies in its bytes.
      guard
        unsafe word(at: cursor + offset)
          == UInt64(
            littleEndian: entry.pointee.quoted.loadUnaligned(
              fromByteOffset: offset, as: UInt64.self))
      else { return false }
      offset += 8
    }
    return true
  }

  @inline(never) private mutating func searchKey(
    in table: borrowing JSONKeyTable
  ) throws(JSONSyntaxError) -> Int {
    guard nextByte() == UInt8(ascii: "\"") else { throw unexpected(at: cursor) }
    let start = cursor + 1
    let scan = scanString(from: start)
    guard scan.end >= 0 else { throw stringError(from: start) }
    var index: Int
    if scan.hasEscapes {
      index = table.index(of: try string(from: start, scan)) ?? -1
    } else {
      // The name lies in the document, and no escape is in it.
      index = unsafe table.index(of: buffer(from: start, to: scan.end))
      if index < 0, !scan.isASCII, !isUTF8(from: start, to: scan.end) {
        throw stringError(from: start)
      }
    }
    keyStart = start
    cursor = scan.end + 1
    try readColon()
    return index
  }

  @inline(__always) mutating func readColon() throws(JSONSyntaxError) {
    if cursor < count, byte(at: cursor) == UInt8(ascii: ":") {
      cursor += 1
    } else {
      try readDistantColon()
    }
  }

  @inline(never) private mutating func readDistantColon() throws(JSONSyntaxError) {
    guard nextByte() == UInt8(ascii: ":") else { throw unexpected(at: cursor) }
    cursor += 1
  }

  /// The name of the member read last, at any level, decoded.
  var lastKey: String {
    guard keyStart > 0 else { return "" }
    let scan = scanString(from: keyStart)
    return (try? string(from: keyStart, scan)) ?? ""
  }

  /// The offset of the value that the object at the cursor has for `key`; of the last such member.
  ///
  /// The cursor is at the object's end afterwards.
  mutating func offset(ofMember key: String) throws(JSONSyntaxError) -> Int? {
    var found: Int?
    let name = Array(key.utf8)
    guard try beginObject() else { return nil }
    repeat {
      if try skipKey(comparing: name) { found = cursor }
      try skipValue()
    } while try nextMember()
    return found
  }

  /// Reads a member's name and the colon after it, and tells whether it is `name`.
  private mutating func skipKey(comparing name: [UInt8]) throws(JSONSyntaxError) -> Bool {
    guard nextByte() == UInt8(ascii: "\"") else { throw unexpected(at: cursor) }
    let start = cursor + 1
    let scan = scanString(from: start)
    guard scan.end >= 0 else { throw stringError(from: start) }
    var isSame = false
    if scan.hasEscapes {
      isSame = try string(from: start, scan).utf8.elementsEqual(name)
    } else {
      // The name lies in the document.
      isSame = unsafe buffer(from: start, to: scan.end).elementsEqual(name)
      guard isSame || scan.isASCII || isUTF8(from: start, to: scan.end) else {
        throw stringError(from: start)
      }
    }
    keyStart = start
    cursor = scan.end + 1
    try readColon()
    return isSame
  }
}
