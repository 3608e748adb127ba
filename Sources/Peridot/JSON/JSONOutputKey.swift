import Synchronization

/// A member's name as it is written: escaped, in quotation marks, with a comma and a colon.
///
/// Made once per name and never freed, so that a key is a pointer that can be copied without counting
/// references. Any thread may read it: it is immutable.
@safe struct JSONOutputKey: @unchecked Sendable {
  /// `,"name":`, and sixteen more bytes, so that blocks can be copied from any of them.
  let bytes: UnsafeRawPointer
  let count: Int

  /// By bytes: names of other bytes may be the same text.
  private static let known = Mutex<[[UInt8]: JSONOutputKey]>([:])

  /// Returns the key of a member, made at first use.
  static func of(_ name: String) -> JSONOutputKey {
    let bytes = Array(name.utf8)
    return known.withLock { known in
      if let key = known[bytes] { return key }
      let key = JSONOutputKey(name)
      known[bytes] = key
      return key
    }
  }

  init(_ name: String) {
    let text = Self.text(of: name)
    let copy = UnsafeMutableRawPointer.allocate(byteCount: text.count + 16, alignment: 8)
    unsafe copy.initializeMemory(as: UInt8.self, repeating: 0, count: text.count + 16)
    for (offset, byte) in text.enumerated() {
      // The offset is below the count that was allocated.
      unsafe copy.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    }
    unsafe bytes = UnsafeRawPointer(copy)
    count = text.count
  }

  private static func text(of name: String) -> [UInt8] {
    if name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      return [UInt8(ascii: ","), UInt8(ascii: "\"")] + name.utf8
        + [UInt8(ascii: "\""), UInt8(ascii: ":")]
    }
    var writer = JSONWriter()
    writer.beginArray()
    writer.null()
    writer.string(name)
    // `[null,"name"`: from the comma on, it is what a member begins with.
    return writer.bytes().dropFirst(5) + [UInt8(ascii: ":")]
  }

  /// The name with its quotation marks, for the layouts that need other bytes around it.
  var quotedName: [UInt8] {
    // The bytes are immortal, and the range leaves out the comma and the colon.
    unsafe Array(UnsafeRawBufferPointer(start: bytes + 1, count: count - 2))
  }
}
