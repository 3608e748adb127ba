import Foundation

/// One property of a class in JSON: how to read, store and write it.
protocol JSONField: AnyObject, Sendable {
  var property: Property { get }

  /// The form for reading the value without the codec, if it is one of the plainest; `.none` if the
  /// codec can't store it either.
  var form: FieldForm { get }

  /// The form for writing the value without the field; `.none` if the field has to write it.
  var writingForm: FieldForm { get }

  /// The codec for values that the forms don't cover.
  var memberCodec: (any MemberCodec)? { get }

  /// The codec that writes them; nil if the field has to.
  var writingCodec: (any MemberCodec)? { get }

  /// The policy of this field, if it differs from its class's.
  var policy: ConversionPolicy? { get }

  /// Runs `body` under the rules for the field's value.
  func withRules<Result>(
    _ context: ReadingContext, _ body: () throws -> Result
  ) rethrows -> Result

  /// Reads the value at the cursor into `model`; in an update, into the property's value.
  func read(
    into model: Model, isUpdate: Bool, from reader: inout JSONReader, in context: ReadingContext
  ) throws

  /// This field, if its value is an array that needs no work as a whole; else nil.
  var array: (any JSONArrayField)? { get }

  /// Reads the value at the cursor and returns it without Optionals.
  func value(_ reader: inout JSONReader, in context: ReadingContext) throws -> Any?

  func write(from model: Model, to writer: inout JSONWriter, in context: WritingContext) throws

  /// Returns the property's JSON in JSONSerialization's form.
  ///
  /// - Throws: an error of any kind if the bytes have to be written.
  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any

  /// Returns whether there is nothing to write.
  func isNil(in model: Model) -> Bool

  /// Whether a value that can't be read resets the property under `.resetScalars`.
  var isResetByMismatch: Bool { get }

  /// Whether this is a cluster's tag, and not a property.
  var isTag: Bool { get }

  /// Stores nil, zero, false or empty, if the type has that.
  func reset(in model: Model, _ context: ReadingContext) -> Bool
}

/// One property that holds an array whose elements are apart in the JSON.
protocol JSONArrayField: AnyObject, Sendable {
  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor, into a new model.
  func read(
    elementsAt offsets: [Int], into model: Model, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws

  /// Writes an array of objects, each of which has an element as its only member, at the path of
  /// `names`.
  func write(
    from model: Model, insideOf names: [String], to writer: inout JSONWriter,
    in context: WritingContext
  ) throws
}

extension JSONField {
  func withRules<Result>(
    _ context: ReadingContext, _ body: () throws -> Result
  ) rethrows -> Result {
    try body()
  }

  var writingCodec: (any MemberCodec)? { memberCodec }

  var array: (any JSONArrayField)? { nil }

  var isTag: Bool { false }

  /// Whether `unreadableText` applies to values of the type.
  var isReadFromText: Bool {
    let type = RuntimeFields.withoutOptionals(property.valueType)
    return type == Date.self || type == URL.self || type == TimeZone.self || type == Decimal.self
  }

  /// Whether nil means an absent value, and is never written as null.
  var tellsAbsence: Bool { TypeShape.of(property.valueType).tellsAbsence }
}

/// The field of a property with a codec.
final class TypedJSONField<Value>: JSONField, JSONArrayField {
  let property: Property
  let form: FieldForm
  let writingForm: FieldForm
  private let access: TypedAccess<Value>
  private let codec: any JSONCodec<Value>

  init(_ property: Property, _ access: TypedAccess<Value>, _ codec: any JSONCodec<Value>) {
    self.property = property
    self.access = access
    self.codec = codec
    form = codec.form(of: access)
    // The field distinguishes nil from absent.
    writingForm = TypeShape.of(Value.self).tellsAbsence ? .none : form
  }

  var memberCodec: (any MemberCodec)? { codec }

  var policy: ConversionPolicy? { nil }

  func read(
    into model: Model, isUpdate: Bool, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    guard isUpdate, let undo = context.undo else {
      let value = try codec.reading(&reader, in: context) { try codec.read(from: &$0, in: $1) }
      if access.runsCode { context.undo?.willRunCode() }
      return access.set(model, value)
    }
    undo.willSet(access, of: model)
    let isNew = context.extent == .insertion || undo.hasDefault(property.key, of: model)
    let value = try codec.reading(&reader, in: context) { reader, context in
      if !isNew { return try codec.update(access.get(model), from: &reader, in: context) }
      return try context.isPatch
        ? codec.insert(from: &reader, in: context) : codec.read(from: &reader, in: context)
    }
    access.set(model, value)
  }

  var array: (any JSONArrayField)? { codec.isArray ? self : nil }

  func read(
    elementsAt offsets: [Int], into model: Model, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    let value = try codec.read(elementsAt: offsets, from: &reader, in: context)
    if access.runsCode { context.undo?.willRunCode() }
    access.set(model, value)
  }

  func value(_ reader: inout JSONReader, in context: ReadingContext) throws -> Any? {
    access.unwrapped(try codec.reading(&reader, in: context) { try codec.read(from: &$0, in: $1) })
  }

