import Synchronization

extension JSONReader {
  /// Where a watched member was found last, for use by one thread at a time.
  ///
  /// The objects of an array mostly begin alike: where one begins with the same bytes up to the
  /// member's value as the one before, the member is found without reading names.
  struct LastMember: ~Copyable, Sendable {
    private let low = Atomic<UInt64>(0)
    private let high = Atomic<UInt64>(0)
    private let nameCount = Atomic(0)
    private let object = Atomic(0)
    /// How far the value is from the object's beginning; zero before any was found.
    private let distance = Atomic(0)

    /// The offset of the value that the object at the cursor has for `key`; of the last such member,
    /// and of the first if its name is watched.
    @inline(__always)
    func offset(
      ofMember key: String, _ watched: JSONKeyTable, _ reader: inout JSONReader
    ) throws(JSONSyntaxError) -> Int? {
      let start = reader.cursor
      let distance = distance.load(ordering: .relaxed)
      if distance > 0, let name = SmallText.words(of: key),
        name.low == low.load(ordering: .relaxed), name.high == high.load(ordering: .relaxed),
        name.count == nameCount.load(ordering: .relaxed),
        reader.lent.isSame(at: start, as: object.load(ordering: .relaxed), count: distance)
      {
        return start &+ distance
      }
      return try search(key, watched, &reader)
    }

    @inline(never)
    private func search(
      _ key: String, _ watched: JSONKeyTable, _ reader: inout JSONReader
    ) throws(JSONSyntaxError) -> Int? {
      let start = reader.cursor
      let found = try reader.offset(ofMember: key, watched)
      // Behind any other member than a watched one, the whole object was read.
      if let found, found == reader.cursor, found - start <= 64, let name = SmallText.words(of: key)
      {
        low.store(name.low, ordering: .relaxed)
        high.store(name.high, ordering: .relaxed)
        nameCount.store(name.count, ordering: .relaxed)
        object.store(start, ordering: .relaxed)
        distance.store(found - start, ordering: .relaxed)
      }
      return found
    }
  }
}

extension JSONReader.Bytes {
  /// Compares `count` bytes at two offsets; gives false near the end of the document.
  @inline(__always)
  fileprivate func isSame(at offset: Int, as other: Int, count length: Int) -> Bool {
    guard max(offset, other) &+ length &+ 8 <= count else { return false }
    var next = 0
    while next &+ 8 <= length {
      guard word(at: offset &+ next) == word(at: other &+ next) else { return false }
      next &+= 8
    }
    let mask = JSONKeyTable.firstMask(length &- next)
    return (word(at: offset &+ next) ^ word(at: other &+ next)) & mask == 0
  }
}
