import Synchronization

/// The plans of all classes under one policy, and what they have in common.
///
/// This owns all of them, and none of them owns this: whoever reads or writes by them keeps it. The
/// plans under the first policies that a program uses are never freed, those under others soon after
/// their last use.
///
/// Properties may have policies of their own, each of which may lead back to the others: the plans
/// under the policy of a call own those under all that it leads to.
final class PolicyPlans: Sendable {
  let policy: SharedPolicy
  /// The codecs of the properties of all classes.
  private let codecs = FieldCodecs()
  private let plans = ClassCache<JSONMapping>()
  /// The owner of these; nil for those under the policy of a call.
  private unowned let owner: PolicyPlans?
  /// Those under the policies of properties.
  private let owned = Mutex<[ConversionPolicy: PolicyPlans]>([:])

  private init(_ policy: ConversionPolicy, owner: PolicyPlans? = nil) {
    self.policy = SharedPolicy(policy)
    self.owner = owner
  }

  /// Returns the plans under `policy`, which a property has, for as long as these are kept.
  func plans(under policy: ConversionPolicy) -> PolicyPlans {
    if policy == self.policy.rules { return self }
    let owner = owner ?? self
    if policy == owner.policy.rules { return owner }
    return owner.owned.withLock { owned in
      if let plans = owned[policy] { return plans }
      let plans = PolicyPlans(policy, owner: owner)
      owned[policy] = plans
      return plans
    }
  }

  /// Makes the codecs of properties that have one of their own.
  var maker: CodecMaker { ModelCodecs.maker(self) }

  /// Returns the codec for `type`, or nil when values of the type have no JSON form.
  func codec<Value>(for type: Value.Type) -> JSONCodec<Value>? { codecs.codec(for: type, maker) }

  /// Returns the plan of `modelClass`, made at first use.
  ///
  /// - Throws: a `JSONAdapterError` that lists all mistakes in the class's mapping.
  func plan(of modelClass: Model.Type) throws -> JSONMapping {
    // First without the closure, for which the plans would be retained.
    if let known = plans.known(for: modelClass) { return known }
    return try plans.value(asking: modelClass) { try JSONMapping(modelClass, self) }
  }

  private static let strict = PolicyPlans(.strict)
  private static let others = Mutex(Others())

  /// Returns the plans under `policy`, for the caller to keep while it uses any of them.
  static func of(_ policy: ConversionPolicy) -> PolicyPlans {
    if strict.policy.isPolicy(of: policy) { return strict }
    var forgotten: PolicyPlans?
    let plans = others.withLock { $0.plans(policy, &forgotten) }
    // Freed outside the lock, as what is freed may be a class's own transformers.
    withExtendedLifetime(forgotten) {}
    return plans
  }

  private struct Others {
    /// The first few: to compare policies is quick, to hash one takes all its parts.
    private var few: [PolicyPlans] = []
    private var all: [ConversionPolicy: PolicyPlans] = [:]
    /// The last ones of all the others, of which there may be any number.
    private var recent: [PolicyPlans] = []

    mutating func plans(
      _ policy: ConversionPolicy, _ forgotten: inout PolicyPlans?
    ) -> PolicyPlans {
      for plans in few where plans.policy.isPolicy(of: policy) { return plans }
      if let plans = all[policy] { return plans }
      for plans in recent where plans.policy.isPolicy(of: policy) { return plans }
      let plans = PolicyPlans(policy)
      if few.count < 8 { few.append(plans) }
      if all.count < 64 {
        all[policy] = plans
      } else {
        if recent.count == 16 { forgotten = recent.removeFirst() }
        recent.append(plans)
      }
      return plans
    }
  }
}
