import Synchronization

/// The plans of the classes that a class cluster chose, each made at first use.
final class ChosenPlans: Sendable {
  private let plans = ClassCache<Permanent<ChosenPlan>>()
  /// Keeps the plans that were made.
  private let made = Mutex<[ChosenPlan]>([])
  private let count = Atomic<UInt64>(0)

  /// Returns the plan of a class that was chosen before.
  @inline(__always)
  func known(_ modelClass: Model.Type) -> Permanent<ChosenPlan>? { plans.known(for: modelClass) }

  /// Returns the plan of a class that `cluster` chose.
  func plan(of modelClass: Model.Type, in cluster: JSONMapping) throws -> Permanent<ChosenPlan> {
    try plans.value(for: modelClass) {
      let number = count.add(1, ordering: .relaxed).oldValue
      let plan = try ChosenPlan(of: modelClass, number: number, in: cluster)
      made.withLock { $0.append(plan) }
      // Sound: this keeps it, and is what hands it out.
      return unsafe Permanent(keptElsewhere: plan)
    }
  }
}

/// The plan of a class that a class cluster chose.
final class ChosenPlan: Sendable {
  let plan: Permanent<JSONMapping>
  /// Whether its objects are read with all the names that the cluster's own class reads.
  let readsWatched: Bool
  /// Tells, in a set of bits, the classes apart that inherit the cluster's `classForParsing(_:)`;
  /// zero for one that does not, and for those beyond the number of bits.
  let settledBit: UInt64

  init(of modelClass: Model.Type, number: UInt64, in cluster: JSONMapping) throws {
    let plan =
      try modelClass == cluster.modelClass ? cluster : cluster.plans.plan(of: modelClass)
    // Sound: the plans under a policy own all of them.
    self.plan = unsafe Permanent(keptElsewhere: plan)
    readsWatched =
      plan.prepare == nil
      && cluster.input.table.names.allSatisfy { plan.input.table.index(of: $0) != nil }
    let choosesItself = ModelHooks.choosesClass(modelClass, below: cluster.modelClass)
    // A shift by 64 or more gives zero.
    settledBit = choosesItself ? 0 : 1 << number
  }
}
