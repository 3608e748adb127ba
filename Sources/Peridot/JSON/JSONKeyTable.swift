import Foundation
import Synchronization

/// The member names that one class reads, found by their bytes, each with a tag for the reader's
/// loop.
///
/// Immutable except for the expected order of names. Of several names with the same bytes, the
/// first is found. A table's memory is never freed: so its pointers are sound for the life of the
/// program, and a table is a value without counted references. Plans come and go, so they share the
/// tables of `of(_:tags:)`.
@safe struct JSONKeyTable: @unchecked Sendable {
  // Sendable: the pointers lead to immortal memory that is immutable or atomic.

  /// A name in quotation marks as in a document, if no character needs an escape.
  @unsafe struct Entry {
    /// The number of its bytes; more than any document has if it needs escapes.
    var length: Int
    /// The first eight bytes, zero beyond the length.
    var first: UInt64
    var firstMask: UInt64
    /// The last eight bytes of nine or more.
    var last: UInt64
    var quoted: UnsafeRawPointer
    /// The number of bytes of the name itself, which begins at the second byte.
    var nameCount: Int
    var tag: UInt64
  }

  static let empty = JSONKeyTable([])

  let count: Int
  let entries: UnsafePointer<Entry>
  /// Open addressing: the index plus one; zero is a free slot.
  private let slots: UnsafePointer<UInt32>
  /// The names that refer to no memory, by the words of their texts; otherwise likewise.
  private let smallSlots: UnsafePointer<SmallSlot>
  private typealias SmallSlot = (name: LentMembers.NameWords, index: Int)
  private let slotMask: Int
  private let seed: UInt64
  /// The index of the name that probably comes first in an object, and after each name: at first
  /// the next one of the table, then those of earlier documents. The eight bits above the index
  /// count the changes.
  private let followers: UnsafePointer<Atomic<UInt32>>

  /// A name by its bytes: names with other bytes can be the same text.
  struct Name: Hashable {
    let text: String

    static func == (one: Self, other: Self) -> Bool {
      unsafe one.withBytes { bytes in
        unsafe other.withBytes { others in
          guard let start = bytes.baseAddress, let other = others.baseAddress else {
            return bytes.count == others.count
          }
          // Both have as many bytes.
          return unsafe bytes.count == others.count && memcmp(start, other, bytes.count) == 0
        }
      }
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(text.utf8.count)
      unsafe withBytes { unsafe hasher.combine(bytes: $0) }
    }

