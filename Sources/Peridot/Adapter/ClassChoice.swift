import Synchronization

/// The classes of the objects of one class cluster, in one document.
///
/// While the classes are asked, the first member with a name that the cluster's own class reads is
/// taken for the last: the object is read afterwards, and the document once more if the member
/// occurs again. This is right as long as the class that is chosen reads those members too.
final class ClassChoice {
  let cluster: JSONMapping
  let next: ClassChoice?
  private let source: JSONObjectSource
  private let plans: ChosenPlans
  private var isWatching: Bool
  /// The classes that were asked in this document by the very method that chose them, and answered
  /// with themselves.
  private var settled: UInt64 = 0

  init(
    _ cluster: JSONMapping, _ plans: ChosenPlans, _ context: ReadingContext, next: ClassChoice?
  ) {
    self.cluster = cluster
    self.plans = plans
    self.next = next
    isWatching = !context.hasSuperseded && cluster.prepare == nil
    source = JSONObjectSource(context.source, watched: cluster.input.table)
  }

  /// Reads the object at the cursor as a model of the class that it asks for.
  @inline(__always)
  func readModel(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Model {
    try plan(of: reader).use { try $0.model(&reader, context) }
  }

  /// Returns the plan of the class that the object at the cursor asks for.
  @inline(never)
  func plan(of reader: borrowing JSONReader) throws -> Permanent<JSONMapping> {
    let offset = reader.position
    let object = JSONObject(source: source, offset: offset)
    if isWatching {
      let chosen = try source.watching(reader) { try ask(object, offset) }
      if chosen.use({ $0.readsWatched }) { return chosen.use { $0.plan } }
      isWatching = false
    }
    return try ask(object, offset).use { $0.plan }
  }

  private func ask(_ object: JSONObject, _ offset: Int) throws -> Permanent<ChosenPlan> {
    let type = cluster.modelClass.classForParsing(object)
    if let type, let known = plans.known(type), known.use({ settled & $0.settledBit != 0 }) {
      return known
    }
    return try ask(type, object, offset)
  }

  /// Asks the class that was chosen, and those that are chosen further on.
  @inline(never)
  private func ask(
    _ first: Model.Type?, _ object: JSONObject, _ offset: Int
  ) throws -> Permanent<ChosenPlan> {
    let type = try cluster.modelClass.chosenClass(for: object, first) { failure($0, offset) }
    if type == Model.self {
      // An error of the property that holds the object, so its class is named there.
      throw ConversionError(
        .noClassFound, at: offset, expected: "\(cluster.modelClass)",
        found: "classForParsing(_:forKey:) of its holder found no class")
    }
    let found = try plans.plan(of: type, in: cluster)
    settled |= found.use { $0.settledBit }
    return found
  }

  private func failure(_ found: String, _ offset: Int) -> ConversionError {
    ConversionError(
      .noClassFound, at: offset, expected: "\(cluster.modelClass)", found: found
    ).attributed(to: cluster.modelClass, nil)
  }
}

extension Model {
  /// Returns the class to make of `object`: asks this class, which gave `first`, and those that are
  /// chosen further on, until one gives itself.
  static func chosenClass(
    for object: JSONObject, _ first: Model.Type?, failure: (String) -> any Error
  ) throws -> Model.Type {
    var type: Model.Type = self
    var chosen = first
    var asked: [Model.Type] = []
    while chosen != type {
      guard let next = chosen else {
        throw failure("\(type).classForParsing(_:) found no class")
      }
      guard isSubclass(next, of: self) else {
        throw failure(
          "\(type).classForParsing(_:) gave \(next), which is not a subclass of \(self)")
      }
      asked.append(type)
      if asked.contains(where: { $0 == next }) {
        let circle = (asked + [next]).map { "\($0)" }.joined(separator: ", ")
        throw failure("classForParsing(_:) runs in a circle: \(circle)")
      }
      type = next
      chosen = type.classForParsing(object)
    }
    return type
  }
}

extension ReadingContext {
  /// The choices of the class that `cluster` is the plan of; nil if the class is not a cluster.
  @inline(__always)
  func choice(of cluster: JSONMapping) -> ClassChoice? {
    guard let plans = cluster.chosenPlans else { return nil }
    if let choices {
      let first = downcast(choices, to: ClassChoice.self)
      if first.cluster === cluster { return first }
    }
    return otherChoice(of: cluster, plans)
  }

  @inline(never)
  private func otherChoice(of cluster: JSONMapping, _ plans: ChosenPlans) -> ClassChoice {
    let first = choices.map { downcast($0, to: ClassChoice.self) }
    var known = first
    while let choice = known {
      if choice.cluster === cluster { return choice }
      known = choice.next
    }
    let choice = ClassChoice(cluster, plans, self, next: first)
    choices = choice
    return choice
  }
}

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
