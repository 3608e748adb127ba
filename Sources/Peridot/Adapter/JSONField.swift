import Foundation

/// One property of a class, as JSON sees it: how it is read, stored and written.
protocol JSONField: AnyObject, Sendable {
  var property: Property { get }

  /// How the value is read without asking the codec, where it is of the plainest form; `.none` where
  /// the codec may not store it either.
  var form: FieldForm { get }

  /// How the value is written without asking the field; `.none` where it has to be asked.
  var writingForm: FieldForm { get }

  /// The codec that reads and writes where the forms do not tell how.
  var memberCodec: (any MemberCodec)? { get }

  /// The policy of this field, where it differs from that of its class's plan.
  var policy: ConversionPolicy? { get }

  /// Reads the value at the cursor into `model`; in an update, into what the property holds.
  func read(
    into model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws

  /// The same field, where its value is an array that nothing has to be done for as a whole.
  var array: (any JSONArrayField)? { get }

  /// Reads the value at the cursor and returns it, Optionals unwrapped.
  func value(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any?

  func write(from model: Model, _ writer: inout JSONWriter, _ context: WritingContext) throws

  /// Returns the property's JSON as JSONSerialization would give it.
  ///
  /// - Throws: an error of any kind where the bytes have to be written.
  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any

  /// Returns whether there is nothing to write.
  func isNil(in model: Model) -> Bool

  /// Whether a value that cannot be read resets the property under `.resetScalars`.
  var isResetByMismatch: Bool { get }

  /// Whether this is the tag of a cluster, and not a property.
  var isTag: Bool { get }

  /// Puts nil, zero, false or empty in place of the value, where the type has that.
  func reset(in model: Model, _ context: ReadingContext) -> Bool
}

/// One property that holds an array, whose elements lie apart in the JSON.
protocol JSONArrayField: AnyObject, Sendable {
  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor, into a new model.
  func read(
    elementsAt offsets: [Int], into model: Model, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws

  /// Writes an array, each element of which is the one member, at the path of `names`, of an object.
  func write(
    from model: Model, insideOf names: [String], _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws
}

extension JSONField {
  var array: (any JSONArrayField)? { nil }

  var isTag: Bool { false }

  /// Whether values are of a type that `unreadableText` is about.
  var isReadFromText: Bool {
    var type = property.valueType
    while let optional = type as? any OptionalProtocol.Type { type = optional.wrappedMetatype }
    return type == Date.self || type == URL.self || type == TimeZone.self || type == Decimal.self
  }

  /// Whether nil stands for an absent value, and is never written as null.
  var tellsAbsence: Bool { TypeShape.of(property.valueType).tellsAbsence }
}

/// The field of a property that its codec reads and writes.
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
    // The field tells nil from absent where these are two things.
    writingForm = TypeShape.of(Value.self).tellsAbsence ? .none : form
  }

  var memberCodec: (any MemberCodec)? { codec }

  var policy: ConversionPolicy? { nil }

  func read(
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

  var array: (any JSONArrayField)? { codec.isArray ? self : nil }

  func read(
    elementsAt offsets: [Int], into model: Model, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    let value = try codec.read(elementsAt: offsets, &reader, context)
    if access.runsCode { context.undo?.willRunCode() }
    access.set(model, value)
  }

  func value(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any? {
    access.unwrapped(try codec.reading(&reader, context) { try codec.read(&$0, $1) })
  }

  func write(from model: Model, _ writer: inout JSONWriter, _ context: WritingContext) throws {
    try codec.write(access.get(model), &writer, context)
  }

  func write(
    from model: Model, insideOf names: [String], _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws {
    _ = try codec.write(access.get(model), insideOf: names, &writer, context)
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
  /// How a property that this codec reads and writes is handled right in its object: as its type
  /// tells if the codec is the type's own, or one of the formats of dates that need no other.
  fileprivate func form(of access: TypedAccess<Value>) -> FieldForm {
    let form = access.form
    let suffices: Bool =
      switch form.kind {
      case .string, .optionalString, .int, .optionalInt, .int64, .optionalInt64, .bool,
        .optionalBool, .double, .optionalDouble:
        isPlain
      case .date, .optionalDate:
        switch (valueCodec as? DateTextCodec)?.format {
        case .iso8601, .twitter: true
        default: false
        }
      case .none, .other, .url, .optionalURL, .bits: false
      }
    return suffices ? form : form.opaque
  }
}

/// A field that is read and written under a policy of its own, with all that lies within it, or
/// under rules that a plain field does not know: null that leaves an Optional alone, models that may
/// fail, and errors that are not gathered as the policy goes on without what failed.
final class PolicyJSONField: JSONField {
  private let field: any JSONField
  private let shared: ConversionPolicy.Shared
  private var ownPolicy: ConversionPolicy { shared.rules }
  private let skipsNull: Bool
  private let keepsModel: Bool
  private let repaired: ReadingContext.Repaired

  init(
    _ field: any JSONField, _ policy: ConversionPolicy.Shared, skipsNull: Bool, keepsModel: Bool,
    _ repaired: ReadingContext.Repaired
  ) {
    self.field = field
    shared = policy
    self.skipsNull = skipsNull
    self.keepsModel = keepsModel
    self.repaired = repaired
  }

  var property: Property { field.property }

  // Nothing goes past this field, which puts its policy in place first.

  var form: FieldForm { .none }

  var writingForm: FieldForm { .none }

  var memberCodec: (any MemberCodec)? { nil }

  var policy: ConversionPolicy? { ownPolicy }

  func read(
    into model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let place = ReadingContext.Place(&reader)
    if skipsNull {
      if try reader.readNullIfPresent() {
        context.skippedNull = ownPolicy.null == .skip
        return
      }
      context.nilRefusedAt = place.position
    }
    let outer = (shared: context.shared, repaired: context.repaired)
    context.shared = shared
    context.repaired.formUnion(repaired)
    defer { (context.shared, context.repaired) = outer }
    do {
      try field.read(into: model, isUpdate: isUpdate, &reader, context)
    } catch let error as ConversionError where keepsModel && !error.isWhole {
      context.note(.skipped, error)
      try context.giveUp(place, &reader)
    }
  }

  func value(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any? {
    let outer = context.shared
    context.shared = shared
    defer { context.shared = outer }
    return try field.value(&reader, context)
  }

  func write(
    from model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    let outer = context.shared
    context.shared = shared
    defer { context.shared = outer }
    try field.write(from: model, &writer, context)
  }

  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    let outer = writing.context.shared
    writing.context.shared = shared
    defer { writing.context.shared = outer }
    return try field.boxed(from: model, writing)
  }

  func isNil(in model: Model) -> Bool { field.isNil(in: model) }

  func reset(in model: Model, _ context: ReadingContext) -> Bool {
    field.reset(in: model, context)
  }

  var isResetByMismatch: Bool { field.isResetByMismatch }
}
