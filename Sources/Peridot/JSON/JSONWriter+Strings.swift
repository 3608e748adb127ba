extension JSONWriter {
  /// Writes a string, with what RFC 8259 wants escaped.
  @inline(__always) mutating func string(_ string: String) {
    prepareValue(reserving: 0)
    write(string)
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
    if written == nil {
      var native = string
      // The bytes are lent for the call.
      native.withUTF8 { unsafe write(UnsafeRawBufferPointer($0)) }
    }
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    let length = bytes.count
    reserve(length + 16)
    store(UInt8(ascii: "\""))
    var next = 0
    let escapesSlashes = options.contains(.escapeSlashes)
    while next < length {
      if next + 8 <= length {
        // Eight bytes are there, and eight more than the rest of the string were reserved.
        let word = unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
        unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
        let marks = Self.marks(in: word, escapesSlashes: escapesSlashes)
        if marks == 0 {
          next += 8
          count += 8
          continue
        }
        let clean = marks.trailingZeroBitCount >> 3
        next += clean
        count += clean
      }
      // The offset is below the length.
      let byte = unsafe bytes[next]
      next += 1
      if Self.isPlain(byte), byte != UInt8(ascii: "/") || !escapesSlashes {
        store(byte)
      } else {
        escape(byte)
        reserve(length - next + 16)
      }
    }
    store(UInt8(ascii: "\""))
  }

  @inline(__always) private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  @inline(__always) private static func marks(in word: UInt64, escapesSlashes: Bool) -> UInt64 {
    let marks = JSONReader.marks(in: word)
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
