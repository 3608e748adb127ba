/// Text that is written where it lies: lent, so that no reference to it is counted.
///
/// In memory it is nothing but the text.
struct LentText: ~Copyable {
  let text: String
}

extension JSONWriter {
  /// Writes a string, with what RFC 8259 wants escaped.
  @inline(__always) mutating func string(_ string: String) {
    prepareValue(reserving: 0)
    write(string)
  }

  /// Writes a string, without counting a reference to it.
  @inline(__always) mutating func string(_ lent: borrowing LentText) {
    prepareValue(reserving: 0)
    write(lent)
  }

  /// Writes a string whose bytes `body` appends: ASCII that needs no escape, at most `capacity` of it.
  mutating func asciiString<E>(
    capacity: Int = 64, _ body: (inout OutputSpan<UInt8>) throws(E) -> Void
  ) throws(E) {
    prepareValue(reserving: capacity + 2)
    store(UInt8(ascii: "\""))
    // The room was reserved, and the span cannot leave `body`.
    var span = unsafe OutputSpan(
      buffer: UnsafeMutableBufferPointer(
        start: (buffer + count).assumingMemoryBound(to: UInt8.self), count: capacity),
      initializedCount: 0)
    try body(&span)
    count += span.count
    store(UInt8(ascii: "\""))
  }

  /// Writes a string in quotation marks, without anything before it.
  mutating func write(_ string: String) {
    let written: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe write(UnsafeRawBufferPointer(bytes))
    }
    if written == nil { writeForeign(string) }
  }

  /// The same, without counting a reference to the text.
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

  /// Writes clean text a block at a time, the last of which overlaps the one before.
  @inline(never) private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    let length = bytes.count
    reserve(length + 24)
    store(UInt8(ascii: "\""))
    var clean = 0
    if length >= 16 {
      let last = length - 16
      while clean < last {
        guard unsafe copyBlock(of: bytes, from: clean) else {
          return unsafe writeEscaping(bytes, from: clean)
        }
        clean += 16
      }
      guard unsafe copyBlock(of: bytes, from: last) else {
        return unsafe writeEscaping(bytes, from: clean)
      }
    } else if length > 0 {
      let escapesSlashes = options.contains(.escapeSlashes)
      let size = min(length, 8)
      // The text has as many bytes; there is room for eight and eight more.
      let first = unsafe Self.word(of: bytes, from: 0, size: size)
      var marks = Self.marks(in: first, escapesSlashes: escapesSlashes)
      unsafe buffer.storeBytes(of: first.littleEndian, toByteOffset: count, as: UInt64.self)
      if size < 8 { marks &= 1 << UInt64(8 * size) - 1 }
      if length > 8 {
        let rest = length - 8
        let second = unsafe Self.word(of: bytes, from: 8, size: rest)
        unsafe buffer.storeBytes(
          of: second.littleEndian, toByteOffset: count + 8, as: UInt64.self)
        let secondMarks = Self.marks(in: second, escapesSlashes: escapesSlashes)
        marks |= rest < 8 ? secondMarks & (1 << UInt64(8 * rest) - 1) : secondMarks
      }
      guard marks == 0 else { return unsafe writeEscaping(bytes, from: 0) }
    }
    count += length
    store(UInt8(ascii: "\""))
  }

  /// Copies sixteen bytes to where they belong; false when one of them has to be escaped.
  ///
  /// The bytes reach that far, and there is room for all of them.
  @inline(__always) private func copyBlock(
    of bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Bool {
    let escapesSlashes = options.contains(.escapeSlashes)
    let first = unsafe Self.word(of: bytes, from: start, size: 8)
    let second = unsafe Self.word(of: bytes, from: start + 8, size: 8)
    let marks =
      Self.marks(in: first, escapesSlashes: escapesSlashes)
      | Self.marks(in: second, escapesSlashes: escapesSlashes)
    if marks != 0 { return false }
    unsafe buffer.storeBytes(
      of: first.littleEndian, toByteOffset: count + start, as: UInt64.self)
    unsafe buffer.storeBytes(
      of: second.littleEndian, toByteOffset: count + start + 8, as: UInt64.self)
    return true
  }

  /// Writes the text from `start` on, before which all is clean and written.
  @inline(never) private mutating func writeEscaping(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) {
    let length = bytes.count
    let escapesSlashes = options.contains(.escapeSlashes)
    var next = start
    var target = count + start
    while next < length {
      let size = min(8, length - next)
      // The range lies in the string; and there is room for the rest of it and eight bytes more.
      let word = unsafe Self.word(of: bytes, from: next, size: size)
      unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: target, as: UInt64.self)
      let marks = Self.marks(in: word, escapesSlashes: escapesSlashes)
      // Bytes beyond the string are zero, which counts as a mark.
      let clean = marks == 0 ? 8 : min(size, marks.trailingZeroBitCount >> 3)
      next += clean
      target += clean
      if clean < size {
        count = target
        // A mark below the size is a byte of the string.
        unsafe escape(bytes[next])
        next += 1
        reserve(length - next + 16)
        target = count
      }
    }
    count = target
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

  @inline(__always) private static func marks(in word: UInt64, escapesSlashes: Bool) -> UInt64 {
    let marks = JSONReader.Bytes.marks(in: word)
    guard escapesSlashes else { return marks }
    let slashes = (word ^ 0x2F2F_2F2F_2F2F_2F2F) &- 0x0101_0101_0101_0101
    return marks | slashes & ~word & 0x8080_8080_8080_8080
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
