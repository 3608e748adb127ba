import Foundation

/// One call of an adapter, the common form of the API's methods.
///
/// Not copyable, because a copy retains each of its parts.
struct AdapterCall: ~Copyable {
  let plans: PolicyPlans
  let adapter: JSONAdapter?
  let keys: [String]?
  /// The declared class of the models to write; nil for none.
  private let declared: Model.Type?
  /// Whether all of a model is written, for somebody to read back.
  private(set) var isWhole = true
  private var isPatch = false
  /// Whether a coder gets what is written.
  let isForCoder: Bool
  /// The place of the model or models in the document.
  var place: [JSONKeyPath.Component] = []

  var policy: ConversionPolicy { plans.policy.rules }

  /// A call that reads, or that writes all of a value.
  init(_ plans: PolicyPlans, isForCoder: Bool = false) {
    self.plans = plans
    self.isForCoder = isForCoder
    adapter = nil
    keys = nil
    declared = nil
  }

  /// A call that reads the value at a place; nil is the document itself.
  init(_ plans: PolicyPlans, at place: JSONKeyPath?) throws {
    self.init(plans)
    if let place { self.place = try place.place() }
  }

  /// A call that writes.
  init(
    _ plans: PolicyPlans, _ adapter: JSONAdapter?, keys: [String]?, at place: JSONKeyPath? = nil,
    of declared: Model.Type? = nil
  ) throws {
    self.plans = plans
    self.adapter = adapter
    self.keys = keys
    self.declared = declared
    isForCoder = false
    isWhole = keys == nil && adapter.map { type(of: $0) == JSONAdapter.self } ?? true
    if let place { self.place = try place.place() }
  }

