import Foundation
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
  private let plans: Plans
  /// The class's declared clusters; nil if code chooses the class.
  private let clusters: ClusterPlace?
  private var isWatching: Bool
  /// The classes that were asked in this document by the very method that chose them, and answered
  /// with themselves.
  private var settled: UInt64 = 0

  init(
    _ cluster: JSONMapping, _ plans: Plans, _ context: ReadingContext, next: ClassChoice?
  ) {
    self.cluster = cluster
    self.plans = plans
    self.next = next
    clusters = cluster.hooks.asksClass ? nil : cluster.clusters
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
    let object = JSONObject(at: reader, of: source)
    if isWatching {
      let chosen = try source.watching(reader) { try ask(object, offset) }
      if chosen.use({ $0.readsWatched }) { return chosen.use { $0.plan } }
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

  /// Asks the class that was chosen, and those that are chosen further on.
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
    // Below a cluster that is declared, code may choose among subclasses.
    guard found != type, !ModelSchema.of(self).hooks.asksClass,
      ModelSchema.of(found).hooks.asksClass
    else { return found }
    return try found.chosenClass(
      for: object, found.classForParsing(object), failure: failure)
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
  private func otherChoice(of cluster: JSONMapping, _ plans: ClassChoice.Plans) -> ClassChoice {
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

extension ClassChoice {
  /// The plans of the classes that a class cluster chose, each made at first use.
  final class Plans: Sendable {
    private let plans = ClassCache<Permanent<Plan>>()
    /// Keeps the plans that were made.
    private let made = Mutex<[Plan]>([])
    private let count = Atomic<UInt64>(0)
    /// The problems in reading back written models of its subclasses, by class.
    let answers: Answers

    init(of cluster: Model.Type) {
      answers = .of(cluster)
    }

    /// Returns the plan of a class that was chosen before.
    @inline(__always)
    func known(_ modelClass: Model.Type) -> Permanent<Plan>? { plans.known(for: modelClass) }

    /// Returns the plan of a class that `cluster` chose.
    func plan(of modelClass: Model.Type, in cluster: JSONMapping) throws -> Permanent<Plan> {
      try plans.value(for: modelClass) {
        let number = count.add(1, ordering: .relaxed).oldValue
        let plan = try Plan(of: modelClass, number: number, in: cluster)
        made.withLock { $0.append(plan) }
        // Sound: this keeps it, and is what hands it out.
        return unsafe Permanent(keptElsewhere: plan)
      }
    }
  }

  /// The plan of a class that a class cluster chose.
  final class Plan: Sendable {
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
      let asksFurther =
        ModelHooks.asksClass(modelClass, below: cluster.modelClass)
        || cluster.hooks.asksClass && plan.clusters != nil
      // A shift by 64 or more gives zero.
      settledBit = asksFurther ? 0 : 1 << number
    }
  }
}

extension JSONMapping {
  /// Returns the plan by which the object at the cursor is read into `model`: that of the model's own
  /// class, unless the object chooses a class that is neither this nor a superclass of it, whose plan it
  /// is then; nil when the policy takes the value as null.
  ///
  /// A class cluster may tell the class by members that an update leaves out. Then it is asked about
  /// the whole object: what `model` is written as, with the update put into it.
  func resolved(
    for model: Model, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> JSONMapping? {
    let own: Model.Type = type(of: model)
    func keepsClass(_ choice: Choice) -> Bool {
      if case .found(let type) = choice { isSubclass(own, of: type) } else { false }
    }
    guard chosenPlans != nil, reader.nextByte() == UInt8(ascii: "{") else {
      let mapping = try resolved(&reader, context)
      guard let mapping, mapping.modelClass != own, isSubclass(own, of: mapping.modelClass) else {
        return mapping
      }
      return try plans.plan(of: own)
    }
    let named = choice(at: reader, context, updating: own)
    if keepsClass(named) { return try plans.plan(of: own) }
    if clusters != nil, !hooks.asksClass {
      switch named {
      case .found(let type): return try plans.plan(of: type)
      case .nothing: return try plans.plan(of: own)
      case .mistaken: return try resolved(&reader, context)
      }
    }
    guard let members = members(of: model) else { return try resolved(&reader, context) }
    guard case .found(let shown) = choice(for: try JSONObject(members)), shown == own else {
      // The model's JSON does not show the class, so an update need not name it either.
      if case .nothing = named { return try plans.plan(of: own) }
      return try resolved(&reader, context)
    }
    let place = ReadingContext.Place(&reader)
    let patch = try reader.readAnyValue() as? [String: Any] ?? [:]
    place.restore(&reader)
    let patched = choice(for: JSONObject(live: members.patched(by: patch)))
    if keepsClass(patched) { return try plans.plan(of: own) }
    guard case .found(let type) = patched else { return try resolved(&reader, context) }
    return try plans.plan(of: type)
  }

  /// Whether a declared cluster has told this plan's class from that of `model`.
  func isOfSameCluster(as model: Model, _ context: ReadingContext) -> Bool {
    if chosenPlans == nil { return context.holderDeclares }
    let others = ClusterPlace.of(type(of: model))?.levels.map(\.cluster.base) ?? []
    return !hooks.asksClass
      && clusters?.levels.contains { level in others.contains { $0 == level.cluster.base } }
        ?? false
  }

  /// The class that a cluster chooses.
  enum Choice {
    case found(Model.Type)
    case nothing
    case mistaken
  }

  /// The class that the object at the cursor asks for.
  ///
  /// - Parameter own: The class of the model that the object updates.
  func choice(
    at reader: borrowing JSONReader, _ context: ReadingContext,
    updating own: Model.Type = Model.self
  ) -> Choice {
    if chosenPlans == nil { return .found(modelClass) }
    return choice(
      for: JSONObject(at: reader, of: JSONObjectSource(context.source)), updating: own)
  }

  func choice(for object: JSONObject, updating own: Model.Type = Model.self) -> Choice {
    var type: Model.Type = modelClass
    if let clusters, !hooks.asksClass {
      switch clusters.choice(for: object, updating: own) {
      case .found(let found): type = found
      case .nothing: return .nothing
      case .mistaken: return .mistaken
      }
      guard ModelSchema.of(type).hooks.asksClass else { return .found(type) }
    }
    var asked: [Model.Type] = []
    while let next = type.classForParsing(object) {
      // A superclass may be chosen for a model that is there.
      if next == type || next != modelClass && isSubclass(modelClass, of: next) {
        return .found(next)
      }
      guard isSubclass(next, of: modelClass), !asked.contains(where: { $0 == next }) else {
        return .mistaken
      }
      asked.append(type)
      type = next
    }
    return .nothing
  }

  /// The members that a model is written as; nil if it cannot be written.
  func members(of model: Model) -> [String: Any]? {
    var writer = JSONWriter()
    let context = WritingContext(policy: shared, options: [])
    do {
      try plans.plan(of: type(of: model)).write(model, &writer, context)
      return try JSONBytes(writer.bytes()).withReader(maximumDepth: .max) { reader in
        try reader.readValue() as? [String: Any]
      }
    } catch {
      return nil
    }
  }
}

/// A field that holds models, of a class whose holder tells by `classForParsing(_:forKey:)` which
/// class they are of.
final class ChosenClassField: JSONField {
  private let field: any JSONField
  private let heldClass: Model.Type
  /// Whether that class has a choice of its own, so that models to write have to be checked.
  private let isOfCluster: Bool
  /// They own this.
  private unowned let plans: PolicyPlans
  /// Makes the field for a subclass of `heldClass`.
  private let make: @Sendable (Model.Type) -> (any JSONField)?
  private let fields = ClassCache<any JSONField>()

  /// - Parameter field: The field that makes models of `heldClass`, which is asked for their class.
  init(
    _ field: any JSONField, _ heldClass: Model.Type, _ plans: PolicyPlans,
    _ make: @escaping @Sendable (Model.Type) -> (any JSONField)?
  ) {
    // Such a field does not itself check the classes of the models that it writes.
    self.field = make(heldClass) ?? field
    self.heldClass = heldClass
    isOfCluster = ModelSchema.draft(of: heldClass).hooks.choosesClass
    self.plans = plans
    self.make = make
  }

  var property: Property { field.property }

  /// The codec may not read the value: the holder's object has to be asked first.
  var form: FieldForm { .none }

  var writingForm: FieldForm { isOfCluster ? .none : field.writingForm }

  var memberCodec: (any MemberCodec)? { isOfCluster ? nil : field.memberCodec }

  var policy: ConversionPolicy? { nil }

  func read(
    into model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    // Null is of no class.
    guard reader.nextByte() != UInt8(ascii: "n"), let holder = context.holder else {
      return try field.read(into: model, isUpdate: isUpdate, &reader, context)
    }
    let object = downcast(holder, to: HolderObject.self)
    let field = try field(for: object, at: reader.position, &reader, context)
    let outer = context.holderDeclares
    context.holderDeclares = object.declaresCluster(of: property)
    defer { context.holderDeclares = outer }
    try field.read(into: model, isUpdate: isUpdate, &reader, context)
    object.keepTag(of: property)
  }

  /// Returns the field that makes models of the class that the holder's object asks for.
  private func field(
    for holder: HolderObject, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws -> any JSONField {
    guard let chosen = try holder.chosenClass(property, heldClass, reader, context),
      chosen != heldClass
    else { return field }
    let known = isSubclass(chosen, of: heldClass) ? fields.known(for: chosen) ?? make(chosen) : nil
    guard let known else {
      throw ConversionError(
        .noClassFound, at: offset, expected: "\(heldClass)",
        found: "\(type(of: holder.model)).classForParsing(_:forKey:) gave \(chosen), which is not "
          + "a subclass of \(heldClass)")
    }
    return fields.value(for: chosen) { known }
  }

  func write(
    from model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    if let failure = try lostClass(in: model, context) { try context.noteLostClass(failure) }
    try field.write(from: model, &writer, context)
  }

  /// Returns the error for a model in the property that is not read back as what it is.
  private func lostClass(in model: Model, _ context: WritingContext) throws -> ConversionError? {
    guard isOfCluster, context.asksClasses else { return nil }
    return try plans.plan(of: type(of: model)).lostClass(
      in: property, of: model, context.shared)
  }

  func value(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any? {
    try field.value(&reader, context)
  }

  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    if try lostClass(in: model, writing.context) != nil { throw DictionaryWriting.LeftToBytes() }
    return try field.boxed(from: model, writing)
  }

  func isNil(in model: Model) -> Bool { field.isNil(in: model) }

  func reset(in model: Model, _ context: ReadingContext) -> Bool {
    field.reset(in: model, context)
  }

  var isResetByMismatch: Bool { field.isResetByMismatch }
}

extension JSONMapping {
  /// Returns the class of the models in a property whose holder is `object`; nil if no tag tells it, and
  /// the property's own class is to be made.
  func heldClass(
    _ table: ClusterTable, _ property: Property, in object: JSONObject,
    failure: (String) -> any Error
  ) throws -> Model.Type? {
    let words: String
    switch table.find(in: object, clusters?.prefix ?? []) {
    case .entry(let entry): return table.entries[entry].type
    case .unknown(let found, _): words = table.unknownTag(found)
    case .nothing:
      if holdsNothing(property, in: object) { return nil }
      words = table.absentTag
    }
    switch table.cluster.unknown {
    case .fail: throw failure(words)
    case .base: return table.cluster.base
    case .kept(let type): return type
    }
  }

  /// Whether `object` has an empty collection for a property, which no tag has to tell the class of.
  private func holdsNothing(_ property: Property, in object: JSONObject) -> Bool {
    guard MappingMaker.Places.modelClass(of: property.valueType) == nil,
      let path = JSONKeyPaths.of(modelClass).path(of: property)
    else { return false }
    switch object.value(at: path) {
    case let elements as [Any]: return elements.isEmpty
    case let members as [String: Any]: return members.isEmpty
    default: return false
    }
  }

  /// Has the models in a property keep the tag of their holder, if they keep what they were read from.
  func keepTag(
    _ table: ClusterTable, of property: Property, in model: Model, _ object: JSONObject
  ) {
    guard case .kept = table.cluster.unknown,
      case .unknown(_, let tag?) = table.find(in: object, clusters?.prefix ?? [])
    else { return }
    ModelSchema.of(modelClass).contents.content(forKey: property.key)?.forEach(in: model) {
      ($0 as? any JSONKeeping)?.keptJSON.holderTag = tag
    }
  }
}

extension ChosenClassField {
  /// The object that a model is read from, which tells the classes of the models in its properties.
  final class HolderObject {
    let model: Model
    private let mapping: JSONMapping
    private let isUpdate: Bool
    private let context: ReadingContext
    private let source: JSONObjectSource
    private let object: JSONObject
    /// The JSON of the model, with the update put into it; nil if the model cannot be written.
    private lazy var whole = mapping.members(of: model).flatMap {
      try? JSONObject($0.patched(by: object.dictionary))
    }

    init(
      _ mapping: JSONMapping, _ model: Model, isUpdate: Bool, at offset: Int,
      _ context: ReadingContext
    ) {
      self.mapping = mapping
      self.model = model
      self.isUpdate = isUpdate
      self.context = context
      source = JSONObjectSource(context.source, watched: mapping.input.table)
      object = JSONObject(source: source, offset: offset)
    }

    /// Returns the class of what a property holds; nil for the property's own.
    ///
    /// - Throws: an error for a tag that stands for no class, where the holder declares the cluster.
    func chosenClass(
      _ property: Property, _ heldClass: Model.Type, _ reader: borrowing JSONReader,
      _ context: ReadingContext
    ) throws -> Model.Type? {
      guard let table = mapping.heldClusters[property.key] else {
        return classForParsing(property, reader, context)
      }
      let offset = reader.position
      let chosen = try mapping.heldClass(
        table, property, in: isUpdate ? whole ?? object : object
      ) {
        ConversionError(.noClassFound, at: offset, expected: "\(heldClass)", found: $0)
      }
      guard isUpdate, chosen == nil else { return chosen }
      return (property.access.unwrappedValue(of: model) as? Model).map { type(of: $0) }
    }

    func declaresCluster(of property: Property) -> Bool {
      mapping.heldClusters[property.key] != nil
    }

    /// Has the models in a property keep the tag, if they keep what they were read from.
    func keepTag(of property: Property) {
      guard let table = mapping.heldClusters[property.key] else { return }
      mapping.keepTag(table, of: property, in: model, isUpdate ? whole ?? object : object)
    }

    /// The same where the class is asked.
    ///
    /// An update may leave out what tells the class, so then the class is asked about the whole
    /// object. If that does not show the class either, a model keeps the one it has.
    func classForParsing(
      _ property: Property, _ reader: borrowing JSONReader, _ context: ReadingContext
    ) -> Model.Type? {
      let key = property.key
      if isUpdate {
        let chosen = mapping.modelClass.classForParsing(whole ?? object, forKey: key)
        return chosen ?? (property.access.unwrappedValue(of: model) as? Model).map { type(of: $0) }
      }
      // The first of members with a watched name may be taken for the last, as in a class cluster:
      // the document is read once more when the holder's object turns out to have another.
      guard context === self.context, !context.hasSuperseded else {
        return mapping.modelClass.classForParsing(object, forKey: key)
      }
      return source.watching(reader) { mapping.modelClass.classForParsing(object, forKey: key) }
    }
  }
}
