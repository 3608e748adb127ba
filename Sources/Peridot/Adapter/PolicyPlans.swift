import Synchronization

/// The plans of all classes under one policy, and their common parts.
///
/// Owns its mappings, which hold it unowned. Callers keep it alive while they use one. The plans
/// under a program's first policies are never freed, those under others soon after their last use.
///
/// Properties and classes can have policies of their own, each of which can lead back to the others:
/// the plans under a call's policy own those under all policies that it leads to.
final class PolicyPlans: Sendable {
  let policy: ConversionPolicy.Shared
  /// The codecs of the properties of all classes.
  private let codecs = ClassCache<(any JSONCodec)?>()
  private let plans = ClassCache<JSONMapping>()
  /// Whether the call, its adapter or a transformer gave the policy, so that those of classes don't
  /// count.
  private let isGiven: Bool
  /// The owner of these; nil for plans under a call's policy.
  private unowned let owner: PolicyPlans?
  /// The plans under the policies of properties, classes and transformers.
  private let owned = Mutex<[Key: PolicyPlans]>([:])
  /// Whether these are never freed.
  private let isPermanent: Bool
  /// The plans under the next of the first few policies.
  private let next = OnceReference<PolicyPlans>()
  /// Whether objects are read into the models that have their identity; see ``ExistingModels``.
  let findsModels: Bool
  private let findingPlans = Mutex<PolicyPlans?>(nil)
  /// The property of objects that is the name of their member, and so is not among their members; nil
  /// for all other objects.
  let keyedBy: String?

  private struct Key: Hashable {
    let policy: ConversionPolicy
    let isGiven: Bool
    let keyedBy: String?
  }

  private init(
    _ policy: ConversionPolicy, isGiven: Bool, owner: PolicyPlans? = nil, isPermanent: Bool = false,
    findsModels: Bool = false, keyedBy: String? = nil
  ) {
    self.policy = ConversionPolicy.Shared(policy)
    self.isGiven = isGiven
    self.owner = owner
    self.isPermanent = isPermanent
    self.findsModels = findsModels
    self.keyedBy = keyedBy
    if isPermanent {
      keepForever(self)
      keepForever(self.policy)
    }
  }

  /// Returns the plans under the `policy` of a part, with the lifetime of these.
  ///
  /// - Parameter isGiven: Whether the part's policy also counts for classes that have their own; nil
  ///   if this is as it is here.
  func plans(under policy: ConversionPolicy, isGiven: Bool? = nil) -> PolicyPlans {
    plans(Key(policy: policy, isGiven: isGiven ?? self.isGiven, keyedBy: keyedBy))
  }

  /// The plans for objects whose property `key` is the name of their member, under the same policy; nil
  /// for objects with all members.
  func keyed(by key: String?) -> PolicyPlans {
    plans(Key(policy: policy.rules, isGiven: isGiven, keyedBy: key))
  }

  private func plans(_ key: Key) -> PolicyPlans {
    for known in [self, owner ?? self]
    where key.policy == known.policy.rules && key.isGiven == known.isGiven
      && key.keyedBy == known.keyedBy
    {
      return known
    }
    let owner = owner ?? self
    return owner.owned.withLock { owned in
      if let plans = owned[key] { return plans }
      let plans = PolicyPlans(
        key.policy, isGiven: key.isGiven, owner: owner, isPermanent: owner.isPermanent,
        findsModels: findsModels, keyedBy: key.keyedBy)
      owned[key] = plans
      return plans
    }
  }

  /// The plans of a call by which objects are read into the models that have their identity.
  var finding: PolicyPlans {
    findingPlans.withLock { known in
      if let known { return known }
      let made = PolicyPlans(
        policy.rules, isGiven: isGiven, isPermanent: isPermanent, findsModels: true)
      known = made
      return made
    }
  }

  /// Returns the plans for objects of a class: those under its own policy, if it has one that
  /// counts.
  func plans(for modelClass: Model.Type) -> PolicyPlans {
    guard !isGiven, let own = Self.statedPolicy(of: modelClass) else { return self }
    return plans(under: own.within(policy.rules))
  }

  /// Whether objects of a class have a policy that can differ from that of the place that holds
  /// them.
  func asksClass(_ modelClass: Model.Type) -> Bool {
    !isGiven && Self.statedPolicy(of: modelClass) != nil
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
      let own = self.plans(for: modelClass)
      if own !== self { return try own.plan(of: modelClass) }
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
  private static let strict = PolicyPlans(.strict, isGiven: true, isPermanent: true)
  private static let others = Mutex(Others())
  /// The plans without a policy, for classes that have none.
  private static let plain = PolicyPlans(.strict, isGiven: false, isPermanent: true)
  /// The plans without a policy, for each class that calls are about.
  private static let ofClasses = ClassCache<PolicyPlans>()
  private static let ownPolicies = Mutex([ConversionPolicy: PolicyPlans]())

  /// Returns the plans for a call about values of that type.
  ///
  /// - Parameter policy: The policy that the call gives; nil if it leaves it to the classes.
  static func of(_ policy: ConversionPolicy?, for type: Any.Type) -> PolicyPlans {
    if let policy { return of(policy) }
    if let known = ofClasses.known(for: type) { return known }
    return ofClasses.value(for: type) { ofClass(in: type) }
  }

  /// The policy that a class, or the nearest of its superclasses, states; nil if none does.
  private static func statedPolicy(of modelClass: Model.Type) -> ConversionPolicy? {
    let plans = of(nil, for: modelClass)
    return plans === plain ? nil : plans.policy.rules
  }

  /// Asks a class for its policy, or else its superclass.
  @inline(never)
  private static func ofClass(in type: Any.Type) -> PolicyPlans {
    guard let modelClass = type as? Model.Type else {
      return TypeShape.ModelClassFinder.modelClass(in: type).map { of(nil, for: $0) } ?? plain
    }
    let stated = ClassQuestions.ask(modelClass, "conversionPolicy") { modelClass.conversionPolicy }
    guard let policy = stated else {
      return JSONKeyPaths.classes(of: modelClass).dropLast().last.map { of(nil, for: $0) } ?? plain
    }
    return ownPolicies.withLock { all in
      if let plans = all[policy] { return plans }
      let plans = PolicyPlans(policy, isGiven: false, isPermanent: true)
      all[policy] = plans
      return plans
    }
  }

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
      let plans = PolicyPlans(policy, isGiven: true, isPermanent: all.count < 64)
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
