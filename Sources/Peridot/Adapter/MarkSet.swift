/// The members of one object that were met.
struct MarkSet {
  private var low: UInt64 = 0
  /// Those from 64 on; nil when there can be none.
  private var high: [UInt64]?

  init(count: Int) {
    high = count > 64 ? Array(repeating: 0, count: (count - 1) / 64) : nil
  }

  func contains(_ mark: Int) -> Bool {
    let word = mark < 64 ? low : high?[mark / 64 - 1] ?? 0
    return word & 1 << UInt64(mark & 63) != 0
  }

  mutating func remove(_ mark: Int) {
    let bit: UInt64 = 1 << UInt64(mark & 63)
    if mark < 64 { low &= ~bit } else { high?[mark / 64 - 1] &= ~bit }
  }

  /// Adds a mark; false when it was there.
  @inline(__always)
  mutating func insert(_ mark: Int) -> Bool {
    guard mark < 64 else { return insertHigh(mark) }
    let bit: UInt64 = 1 << UInt64(mark)
    defer { low |= bit }
    return low & bit == 0
  }

  @inline(never)
  private mutating func insertHigh(_ mark: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(mark & 63)
    guard let word = high?[mark / 64 - 1] else { return true }
    high?[mark / 64 - 1] = word | bit
    return word & bit == 0
  }
}
