/// The state of one recursive operation on a graph of models, so that cycles end and what is
/// shared is visited once.
///
/// Comparisons recurse through `==` and `hash` of any collection, which take no further argument;
/// the state therefore travels as a task-local value. It never leaves the call that made it.
final class GraphWalk: @unchecked Sendable {
  // Sendable: used by one thread only, during one synchronous call.

  @TaskLocal private static var comparison: GraphWalk?
  @TaskLocal private static var hashDepth = 0

  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier
  }

  private var equalPairs: Set<Pair> = []
  private var order: [Pair] = []

  /// Compares two models by `compare`, taking a pair that is being compared already as equal.
  static func areEqual(_ first: Model, _ second: Model, compare: () -> Bool) -> Bool {
    guard let walk = comparison else {
      return $comparison.withValue(GraphWalk()) {
        areEqual(first, second, compare: compare)
      }
    }
    let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
    guard walk.equalPairs.insert(pair).inserted else { return true }
    let mark = walk.order.count
    walk.order.append(pair)
    if compare() { return true }
    // What was found equal since may have been so only if this pair were.
    for pair in walk.order[mark...] { walk.equalPairs.remove(pair) }
    walk.order.removeSubrange(mark...)
    return false
  }

  /// Hashes what lies near. Equal graphs may be linked differently (a loop of one or of two
  /// objects unfolds to the same), so a hash can only go down to a fixed depth.
  static func hash(_ combine: () -> Void) {
    guard hashDepth < 2 else { return }
    $hashDepth.withValue(hashDepth + 1, operation: combine)
  }
}
