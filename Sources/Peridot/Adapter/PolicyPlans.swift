import Synchronization

/// The plans of all classes under one policy, and their common parts.
///
/// Owns its mappings, which hold it unowned. Callers keep it alive while they use one. The plans
/// under a program's first policies are never freed, those under others soon after their last use.
///
/// Properties can have policies of their own, each of which can lead back to the others: the plans
/// under a call's policy own those under all policies that it leads to.
final class PolicyPlans: Sendable {
  let policy: ConversionPolicy.Shared
  /// The codecs of the properties of all classes.
  private let codecs = ClassCache<(any JSONCodec)?>()
  private let plans = ClassCache<JSONMapping>()
  /// The owner of these; nil for plans under a call's policy.
  private unowned let owner: PolicyPlans?
  /// The plans under properties' policies.
  private let owned = Mutex<[ConversionPolicy: PolicyPlans]>([:])
  /// Whether these are never freed.
  private let isPermanent: Bool
  /// The plans under the next of the first few policies.
  private let next = OnceReference<PolicyPlans>()

  private init(_ policy: ConversionPolicy, owner: PolicyPlans? = nil, isPermanent: Bool = false) {
    self.policy = ConversionPolicy.Shared(policy)
    self.owner = owner
    self.isPermanent = isPermanent
    if isPermanent {
      keepForever(self)
      keepForever(self.policy)
    }
  }

  /// Returns the plans under a property's `policy`, with the lifetime of these.
  func plans(under policy: ConversionPolicy) -> PolicyPlans {
    if policy == self.policy.rules { return self }
    let owner = owner ?? self
    if policy == owner.policy.rules { return owner }
    return owner.owned.withLock { owned in
      if let plans = owned[policy] { return plans }
      let plans = PolicyPlans(policy, owner: owner, isPermanent: owner.isPermanent)
      owned[policy] = plans
      return plans
    }
  }

  /// Makes the codecs of properties that need their own.
  var maker: CodecMaker { ModelCodecs.maker(self) }

  /// Returns the codec for `type`, or nil if its values have no JSON form.
  func codec<Value>(for type: Value.Type) -> (any JSONCodec<Value>)? {
    codecs.value(for: type) { maker.codec(for: type) }?.asCodec(of: type)
  }

  /// Returns the plan of `modelClass`, made at first use.
  ///
  /// - Throws: a `JSONAdapterError` that lists all mistakes in the class's mapping.
  func plan(of modelClass: Model.Type) throws -> JSONMapping {
    // First without the closure, which would retain the plans.
    if let known = plans.known(for: modelClass) { return known }
    return try plans.value(asking: modelClass) {
      let mapping = try JSONMapping(modelClass, self)
      if isPermanent {
        for object in [mapping, mapping.input, mapping.output] as [AnyObject] {
          keepForever(object)
        }
      }
      return mapping
    }
  }

  /// The plans under the first policy, which lead to those under the next few.
  private static let strict = PolicyPlans(.strict, isPermanent: true)
  private static let others = Mutex(Others())

  /// Returns the plans under `policy`; the caller keeps them while it uses any of them.
  static func of(_ policy: ConversionPolicy) -> PolicyPlans {
    var known = strict
    while true {
      if known.policy.isPolicy(of: policy) { return known }
      guard let next = known.next.object else { break }
      known = next
    }
    var forgotten: PolicyPlans?
    let plans = others.withLock { $0.plans(policy, &forgotten) }
    // Freed outside the lock, because that can free a class's own transformers.
    withExtendedLifetime(forgotten) {}
    return plans
  }

  private struct Others {
    /// The number of policies that can still join the first few: comparing policies is quick and
    /// takes no lock, hashing one reads all its parts.
    private var vacancies = 8
    private var all = [ConversionPolicy: PolicyPlans]()
    /// The latest of all the others.
    private var recent: [PolicyPlans] = []

    mutating func plans(
      _ policy: ConversionPolicy, _ forgotten: inout PolicyPlans?
    ) -> PolicyPlans {
      if let plans = all[policy] { return plans }
      for plans in recent where plans.policy.isPolicy(of: policy) { return plans }
      let plans = PolicyPlans(policy, isPermanent: all.count < 64)
      if all.count < 64 {
        if vacancies > 0 {
          vacancies -= 1
          var last = PolicyPlans.strict
          while let next = last.next.object { last = next }
          _ = last.next.store(plans)
        }
        all[policy] = plans
      } else {
        if recent.count == 16 { forgotten = recent.removeFirst() }
        recent.append(plans)
      }
      return plans
    }
  }
}
