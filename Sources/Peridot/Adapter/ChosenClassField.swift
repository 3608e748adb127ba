/// A field of models whose class their holder chooses by `classForParsing(_:forKey:)`.
final class ChosenClassField: JSONField {
  private let field: any JSONField
  private let heldClass: Model.Type
  /// Whether that class chooses classes itself, so that written models need a check.
  private let isOfCluster: Bool
  /// They own this.
  private unowned let plans: PolicyPlans
  /// Makes the field for a subclass of `heldClass`.
  private let make: @Sendable (Model.Type) -> (any JSONField)?
  private let fields = ClassCache<any JSONField>()

  /// - Parameter field: The field that makes models of `heldClass`, which chooses their class.
  init(
    _ field: any JSONField, of heldClass: Model.Type, plans: PolicyPlans,
    make: @escaping @Sendable (Model.Type) -> (any JSONField)?
  ) {
    // The new field doesn't check the classes of the models that it writes.
    self.field = make(heldClass) ?? field
    self.heldClass = heldClass
    isOfCluster = ModelSchema.draft(of: heldClass).hooks.choosesClass
    self.plans = plans
    self.make = make
  }

  var property: Property { field.property }

  /// The codec can't read the value, because the holder's object chooses first.
  var form: FieldForm { .none }

  var writingForm: FieldForm { isOfCluster ? .none : field.writingForm }

  var memberCodec: (any MemberCodec)? { isOfCluster ? nil : field.memberCodec }

  var policy: ConversionPolicy? { nil }

  func read(
    into model: Model, isUpdate: Bool, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    // Null has no class.
    guard reader.nextByte() != UInt8(ascii: "n"), let holder = context.holder else {
      return try field.read(into: model, isUpdate: isUpdate, from: &reader, in: context)
    }
    let object = downcast(holder, to: HolderObject.self)
    let field = try field(for: object, at: reader.position, &reader, in: context)
    let outer = context.heldCluster
    context.heldCluster = object.cluster(of: property)
    defer { context.heldCluster = outer }
    try field.read(into: model, isUpdate: isUpdate, from: &reader, in: context)
    object.keepTag(of: property, in: context)
  }

