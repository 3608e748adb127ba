import Foundation
import Synchronization

/// The classes chosen for one class cluster's objects in one document.
///
/// During the choice, the first member with a name that the cluster's own class reads counts as the
/// last: the object is read afterwards, and if the member is repeated, the document is read again.
/// This requires that the chosen class reads those members too.
final class ClassChoice {
  let cluster: JSONMapping
  let next: ClassChoice?
  private let source: JSONObjectSource
  private let plans: Plans
  /// The class's declared clusters; nil if code chooses the class.
  private let clusters: ClusterPlace?
  private var isWatching: Bool
  /// The classes that were chosen in this document, were asked by the same method, and chose
  /// themselves.
  private var settled: UInt64 = 0
  /// The tags that are looked for before an object is asked: the member's name, and the texts.
  private let tag: (key: String, texts: JSONKeyTable)?
  /// The plans of the classes that these alone have told, by their indexes.
  private var told: [Permanent<Plan>?]

  init(
    _ cluster: JSONMapping, _ plans: Plans, in context: ReadingContext, next: ClassChoice?
  ) {
    self.cluster = cluster
    self.plans = plans
    self.next = next
    clusters = cluster.hooks.asksClass ? nil : cluster.clusters
    tag = clusters?.only.flatMap { table in table.textMember.map { ($0, table.texts) } }
    told = Array(repeating: nil, count: tag?.texts.count ?? 0)
    isWatching = !context.hasSuperseded && cluster.prepare == nil
    source = JSONObjectSource(context.source, watched: cluster.input.table)
  }

  /// Reads the object at the cursor as a model of the class that it chooses.
  @inline(__always)
  func readModel(from reader: inout JSONReader, in context: ReadingContext) throws -> Model {
    try plan(of: reader).use { try $0.model(&reader, in: context) }
  }

  /// Returns the plan of the class that the object at the cursor chooses.
  @inline(never)
  func plan(of reader: borrowing JSONReader) throws -> Permanent<JSONMapping> {
    var index = -1
    if isWatching, let tag {
      index = source.index(in: tag.texts, ofMember: tag.key, reader)
      if index >= 0, let plan = told[index] { return plan.use { $0.plan } }
    }
    let offset = reader.position
    let object = JSONObject(at: reader, of: source)
    if isWatching {
      let chosen = try source.watching(reader) { try ask(object, offset) }
      if chosen.use({ $0.readsWatched }) {
        if index >= 0, chosen.use({ $0.settledBit != 0 }) { told[index] = chosen }
        return chosen.use { $0.plan }
      }
      isWatching = false
    }
    return try ask(object, offset).use { $0.plan }
  }

  private func ask(_ object: JSONObject, _ offset: Int) throws -> Permanent<Plan> {
    let type =
      try clusters?.chosen(for: object) { failure($0, offset) }
      ?? cluster.modelClass.classForParsing(object)
    if let type, let known = plans.known(type), known.use({ settled & $0.settledBit != 0 }) {
      return known
    }
    return try ask(type, object, offset)
  }

