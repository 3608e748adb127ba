// One sort is compiled for texts and one for numbers, and not one for each type of elements and each
// way to compare them.

extension Array where Element: Comparable {
  /// The indices of the elements in ascending order; of equal ones, the first comes first.
  @inline(never)
  var order: [Int] { indices.sorted { self[$0] < self[$1] } }
}

extension Sequence {
  /// The elements in the order of what `key` gives for them.
  func ordered<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    let elements = Array(self)
    return elements.map(key).order.map { elements[$0] }
  }
}

extension Dictionary where Key == String {
  /// The members in the order of their names.
  var sortedByName: [Element] { ordered { $0.key } }
}