    @inline(__always)
    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      var text = text
      // The callers only read the bytes, within the call.
      return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }
  }

  /// The tables by their names and tags, as text.
  private static let known = Mutex<[Name: JSONKeyTable]>([:])

  /// Returns the table of names and their tags, made at first use.
  static func of(_ names: [String], tags: [UInt64]) -> JSONKeyTable {
    let content = Name(
      text: zip(names, tags).map { name, tag in "\(name.utf8.count) \(tag) \(name)" }.joined())
    return known.withLock { $0.value(for: content) { JSONKeyTable(names, tags: tags) } }
  }

  /// Creates a table of names, and of their tags, if there are any.
  init(_ names: [String], tags: [UInt64]? = nil) {
    let tags = tags ?? names.map { _ in 0 }
    precondition(names.count == tags.count, "Each name has a tag.")
    count = names.count
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: max(names.count, 1))
    for (index, (name, tag)) in zip(names, tags).enumerated() {
      // The index is below the capacity.
      unsafe (entries + index).initialize(to: Self.entry(for: name, tag: tag))
    }
    unsafe self.entries = UnsafePointer(entries)
    var capacity = 4
    while capacity < names.count * 2 { capacity *= 2 }
    slotMask = capacity - 1
    let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    // Of several seeds, this takes the one with the shortest longest search; the limit grows with
    // each attempt.
    var bestSeed: UInt64 = 1
    var shortest = Int.max
    for attempt in 1...64 where shortest > 1 + attempt / 8 {
      let seed = UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15 | 1
      let longest = unsafe Self.fill(slots, mask: capacity - 1, entries, names.count, seed: seed)
      if longest < shortest { (shortest, bestSeed) = (longest, seed) }
    }
    seed = bestSeed
    _ = unsafe Self.fill(slots, mask: capacity - 1, entries, names.count, seed: bestSeed)
    unsafe self.slots = UnsafePointer(slots)
    unsafe smallSlots = Self.smallSlots(of: names, mask: capacity - 1)
    let followers = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: names.count + 1)
    for index in 0...names.count {
      // The index is below the capacity.
      unsafe (followers + index).initialize(to: Atomic(UInt32(truncatingIfNeeded: index)))
    }
    unsafe self.followers = UnsafePointer(followers)
  }

  var names: [String] {
    (0..<count).map { index in
      // The index is below the count, and an entry's bytes are immortal.
      unsafe String(
        decoding: UnsafeRawBufferPointer(
          start: entries[index].quoted + 1, count: entries[index].nameCount), as: UTF8.self)
    }
  }

  /// The tag of the name at an index found in this table.
  @inline(__always) func tag(at index: Int) -> UInt64 {
    assert(index >= 0 && index < count)
    // Every index that a search returns is below the count.
    return unsafe entries[index].tag
  }

  // MARK: The order of names

  /// The index of the name that probably comes after that at `index`, which is -1 before the first
  /// one. It can be out of range.
  @inline(__always) func follower(of index: Int) -> Int {
    assert(index >= -1 && index < count)
    // There is one more follower than there are names.
    return unsafe Int(followers[index &+ 1].load(ordering: .relaxed) & Self.indexMask)
  }

  /// Notes that the name at `next` came after that at `index`.
  ///
  /// A service's documents mostly have one order of members, which can differ from the class's. If
  /// there are several orders, the order stays after a few changes, so that reading threads stop
  /// writing to shared memory.
  @inline(never) func learn(_ next: Int, after index: Int) {
    assert(index >= -1 && index < count)
    // There is one more follower than there are names.
    let known = unsafe followers[index &+ 1].load(ordering: .relaxed)
    guard next <= Int(Self.indexMask), known >> 24 < 8 else { return }
    let changed = (known & ~Self.indexMask) &+ (Self.indexMask &+ 1) | UInt32(next)
    unsafe followers[index &+ 1].store(changed, ordering: .relaxed)
  }

  private static var indexMask: UInt32 { 0xFF_FFFF }

  // MARK: Names

  /// The index of a name, or nil. The compiler crashes where it inlines this.
  @inline(never)
  func index(of name: String) -> Int? {
    // A text has two words if `isUsable`.
    if JSONReader.SmallText.isUsable,
      let index = index(ofSmall: unsafe unsafeBitCast(name, to: LentMembers.NameWords.self))
    {
      return index < 0 ? nil : index
    }
    return index(ofLong: LentText(text: name))
  }

  /// Returns the index of a name of any length; nil if it isn't there.
  private func index(ofLong name: borrowing LentText) -> Int? {
    let found = unsafe name.text.utf8.withContiguousStorageIfAvailable { bytes in
      let count = bytes.count
      let length = count + 2
      let (first, last) = unsafe Self.words(ofQuoted: UnsafeRawBufferPointer(bytes))
      return unsafe search(first, last, length) { other in
        guard unsafe other.nameCount == count, let name = bytes.baseAddress else { return false }
        // Both have as many bytes.
        return unsafe memcmp(other.quoted + 1, name, count) == 0
      }
    }
    guard let found else { return index(of: String(decoding: name.text.utf8, as: UTF8.self)) }
    return found < 0 ? nil : found
  }

  /// The index of the current member's name, or nil.
  @inline(__always)
  func index(of members: borrowing LentMembers) -> Int? {
    if let name = members.nameWords, let index = index(ofSmall: name) {
      return index < 0 ? nil : index
    }
    return members.withKey { index(ofLong: $0) }
  }

  /// The index of a name by its words, -1 for another that refers to no memory, and nil if the
  /// bytes have to be compared.
  @inline(__always)
  private func index(ofSmall name: LentMembers.NameWords) -> Int? {
    var slot = Self.slot(name, mask: slotMask)
    while true {
      // As in `search`.
      let found = unsafe smallSlots[slot]
      if found.name == name { return found.index }
      // No text's second word is zero.
      if found.name.high == 0 { break }
      slot = (slot &+ 1) & slotMask
    }
    let isSmall = JSONReader.SmallText.isUsable && JSONReader.SmallText.isInPlace(name.high)
    return isSmall ? -1 : nil
  }

  @inline(__always)
  private static func slot(_ name: LentMembers.NameWords, mask: Int) -> Int {
    let mixed = (name.low ^ name.high &* 0xFF51_AFD7_ED55_8CCD) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> UInt64(truncatingIfNeeded: mask.leadingZeroBitCount))
  }

  private static func smallSlots(of names: [String], mask: Int) -> UnsafePointer<SmallSlot> {
    let slots = UnsafeMutablePointer<SmallSlot>.allocate(capacity: mask + 1)
    let free = LentMembers.NameWords(low: 0, high: 0)
    unsafe slots.initialize(repeating: (free, -1), count: mask + 1)
    for (index, name) in names.enumerated() where JSONReader.SmallText.isUsable {
      // As in `fill`, and a text has two words if `isUsable`. A name of few bytes may have others.
      let name = unsafe unsafeBitCast(
        String(decoding: name.utf8, as: UTF8.self), to: LentMembers.NameWords.self)
      guard JSONReader.SmallText.isInPlace(name.high) else { continue }
      var slot = slot(name, mask: mask)
      while unsafe slots[slot].name.high != 0 { slot = (slot + 1) & mask }
      unsafe slots[slot] = (name, index)
    }
    return unsafe UnsafePointer(slots)
  }

  /// The first and the last eight bytes of a name in quotation marks, as an entry has them.
  @inline(__always) private static func words(
    ofQuoted name: UnsafeRawBufferPointer
  ) -> (first: UInt64, last: UInt64) {
    let quote = UInt64(UInt8(ascii: "\""))
    guard name.count >= 8 else {
      var first = quote
      for index in 0..<name.count {
        first |= unsafe UInt64(name[index]) << UInt64(8 * (index + 1))
      }
      if name.count == 7 { return (first, first >> 8 | quote << 56) }
      return (first | quote << UInt64(8 * (name.count + 1)), 0)
    }
    // There are eight bytes at the beginning, and eight at the end.
    let first = unsafe UInt64(littleEndian: name.loadUnaligned(as: UInt64.self))
    let last = unsafe UInt64(
      littleEndian: name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self))
    return (first << 8 | quote, last >> 8 | quote << 56)
  }

  /// The index of the name whose text in quotation marks has these first and last bytes and for
  /// which `isSame` is true; or -1.
  @inline(__always) func search(
    _ first: UInt64, _ last: UInt64, _ length: Int, _ isSame: (borrowing Entry) -> Bool
  ) -> Int {
    var slot = Self.slot(first, last, length, seed: seed, mask: slotMask)
    while true {
      // The mask keeps the slot inside the table, and half of the slots are free: the loop ends.
      let content = unsafe slots[slot]
      if content == 0 { return -1 }
      let index = Int(content) &- 1
      // A slot holds an index below the count.
      if unsafe entries[index].first == first && entries[index].last == last
        && isSame(entries[index])
      {
        return index
      }
      slot = (slot &+ 1) & slotMask
    }
  }

  // MARK: - Making the table

  private static func entry(for name: String, tag: UInt64) -> Entry {
    let bytes = Array(name.utf8)
    let count = bytes.count
    // Never freed; with padding, so that a word can be loaded from each of its bytes.
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
    let last =
      length <= 8
      ? 0
      : unsafe UInt64(
        littleEndian: quoted.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self))
    return unsafe Entry(
      length: isPlain ? length : Int.max / 2, first: first, firstMask: firstMask(length),
      last: last, quoted: UnsafeRawPointer(quoted), nameCount: count, tag: tag)
  }

  /// Covers the bytes of a text of that length among its first eight.
  @inline(__always) static func firstMask(_ length: Int) -> UInt64 {
    length >= 8 ? .max : (1 << UInt64(truncatingIfNeeded: length &* 8)) &- 1
  }

  /// Fills the slots and returns the length of the longest search.
  private static func fill(
    _ slots: UnsafeMutablePointer<UInt32>, mask: Int, _ entries: UnsafePointer<Entry>,
    _ count: Int, seed: UInt64
  ) -> Int {
    // There are `mask + 1` slots and `count` entries; the mask keeps every index inside.
    unsafe slots.update(repeating: 0, count: mask + 1)
    var longest = 0
    for index in 0..<count {
      let (first, last) = unsafe (entries[index].first, entries[index].last)
      var slot = unsafe Self.slot(
        first, last, entries[index].nameCount + 2, seed: seed, mask: mask)
      var steps = 1
      while unsafe slots[slot] != 0 {
        slot = (slot + 1) & mask
        steps += 1
      }
      unsafe slots[slot] = UInt32(index + 1)
      longest = max(longest, steps)
    }
    return longest
  }

  /// The first slot for a name: a hash of its first and last bytes and its length.
  ///
  /// The table is fixed, so a looked-up name only chooses where the search starts: colliding names
  /// gain nothing.
  @inline(__always) private static func slot(
    _ first: UInt64, _ last: UInt64, _ length: Int, seed: UInt64, mask: Int
  ) -> Int {
    let mixed = (first ^ UInt64(truncatingIfNeeded: length)) &* 0xFF51_AFD7_ED55_8CCD ^ last
    return Int(truncatingIfNeeded: ((mixed ^ mixed >> 32) &* seed) >> 32) & mask
  }
}
