extension ComparisonWalk {
  /// An object that equals another if the objects that both refer to are equal, so that a
  /// comparison can run far, or in circles.
  protocol LinkedObject: AnyObject {
    /// Compares as `==` does. Within a walk, true can mean that the comparison comes later.
    func isEqual(toLinked other: AnyObject, in walk: ComparisonWalk?) -> Bool

    /// Compares the values of two objects of the same class.
    func hasEqualValues(as other: AnyObject, in walk: ComparisonWalk) -> Bool
  }
}

/// The state of one comparison of two object graphs: cycles end, and the length of a chain doesn't
/// matter.
///
/// It recurses for a few levels and then continues from a list. A list works if a whole is equal
/// only if all its parts are, but not within the `==` of a user's type. Such a call starts over in
/// the same walk, which it finds in the thread, because `==` takes no further argument.
final class ComparisonWalk {
  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier
  }

  private enum Work {
    case objects(any LinkedObject, AnyObject)
    case values(Any, Any)
  }

  private static let running = ThreadLocal<ComparisonWalk>()
  private static let mostLevels = 32
  private static let comparisons = ThreadWord()

  /// The number of pairs of objects that this thread has compared.
  static var pairsCompared: Int { Int(truncatingIfNeeded: comparisons.value) }

  // Sound: one thread has the walk, and no code of the user's runs while one of these is accessed.

  /// The pairs in comparison or found equal, in the order of their comparison.
  @safe @exclusivity(unchecked) private var pairs: [Pair] = []
  /// The pairs as a set, if there are too many to search one by one.
  @safe @exclusivity(unchecked) private var manyPairs: Set<Pair> = []
  @safe @exclusivity(unchecked) private var pairsMet: UInt = 0
  @safe @exclusivity(unchecked) private var later: [Work] = []
  @safe @exclusivity(unchecked) private var level = 0

  /// Calls `compare`, and then compares everything that it left for later.
  static func completely(_ compare: (ComparisonWalk) -> Bool) -> Bool {
    guard let walk = running.object else {
      let walk = ComparisonWalk()
      defer { comparisons.value &+= walk.pairsMet }
      return running.withObject(walk) { walk.completely { compare(walk) } }
    }
    if StackRoom.isSpent {
      StackRoom.refuse(
        "== of models",
        instead: "Compare them without an == of a type between them that calls theirs.")
    }
    return walk.completely { compare(walk) }
  }

  /// Compares two different objects of one class, or notes them for later.
  func areEqual(_ first: any LinkedObject, _ second: AnyObject) -> Bool {
    if goesDown { return haveEqualValues(first, second) }
    later.append(.objects(first, second))
    return true
  }

  /// Compares two values whose type is known only at run time, or notes them for later.
  func areEqualValues(_ first: Any, _ second: Any) -> Bool {
    if goesDown { return haveEqualContents(first, second) }
    later.append(.values(first, second))
    return true
  }

  /// Calls `compare`, and then compares everything that it left for later. False says nothing about
  /// comparisons noted before.
  func completely(_ compare: () -> Bool) -> Bool {
    let (oldPairs, oldWork, oldLevel) = (pairs.count, later.count, level)
    level = 0
    defer { level = oldLevel }
    var areEqual = compare()
    while areEqual, later.count > oldWork, let next = later.popLast() {
      areEqual =
        switch next {
        case .objects(let first, let second): haveEqualValues(first, second)
        case .values(let first, let second): haveEqualContents(first, second)
        }
    }
    if !areEqual {
      later.removeSubrange(oldWork...)
      // Pairs found equal since then can depend on pairs that were not.
      forgetPairs(from: oldPairs)
    }
    return areEqual
  }

  private var goesDown: Bool { level == 0 || level < Self.mostLevels && !StackRoom.isLow }

  /// A pair that is already in comparison counts as equal.
  private func haveEqualValues(_ first: any LinkedObject, _ second: AnyObject) -> Bool {
    let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
    guard remember(pair) else { return true }
    level += 1
    defer { level -= 1 }
    return first.hasEqualValues(as: second, in: self)
  }

  private func haveEqualContents(_ first: Any, _ second: Any) -> Bool {
    level += 1
    defer { level -= 1 }
    return AnyComparison.areEqual(first, second, in: self)
  }

  private func remember(_ pair: Pair) -> Bool {
    let isNew = manyPairs.isEmpty ? !pairs.contains(pair) : manyPairs.insert(pair).inserted
    guard isNew else { return false }
    pairs.append(pair)
    pairsMet &+= 1
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

extension ComparisonWalk {
  /// Hashes the near objects. Equal graphs can be linked differently (a loop of one object or of
  /// two unfolds to the same), so a hash covers a fixed depth.
  enum HashDepth {
    /// The counter of one level of a graph: a hash covers two objects, or sixteen nested
    /// collections in an `Any`.
    enum Level: UInt {
      case object = 8
      case collection = 1
    }

    private static let current = ThreadWord()

    static func goDown(one level: Level, _ hash: () -> Void) {
      let depth = current.value
      guard depth < 16 else { return }
      current.value = depth + level.rawValue
      defer { current.value = depth }
      hash()
    }
  }
}
