// An attacker who chooses the texts to be archived can make their hashes collide. After more steps
// than chance explains, an object is therefore taken for a new one, and written again: no choice
// makes writing slow.

extension BinaryPlistWriter {
  private static var mostSteps: Int { 128 }

  mutating func string(_ value: String) -> Int {
    let start = bytes.count
    let utf8 = value.utf8
    append(marker: 0x50, count: utf8.count)
    let text = bytes.count
    bytes.append(contentsOf: utf8)
    var hash = ByteHash()
    // The bytes of a count may have their highest bits set, which tells nothing.
    if hash.add(bytes, from: start) >= 0x80, bytes[text...].contains(where: { $0 >= 0x80 }) {
      bytes.removeLast(bytes.count - start)
      let units = Array(value.utf16)
      append(marker: 0x60, count: units.count)
      for unit in units { append(UInt64(unit), size: 2) }
      return once(from: start)
    }
    return once(from: start, hash.value)
  }

  /// Returns the object whose bytes lie from `start` to the end; if the same bytes have been
  /// written before, these are taken back.
  @inline(__always)
  mutating func once(from start: Int) -> Int {
    var hash = ByteHash()
    _ = hash.add(bytes, from: start)
    return once(from: start, hash.value)
  }

  @inline(__always)
  mutating func once(from start: Int, _ hash: UInt64) -> Int {
    var slot = ByteHash.place(hash) & (slots.count - 1)
    for _ in 0..<Self.mostSteps {
      // The hash above the number of the object plus one; zero is a free slot.
      let content = slots[slot]
      if content == 0 {
        slots[slot] = hash << 32 | UInt64(truncatingIfNeeded: offsets.count + 1)
        slotCount += 1
        if slotCount * 2 > slots.count { grow() }
        break
      }
      if content >> 32 == hash {
        let object = Int(truncatingIfNeeded: content & 0xFFFF_FFFF) - 1
        if isSame(offsets[object], start) {
          bytes.removeLast(bytes.count - start)
          return object
        }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    offsets.append(start)
    return offsets.count - 1
  }

  /// Tells whether the bytes from `start` to the end stand at `known` too.
  ///
  /// Each object tells by its first bytes how many it has, so that none begins like another.
  @inline(__always)
  private func isSame(_ known: Int, _ start: Int) -> Bool {
    var (first, second) = (known, start)
    while second < bytes.count {
      guard bytes[first] == bytes[second] else { return false }
      first += 1
      second += 1
    }
    return true
  }

  @inline(never)
  private mutating func grow() {
    var larger = Array(repeating: UInt64(0), count: slots.count * 2)
    let mask = larger.count - 1
    for content in slots where content != 0 {
      var slot = ByteHash.place(content >> 32) & mask
      for _ in 0..<Self.mostSteps {
        if larger[slot] == 0 {
          larger[slot] = content
          break
        }
        slot = (slot + 1) & mask
      }
    }
    slots = larger
  }
}

/// A hash of bytes: four side by side, so that one need not wait for the other.
struct ByteHash {
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

  /// Thirty-two bits.
  @inline(__always)
  var value: UInt64 {
    var mixed = first ^ (second << 17 | second >> 47) ^ (third << 31 | third >> 33)
    mixed = (mixed ^ (fourth << 47 | fourth >> 17)) &* 0x9E37_79B9_7F4A_7C15
    return ((mixed ^ mixed >> 29) &* 0xC4CE_B9FE_1A85_EC53) >> 32
  }

  /// Where to look for what has the hash `value`, in a table of whatever size.
  @inline(__always)
  static func place(_ value: UInt64) -> Int {
    Int(truncatingIfNeeded: (value &* 0x9E37_79B9_7F4A_7C15) >> 24)
  }
}
