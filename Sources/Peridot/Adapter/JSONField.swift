/// One property of a class, as JSON sees it: how it is read, stored and written.
class JSONField: @unchecked Sendable {
  // Sendable: the subclasses have constants only.

  let property: Property
  /// How the value is read without asking the codec, where it is of the plainest form.
  let step: FieldStep
  /// How the value is written.
  let writing: WritingStep
  /// The codec that reads and writes where the steps do not.
  let memberCodec: MemberCodec?
  /// Whether nil stands for what is absent, and is never written as null.
  let tellsAbsence: Bool

  init(
    _ property: Property, _ step: FieldStep, _ writing: WritingStep, _ memberCodec: MemberCodec?
  ) {
    self.property = property
    self.step = step
    self.writing = writing
    self.memberCodec = memberCodec
    tellsAbsence = TypeFacts.of(property.valueType).tellsAbsence
  }

  /// Reads the value at the cursor into `model`; in an update, into what the property holds.
  func read(
    into model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    fatalError("overridden")
  }

  /// Whether `read(elementsAt:)` may be called.
  var readsElements: Bool { false }

  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor, into a new model.
  func read(
    elementsAt offsets: [Int], into model: Model, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    fatalError("overridden")
  }

  /// Reads the value at the cursor and returns it, Optionals unwrapped.
  func value(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any? {
    fatalError("overridden")
  }

  func write(from model: Model, _ writer: inout JSONWriter, _ context: WritingContext) throws {
    fatalError("overridden")
  }

  /// Whether `write(from:insideOf:)` may be called.
  var writesElements: Bool { false }

  /// Writes an array, each element of which is the one member, at the path of `names`, of an object.
  func write(
    from model: Model, insideOf names: [String], _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws {
    fatalError("overridden")
  }

  /// How the value is exchanged with a dictionary without asking the codec.
  var boxedStep: BoxedStep { .other }

  /// Reads a value as JSONSerialization gives it.
  ///
  /// - Throws: an error of any kind where the bytes have to be read.
  func read(_ value: Boxed, into model: Model, _ reading: DictionaryReading) throws {
    fatalError("overridden")
  }

  /// Returns the property's JSON as JSONSerialization would give it.
  ///
  /// - Throws: an error of any kind where the bytes have to be written.
  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    fatalError("overridden")
  }

  /// Writes a value that is to be read, in the form that JSONSerialization gives.
  func writeText(of value: Any, _ writer: inout JSONWriter, maximumDepth: Int) throws {
    try writer.any(value, maximumDepth: maximumDepth)
  }

  /// Tells whether there is nothing to write.
  func isNil(in model: Model) -> Bool { fatalError("overridden") }

  /// The policy of this field, where it differs from that of its class's plan.
  var policy: ConversionPolicy? { nil }

  /// Whether a value that cannot be read resets the property under `.resetScalars`.
  var isResetByMismatch: Bool { fatalError("overridden") }

  /// Puts nil, zero, false or empty in place of the value, where the type has that.
  func reset(in model: Model, _ context: ReadingContext) -> Bool { fatalError("overridden") }
}

final class TypedJSONField<Value>: JSONField, @unchecked Sendable {
  let access: TypedAccess<Value>
  let codec: JSONCodec<Value>

  init(_ property: Property, _ access: TypedAccess<Value>, _ codec: JSONCodec<Value>) {
    self.access = access
    self.codec = codec
    super.init(property, FieldStep(access, codec), WritingStep(access, codec), codec)
  }

  override func read(
    into model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    guard isUpdate, let undo = context.undo else {
      let value = try codec.reading(&reader, context) { try codec.read(&$0, $1) }
      if access.runsCode { context.undo?.willRunCode() }
      return access.set(model, value)
    }
    undo.willSet(access, of: model)
    let value = try codec.reading(&reader, context) {
      try codec.update(access.get(model), &$0, $1)
    }
    access.set(model, value)
  }

  override var readsElements: Bool { codec.readsElements }

  override func read(
    elementsAt offsets: [Int], into model: Model, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    let value = try codec.read(elementsAt: offsets, &reader, context)
    if access.runsCode { context.undo?.willRunCode() }
    access.set(model, value)
  }

  override func value(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any? {
    access.unwrapped(try codec.reading(&reader, context) { try codec.read(&$0, $1) })
  }

  override func write(
    from model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try codec.write(access.get(model), &writer, context)
  }

  override var writesElements: Bool { codec.writesElements }

  override func write(
    from model: Model, insideOf names: [String], _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws {
    try codec.write(access.get(model), insideOf: names, &writer, context)
  }

  override var boxedStep: BoxedStep { BoxedStep(access, codec) }

  override func read(
    _ value: Boxed, into model: Model, _ reading: DictionaryReading
  ) throws {
    access.set(model, try codec.read(value, reading))
  }

  override func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    try codec.boxed(access.get(model), writing)
  }

  override func writeText(
    of value: Any, _ writer: inout JSONWriter, maximumDepth: Int
  ) throws {
    try codec.writeText(of: value, &writer, maximumDepth: maximumDepth)
  }

  override func isNil(in model: Model) -> Bool {
    codec.isNil(access.get(model))
  }

  override var isResetByMismatch: Bool { codec.isResetByMismatch }

  override func reset(in model: Model, _ context: ReadingContext) -> Bool {
    guard let value = codec.resetValue else { return false }
    context.undo?.willSet(access, of: model)
    access.set(model, value)
    return true
  }
}