  func model<M: JSONSerializing>(
    _ type: M.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<M> {
    Fresh(value: downcast(try model(ofClass: type, input, report).value, to: M.self))
  }

  /// Not generic, so that a call looks up no generic types.
  func model(
    ofClass type: Model.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<Model> {
    let mapping = try plans.plan(of: type)
    let reading = reading(input, of: type)
    if place.isEmpty {
      // A closure that captures the call retains each of its parts; this one captures only the
      // mapping.
      return Fresh(value: try reading.read(report: report) { try mapping.root(&$0, in: $1) })
    }
    return Fresh(
      value: try reading.read(report: report) { reader, context in
        try atPlace(type, &reader, in: context) { try mapping.root(&$0, in: context) }
      })
  }

  /// Makes the models of an element cut out of an array, mostly one.
  func element(
    ofClass type: Model.Type, _ array: JSONArrayCodec<Model>, _ input: JSONInput,
    _ report: (JSONIssue) -> Void
  ) throws -> [Model] {
    // The mapping's mistakes come first.
    _ = try plans.plan(of: type)
    return try reading(input, of: type).read(report: report) { reader, context in
      context.repaired.insert(.ofElements(plans.policy.rules))
      return try context.naming(type) { try array.readElement(from: &reader, in: context) }
    }
  }

  func models<M: JSONSerializing>(
    _ type: M.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<[M]> {
    let codec = JSONArrayCodec(JSONModelCodec(type, plans))
    return Fresh(
      value: try reading(input, of: type).read(report: report) { reader, context in
        context.repaired.insert(.ofElements(plans.policy.rules))
        return try atPlace(type, &reader, in: context) {
          try codec.readRoot(type, from: &$0, in: context)
        }
      })
  }

  func modelsByKey<M: JSONSerializing>(
    _ type: M.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<[String: M]> {
    guard let key = DictionaryKey<String>.make({ [:] }) else { return Fresh(value: [:]) }
    let codec = JSONDictionaryCodec(key, JSONModelCodec(type, plans))
    return Fresh(
      value: try reading(input, of: type).read(report: report) { reader, context in
        context.repaired.insert(.ofElements(plans.policy.rules))
        return try atPlace(type, &reader, in: context) {
          try codec.readRoot(type, from: &$0, in: context)
        }
      })
  }

  /// Updates `model` from JSON of that extent; on failure, restores it and every model in it.
  func update(
    _ model: Model, _ input: JSONInput, _ extent: ReadingContext.Extent,
    _ report: (JSONIssue) -> Void
  ) throws {
    var type: Model.Type = type(of: model)
    // A patch chooses the class, a superclass, too, which is an error here.
    if extent == .patch, let place = ClusterPlace.of(type) { type = place.base }
    let mapping = try plans.plan(of: type)
    let undo = UndoLog()
    do {
      try reading(input, of: Swift.type(of: model)).read(report: report, undo: undo) {
        reader, context in
        context.extent = extent
        try atPlace(Swift.type(of: model), &reader, in: context) {
          try update(model, mapping, from: &$0, in: context)
        }
      }
    } catch {
      undo.rollBack()
      throw error
    }
  }

  func update(
    _ model: Model, _ mapping: JSONMapping, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    do {
      guard let resolved = try mapping.resolved(for: model, &reader, in: context) else {
        throw reader.mismatch("object")
      }
      guard resolved.modelClass == type(of: model) else {
        throw ConversionError(
          .noClassFound, at: reader.position, expected: "\(type(of: model))",
          found: "expected \(type(of: model)), found \(resolved.modelClass)")
      }
      try resolved.update(model, from: &reader, in: context)
    } catch let error as ConversionError {
      throw error.attributed(to: type(of: model), nil)
    }
  }

  private func reading(_ input: JSONInput, of type: Model.Type) -> DocumentReading {
    DocumentReading(input: input, plans: plans, modelClass: type)
  }
}

extension JSONMapping {
  /// Makes the model of a whole document.
  @inline(__always)
  fileprivate func root(_ reader: inout JSONReader, in context: ReadingContext) throws -> Model {
    do {
      if reader.nextByte() == UInt8(ascii: "{"), !hooks.choosesClass {
        return try model(&reader, in: context)
      }
      if reader.isLive, let model = try liveModel(&reader, in: context) { return model }
      guard let resolved = try resolved(&reader, in: context) else {
        throw reader.mismatch("object")
      }
      return try resolved.model(&reader, in: context)
    } catch let error as ConversionError {
      throw error.attributed(to: modelClass, nil)
    }
  }
}

extension AdapterCall {
  /// Text just written.
  struct Text: ~Copyable {
    private let writer: JSONWriter

    init(writer: consuming JSONWriter) {
      self.writer = writer
    }

    var bytes: [UInt8] { writer.bytes() }
    var string: String { writer.string() }

    consuming func data() -> Data { writer.finish() }
  }
}

extension JSONCodec {
  /// Reads a whole document; an error of the document itself names `modelClass`.
  fileprivate func readRoot(
    _ modelClass: Model.Type, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    try context.naming(modelClass) { try read(from: &reader, in: context) }
  }
}

extension ReadingContext {
  /// Names the class of a document, or of a stream's element, in errors without another class.
  func naming<Result>(
    _ modelClass: Model.Type, _ read: () throws -> Result
  ) throws -> Result {
    do {
      let value = try read()
      if !isClean { attribute(from: 0, to: modelClass, nil) }
      return value
    } catch let error as ConversionError {
      throw error.attributed(to: modelClass, nil)
    }
  }
}

extension AdapterCall {
  func data(
    _ model: Model, _ options: JSONWritingOptions, _ report: (JSONIssue) -> Void
  ) throws -> Text {
    let output = narrowedOutput(of: type(of: model), options)
    let selection = output == nil ? try selection { [model] } : nil
    let mapping = try plans.plan(of: type(of: model))
    let capacity = mapping.capacity.value
    // Not within the closure, for which the call's parts would be retained.
    let failure = lostClass(of: model)
    return try write(options, selection, capacity: capacity, report) { writer, context throws in
      if let output { return try mapping.write(model, output, to: &writer, in: context) }
      if let failure { try context.noteLostClass(failure) }
      try mapping.write(model, to: &writer, in: context)
      mapping.capacity.note(size: writer.count, of: capacity)
    }
  }

  func data(
    _ models: [Model], _ options: JSONWritingOptions, _ report: (JSONIssue) -> Void
  ) throws -> Text {
    // Nearly always all have one class.
    let modelClass = models.first.map { type(of: $0) } ?? Model.self
    if let output = narrowedOutput(of: modelClass, options),
      models.allSatisfy({ type(of: $0) == modelClass })
    {
      let mapping = try plans.plan(of: modelClass)
      return try write(options, nil, capacity: 512, report) { writer, context throws in
        writer.beginArray()
        for (index, model) in models.enumerated() {
          try context.writeElement(index, to: &writer) { writer throws in
            try mapping.write(model, output, to: &writer, in: context)
          }
        }
        writer.endArray()
      }
    }
    let selection = try selection { models }
    let plan = elementPlan(modelClass)
    return try write(options, selection, capacity: 512, report) { writer, context throws in
      try plan.write(elements: models, to: &writer, in: context)
    }
  }

  func data(
    _ models: [String: Model], _ options: JSONWritingOptions, _ report: (JSONIssue) -> Void
  ) throws -> Text {
    let selection = try selection { models.keys.sorted().compactMap { models[$0] } }
    let plan = elementPlan(models.first.map { type(of: $0.value) } ?? Model.self)
    return try write(options, selection, capacity: 512, report) { writer, context throws in
      try plan.write(members: models, to: &writer, in: context)
    }
  }

  consuming func mergePatch(from old: Model, to new: Model) throws -> Data {
    var part = self
    part.isWhole = false
    part.isPatch = true
    let json = try JSONTree(try part.data(new, []) { _ in }.bytes)
    let patch = MergePatch(from: try JSONTree(try part.data(old, []) { _ in }.bytes), to: json)
    do {
      let plan = try part.plans.plan(of: type(of: new))
      if let nulls = patch.nulls { try plan.refuse(nulls, in: json, of: new) }
      try plan.refuseAlternatives(in: patch.tree, of: new)
    } catch {
      throw part.failure(error)
    }
    var writer = JSONWriter()
    patch.tree.write(&writer)
    return writer.finish()
  }

  /// Returns the error for a model, written as the whole, that would be read back as another class.
  func lostClass(of model: Model) -> ConversionError? {
    guard isWhole, let declared, declared != type(of: model),
      let failure = try? plans.plan(of: declared).lostClass(of: model, plans.policy)
    else { return nil }
    return failure.attributed(to: declared, nil)
  }

  /// Returns the plan for writing elements, nearly all of one class.
  func elementPlan(_ modelClass: Model.Type) -> NestedPlan {
    if isWhole, let declared, ModelSchema.draft(of: declared).hooks.choosesClass {
      return NestedPlan(declared, plans)
    }
    return NestedPlan(modelClass, plans, isDeclared: false)
  }

  /// Writes a value other than a model.
  func text(_ body: (inout JSONWriter, WritingContext) throws -> Void) throws -> String {
    try write([], nil, capacity: 64, { _ in }, body).string
  }

  /// Returns the context of what this call writes.
  @inline(__always)
  func context(
    _ options: JSONWritingOptions, _ selection: WritingContext.KeySelection?
  ) -> WritingContext {
    let context = WritingContext(policy: plans.policy, options: options)
    if let selection { context.selection = selection }
    context.asksClasses = isWhole
    context.isPatch = isPatch
    context.isForCoder = isForCoder
    if let adapter, type(of: adapter) != JSONAdapter.self {
      context.filter = { keys, model in
        adapter.serializablePropertyKeys(keys, for: downcast(model, to: Model.self))
      }
    }
    return context
  }

  /// Writes one value by `body`.
  @inline(__always)
  private func write(
    _ options: JSONWritingOptions, _ selection: WritingContext.KeySelection?, capacity: Int,
    _ report: (JSONIssue) -> Void, _ body: (inout JSONWriter, WritingContext) throws -> Void
  ) throws -> Text {
    let context = context(options, selection)
    var writer = JSONWriter(options: options, capacity: capacity)
    writer.sortsMembers = true
    do {
      // They own all codecs in use.
      defer { withExtendedLifetime(plans) {} }
      if !place.isEmpty { writer.open(place) }
      try body(&writer, context)
      if !place.isEmpty { writer.close(place) }
    } catch {
      throw failure(error)
    }
    if context.issueCount > 0 { self.report(context.issues, report) }
    return Text(writer: writer)
  }

  @inline(never)
  func failure(_ error: any Error) -> any Error {
    guard var error = (error as? ConversionError)?.shown(under: policy) else { return error }
    if case .noClassFound = error.kind, let declared { error.attribute(to: declared, nil) }
    if var whole = error.asWhole {
      whole.name(error.modelClass, error.propertyKey)
      return whole.moved(into: place + error.innerPath)
    }
    var failure = JSONAdapterError(error)
    failure.documentPath = .steps(place + error.innerPath)
    return failure
  }

  @inline(never)
  func report(_ issues: [WritingContext.PendingIssue], _ report: (JSONIssue) -> Void) {
    for issue in issues {
      report(
        JSONIssue(
          issue.action, issue.error.shown(under: policy),
          at: .path(.steps(place + issue.error.issuePath))))
    }
  }

  /// Returns the output of a class under the call's keys, if each names a property of it, and no
  /// other rule selects properties.
  private func narrowedOutput(
    of modelClass: Model.Type, _ options: JSONWritingOptions
  ) -> JSONMapping.NarrowedOutput? {
    guard let keys, !options.contains(.sortedKeys),
      adapter.map({ type(of: $0) == JSONAdapter.self }) ?? true,
      let mapping = try? plans.plan(of: modelClass), mapping.isStraight
    else { return nil }
    return mapping.wholeOutput.narrowed(to: keys, of: mapping)
  }

  /// The selection of the keys to write; each has to be a property of one of `models`.
  private func selection(_ models: () -> [Model]) throws -> WritingContext.KeySelection? {
    guard let keys else { return nil }
    return try selection(of: keys, models())
  }

  /// Returns the selection for elements that are written one by one, `first` before the others.
  ///
  /// Each of the call's keys has to be a property of `first`, unless elements of a cluster follow:
  /// they can have other properties.
  func elementSelection(first: Model) throws -> WritingContext.KeySelection? {
    let choosesClass = declared.map { ModelSchema.draft(of: $0).hooks.choosesClass } ?? false
    return try selection { choosesClass ? [] : [first] }
  }

  @inline(never)
  private func selection(of keys: [String], _ models: [Model]) throws -> WritingContext.KeySelection
  {
    // Using and releasing a selection recurses.
    let limit = StackRoom.depthToWrite(policy.maximumDepth)
    for key in keys where key.utf8.count(where: { $0 == UInt8(ascii: ".") }) > limit {
      throw JSONAdapterError(.tooDeep, found: "keys: nesting deeper than \(limit)")
    }
    let selection = WritingContext.KeySelection(keys)
    if let first = models.first { try check(selection, of: type(of: first), models, path: "") }
    return selection
  }

  /// Checks that each key of a selection is a property of the models' declared class, or of one of
  /// the models.
  private func check(
    _ selection: WritingContext.KeySelection, of modelClass: Model.Type, _ models: [Model],
    path: String
  ) throws {
    let schemas = ([modelClass] + models.map { type(of: $0) }).map { ModelSchema.draft(of: $0) }
    for (key, inner) in selection.children.sortedByName {
      var property: Property?
      for schema in schemas where property == nil { property = schema.find(key) }
      guard let property else {
        // A class cluster can have subclasses with the key.
        if models.isEmpty, schemas[0].hooks.choosesClass || modelClass == Model.self { continue }
        throw unknownKey(path + key, key, of: modelClass, schemas[0])
      }
      guard !inner.children.isEmpty else { continue }
      var held: [Model] = []
      for model in models {
        let content = ModelSchema.of(type(of: model)).contents.content(forKey: key)
        content?.forEach(in: model) { held.append($0) }
      }
      let heldClass = TypeShape.ModelClassFinder.modelClass(in: property.valueType)
      if let heldClass = heldClass ?? held.first.map({ type(of: $0) }) {
        try check(inner, of: heldClass, held, path: path + key + ".")
      } else if !TypeShape.of(property.valueType).mayHoldModels,
        let name = inner.children.keys.min()
      {
        throw unknownKey(path + key + "." + name, name, of: modelClass, nil)
      }
    }
  }

  private func unknownKey(
    _ path: String, _ key: String, of modelClass: Model.Type, _ schema: ModelSchema?
  ) -> JSONAdapterError {
    let advice = schema.map { "; there are " + $0.keys.joined(separator: ", ") } ?? ""
    return JSONAdapterError(
      .invalidMapping, modelClass: modelClass, propertyKey: key,
      found: "\n- keys: names \"\(path)\", which is not a property\(advice)")
  }
}
