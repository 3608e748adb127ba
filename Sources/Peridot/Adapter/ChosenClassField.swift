import Foundation

/// A field that holds models, of a class whose holder tells by `classForParsing(_:forKey:)` which
/// class they are of.
final class ChosenClassField: JSONField {
  private let field: any JSONField
  private let heldClass: Model.Type
  /// Makes the field for a subclass of `heldClass`.
  private let make: @Sendable (Model.Type) -> (any JSONField)?
  private let fields = ClassCache<any JSONField>()

  /// - Parameter field: The field that makes models of `heldClass`, which is asked for their class.
  init(
    _ field: any JSONField, _ heldClass: Model.Type,
    _ make: @escaping @Sendable (Model.Type) -> (any JSONField)?
  ) {
    self.field = field
    self.heldClass = heldClass
    self.make = make
  }

  var property: Property { field.property }

  /// The codec may not read the value: the holder's object has to be asked first.
  var form: FieldForm { .none }

  var writingForm: FieldForm { field.writingForm }

  var memberCodec: (any MemberCodec)? { field.memberCodec }

  var policy: ConversionPolicy? { nil }

  func read(
    into model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    // Null is of no class.
    guard reader.nextByte() != UInt8(ascii: "n"), let holder = context.holder else {
      return try field.read(into: model, isUpdate: isUpdate, &reader, context)
    }
    let field = try field(
      for: downcast(holder, to: HolderObject.self), at: reader.position, &reader, context)
    try field.read(into: model, isUpdate: isUpdate, &reader, context)
  }

  /// Returns the field that makes models of the class that the holder's object asks for.
  private func field(
    for holder: HolderObject, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws -> any JSONField {
    guard let chosen = holder.classForParsing(property, reader, context), chosen != heldClass else {
      return field
    }
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
    try field.write(from: model, &writer, context)
  }

  func value(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any? {
    try field.value(&reader, context)
  }

  func read(_ value: Boxed, into model: Model, _ reading: DictionaryReading) throws {
    // The holder is asked about bytes.
    throw LeftToBytes()
  }

  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    try field.boxed(from: model, writing)
  }

  func writeText(of value: Any, _ writer: inout JSONWriter, maximumDepth: Int) throws {
    try field.writeText(of: value, &writer, maximumDepth: maximumDepth)
  }

  func isNil(in model: Model) -> Bool { field.isNil(in: model) }

  func reset(in model: Model, _ context: ReadingContext) -> Bool {
    field.reset(in: model, context)
  }

  var isResetByMismatch: Bool { field.isResetByMismatch }
}

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
  /// An update may leave out what tells the class, so then the class is asked about the whole
  /// object. Where the class does not show in what is written either, a model keeps the one it has.
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