  /// Asks the chosen class, and those that it chooses in turn.
  @inline(never)
  private func ask(
    _ first: Model.Type?, _ object: JSONObject, _ offset: Int
  ) throws -> Permanent<Plan> {
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

  private func failure(_ found: ErrorPhrase, _ offset: Int) -> ConversionError {
    cluster.noClass(found, at: offset)
  }
}

extension Model {
  /// Returns the class for `object`: asks this class, which chose `first`, and those chosen in
  /// turn, until one chooses itself.
  dynamic static func chosenClass(
    for object: JSONObject, _ first: Model.Type?, failure: (ErrorPhrase) -> any Error
  ) throws -> Model.Type {
    var type: Model.Type = self
    var chosen = first
    var asked: [Model.Type] = []
    while chosen != type {
      guard let next = chosen else {
        throw failure("\(type).classForParsing(_:) found no class")
      }
      guard Peridot.isSubclass(next, of: self) else {
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
    guard let place = ClusterPlace.of(type) else { return type }
    let found = try place.chosen(for: object, failure)
    // Below a declared cluster, code can choose among subclasses.
    guard found != type, !ModelSchema.of(self).hooks.asksClass,
      ModelSchema.of(found).hooks.asksClass
    else { return found }
    return try found.chosenClass(
      for: object, found.classForParsing(object), failure: failure)
  }
}

extension ReadingContext {
  /// The choices of the class of `cluster`; nil if the class is not a cluster.
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
  private func otherChoice(of cluster: JSONMapping, _ plans: ClassChoice.Plans) -> ClassChoice {
    let first = choices.map { downcast($0, to: ClassChoice.self) }
    var known = first
    while let choice = known {
      if choice.cluster === cluster { return choice }
      known = choice.next
    }
    let choice = ClassChoice(cluster, plans, in: self, next: first)
    choices = choice
    return choice
  }
}

extension ClassChoice {
  /// The plans of the classes that a cluster chose, each made at first use.
  final class Plans: Sendable {
    private let plans = ClassCache<Permanent<Plan>>()
    /// Keeps the plans made so far.
    private let made = Mutex<[Plan]>([])
    private let count = Atomic<UInt64>(0)
    /// The problems in reading back written models of its subclasses, by class.
    let answers: Answers

    init(of cluster: Model.Type) {
      answers = .of(cluster)
    }

    /// Returns the plan of a class chosen before.
    @inline(__always)
    func known(_ modelClass: Model.Type) -> Permanent<Plan>? { plans.known(for: modelClass) }

    /// Returns the plan of a class that `cluster` chose.
    func plan(of modelClass: Model.Type, in cluster: JSONMapping) throws -> Permanent<Plan> {
      try plans.value(for: modelClass) {
        let number = count.add(1, ordering: .relaxed).oldValue
        let plan = try Plan(of: modelClass, number: number, in: cluster)
        made.withLock { $0.append(plan) }
        // Sound: this object keeps it for all its users.
        return unsafe Permanent(keptElsewhere: plan)
      }
    }
  }

  /// The plan of a class that a class cluster chose.
  final class Plan: Sendable {
    let plan: Permanent<JSONMapping>
    /// Whether reading its objects uses all the names that the cluster's own class reads.
    let readsWatched: Bool
    /// The class's bit in a set of the classes that inherit the cluster's `classForParsing(_:)`;
    /// zero for one that doesn't, and for those beyond the number of bits.
    let settledBit: UInt64

    init(of modelClass: Model.Type, number: UInt64, in cluster: JSONMapping) throws {
      let plan =
        try modelClass == cluster.modelClass ? cluster : cluster.plans.plan(of: modelClass)
      // Sound: the plans under a policy own all of them.
      self.plan = unsafe Permanent(keptElsewhere: plan)
      readsWatched =
        plan.prepare == nil
        && cluster.input.table.names.allSatisfy { plan.input.table.index(of: $0) != nil }
      let asksFurther =
        Hook.classChoice.isOverridden(by: modelClass, below: cluster.modelClass)
        || cluster.hooks.asksClass && plan.clusters != nil
      // A shift by 64 or more gives zero.
      settledBit = asksFurther ? 0 : 1 << number
    }
  }
}

extension JSONMapping {
  /// Returns the plan for reading the object at the cursor into `model`: that of the model's own
  /// class, unless the object chooses a class that is neither this nor a superclass of it, or a
  /// merge patch chooses any other. Nil if the policy treats the value as null.
  ///
  /// If an update omits the members by which code chooses, the code gets the whole object: the
  /// model's JSON with the update put into it.
  func resolved(
    for model: Model, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> JSONMapping? {
    let own: Model.Type = type(of: model)
    func keepsClass(_ choice: Choice) -> Bool {
      guard case .found(let type) = choice else { return false }
      if context.isPatch, let clusters, !hooks.asksClass {
        return type == own || type == clusters.shownClass(of: own)
      }
      return type == own || !context.isPatch && isSubclass(own, of: type)
    }
    guard chosenPlans != nil, reader.nextByte() == UInt8(ascii: "{") else {
      let mapping = try resolved(&reader, in: context)
      guard let mapping, mapping.modelClass != own, isSubclass(own, of: mapping.modelClass) else {
        return mapping
      }
      return try plans.plan(of: own)
    }
    if context.extent == .whole { return try resolved(&reader, in: context) }
    let named = choice(
      at: reader, in: context, changing: .init(model: model, isPatch: context.isPatch))
    if keepsClass(named) { return try plans.plan(of: own) }
    if clusters != nil, !hooks.asksClass {
      switch named {
      case .found(let type): return try plans.plan(of: type)
      case .nothing: return try plans.plan(of: own)
      case .mistaken(let words?): throw noClass(words, at: reader.position)
      case .mistaken(nil): return try resolved(&reader, in: context)
      }
    }
    guard let members = members(of: model) else { return try resolved(&reader, in: context) }
    guard case .found(let shown) = choice(for: try JSONObject(members)), shown == own else {
      // The model's JSON doesn't show the class, so an update doesn't have to, either.
      if case .nothing = named { return try plans.plan(of: own) }
      return try resolved(&reader, in: context)
    }
    let place = ReadingContext.Place(&reader)
    let patch = try reader.readAnyValue(context, isInner: true) as? [String: Any] ?? [:]
    place.restore(&reader)
    let patched = choice(for: JSONObject(live: members.patched(by: patch)))
    if keepsClass(patched) { return try plans.plan(of: own) }
    guard case .found(let type) = patched else { return try resolved(&reader, in: context) }
    return try plans.plan(of: type)
  }

  /// The error for an object that chooses no class.
  func noClass(_ found: ErrorPhrase, at offset: Int) -> ConversionError {
    ConversionError(.noClassFound, at: offset, expected: "\(modelClass)", found: found)
      .attributed(to: modelClass, nil)
  }

  /// Whether a model of this plan's class is made from `model`, of another class or, in a merge patch,
  /// identity: code that chooses the class has already seen the whole object.
  func isMade(from model: Model, in context: ReadingContext) -> Bool {
    switch context.extent {
    case .whole: return false
    case .patch, .insertion: return true
    case .part:
      if modelClass == type(of: model) { return false }
      if chosenPlans == nil { return context.heldCluster != nil }
      let others = ClusterPlace.of(type(of: model))?.levels.map(\.cluster.base) ?? []
      return !hooks.asksClass
        && clusters?.levels.contains { level in others.contains { $0 == level.cluster.base } }
          ?? false
    }
  }

  /// A cluster's choice of a class.
  enum Choice {
    case found(Model.Type)
    case nothing
    /// With the reason, if a declared cluster has one.
    case mistaken(ErrorPhrase?)
  }

  /// The class that the object at the cursor chooses.
  ///
  /// - Parameter changed: The model that the object changes.
  func choice(
    at reader: borrowing JSONReader, in context: ReadingContext,
    changing changed: ClusterTable.Changed? = nil
  ) -> Choice {
    if chosenPlans == nil { return .found(modelClass) }
    return choice(
      for: JSONObject(at: reader, of: JSONObjectSource(context.source)), changing: changed)
  }

  func choice(for object: JSONObject, changing changed: ClusterTable.Changed? = nil) -> Choice {
    var type: Model.Type = modelClass
    if let clusters, !hooks.asksClass {
      switch clusters.choice(for: object, changing: changed, takesNull: false) {
      case .found(let found): type = found
      case .nothing: return .nothing
      case .mistaken(let words): return .mistaken(words)
      }
      guard ModelSchema.of(type).hooks.asksClass else { return .found(type) }
    }
    var asked: [Model.Type] = []
    while let next = type.classForParsing(object) {
      // For an existing model, the choice can be a superclass.
      if next == type || next != modelClass && isSubclass(modelClass, of: next) {
        return .found(next)
      }
      guard isSubclass(next, of: modelClass), !asked.contains(where: { $0 == next }) else {
        return .mistaken(nil)
      }
      asked.append(type)
      type = next
    }
    return .nothing
  }

  /// The members of a model's JSON; nil if it can't be written.
  func members(of model: Model) -> [String: Any]? {
    try? JSONBytes(text(of: model)).withReader(maximumDepth: .max) { reader in
      try reader.readValue() as? [String: Any]
    }
  }

  /// The text of a model's JSON; for a patch, also with what the policy omits.
  func text(of model: Model, isPatch: Bool = false) throws -> [UInt8] {
    var writer = JSONWriter()
    let context = WritingContext(policy: shared, options: [])
    context.isPatch = isPatch
    try plans.plan(of: type(of: model)).write(model, to: &writer, in: context)
    return writer.bytes()
  }
}
