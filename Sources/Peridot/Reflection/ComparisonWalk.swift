/// An object that is equal to another by what both refer to, so that a comparison may run far, or in
/// circles.
protocol LinkedObject: AnyObject {
  /// Compares as `==` does; within a walk, perhaps later: true then means that it is to be.
  func isEqual(toLinked other: AnyObject, in walk: ComparisonWalk?) -> Bool

  /// Compares the values of two objects of the same class.
  func hasEqualValues(as other: AnyObject, in walk: ComparisonWalk) -> Bool
}

/// The state of one comparison of two graphs of objects: cycles end, and the length of a chain does
/// not matter.
///
/// It goes down by recursion for a few levels, and from there by a list of pairs to compare later.
/// That can be done where a whole is equal only if all its parts are, and not within the `==` of a
/// set or of a type of the user's: such a one starts over in the same walk, which it finds as a
/// task-local value, since `==` takes no further argument.
final class ComparisonWalk: @unchecked Sendable {
  // Sendable: used by one thread only, during one synchronous call.

  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier
  }

  @TaskLocal private static var current: ComparisonWalk?
  private static let mostLevels = 32

  /// The pairs that are being compared, or were found equal, in the order they were met.
  private var pairs: [Pair] = []
  /// The same, once they are too many to search one by one.
  private var manyPairs: Set<Pair> = []
  private var later: [(first: any LinkedObject, second: AnyObject)] = []
  private var level = 0

  /// Compares two different objects of one class, now.
  static func areEqual(_ first: any LinkedObject, _ second: AnyObject) -> Bool {
    if let current { return current.areEqualNow(first, second) }
    let walk = ComparisonWalk()
    return $current.withValue(walk) { walk.areEqualNow(first, second) }
  }

  /// Compares two different objects of one class, or notes that they are to be compared.
  func areEqual(_ first: any LinkedObject, _ second: AnyObject) -> Bool {
    if level < Self.mostLevels { return haveEqualValues(first, second) }
    later.append((first, second))
    return true
  }

  /// Compares on a stack of its own, in the same walk.
  static func onNewStack(_ compare: () -> Bool) -> Bool {
    let walk = current
    return StackRoom.onNewStack { $current.withValue(walk, operation: compare) }
  }

  private func areEqualNow(_ first: any LinkedObject, _ second: AnyObject) -> Bool {
    let outer = (later, level)
    (later, level) = ([], 0)
    defer { (later, level) = outer }
    let mark = pairs.count
    var areEqual = haveEqualValues(first, second)
    while areEqual, let next = later.popLast() {
      areEqual = haveEqualValues(next.first, next.second)
    }
    // What was found equal since may have been so only if this pair were.
    if !areEqual { forgetPairs(from: mark) }
    return areEqual
  }

  /// A pair that is being compared already counts as equal.
  private func haveEqualValues(_ first: any LinkedObject, _ second: AnyObject) -> Bool {
    let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
    guard remember(pair) else { return true }
    level += 1
    defer { level -= 1 }
    return StackRoom.isLow
      ? Self.onNewStack { first.hasEqualValues(as: second, in: self) }
      : first.hasEqualValues(as: second, in: self)
  }

  private func remember(_ pair: Pair) -> Bool {
    let isNew = manyPairs.isEmpty ? !pairs.contains(pair) : manyPairs.insert(pair).inserted
    guard isNew else { return false }
    pairs.append(pair)
    if manyPairs.isEmpty, pairs.count > 16 { manyPairs = Set(pairs) }
    return true
  }

  private func forgetPairs(from mark: Int) {
    if !manyPairs.isEmpty {
      for pair in pairs[mark...] { manyPairs.remove(pair) }
    }
    pairs.removeSubrange(mark...)
  }
}
