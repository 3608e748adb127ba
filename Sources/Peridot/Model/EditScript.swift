/// The fewest removals and additions that make one list into another, by Myers's algorithm.
struct EditScript {
  /// By index in the old list.
  private(set) var removed: [Bool]
  /// By index in the new list.
  private(set) var added: [Bool]

  /// Nil if more than `limit` edits are needed.
  init?<Element: Equatable>(from old: [Element], to new: [Element], limit: Int) {
    removed = Array(repeating: false, count: old.count)
    added = Array(repeating: false, count: new.count)
    // Without these, the rest is often small.
    let (start, end) = old.commonEnds(with: new)
    let (height, width) = (old.count - start - end, new.count - start - end)
    guard abs(height - width) <= limit else { return nil }
    // The search takes the square of the edits, and here there is nothing to find.
    if height == 0 || width == 0 {
      for index in start..<start + height { removed[index] = true }
      for index in start..<start + width { added[index] = true }
      return
    }
    // For each number of edits, how far each diagonal reaches into the old list.
    var rounds: [[Int]] = []
    var reached = [0, 0]
    for edits in 0...min(limit, height + width) {
      var next = Array(repeating: 0, count: 2 * edits + 3)
      rounds.append(reached)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        var x = Self.from(reached, edits, diagonal).x
        while x < height, x - diagonal < width, old[start + x] == new[start + x - diagonal] {
          x += 1
        }
        next[diagonal + edits + 1] = x
        if diagonal == height - width, x >= height {
          mark(rounds, height, width, start: start)
          return
        }
      }
      reached = next
    }
    return nil
  }

  /// The furthest start of a diagonal by one more edit, and whether that is a removal. `reached` is
  /// of one edit fewer: its diagonal `d` stands at `d + edits`.
  private static func from(
    _ reached: [Int], _ edits: Int, _ diagonal: Int
  ) -> (x: Int, isRemoval: Bool) {
    if edits == 0 { return (0, false) }
    let (below, above) = (diagonal - 1 + edits, diagonal + 1 + edits)
    let canRemove = diagonal > -edits
    let canAdd = diagonal < edits
    if canRemove, !canAdd || reached[below] >= reached[above] {
      return (reached[below] + 1, true)
    }
    return (reached[above], false)
  }

  private mutating func mark(_ rounds: [[Int]], _ height: Int, _ width: Int, start: Int) {
    var diagonal = height - width
    for edits in stride(from: rounds.count - 1, to: 0, by: -1) {
      let (x, isRemoval) = Self.from(rounds[edits], edits, diagonal)
      if isRemoval {
        removed[start + x - 1] = true
        diagonal -= 1
      } else {
        added[start + x - diagonal - 1] = true
        diagonal += 1
      }
    }
  }
}

extension Array where Element: Equatable {
  /// The numbers of elements that two lists share at their beginning and, of the rest, at their end.
  func commonEnds(with other: Self) -> (start: Int, end: Int) {
    let common = Swift.min(count, other.count)
    var start = 0
    while start < common, self[start] == other[start] { start += 1 }
    var end = 0
    while end < common - start, self[count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    return (start, end)
  }
}
