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
  let policy: ConversionPolicy.Shared
  /// The codecs of the properties of all classes.
  private let codecs = ClassCache<(any JSONCodec)?>()
  private let plans = ClassCache<JSONMapping>()
  /// The owner of these; nil for those under the policy of a call.
  private unowned let owner: PolicyPlans?
  /// Those under the policies of properties.
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

  /// Returns the plans under `policy`, which a property has, for as long as these are kept.
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

  /// Makes the codecs of properties that have one of their own.
  var maker: CodecMaker { ModelCodecs.maker(self) }

  /// Returns the codec for `type`, or nil when values of the type have no JSON form.
  func codec<Value>(for type: Value.Type) -> (any JSONCodec<Value>)? {
    codecs.value(for: type) { maker.codec(for: type) }?.asCodec(of: type)
  }

  /// Returns the plan of `modelClass`, made at first use.
  ///
  /// - Throws: a `JSONAdapterError` that lists all mistakes in the class's mapping.
  func plan(of modelClass: Model.Type) throws -> JSONMapping {
    // First without the closure, for which the plans would be retained.
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

  /// The plans under the first policy, from which those under the next few can be reached.
  private static let strict = PolicyPlans(.strict, isPermanent: true)
  private static let others = Mutex(Others())

  /// Returns the plans under `policy`, for the caller to keep while it uses any of them.
  static func of(_ policy: ConversionPolicy) -> PolicyPlans {
    var known = strict
    while true {
      if known.policy.isPolicy(of: policy) { return known }
      guard let next = known.next.object else { break }
      known = next
    }
    var forgotten: PolicyPlans?
    let plans = others.withLock { $0.plans(policy, &forgotten) }
    // Freed outside the lock, as a class's own transformers may be freed with it.
    withExtendedLifetime(forgotten) {}
    return plans
  }

  private struct Others {
    /// How many may still join the first few: to compare policies is quick and takes no lock, to hash
    /// one takes all its parts.
    private var vacancies = 8
    private var all: [ConversionPolicy: PolicyPlans] = [:]
    /// The last ones of all the others, of which there may be any number.
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
