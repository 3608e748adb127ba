import Foundation

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
  /// Swift's own `<` doesn't order texts in which composed letters and decomposed ones meet.
  @inline(never)
  var order: [Int] {
    guard count > 5 else {
      return count < 2
        ? indices.map { $0 } : indices.sorted { Self.precedes(self[$0], self[$1]) }
    }
    var text: [UInt8] = []
    text.reserveCapacity(16 * count)
    var starts = [0]
    starts.reserveCapacity(count + 1)
    for element in self {
      text.append(contentsOf: element.utf8)
      starts.append(text.count)
    }
    // The first eight bytes after those that all have in common decide most comparisons.
    let heads = heads(text, starts)
    // Sound: both ranges lie in the text, which nobody changes meanwhile.
    return unsafe text.withUnsafeBufferPointer { text in
      heads.sorted { first, second in
        first.bytes == second.bytes
          ? unsafe Self.precedes(
            UnsafeBufferPointer(rebasing: text[starts[first.index]..<starts[first.index + 1]]),
            UnsafeBufferPointer(rebasing: text[starts[second.index]..<starts[second.index + 1]]))
          : first.bytes < second.bytes
      }.map(\.index)
    }
  }

  /// The deciding bytes of the texts, which begin at `starts`, the first in the highest bits.
  private func heads(_ text: [UInt8], _ starts: [Int]) -> [(bytes: UInt64, index: Int)] {
    var shared = starts[1]
    for index in 1..<count where shared > 0 {
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

  private static func precedes(_ first: String, _ second: String) -> Bool {
    // Sound: the bytes are compared while they are lent.
    let result = unsafe first.utf8.withContiguousStorageIfAvailable { first in
      unsafe second.utf8.withContiguousStorageIfAvailable { unsafe precedes(first, $0) }
    }
    // Only texts of Foundation on Apple systems have no bytes to lend.
    return (result ?? nil) ?? first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  @inline(__always)
  private static func precedes(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let one = first.baseAddress, let other = second.baseAddress else {
      return first.count < second.count
    }
    // Sound: both have as many bytes.
    let difference = unsafe memcmp(one, other, Swift.min(first.count, second.count))
    return difference == 0 ? first.count < second.count : difference < 0
  }
}

extension String {
  /// Whether both texts have the same scalars. `==` also takes those for equal that differ in how
  /// their letters are composed.
  package func hasSameScalars(as other: String) -> Bool {
    // Sound: the bytes are compared while they are lent, and both have as many.
    let result = unsafe utf8.withContiguousStorageIfAvailable { first in
      unsafe other.utf8.withContiguousStorageIfAvailable { second in
        guard first.count == second.count else { return false }
        guard let one = first.baseAddress, let other = second.baseAddress else { return true }
        return unsafe memcmp(one, other, first.count) == 0
      }
    }
    // Only texts of Foundation on Apple systems have no bytes to lend.
    return (result ?? nil) ?? utf8.elementsEqual(other.utf8)
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
    guard elements.count > 1 else { return elements }
    return elements.map(key).order.map { elements[$0] }
  }
}

extension Dictionary where Key == String {
  /// The members in the order of their names.
  // A key path would be followed at run time, for each member.
  var sortedByName: [Element] { orderedByName { $0.key } }
}
