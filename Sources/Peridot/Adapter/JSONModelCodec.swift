import Foundation

/// Nested models, through the plans of their classes.
enum ModelCodecs {
  /// Returns the maker of codecs under the policy of `plans`, models included.
  ///
  /// A codec that keeps the maker doesn't own the plans, which own the codec.
  static func maker(_ plans: PolicyPlans) -> CodecMaker {
    CodecMaker(
      acceptsNullWordsForStrings: plans.policy.rules.acceptsNullWordsForStrings,
      modelCodec: { [unowned plans] type, chosenClass in
        if type == RawJSON.self { return RawJSONCodec() }
        if RuntimeFields.isEnum(type), let union = type as? any JSONUnion.Type {
          if let codec = codec(ofUnion: union, plans) { return codec }
        }
        return nestedModel(type).map { codec($0, chosenClass, plans) }
      }, userInfo: { JSONAdapter.userInfo })
  }

  private static func codec<Union: JSONUnion>(
    ofUnion type: Union.Type, _ plans: PolicyPlans
  ) -> (any JSONCodec)? {
    JSONUnionCodec<Union>(plans)
  }

  private static func codec<Nested: NestedModel>(
    _ type: Nested.Type, _ chosenClass: Any.Type?, _ plans: PolicyPlans
  ) -> any JSONCodec {
    JSONModelCodec(chosenClass as? Nested.Type ?? type, plans, isDeclared: chosenClass == nil)
  }
}

/// A model as a JSON object.
final class JSONModelCodec<Value: NestedModel>: JSONCodec, NestedPlan.Codec {
  let nested: NestedPlan
  private var policy: ConversionPolicy { nested.policy }

  /// - Parameter type: The class of the models to make: `Value`, or a subclass chosen at run time.
  init(_ type: Value.Type, _ plans: PolicyPlans, isDeclared: Bool = true) {
    nested = NestedPlan(type, plans, isDeclared: isDeclared)
  }

  var isOfModel: Bool { true }

  var readsElementsInMemory: Bool { true }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    downcast(try nested.readModel(from: &reader, in: context), to: Value.self)
  }

  func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    let models = try nested.readElements(from: &reader, in: context) { error, place, reader in
      upcast(try recover(error, place, &reader), to: Model.self)
    }
    return downcast(models, to: Value.self)
  }

  func readArrayMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws {
    // An array of models has the layout of one of any of their classes.
    let models = try nested.readElements(from: &reader, in: context) { error, place, reader in
      upcast(try recover(error, place, &reader), to: Model.self)
    }
    memory.store(models, at: offset)
  }

  func readMembers(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Value] {
    downcast(try nested.readMembers(from: &reader, in: context), to: Value.self)
  }

  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try nested.readMember(into: memory, at: offset, from: &reader, in: context)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try nested.readMember(into: memory, at: offset, from: &reader, in: context)
  }

  func storeNil(in memory: ObjectMemory, at offset: Int) {
    memory.store(AnyObject?.none, at: offset)
  }

  func taken(_ live: Any) -> Value? {
    // A cast would make objects of any other value and its contents first.
    guard let type = type(of: live) as? AnyClass, isSubclass(type, of: nested.modelClass) else {
      return nil
    }
    return live as? Value
  }

  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try nested.boxed(value, writing)
  }

  func boxed(elements: [Value], _ writing: DictionaryWriting) throws -> [Any] {
    try upcast(elements, to: Model.self).map { try nested.boxed($0, writing) }
  }

  func update(
    _ current: Value, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    try update(current, isIdentified: false, from: &reader, in: context)
  }

  /// - Parameter isIdentified: Whether the object at the cursor is known to have the model's
  ///   identity.
  fileprivate func update(
    _ current: Value, isIdentified: Bool, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    guard policy.nestedUpdate == .update || context.extent != .part,
      reader.nextByte() == UInt8(ascii: "{"),
      let mapping = try mapping(for: current, &reader, in: context)
    else { return try read(from: &reader, in: context) }
    guard mapping.modelClass == type(of: current),
      try isIdentified || mapping.hasSameIdentity(current, &reader, in: context)
    else { return try replacement(of: current, by: mapping, &reader, in: context) }
    try mapping.update(current, from: &reader, in: context)
    return current
  }

  /// In a merge patch, a null within the object removes nothing, but makes an Optional nil.
  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    guard context.isPatch, reader.nextByte() == UInt8(ascii: "{"),
      let mapping = try nested.plan().resolved(&reader, in: context)
    else { return try read(from: &reader, in: context) }
    let model = mapping.newObject()
    try context.saying(.insertion) {
      try mapping.update(model, known: [], from: &reader, in: context)
    }
    return downcast(model, to: Value.self)
  }

  /// Reads the object at the cursor as a model that replaces `current`, because it has another class
  /// or another identity.
  // A function of its own, so that it takes no stack at each level of an update.
  @inline(never)
  private func replacement(
    of current: Value, by mapping: JSONMapping, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> Value {
    guard mapping.isMade(from: current, in: context),
      try context.isPatch || !mapping.namesOther(than: current, &reader, in: context)
    else { return try read(from: &reader, in: context) }
    return downcast(try mapping.model(replacing: current, &reader, in: context), to: Value.self)
  }

  /// Returns the plan for reading the object at the cursor into `current`, or for a model of another
  /// class that replaces it.
  private func mapping(
    for current: Value, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> JSONMapping? {
    let plan = try nested.plan()
    if !nested.isDeclared, let table = context.heldCluster,
      downcast(table, to: ClusterTable.self)
        .changes(type(of: current), to: plan.modelClass, isPatch: context.isPatch)
    {
      return try plan.resolved(&reader, in: context)
    }
    return try plan.resolved(for: current, &reader, in: context)
  }

  func updating(_ current: [Value]) -> (any JSONCodec<Value>)? {
    guard policy.nestedUpdate == .update else { return nil }
    return ModelCodecs.IdentityCodec(self, current)
  }

  func write(
    _ value: Value, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try nested.write(value, to: &writer, in: context)
  }

  func write(
    elements: [Value], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try nested.write(elements: upcast(elements, to: Model.self), to: &writer, in: context)
  }

  func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    // An array of models has one layout, whatever their class.
    guard let models = memory.load([Model]?.self, at: offset) else { return false }
    writer.key(key)
    try nested.write(elements: models, to: &writer, in: context)
    return true
  }

  func write(
    members: [String: Value], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try nested.write(members: upcast(members, to: Model.self), to: &writer, in: context)
  }

  var direct: any MemberCodec { nested }
  var directForOptional: (any MemberCodec)? { nested }
}