  func write(from model: Model, to writer: inout JSONWriter, in context: WritingContext) throws {
    try codec.write(access.get(model), to: &writer, in: context)
  }

  func write(
    from model: Model, insideOf names: [String], to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    _ = try codec.write(access.get(model), insideOf: names, to: &writer, in: context)
  }

  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    try codec.boxed(access.get(model), writing)
  }

  func isNil(in model: Model) -> Bool { codec.isNil(access.get(model)) }

  var isResetByMismatch: Bool { codec.isResetByMismatch }

  func reset(in model: Model, _ context: ReadingContext) -> Bool {
    guard let value = codec.resetValue else { return false }
    context.undo?.willSet(access, of: model)
    access.set(model, value)
    return true
  }
}

extension JSONCodec {
  /// The form for handling a property of this codec directly in its object: the type's form if the
  /// codec is the type's own, or that of a simple date format.
  fileprivate func form(of access: TypedAccess<Value>) -> FieldForm {
    let form = access.form
    let suffices: Bool =
      switch form.kind {
      case .string, .optionalString, .int, .optionalInt, .int64, .optionalInt64, .bool,
        .optionalBool, .double, .optionalDouble:
        isPlain
      case .date, .optionalDate:
        switch (valueCodec as? DateTextCodec)?.format {
        case .iso8601, .iso8601Milliseconds, .twitter: true
        default: false
        }
      case .none, .other, .url, .optionalURL, .bits: false
      }
    return suffices ? form : form.opaque
  }
}

/// A field with its own policy, which applies to all its contents, or with rules that a plain field
/// doesn't have: null leaves an Optional, or what the name of a member stands for, unchanged, models can
/// fail, errors that the policy tolerates are not collected, and nulls are noted.
final class PolicyJSONField: JSONField {
  private let field: any JSONField
  private let shared: ConversionPolicy.Shared
  private var ownPolicy: ConversionPolicy { shared.rules }
  private let skipsNull: Bool
  /// Whether the name of the object's member is the value, so that a null says nothing.
  private let isNamed: Bool
  private let keepsModel: Bool
  private let repaired: ReadingContext.Repaired
  /// The mark of the property in a class that keeps presence.
  private let notedMark: Int?
  /// Whether noting nulls is its only rule.
  private let onlyNotes: Bool

  init(
    _ field: any JSONField, _ policy: ConversionPolicy.Shared, skipsNull: Bool, isNamed: Bool,
    keepsModel: Bool, _ repaired: ReadingContext.Repaired, notedMark: Int? = nil,
    onlyNotes: Bool = false
  ) {
    self.field = field
    shared = policy
    self.skipsNull = skipsNull
    self.isNamed = isNamed
    self.keepsModel = keepsModel
    self.repaired = repaired
    self.notedMark = notedMark
    self.onlyNotes = onlyNotes
  }

  var property: Property { field.property }

  // Nothing bypasses this field, which sets its policy first, unless it only notes nulls in reading. The
  // loop over plain members takes only nulls that are nil, which shows.

  var form: FieldForm { onlyNotes && field.form.isBoxed ? field.form : .none }

  var writingForm: FieldForm { onlyNotes ? field.writingForm : .none }

  var memberCodec: (any MemberCodec)? { nil }

  var writingCodec: (any MemberCodec)? { onlyNotes ? field.writingCodec : nil }

  var policy: ConversionPolicy? { onlyNotes ? nil : ownPolicy }

  var array: (any JSONArrayField)? { onlyNotes ? field.array : nil }

  func withRules<Result>(
    _ context: ReadingContext, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = (shared: context.shared, repaired: context.repaired)
    context.shared = shared
    context.repaired.insert(repaired)
    defer { (context.shared, context.repaired) = outer }
    return try body()
  }

  func read(
    into model: Model, isUpdate: Bool, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    let place = ReadingContext.Place(&reader)
    if let notedMark, reader.nextByte() == UInt8(ascii: "n") {
      context.noteNull(of: model, notedMark)
    }
    if skipsNull || isNamed, try reader.readNullIfPresent() {
      context.skippedNull = isNamed || ownPolicy.null == .skip
      return
    }
    if skipsNull { context.nilRefusedAt = place.position }
    do {
      try withRules(context) {
        try field.read(into: model, isUpdate: isUpdate, from: &reader, in: context)
      }
    } catch let error as ConversionError where keepsModel && !error.isWhole {
      context.note(.skipped, error)
      try context.giveUp(place, &reader)
    }
  }

  func value(_ reader: inout JSONReader, in context: ReadingContext) throws -> Any? {
    try context.under(shared) { try field.value(&reader, in: context) }
  }

  func write(
    from model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try context.under(shared) { try field.write(from: model, to: &writer, in: context) }
  }

  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    try writing.context.under(shared) { try field.boxed(from: model, writing) }
  }

  func isNil(in model: Model) -> Bool { field.isNil(in: model) }

  func reset(in model: Model, _ context: ReadingContext) -> Bool {
    field.reset(in: model, context)
  }

  var isResetByMismatch: Bool { field.isResetByMismatch }
}
