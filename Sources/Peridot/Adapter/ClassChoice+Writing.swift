import Synchronization

/// Whether a class cluster reads written models of its subclasses back as their own class.
extension ClassChoice {
  /// The answers for the models of one cluster, found for the first of each class.
  final class Answers: Sendable {
    private static let all = ClassCache<Answers>()
    private let known = ClassCache<String?>()

    static func of(_ cluster: Model.Type) -> Answers { all.value(for: cluster) { Answers() } }

    /// Returns the problem with models of a class, if there is one.
    ///
    /// One model can show its class and another not, so each model is checked before it is refused.
    @inline(__always)
    func problem(of type: Model.Type, asksAgain: Bool, _ ask: () -> String?) -> String? {
      guard let problem = known.known(for: type) else { return known.value(for: type, make: ask) }
      return problem == nil || !asksAgain ? problem : ask()
    }
  }

  /// A property whose holder chooses the class of its models.
  fileprivate struct Held: Hashable {
    let holder: ObjectIdentifier
    let key: String
    let type: ObjectIdentifier

    static let answers = Mutex<[Held: String?]>([:])
  }
}

extension JSONMapping {
  /// Returns the error for a model, written in a place for this plan's class, that would be read
  /// back as another class; nil if it would not, or if the policy doesn't check.
  func lostClass(of model: Model, _ policy: ConversionPolicy.Shared) -> ConversionError? {
    guard hooks.choosesClass, policy.rules.unreadableClass != .write, let chosenPlans else {
      return nil
    }
    let asksAgain = policy.rules.unreadableClass == .fail
    return chosenPlans.answers.problem(of: type(of: model), asksAgain: asksAgain) {
      problem(of: model)
    }.map { .lostClass($0, cure: clusters == nil || hooks.asksClass ? .writtenTag : .listedClass) }
  }

  /// Returns why reading would lose the class of a model in a property of `holder`, for the first
  /// such model; nil if none would lose it. The holder has this plan's class and
  /// chooses the classes in the property.
  func lostClass(
    in property: Property, of holder: Model, _ policy: ConversionPolicy.Shared
  ) -> ConversionError? {
    guard policy.rules.unreadableClass != .write,
      let heldClass = TypeShape.ModelClassFinder.modelClass(in: property.valueType),
      ModelSchema.of(heldClass).hooks.choosesClass
    else { return nil }
    var problem: String?
    ModelSchema.of(modelClass).contents.content(forKey: property.key)?.forEach(in: holder) {
      if problem == nil, type(of: $0) != heldClass {
        problem = self.problem(
          of: $0, heldClass, property.key, of: holder,
          asksAgain: policy.rules.unreadableClass == .fail)
      }
    }
    return problem.map { .lostClass($0, cure: .writtenTag) }
  }

  private func problem(
    of model: Model, _ heldClass: Model.Type, _ key: String, of holder: Model, asksAgain: Bool
  ) -> String? {
    let held = ClassChoice.Held(
      holder: ObjectIdentifier(modelClass), key: key, type: ObjectIdentifier(type(of: model)))
    if let problem = ClassChoice.Held.answers.withLock({ $0[held] }), problem == nil || !asksAgain {
      return problem
    }
    let found = members(of: holder).flatMap { try? JSONObject($0) }.flatMap { object in
      let chosen = modelClass.classForParsing(object, forKey: key) ?? heldClass
      return (try? contentPlans.plan(of: chosen))?.problem(of: model)
    }
    ClassChoice.Held.answers.withLock { _ = $0.updateValue(found, forKey: held) }
    return found
  }

  /// Lets this plan's class choose by the JSON of `model`. Returns nil if it chooses the model's
  /// class, or if `model` can't be written, because writing it throws that error.
  private func problem(of model: Model) -> String? {
    let own: Model.Type = type(of: model)
    if let clusters, !hooks.asksClass, !ModelSchema.of(own).hooks.asksClass {
      return clusters.problem(of: own)
    }
    guard let object = members(of: model).flatMap({ try? JSONObject($0) }) else { return nil }
    let found: String
    switch choice(for: object) {
    case .found(let type) where type == own: return nil
    case .found(let type): found = "chooses \(type)"
    case .nothing: found = "chooses no class"
    case .mistaken: found = "chooses a class that does not belong there"
    }
    return "\(modelClass).classForParsing(_:) \(found) for the JSON of \(own)"
  }
}

extension JSONMapping {
  /// Throws if an object can't be written with its cluster's tags and the policy refuses that. For
  /// a coder, which accepts only errors.
  func checkTags(of model: Model) throws {
    var failure: ConversionError?
    if policy.unreadableClass == .fail {
      failure = clusters?.problem.map { .lostClass($0, cure: .listedClass) }
      for case let tag as ClusterTagField in tags where failure == nil {
        failure = tag.lostClass(in: model)
      }
    }
    if policy.mismatch == .fail {
      for case let tag as ClusterTagField in tags where failure == nil {
        failure = tag.contradiction(in: model)
      }
    }
    if let failure { throw JSONAdapterError(failure.attributed(to: modelClass, nil)) }
  }
}

extension ConversionError {
  /// The error for a model that would be read back as another class.
  static func lostClass(_ problem: String, cure: ErrorAdvice) -> ConversionError {
    ConversionError(.noClassFound, at: 0, found: "\(problem)", cure: cure)
  }
}

extension NestedPlan {
  /// Checks that a model of another class than this plan's is read back as its own.
  @inline(never)
  func checkClass(of model: Model, in context: WritingContext) throws {
    guard isDeclared, let failure = try? plan().lostClass(of: model, context.shared) else { return }
    try context.noteLostClass(failure)
  }
}

extension WritingContext {
  /// Handles the error for a model whose JSON does not show its class.
  func noteLostClass(_ failure: ConversionError) throws {
    guard policy.unreadableClass == .report else { throw failure }
    note(.lostClass, failure)
  }
}
