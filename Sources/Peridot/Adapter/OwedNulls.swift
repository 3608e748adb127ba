/// The fields of a class whose nil is written as null even if nil is omitted.
///
/// An absent member leaves a new object's value, so nil needs a null where that value is not nil, and
/// where an absent member is an error.
final class OwedNulls: Sendable {
  private let fields: Set<Int>
  /// The double Optionals with a value in a new object.
  private let doubles: Set<Int>
  /// Why nil of a double Optional can't be written: a null sets it to an inner nil; nil if it can.
  let mistake: JSONAdapterError?

  /// Whether there are none, as for most classes.
  let isEmpty: Bool

  /// - Parameter mapping: A mapping of which a model exists, so that its class can be made.
  init(_ mapping: JSONMapping) {
    let indexes = mapping.fields.indices.filter { index in
      let field = mapping.fields[index]
      let policy = field.policy ?? mapping.policy
      return field.property.isOptional && !field.isTag && mapping.areRead[index]
        && policy.nilOnExport == .omit
    }
    var doubles: [Int] = []
    var fields: Set<Int> = []
    if !indexes.isEmpty {
      let model = mapping.newObject()
      for index in indexes {
        let field = mapping.fields[index]
        let isNil = field.isNil(in: model)
        if field.tellsAbsence {
          if !isNil { doubles.append(index) }
        } else if !isNil || mapping.required.contains(index) {
          fields.insert(index)
        }
      }
    }
    self.fields = fields
    isEmpty = fields.isEmpty && doubles.isEmpty
    self.doubles = Set(doubles)
    let words = doubles.map { index in
      let key = mapping.fields[index].property.key
      return
        "\n- \"\(key)\" is a double Optional with a value in a new object, so its nil can't be "
        + "written: declare it without an initial value"
    }
    mistake =
      words.isEmpty
      ? nil
      : JSONAdapterError(
        .invalidMapping, modelClass: mapping.modelClass, found: "\(words.joined())")
  }

  /// Whether nil of the field is written as null.
  ///
  /// - Throws: ``mistake`` if nothing says its nil.
  func contains(_ field: Int) throws -> Bool {
    if doubles.contains(field), let mistake { throw mistake }
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
