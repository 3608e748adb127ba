/// The plan of a property's model class, found at first use, because a class can contain itself.
final class NestedPlan: MemberCodec {
  let modelClass: Model.Type
  /// They own this, and the plan, because a class can contain itself.
  private unowned let plans: PolicyPlans
  private let shared: ConversionPolicy.Shared
  var policy: ConversionPolicy { shared.rules }
  private let mapping = OnceReference<JSONMapping>()
  /// Whether the place is declared with this class, which reads its JSON back.
  let isDeclared: Bool

  init(_ modelClass: Model.Type, _ plans: PolicyPlans, isDeclared: Bool = true) {
    self.modelClass = modelClass
    self.isDeclared = isDeclared
    self.plans = plans
    shared = plans.policy
  }

  @inline(__always)
  func plan() throws -> JSONMapping {
    if let mapping = mapping.object { return mapping }
    return try firstPlan()
  }

  /// The plan, if it was found, for use without counting references.
  @inline(__always)
  var permanentPlan: Permanent<JSONMapping>? { mapping.permanent }

  func plan(of subclass: Model.Type) throws -> JSONMapping {
    try plans.plan(of: subclass)
  }

  @inline(never)
  private func firstPlan() throws -> JSONMapping {
    let plan = try plans.plan(of: modelClass)
    // Sound: the plans that own this own that too. Every thread finds the same.
    unsafe mapping.store(keptElsewhere: plan)
    return plan
  }

  /// Reads a model into a property of its class, Optional or not: both have the layout of a
  /// reference.
  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.store(AnyObject?(try readModel(from: &reader, in: context)), at: offset)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try readMember(into: memory, at: offset, from: &reader, in: context)
  }

  func storeNil(in memory: ObjectMemory, at offset: Int) {
    memory.store(AnyObject?.none, at: offset)
  }

  /// Reads the models of the array that begins at the cursor.
  func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Model>
  ) throws -> [Model] {
    guard let plan = mapping.permanent else {
      return try readElements(firstPlan(), from: &reader, in: context, recover: recover)
    }
    return try plan.use { try readElements($0, from: &reader, in: context, recover: recover) }
  }

  @inline(__always)
  private func readElements(
    _ plan: JSONMapping, from reader: inout JSONReader, in context: ReadingContext,
    recover: ElementRecovery<Model>
  ) throws -> [Model] {
    guard let choice = context.choice(of: plan) else {
      return try reader.readElements(recover) { reader in
        guard reader.nextByte() == UInt8(ascii: "{") else {
          return try readOther(plan, from: &reader, in: context)
        }
        return try plan.model(&reader, in: context)
      }
    }
    return try reader.readElements(recover) { reader in
      guard reader.nextByte() == UInt8(ascii: "{") else {
        return try readOther(plan, from: &reader, in: context)
      }
      return try choice.readModel(from: &reader, in: context)
    }
  }

  /// Reads the models in the members of the object that begins at the cursor.
  func readMembers(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Model] {
    try reader.readMembers(context) { reader in try readModel(from: &reader, in: context) }
  }

  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    if context.isPlain, let plan = permanentPlan, plan.use({ $0.isPlain }) {
      let isWritten = try memory.withLent(Model.self, at: offset) { model in
        guard type(of: model) == modelClass else { return false }
        writer.key(key)
        try plan.use { try $0.write(model, to: &writer, in: context) }
        return true
      }
      // A model of a subclass can run the user's code, and is kept meanwhile.
      guard isWritten == false else { return isWritten ?? false }
    }
    guard let object = memory.load(AnyObject?.self, at: offset) else { return false }
    writer.key(key)
    try write(downcast(object, to: Model.self), to: &writer, in: context)
    return true
  }

  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try writeMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  /// Reads the model in the object at the cursor.
  func readModel(from reader: inout JSONReader, in context: ReadingContext) throws -> Model {
    guard let plan = mapping.permanent else {
      return try readModel(firstPlan(), from: &reader, in: context)
    }
    return try plan.use { try readModel($0, from: &reader, in: context) }
  }

  @inline(__always)
  private func readModel(
    _ plan: JSONMapping, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Model {
    guard reader.nextByte() == UInt8(ascii: "{") else {
      return try readOther(plan, from: &reader, in: context)
    }
    guard let choice = context.choice(of: plan) else { return try plan.model(&reader, in: context) }
    return try choice.readModel(from: &reader, in: context)
  }

  /// Reads the model from a value that is not an object.
  @inline(never)
  private func readOther(
    _ plan: JSONMapping, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Model {
    if reader.isLive, let model = try plan.liveModel(&reader, in: context) { return model }
    let place = ReadingContext.Place(&reader)
    guard let mapping = try plan.resolved(&reader, in: context) else {
      throw ConversionError(
        .nullValue, at: place.position, expected: "object",
        found: reader.describeValue(at: place.position))
    }
    return try mapping.model(&reader, in: context)
  }
}

extension NestedPlan {
  /// The codec of a model class whose type is not known statically.
  protocol Codec: AnyObject {
    var nested: NestedPlan { get }
  }
}

extension MemberCodec {
  /// The plan of the value's model, even in an Optional; nil for any other value.
  var nestedPlan: NestedPlan? {
    let codec = valueCodec
    return codec.isOfModel ? (codec as? any NestedPlan.Codec)?.nested : nil
  }
}

extension NestedPlan {
  /// Makes the dictionary of a model of the class or of a subclass.
  func boxed(_ model: Model, _ writing: DictionaryWriting) throws -> [String: Any] {
    if type(of: model) == modelClass { return try plan().boxed(model, writing) }
    if isDeclared, writing.context.asksClasses,
      try plan().lostClass(of: model, writing.context.shared) != nil
    {
      throw DictionaryWriting.LeftToBytes()
    }
    return try plan(of: type(of: model)).boxed(model, writing)
  }
}

extension NestedPlan {
  /// Writes a model of the class or of a subclass.
  @inline(__always)
  func write(_ model: Model, to writer: inout JSONWriter, in context: WritingContext) throws {
    guard type(of: model) == modelClass, let plan = permanentPlan else {
      return try writeOther(model, to: &writer, in: context)
    }
    try plan.use { try $0.write(model, to: &writer, in: context) }
  }

  @inline(never)
  private func writeOther(
    _ model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    if type(of: model) == modelClass { return try plan().write(model, to: &writer, in: context) }
    if context.asksClasses { try checkClass(of: model, in: context) }
    try plan(of: type(of: model)).write(model, to: &writer, in: context)
  }

  func write(
    elements: [Model], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginArray()
    try forEachLent(of: elements) { index, model in
      try context.writeElement(index, to: &writer) { writer throws in
        try write(model, to: &writer, in: context)
      }
    }
    writer.endArray()
  }

  func write(
    members: [String: Model], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginObject()
    for (name, model) in members.sortedByName {
      try context.writeMember(name, to: &writer) { writer throws in
        try write(model, to: &writer, in: context)
      }
    }
    writer.endObject()
  }
}
