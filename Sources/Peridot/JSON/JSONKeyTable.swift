/// The member names that one class listens to, found by their bytes.
///
/// Made once, immutable. Of names that are equal byte by byte, the first is found. The memory of a
/// table is never freed, because plans of classes are not either: that is what makes its pointers
/// sound for as long as the program runs.
@safe final class JSONKeyTable: Sendable {
  /// A name as it stands in a document, in quotation marks, if none of it has to be escaped.
  @unsafe struct Entry {
    /// How many bytes that is; more than any document has, if it has to be escaped.
    var length: Int
    /// The first eight bytes, those beyond the length masked out.
    var first: UInt64
    var firstMask: UInt64
    /// The last eight bytes of nine or more.
    var last: UInt64
    var quoted: UnsafeRawPointer
    /// The name itself: where it begins and how many bytes it has.
    var nameCount: Int
  }

  let names: [String]
  let count: Int
  // Immutable and immortal, so that any thread may read them.
  nonisolated(unsafe) let entries: UnsafePointer<Entry>
  /// Open addressing: the upper half of the hash above the index plus one; zero is a free slot.
  private nonisolated(unsafe) let slots: UnsafePointer<UInt64>
  private let slotMask: Int
  private let seed: UInt64
  private let longestName: Int

  init(_ names: [String]) {
    self.names = names
    count = names.count
    longestName = names.reduce(0) { max($0, $1.utf8.count) }
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: max(names.count, 1))
    for (index, name) in names.enumerated() {
      // The index is below the capacity.
      unsafe (entries + index).initialize(to: Self.entry(for: name))
    }
    unsafe self.entries = UnsafePointer(entries)
    var capacity = 4
    while capacity < names.count * 2 { capacity *= 2 }
    slotMask = capacity - 1
    let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
    // Of some seeds, the one that leaves the shortest way to any name.
    var bestSeed: UInt64 = 0
    var shortest = Int.max
    for attempt in 0..<32 where shortest > 1 {
      let seed = UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15
      let longest = unsafe Self.fill(slots, mask: capacity - 1, entries, names.count, seed: seed)
      if longest < shortest { (shortest, bestSeed) = (longest, seed) }
    }
    seed = bestSeed
    _ = unsafe Self.fill(slots, mask: capacity - 1, entries, names.count, seed: bestSeed)
    unsafe self.slots = UnsafePointer(slots)
  }

  func index(of name: String) -> Int? {
    var name = name
    // The bytes are lent for the call.
    let index = name.withUTF8 { unsafe self.index(of: $0) }
    return index < 0 ? nil : index
  }

  /// The index of the name with these bytes, or -1.
  @inline(__always) func index(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard bytes.count <= longestName else { return -1 }
    let raw = UnsafeRawBufferPointer(bytes)
    let hash = unsafe Self.hash(raw, seed: seed)
    var slot = Int(truncatingIfNeeded: hash) & slotMask
    while true {
      // The mask keeps the slot inside the table, and half of the slots are free: the loop ends.
      let content = unsafe slots[slot]
      if content == 0 { return -1 }
      if content >> 32 == hash >> 32 {
        let index = Int(content & 0xFFFF_FFFF) - 1
        if unsafe Self.isName(raw, of: entries + index) { return index }
      }
      slot = (slot + 1) & slotMask
    }
  }

  // MARK: - Making the table

  private static func entry(for name: String) -> Entry {
    let bytes = Array(name.utf8)
    let count = bytes.count
    // Never freed; with padding, so that words can be loaded from any of its bytes.
    let quoted = UnsafeMutableRawPointer.allocate(byteCount: count + 16, alignment: 8)
    unsafe quoted.initializeMemory(as: UInt8.self, repeating: 0, count: count + 16)
    unsafe quoted.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    for (index, byte) in bytes.enumerated() {
      unsafe quoted.storeBytes(of: byte, toByteOffset: index + 1, as: UInt8.self)
    }
    unsafe quoted.storeBytes(of: UInt8(ascii: "\""), toByteOffset: count + 1, as: UInt8.self)
    let isPlain = !bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    let length = count + 2
    let first = unsafe UInt64(littleEndian: quoted.loadUnaligned(as: UInt64.self))
    let last = unsafe UInt64(
      littleEndian: quoted.loadUnaligned(fromByteOffset: max(0, length - 8), as: UInt64.self))
    return unsafe Entry(
      length: isPlain ? length : Int.max / 2, first: first,
      firstMask: length >= 8 ? .max : (1 << UInt64(length * 8)) - 1, last: last,
      quoted: UnsafeRawPointer(quoted), nameCount: count)
  }

  /// Fills the slots and returns the longest way to a name.
  private static func fill(
    _ slots: UnsafeMutablePointer<UInt64>, mask: Int, _ entries: UnsafePointer<Entry>,
    _ count: Int, seed: UInt64
  ) -> Int {
    // There are `mask + 1` slots and `count` entries; the mask keeps every index inside.
    unsafe slots.update(repeating: 0, count: mask + 1)
    var longest = 0
    for index in 0..<count {
      let name = unsafe UnsafeRawBufferPointer(
        start: entries[index].quoted + 1, count: entries[index].nameCount)
      let hash = unsafe hash(name, seed: seed)
      var slot = Int(truncatingIfNeeded: hash) & mask
      var steps = 1
      while unsafe slots[slot] != 0 {
        slot = (slot + 1) & mask
        steps += 1
      }
      unsafe slots[slot] = (hash >> 32) << 32 | UInt64(index + 1)
      longest = max(longest, steps)
    }
    return longest
  }

  // MARK: - Bytes

  /// A hash of all bytes. The table is fixed, so that a looked-up name can only choose where to
  /// start in it: there is nothing to be gained by colliding names.
  @inline(__always) private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64)
    -> UInt64
  {
    let factor: UInt64 = 0xFF51_AFD7_ED55_8CCD
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count) &* factor
    var offset = 0
    // The offset is compared with the count before each load.
    while offset + 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash ^ word) &* factor
      hash ^= hash >> 32
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < bytes.count {
      tail = unsafe tail << 8 | UInt64(bytes[offset])
      offset += 1
    }
    hash = (hash ^ tail) &* factor
    hash ^= hash >> 29
    hash = hash &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 32
  }

  @inline(__always) private static func isName(
    _ bytes: UnsafeRawBufferPointer, of entry: UnsafePointer<Entry>
  ) -> Bool {
    guard unsafe bytes.count == entry.pointee.nameCount else { return false }
    let name = unsafe entry.pointee.quoted + 1
    var offset = 0
    // Both have as many bytes as `bytes`.
    while offset + 8 <= bytes.count {
      let left = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard unsafe left == name.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else {
        return false
      }
      offset += 8
    }
    while offset < bytes.count {
      guard unsafe bytes[offset] == name.load(fromByteOffset: offset, as: UInt8.self) else {
        return false
      }
      offset += 1
    }
    return true
  }
}
