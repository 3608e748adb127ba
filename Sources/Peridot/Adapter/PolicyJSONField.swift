/// A field that is read and written under a policy of its own, with all that lies within it, or
/// under rules that a plain field does not know: null that leaves an Optional alone, and models
/// that may fail.
final class PolicyJSONField: JSONField {
  private let field: any JSONField
  private let shared: SharedPolicy
  private var ownPolicy: ConversionPolicy { shared.rules }
  private let skipsNull: Bool
  private let keepsModel: Bool

  init(_ field: any JSONField, _ policy: SharedPolicy, skipsNull: Bool, keepsModel: Bool) {
    self.field = field
    shared = policy
    self.skipsNull = skipsNull
    self.keepsModel = keepsModel
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
    let place = ReadingPlace(&reader)
    if skipsNull {
      if try reader.readNullIfPresent() {
        context.skippedNull = ownPolicy.null == .skip
        return
      }
      context.nilRefusedAt = place.position
    }
    let outer = context.shared
    context.shared = shared
    defer { context.shared = outer }
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

  func read(
    _ value: Boxed, into model: Model, _ reading: DictionaryReading
  ) throws {
    if skipsNull {
      switch value {
      case .null where ownPolicy.null != .skip: return
      // A null that counts as absent may be required.
      case .null, .other: throw LeftToBytes()
      default: break
      }
    }
    let outer = reading.shared
    reading.shared = shared
    defer { reading.shared = outer }
    try field.read(value, into: model, reading)
  }

  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    let outer = writing.context.shared
    writing.context.shared = shared
    defer { writing.context.shared = outer }
    return try field.boxed(from: model, writing)
  }

  func writeText(
    of value: Any, _ writer: inout JSONWriter, maximumDepth: Int
  ) throws {
    try field.writeText(of: value, &writer, maximumDepth: maximumDepth)
  }

  func isNil(in model: Model) -> Bool { field.isNil(in: model) }

  func reset(in model: Model, _ context: ReadingContext) -> Bool {
    field.reset(in: model, context)
  }

  var isResetByMismatch: Bool { field.isResetByMismatch }
}
