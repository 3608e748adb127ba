extension JSONWriter {
  @inline(__always) mutating func null() {
    prepareValue(reserving: 8)
    storeWord(0x6C6C_756E, count: 4)
  }

  @inline(__always) mutating func bool(_ value: Bool) {
    prepareValue(reserving: 8)
    storeBool(value)
  }

  /// Writes a member whose value is a Boolean.
  @inline(__always) mutating func member(_ key: Key, _ value: Bool) {
    self.key(key, reserving: 8)
    storeBool(value)
  }

  @inline(__always) private mutating func storeBool(_ value: Bool) {
    storeWord(value ? 0x6575_7274 : 0x65_736C_6166, count: value ? 4 : 5)
  }

  /// Writes a number from ready text.
  mutating func rawNumber(_ text: String) {
    prepareValue(reserving: 0)
    plain(text)
  }

  /// Writes a value from ready text.
  mutating func raw(_ bytes: [UInt8]) { raw(bytes[...]) }

  mutating func raw(_ bytes: ArraySlice<UInt8>) {
    prepareValue(reserving: bytes.count)
    // There is room for as many bytes.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (buffer + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  private mutating func plain(_ text: String) {
    let length = text.utf8.count
    reserve(length)
    var text = text
    // There is room for as many bytes.
    text.withUTF8 { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (buffer + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count &+= length
  }

  /// Stores up to eight bytes, the first in the lowest bits; needs room for eight.
  @inline(__always) private mutating func storeWord(_ word: UInt64, count length: Int) {
    assert(count + 8 <= capacity)
    // The caller has reserved eight bytes.
    unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= length
  }

  /// Writes the number of an object instead of its text.
  mutating func part(_ object: AnyObject, of parts: Parts) {
    raw(Array("\(UnicodeScalar(Parts.mark))\(parts.add(object))".utf8))
  }
}
