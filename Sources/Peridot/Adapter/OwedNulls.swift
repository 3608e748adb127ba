/// The fields of a class whose nil is written as null even if nil is omitted.
///
/// An absent member leaves a new object's value, so nil needs a null where that value is not nil, and
/// where an absent member is an error.
final class OwedNulls: Sendable {
  private let fields: Set<Int>
  /// Why nil of a double Optional, which is absent, can't be written, by the fields.
  private let unsayable: [Int: JSONAdapterError]
  /// Why nil of the double Optionals with a value in a new object can't be written; nil for none.
  let mistake: JSONAdapterError?

  /// Whether there are none, as for most classes.
  let isEmpty: Bool

  /// - Parameter mapping: A mapping of which a model exists, so that its class can be made.
  init(_ mapping: JSONMapping) {
    let paths = JSONKeyPaths.of(mapping.modelClass)
    let deciding = mapping.clusters?.deciding.map(\.path) ?? []
    let indexes = mapping.fields.indices.filter { index in
      let field = mapping.fields[index]
      guard field.property.isOptional, !field.isTag, mapping.areRead[index] else { return false }
      let rule = (field.policy ?? mapping.policy).nilOnExport
      return field.tellsAbsence ? rule != .omitAlways : rule == .omit
    }
    var doubles: [String] = []
    var unsayable: [Int: JSONAdapterError] = [:]
    var fields: Set<Int> = []
    let model = indexes.isEmpty ? nil : mapping.newObject()
    for index in indexes {
      guard let model else { break }
      let field = mapping.fields[index]
      let isNil = field.isNil(in: model)
      let key = field.property.key
      guard field.tellsAbsence else {
        if !isNil || mapping.required.contains(index) { fields.insert(index) }
        continue
      }
      var words: String?
      if !isNil {
        words =
          "\"\(key)\" is a double Optional with a value in a new object, so its nil can't be written: "
          + "declare it without an initial value"
        doubles += words.map { [$0] } ?? []
      } else if mapping.required.contains(index) {
        words =
          "\"\(key)\" is required, and a double Optional that is nil is absent: set it to .some(nil)"
      } else if deciding.contains(where: { paths.path(of: field.property)?.leads(to: $0) == true })
      {
        words =
          "\"\(key)\" identifies the class, and a double Optional that is nil is absent: set it to "
          + ".some(nil)"
      }
      unsayable[index] = words.map { Self.mistake([$0], mapping) }
    }
    self.fields = fields
    self.unsayable = unsayable
    isEmpty = fields.isEmpty && unsayable.isEmpty
    mistake = doubles.isEmpty ? nil : Self.mistake(doubles, mapping)
  }

  private static func mistake(_ words: [String], _ mapping: JSONMapping) -> JSONAdapterError {
    JSONAdapterError(
      .invalidMapping, modelClass: mapping.modelClass,
      found: "\(words.map { "\n- \($0)" }.joined())")
  }

  /// Whether nil of the field is written as null.
  ///
  /// - Throws: an error if nothing says its nil.
  func contains(_ field: Int) throws -> Bool {
    if let mistake = unsayable[field] { throw mistake }
    return fields.contains(field)
  }
}

extension JSONMapping {
  /// Whether the class owes nulls. Asking counts no references, because each written object asks.
  @inline(__always)
  var owesNulls: Bool {
    if let kept = keptOwedNulls.permanent { return kept.use { !$0.isEmpty } }
    return !makeOwedNulls().isEmpty
  }

  /// The nulls that the class owes; made when the first model is written.
  var owedNulls: OwedNulls { keptOwedNulls.object ?? makeOwedNulls() }

  @inline(never)
  private func makeOwedNulls() -> OwedNulls { keptOwedNulls.store(OwedNulls(self)) }

  /// Returns whether the nil of a field is written as null.
  func owesNull(_ field: Int) throws -> Bool { try owedNulls.contains(field) }

  /// Returns a model with the values that absent members leave.
  func newObject() -> Model {
    let model = modelClass.init()
    setDefaults(of: model, MarkSet(count: markCount))
    return model
  }
}
