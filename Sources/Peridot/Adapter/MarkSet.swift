/// The members of one object that were met.
struct MarkSet {
  private var low: UInt64 = 0
  /// Those from 64 on; nil when there can be none.
  private var high: [UInt64]?
  /// Whether there were members, at any level, that are not read on the way through the object.
  var metOthers = false
  /// Where the values of names lie that deferred paths begin with; nil where that is not noted.
  var heads: Heads?

  /// Offsets by the indexes of names; -1 for a name that was not met.
  struct Heads {
    // Nearly all classes have no more, and an array takes a tenth of what it takes to read an object.
    private var first = -1
    private var second = -1
    private var others: [Int] = []
    /// Where the values lie that were found in the elements of an array on the way.
    var elements: (array: Int, offsets: [Int])?

    subscript(index: Int) -> Int {
      get {
        switch index {
        case 0: first
        case 1: second
        default: others.count > index - 2 ? others[index - 2] : -1
        }
      }
      set {
        switch index {
        case 0: first = newValue
        case 1: second = newValue
        default:
          while others.count <= index - 2 { others.append(-1) }
          others[index - 2] = newValue
        }
      }
    }
  }

  init(count: Int, notesHeads: Bool = false) {
    heads = notesHeads ? Heads() : nil
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