extension ModelCodecs {
  /// Elements of an array, read into existing ones.
  fileprivate final class IdentityCodec<Value: NestedModel>: JSONCodec, @unchecked Sendable {
    // Sendable: made for one array, used by one thread.

    private let codec: JSONModelCodec<Value>
    /// Those that no element was read into yet: a second element with the same identity is a new
    /// model.
    private var existing: ModelsByIdentity
    /// The existing ones' classes.
    private let classes: [Model.Type]

    /// Nil if no model has an identity.
    init?(_ codec: JSONModelCodec<Value>, _ current: [Value]) {
      var classes: [Model.Type] = []
      for model in current where !classes.contains(where: { $0 == type(of: model) }) {
        classes.append(type(of: model))
      }
      classes.removeAll { ModelSchema.of($0).identityKeys.isEmpty }
      if classes.isEmpty { return nil }
      self.codec = codec
      self.classes = classes
      existing = ModelsByIdentity { body in for model in current { body(model) } }
    }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
      guard reader.nextByte() == UInt8(ascii: "{"),
        let counterpart = try counterpart(&reader, in: context)
      else { return try codec.read(from: &reader, in: context) }
      return try context.replacing {
        try codec.update(counterpart, isIdentified: true, from: &reader, in: context)
      }
    }

    /// Returns the model for the object at the cursor: of the class that it chooses, otherwise of a
    /// subclass, each of which finds the identity by its own mapping.
    private func counterpart(
      _ reader: inout JSONReader, in context: ReadingContext
    ) throws -> Value? {
      var named: Model.Type = codec.nested.modelClass
      if case .found(let type) = try codec.nested.plan().choice(at: reader, in: context) {
        named = type
      }
      for isExact in [true, false] {
        for candidate in classes
        where (candidate == named) == isExact && isSubclass(candidate, of: named) {
          let mapping = try codec.nested.plan(of: candidate)
          if let identity = try mapping.namedIdentity(&reader, in: context) ?? nil,
            let model = existing.take(identity)
          {
            return downcast(model, to: Value.self)
          }
        }
      }
      return nil
    }

    func write(_ value: Value, to writer: inout JSONWriter, in context: WritingContext) throws {
      try codec.write(value, to: &writer, in: context)
    }
  }
}

extension TypeShape {
  /// Finds the model class within a type: a class itself, or the content of Optionals and
  /// collections.
  struct ModelClassFinder: LeafVisitor {
    static func modelClass(in type: Any.Type) -> Model.Type? {
      return ModelClassFinder().visit(dynamic: type)
    }

    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Model.Type? { type as? Model.Type }
  }
}
