// One sort is compiled for text and one for numbers, not one for each type of elements and each
// comparison.

extension Array where Element == Int {
  /// The indices of the numbers in ascending order; the sort is stable.
  @inline(never)
  var order: [Int] { indices.sorted { self[$0] < self[$1] } }
}

extension Array where Element == String {
  /// The indices of the texts in ascending order of their UTF-8, which is that of their code points.
  ///
  /// Swift's own `<` is no order for texts in which composed letters and decomposed ones meet.
  @inline(never)
  var order: [Int] {
    func ascends(_ first: Int, _ second: Int) -> Bool {
      self[first].utf8.lexicographicallyPrecedes(self[second].utf8)
    }
    // Of many, the first eight bytes after those that all have in common decide most comparisons.
    guard count >= 32 else { return indices.sorted(by: ascends) }
    return heads.sorted { first, second in
      first.bytes == second.bytes ? ascends(first.index, second.index) : first.bytes < second.bytes
    }.map(\.index)
  }

  /// The deciding bytes, the first in the highest bits.
  private var heads: [(bytes: UInt64, index: Int)] {
    var text: [UInt8] = []
    text.reserveCapacity(16 * count)
    var starts = [0]
    starts.reserveCapacity(count + 1)
    for element in self {
      text.append(contentsOf: element.utf8)
      starts.append(text.count)
    }
    var shared = starts[1]
    for index in 1..<count {
      let start = starts[index]
      shared = Swift.min(shared, starts[index + 1] - start)
      var length = 0
      while length < shared, text[start + length] == text[length] { length += 1 }
      shared = length
    }
    return indices.map { index in
      var bytes: UInt64 = 0
      let start = starts[index] + shared
      for position in start..<start + 8 {
        bytes = bytes << 8 | (position < starts[index + 1] ? UInt64(text[position]) : 0)
      }
      return (bytes, index)
    }
  }
}

extension Sequence {
  /// The elements in ascending order of their `key`.
  func ordered(by key: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return elements.map(key).order.map { elements[$0] }
  }

  /// The elements in ascending order of the UTF-8 of their `key`.
  func orderedByName(_ key: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return elements.map(key).order.map { elements[$0] }
  }
}

extension Dictionary where Key == String {
  /// The members in the order of their names.
  // A key path would be followed at run time, for each member.
  var sortedByName: [Element] { orderedByName { $0.key } }
}
