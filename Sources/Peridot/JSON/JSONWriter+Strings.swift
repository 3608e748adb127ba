extension JSONWriter {
  /// Writes a string with the escapes that RFC 8259 requires.
  @inline(__always) mutating func string(_ string: String) {
    prepareValue(reserving: 0)
    write(string)
  }

  /// Writes a string, without counting a reference to it.
  @inline(__always) mutating func string(_ lent: borrowing LentText) {
    prepareValue(reserving: 0)
    write(lent)
  }

  /// Writes a member whose value is a string.
  @inline(__always) mutating func member(_ key: Key, _ lent: borrowing LentText) {
    self.key(key)
    write(lent)
  }

  /// Writes an array of strings.
  mutating func strings(_ strings: [String]) {
    beginArray()
    unsafe strings.withUnsafeBufferPointer { strings in
      guard let base = strings.baseAddress else { return }
      // Lent text has the layout of the text; the indexes are those of the array.
      let lent = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: LentText.self)
      for index in 0..<strings.count { unsafe string(lent[index]) }
    }
    endArray()
  }

  /// Writes a string of at most 32 ASCII bytes without escapes: eight per word, the first in the
  /// lowest bits.
  mutating func asciiString(_ words: SIMD4<UInt64>, count length: Int) {
    precondition(length <= 32, "Four words have 32 bytes.")
    prepareValue(reserving: 40)
    store(UInt8(ascii: "\""))
    for index in words.indices {
      // There is room for all four.
      unsafe buffer.storeBytes(
        of: words[index].littleEndian, toByteOffset: count + 8 * index, as: UInt64.self)
    }
    count &+= length
    store(UInt8(ascii: "\""))
  }

  /// Writes a string in quotation marks, without a separator.
  mutating func write(_ string: String) {
    let written: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe write(UnsafeRawBufferPointer(bytes))
    }
    if written == nil { writeForeign(string) }
  }

  /// Writes the same, without counting a reference to the text.
  @inline(__always) mutating func write(_ lent: borrowing LentText) {
    let written: Void? = unsafe lent.text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe write(UnsafeRawBufferPointer(bytes))
    }
    if written == nil { writeForeign(lent.text) }
  }

  @inline(never) private mutating func writeForeign(_ string: String) {
    var native = string
    // The bytes are lent for the call.
    native.withUTF8 { unsafe write(UnsafeRawBufferPointer($0)) }
  }

  @inline(never) private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    let length = bytes.count
    reserve(length + 24)
    store(UInt8(ascii: "\""))
    guard isCompact || !options.contains(.escapeSlashes) else {
      return unsafe writeEscapingSlashes(bytes)
    }
    let clean = unsafe copyClean(bytes)
    count &+= clean
    if clean < length { unsafe writeEscaping(bytes, from: clean) }
    store(UInt8(ascii: "\""))
  }

  /// Writes the text from `start` on, a byte that needs an escape.
  @inline(never) private mutating func writeEscaping(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) {
    var next = start
    while true {
      // The offset is one of the text.
      unsafe escape(bytes[next])
      next += 1
      reserve(bytes.count - next + 24)
      guard next < bytes.count else { return }
      // The rest of the text, which is not empty.
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[next...])
      let clean = unsafe copyClean(rest)
      count &+= clean
      next += clean
      guard next < bytes.count else { return }
    }
  }

  /// Copies text up to the first byte that needs an escape; returns the length of the copied text.
  ///
  /// Blocks overlap if the text's length is not a multiple of theirs. There is room for the whole
  /// text.
  @inline(__always) private func copyClean(_ bytes: UnsafeRawBufferPointer) -> Int {
    let length = bytes.count
    guard length > 0, let source = bytes.baseAddress else { return 0 }
    // Every range is within the text, and there is room for as much behind the count.
    let target = unsafe buffer + count
    if length >= 16 {
      let last = length &- 16
      var offset = 0
      while true {
        let block = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: block, toByteOffset: offset, as: SIMD16<UInt8>.self)
        let marks = JSONReader.Bytes.marks(in: block)
        if !marks.isEmpty { return offset &+ marks.first }
        if offset == last { return length }
        offset = min(offset &+ 16, last)
      }
    }
    if length >= 8 {
      let first = unsafe UInt64(littleEndian: source.loadUnaligned(as: UInt64.self))
      let last = unsafe UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self))
      unsafe target.storeBytes(of: first.littleEndian, as: UInt64.self)
      unsafe target.storeBytes(
        of: last.littleEndian, toByteOffset: length &- 8, as: UInt64.self)
      let marks = JSONReader.Bytes.marks(in: first)
      if marks != 0 { return Self.clean(before: marks) }
      let lastMarks = JSONReader.Bytes.marks(in: last)
      return lastMarks == 0 ? length : length &- 8 &+ Self.clean(before: lastMarks)
    }
    if length >= 4 {
      let first = unsafe UInt32(littleEndian: source.loadUnaligned(as: UInt32.self))
      let last = unsafe UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self))
      unsafe target.storeBytes(of: first.littleEndian, as: UInt32.self)
      unsafe target.storeBytes(
        of: last.littleEndian, toByteOffset: length &- 4, as: UInt32.self)
      let both = UInt64(first) | UInt64(last) << 32
      let marks = JSONReader.Bytes.marks(in: both)
      if marks == 0 { return length }
      let clean = Self.clean(before: marks)
      return clean < 4 ? clean : length &- 8 &+ clean
    }
    // Three bytes, or fewer that coincide.
    let first = unsafe source.load(as: UInt8.self)
    let middle = unsafe source.load(fromByteOffset: length / 2, as: UInt8.self)
    let last = unsafe source.load(fromByteOffset: length &- 1, as: UInt8.self)
    unsafe target.storeBytes(of: first, as: UInt8.self)
    unsafe target.storeBytes(of: middle, toByteOffset: length / 2, as: UInt8.self)
    unsafe target.storeBytes(of: last, toByteOffset: length &- 1, as: UInt8.self)
    let all = UInt64(first) | UInt64(middle) << 8 | UInt64(last) << 16
    let marks = JSONReader.Bytes.marks(in: all | 0x2020_2020_2000_0000)
    if marks == 0 { return length }
    return marks & 0xFF != 0 ? 0 : marks & 0xFF00 != 0 ? length / 2 : length &- 1
  }

  /// The number of bytes in a word before the first marked one.
  @inline(__always) private static func clean(before marks: UInt64) -> Int {
    marks.trailingZeroBitCount >> 3
  }

  /// Writes text in which slashes are escaped too, and ends it.
  @inline(never) private mutating func writeEscapingSlashes(_ bytes: UnsafeRawBufferPointer) {
    let length = bytes.count
    var next = 0
    while next < length {
      let size = min(8, length - next)
      // The range is in the string; and there is room for the rest of it and eight bytes more.
      let word = unsafe Self.word(of: bytes, from: next, size: size)
      unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
      let slashes = (word ^ 0x2F2F_2F2F_2F2F_2F2F) &- 0x0101_0101_0101_0101
      let marks =
        JSONReader.Bytes.marks(in: word) | slashes & ~word & 0x8080_8080_8080_8080
      // Bytes beyond the string are zero, which counts as a mark.
      let clean = marks == 0 ? 8 : min(size, Self.clean(before: marks))
      next += clean
      count += clean
      if clean < size {
        // A mark below the size is a byte of the string.
        unsafe escape(bytes[next])
        next += 1
        reserve(length - next + 16)
      }
    }
    store(UInt8(ascii: "\""))
  }

  /// Up to eight bytes, the first in the lowest bits; those beyond `size` are zero.
  ///
  /// The bytes from `start` on are at least `size`, which is not zero.
  @inline(__always) private static func word(
    of bytes: UnsafeRawBufferPointer, from start: Int, size: Int
  ) -> UInt64 {
    if size == 8 {
      // The caller has compared the size with the count.
      return unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    if bytes.count >= 8 {
      // The last eight bytes, those before the start shifted out.
      let last = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
      return last >> UInt64(8 * (8 - size))
    }
    if size >= 4 {
      // Two fours that overlap.
      let first = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      let last = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start + size - 4, as: UInt32.self))
      return UInt64(first) | UInt64(last) << UInt64(8 * (size - 4))
    }
    // Three bytes, or fewer that coincide.
    let middle = unsafe UInt64(bytes[start + size / 2]) << UInt64(8 * (size / 2))
    let last = unsafe UInt64(bytes[start + size - 1]) << UInt64(8 * (size - 1))
    return unsafe UInt64(bytes[start]) | middle | last
  }

  @inline(never) private mutating func escape(_ byte: UInt8) {
    reserve(6)
    store(UInt8(ascii: "\\"))
    switch byte {
    case 0x0A: store(UInt8(ascii: "n"))
    case 0x0D: store(UInt8(ascii: "r"))
    case 0x09: store(UInt8(ascii: "t"))
    case 0x08: store(UInt8(ascii: "b"))
    case 0x0C: store(UInt8(ascii: "f"))
    case 0x20...: store(byte)
    default:
      store(UInt8(ascii: "u"))
      store(UInt8(ascii: "0"))
      store(UInt8(ascii: "0"))
      store(Self.hexadecimal(byte >> 4))
      store(Self.hexadecimal(byte & 0xF))
    }
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
  }
}