  /// Returns the field that makes models of the class chosen by the holder's object.
  private func field(
    for holder: HolderObject, at offset: Int, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> any JSONField {
    guard let chosen = try holder.chosenClass(property, heldClass, reader, in: context),
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
    from model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    if let failure = try lostClass(in: model, context) { try context.noteLostClass(failure) }
    try field.write(from: model, to: &writer, in: context)
  }

  /// Returns the error for a model in the property that would be read back as another class.
  private func lostClass(in model: Model, _ context: WritingContext) throws -> ConversionError? {
    guard isOfCluster, context.asksClasses else { return nil }
    return try plans.plan(of: type(of: model)).lostClass(
      in: property, of: model, context.shared)
  }

  func value(_ reader: inout JSONReader, in context: ReadingContext) throws -> Any? {
    try field.value(&reader, in: context)
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
  /// Returns the class of the models in a property of `object`; nil if no tag determines it and the
  /// property's own class applies.
  func heldClass(
    _ table: ClusterTable, _ property: Property, in object: JSONObject,
    failure: (ErrorPhrase) -> any Error
  ) throws -> Model.Type? {
    switch table.find(in: object, clusters?.prefix ?? []) {
    case .entry(let entry): return table.entries[entry].type
    case .unknown(let found, _):
      return try table.classOfOthers { failure(table.unknownTag(found)) }
    case .nothing, .removed:
      if holdsNothing(property, in: object) { return nil }
      return try table.classWithoutTag { failure(table.absentTag) }
    }
  }

  /// Whether `object` has an empty collection for a property, which needs no tag.
  fileprivate func holdsNothing(_ property: Property, in object: JSONObject) -> Bool {
    guard MappingMaker.Places.modelClass(of: property.valueType) == nil,
      let path = JSONKeyPaths.of(modelClass).path(of: property)
    else { return false }
    switch object.value(at: path) {
    case let elements as [Any]: return elements.isEmpty
    case let members as [String: Any]: return members.isEmpty
    default: return false
    }
  }

  /// Passes the tag of their holder to the models in a property, if they keep their JSON.
  func keepTag(
    _ table: ClusterTable, of property: Property, in model: Model, _ object: JSONObject
  ) {
    guard case .unknown(_, let tag?) = table.find(in: object, clusters?.prefix ?? []) else {
      return
    }
    keepTag(tag, table, of: property, in: model, undo: nil)
  }

  fileprivate func keepTag(
    _ tag: Cluster.Tag, _ table: ClusterTable, of property: Property, in model: Model,
    undo: UndoLog?
  ) {
    guard case .kept = table.cluster.unknown else { return }
    ModelSchema.of(modelClass).contents.content(forKey: property.key)?.forEach(in: model) {
      guard let kept = $0 as? any JSONKeeping, kept.keptJSON.holderTag != tag else { return }
      if let undo {
        _ = undo.willUpdate(kept, ModelSchema.of(type(of: $0)).variables)
        undo.willRunCode()
      }
      kept.keptJSON.holderTag = tag
    }
  }

  /// The tag of the models in a property, which this class's objects have.
  fileprivate func heldTag(of property: Property, in model: Model) -> Cluster.Tag? {
    for case let field as ClusterTagField in tags {
      if let tag = field.tag(ofModelsIn: property.key, of: model) { return tag }
    }
    return nil
  }
}

extension ClusterTable {
  /// The class of objects without a tag; throws if the cluster has none.
  func classWithoutTag(failure: () -> any Error) throws -> Model.Type {
    if let absent { return types[absent] }
    return try classOfOthers(failure: failure)
  }

  /// The class of objects with another tag; throws if the cluster has none.
  func classOfOthers(failure: () -> any Error) throws -> Model.Type {
    switch cluster.unknown {
    case .fail: throw failure()
    case .base: cluster.base
    case .kept(let type): type
    }
  }
}

extension ChosenClassField {
  /// The object of a model in reading, which determines the classes of models in its properties.
  final class HolderObject {
    let model: Model
    private let mapping: JSONMapping
    private let isUpdate: Bool
    /// It keeps this.
    private unowned let context: ReadingContext
    private let source: JSONObjectSource
    private let object: JSONObject
    /// The tag for models that keep their JSON, from the latest choice of a class.
    private var heldTag: Cluster.Tag?
    /// The model's JSON with the update put into it; nil if the model can't be written.
    private lazy var whole = mapping.members(of: model).flatMap {
      try? JSONObject($0.patched(by: object.dictionary))
    }

    /// - Parameter view: The object, if the document has only parts of it.
    init(
      _ mapping: JSONMapping, _ model: Model, isUpdate: Bool, at offset: Int,
      in context: ReadingContext, view: JSONObject? = nil
    ) {
      self.mapping = mapping
      self.model = model
      self.isUpdate = isUpdate
      self.context = context
      source = JSONObjectSource(context.source, watched: mapping.input.table)
      object = view ?? JSONObject(source: source, offset: offset)
    }

    /// Returns the class of a property's models; nil for the property's own.
    ///
    /// - Throws: an error for a tag without a class, if the holder declares the cluster.
    func chosenClass(
      _ property: Property, _ heldClass: Model.Type, _ reader: borrowing JSONReader,
      in context: ReadingContext
    ) throws -> Model.Type? {
      guard let table = mapping.heldClusters[property.key] else {
        return classForParsing(property, heldClass, reader, in: context)
      }
      let offset = reader.position
      if isUpdate { return try self.heldClass(table, property, at: offset) }
      return try mapping.heldClass(table, property, in: object) {
        failure(table, $0, at: offset)
      }
    }

    private func failure(
      _ table: ClusterTable, _ found: ErrorPhrase, at offset: Int
    ) -> ConversionError {
      ConversionError(
        .noClassFound, at: offset, expected: "\(table.cluster.base)", found: found)
    }

    private var prefix: [String] { mapping.clusters?.prefix ?? [] }

    /// Whether the object of an update has the tag of a cluster, or removes it.
    func names(_ table: ClusterTable) -> Bool {
      if case .nothing = table.find(in: object, prefix) { return removes(table) }
      return true
    }

    private func removes(_ table: ClusterTable) -> Bool {
      context.isPatch && object.removes(prefix + table.path)
    }

    /// Returns the class of a property's models in an update: without a tag, that of the model that
    /// is there, or that of the tag that the holder is written with.
    func heldClass(
      _ table: ClusterTable, _ property: Property, at offset: Int
    ) throws -> Model.Type? {
      heldTag = nil
      switch table.find(in: object, prefix) {
      case .entry(let entry): return table.entries[entry].type
      case .unknown(let found, let tag):
        heldTag = tag
        return try table.classOfOthers { failure(table, table.unknownTag(found), at: offset) }
      case .nothing, .removed: break
      }
      if !removes(table) {
        let tag = mapping.heldTag(of: property, in: model)
        if let held = property.access.unwrappedValue(of: model).flatMap(Model.held) {
          heldTag = tag
          return type(of: held)
        }
        if let tag {
          if let entry = table.entries.first(where: { $0.tag == tag }) { return entry.type }
          heldTag = tag
          return try table.classOfOthers {
            failure(table, table.unknownTag(tag.words), at: offset)
          }
        }
      }
      if mapping.holdsNothing(property, in: object) { return nil }
      return try table.classWithoutTag { failure(table, table.absentTag, at: offset) }
    }

    func cluster(of property: Property) -> ClusterTable? { mapping.heldClusters[property.key] }

    /// Passes the tag to the models in a property, if they keep their JSON.
    func keepTag(of property: Property, in context: ReadingContext) {
      guard let table = mapping.heldClusters[property.key] else { return }
      if !isUpdate { return mapping.keepTag(table, of: property, in: model, object) }
      guard let heldTag else { return }
      mapping.keepTag(heldTag, table, of: property, in: model, undo: context.undo)
    }

    /// The class that code chooses for the models in a property; nil if it chooses none.
    ///
    /// An update can omit the members that determine the class. Then code gets the whole object. If
    /// that doesn't show the class either, a model keeps its own, unless its own JSON chooses
    /// it.
    func classForParsing(
      _ property: Property, _ heldClass: Model.Type, _ reader: borrowing JSONReader,
      in context: ReadingContext
    ) -> Model.Type? {
      let key = property.key
      if isUpdate {
        let chosen = mapping.modelClass.classForParsing(whole ?? object, forKey: key)
        if chosen != nil || ModelSchema.of(heldClass).hooks.choosesClass { return chosen }
        return property.access.unwrappedValue(of: model).flatMap(Model.held).map { type(of: $0) }
      }
      // The first of several members with a watched name can count as the last, as in a class
      // cluster: if the holder's object has another one, the document is read again.
      guard context === self.context, !context.hasSuperseded else {
        return mapping.modelClass.classForParsing(object, forKey: key)
      }
      return source.watching(reader) { mapping.modelClass.classForParsing(object, forKey: key) }
    }
  }
}
