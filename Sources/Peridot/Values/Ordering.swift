// One sort is compiled for text and one for numbers, not one for each type of elements and each
// comparison.

extension Array where Element: Comparable {
  /// The indices of the elements in ascending order; the sort is stable.
  @inline(never)
  var order: [Int] { indices.sorted { self[$0] < self[$1] } }
}

extension Sequence {
  /// The elements in ascending order of their `key`.
  func ordered<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    let elements = Array(self)
    return elements.map(key).order.map { elements[$0] }
  }
}

extension Dictionary where Key == String {
  /// The members in the order of their names.
  var sortedByName: [Element] { ordered { $0.key } }
}
