import Synchronization

/// The plans of all classes under one policy, and what they have in common.
final class PolicyPlans: Sendable {
  let policy: SharedPolicy
  /// The codecs of the properties of all classes.
  let codecs: FieldCodecs
  private let plans = ClassCache<JSONMapping>()

  private init(_ policy: ConversionPolicy) {
    self.policy = SharedPolicy(policy)
    codecs = FieldCodecs(policy)
  }

  /// Returns the plan of `modelClass`, made at first use.
  ///
  /// - Throws: a `JSONAdapterError` that lists all mistakes in the class's mapping.
  func plan(of modelClass: Model.Type) throws -> JSONMapping {
    try plans.value(asking: modelClass) { try JSONMapping(modelClass, policy) }
  }

  private static let strict = PolicyPlans(.strict)
  private static let others = Mutex(Others())

  /// Returns the plans under `policy`, of which there is one instance.
  static func of(_ policy: ConversionPolicy) -> PolicyPlans {
    if policy == .strict { return strict }
    return others.withLock { $0.plans(policy) }
  }

  private struct Others {
    /// The first few: to compare policies is quick, to hash one takes all its parts.
    private var few: [PolicyPlans] = []
    private var all: [ConversionPolicy: PolicyPlans] = [:]

    mutating func plans(_ policy: ConversionPolicy) -> PolicyPlans {
      for plans in few where plans.policy.rules == policy { return plans }
      if let plans = all[policy] { return plans }
      let plans = PolicyPlans(policy)
      all[policy] = plans
      if few.count < 8 { few.append(plans) }
      return plans
    }
  }
}
