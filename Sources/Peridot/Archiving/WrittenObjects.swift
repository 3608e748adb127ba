/// The strings and numbers that were written to a property list, found by their bytes.
///
/// Whoever chooses the texts to be archived may choose such as collide. After a few steps an object
/// is therefore taken for a new one, and written again: no choice makes writing slow.
struct WrittenObjects {
  /// The upper half of the hash above the number of the object plus one; zero is a free slot.
  private var slots: [UInt64]
  private var mask: Int
  private var count = 0

  private static let mostSteps = 24

  init() {
    slots = Array(repeating: 0, count: 256)
    mask = 255
  }

  /// Returns the object with the same bytes as those from `start` to the end, if there is one.
  @inline(__always)
  func find(_ hash: UInt64, _ bytes: [UInt8], from start: Int, _ offsets: [Int]) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<Self.mostSteps {
      let content = slots[slot]
      if content == 0 { return nil }
      if content >> 32 == hash >> 32 {
        let object = Int(truncatingIfNeeded: content & 0xFFFF_FFFF) - 1
        if Self.areSame(bytes, offsets[object], start) { return object }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  @inline(__always)
  mutating func insert(_ hash: UInt64, _ object: Int) {
    count += 1
    if count * 2 > slots.count { grow() }
    place((hash & ~0xFFFF_FFFF) | UInt64(truncatingIfNeeded: object + 1), hash)
  }

  private mutating func place(_ content: UInt64, _ hash: UInt64) {
    var slot = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<Self.mostSteps {
      if slots[slot] == 0 {
        slots[slot] = content
        return
      }
      slot = (slot + 1) & mask
    }
  }

  @inline(never)
  private mutating func grow() {
    // What is left of a hash has to do for the place in the larger table.
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    mask = slots.count - 1
    for content in old where content != 0 { place(content, Self.place(content >> 32)) }
  }

  /// Tells whether the bytes from `start` to the end stand at `known` too.
  ///
  /// Each object tells by its first bytes how many it has, so that none begins like another.
  @inline(__always)
  private static func areSame(_ bytes: [UInt8], _ known: Int, _ start: Int) -> Bool {
    var (first, second) = (known, start)
    while second < bytes.count {
      guard bytes[first] == bytes[second] else { return false }
      first += 1
      second += 1
    }
    return true
  }

  // MARK: Hashes

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the hash of the bytes from `start` on.
  @inline(__always)
  static func hash(of bytes: [UInt8], from start: Int) -> UInt64 {
    var lanes = Lanes()
    _ = lanes.add(bytes, from: start)
    return lanes.hash
  }

  /// Returns the same, or nil if one of the bytes from `text` on is not ASCII.
  @inline(__always)
  static func hash(ofASCII bytes: [UInt8], from start: Int, text: Int) -> UInt64? {
    var lanes = Lanes()
    // The marker before the text has its highest bit clear, as every byte of its count has unless
    // the text is long.
    let seen = lanes.add(bytes, from: start)
    if seen < 0x80 { return lanes.hash }
    for index in text..<bytes.count where bytes[index] >= 0x80 { return nil }
    return lanes.hash
  }

  private static func place(_ half: UInt64) -> UInt64 {
    (half &* factor) >> 20
  }

  /// Four hashes side by side, so that one need not wait for the other.
  private struct Lanes {
    private var first: UInt64 = 0x2545_F491_4F6C_DD1D
    private var second: UInt64 = 0xFF51_AFD7_ED55_8CCD
    private var third: UInt64 = 0xC4CE_B9FE_1A85_EC53
    private var fourth: UInt64 = 0xD6E8_FEB8_6659_FD93

    /// Adds the bytes from `start` on and returns them united.
    @inline(__always)
    mutating func add(_ bytes: [UInt8], from start: Int) -> UInt8 {
      let prime: UInt64 = 0x0000_0100_0000_01B3
      var seen: UInt8 = 0
      var index = start
      let end = bytes.count
      while index + 4 <= end {
        let (a, b) = (bytes[index], bytes[index + 1])
        let (c, d) = (bytes[index + 2], bytes[index + 3])
        seen |= a | b | c | d
        first = (first ^ UInt64(a)) &* prime
        second = (second ^ UInt64(b)) &* prime
        third = (third ^ UInt64(c)) &* prime
        fourth = (fourth ^ UInt64(d)) &* prime
        index += 4
      }
      while index < end {
        seen |= bytes[index]
        first = (first ^ UInt64(bytes[index])) &* prime
        index += 1
      }
      return seen
    }

    var hash: UInt64 {
      var mixed = first ^ (second << 17 | second >> 47) ^ (third << 31 | third >> 33)
      mixed = (mixed ^ (fourth << 47 | fourth >> 17)) &* factor
      let half = ((mixed ^ mixed >> 29) &* 0xC4CE_B9FE_1A85_EC53) >> 32
      // The upper half tells objects apart, and says where in the table to look.
      return half << 32 | WrittenObjects.place(half) & 0xFFFF_FFFF
    }
  }
}
