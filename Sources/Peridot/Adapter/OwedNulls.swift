/// The fields of a class whose nil is written as null even if nil is omitted: those that are declared
/// so, and those that have to be.
///
/// An absent member leaves a new object's value, so nil needs a null where that value is not nil, and
/// where an absent member is an error. A null that reading skips doesn't help.
final class OwedNulls: Sendable {
  private let fields: Set<Int>
  /// Why nil can't be written, by the fields: that of a double Optional is absent, and null can be
  /// skipped.
  private let unsayable: [Int: JSONAdapterError]
  /// Why nil of the double Optionals with a value in a new object can't be written; nil for none.
  let mistake: JSONAdapterError?

  /// Whether the class owes no null, as most classes.
  let isEmpty: Bool

  /// - Parameter mapping: A mapping of which a model exists, so that its class can be made.
  init(_ mapping: JSONMapping) {
    let paths = JSONKeyPaths.of(mapping.modelClass)
    let deciding = mapping.clusters?.deciding.map(\.path) ?? []
    let needs = mapping.fields.indices.compactMap { index -> (field: Int, need: Need)? in
      let field = mapping.fields[index]
      let isStated = !field.tellsAbsence && field.property.fact(WritesNull.self) != nil
      guard field.property.isOptional, !field.isTag, isStated || mapping.areRead[index] else {
        return nil
      }
      let policy = field.policy ?? mapping.policy
      let rule = policy.nilOnExport
      let isDeciding = deciding.contains { paths.path(of: field.property)?.leads(to: $0) == true }
      let need = Need(
        isRequired: mapping.required.contains(index), isDeciding: isDeciding, isStated: isStated,
        skipsNull: policy.null == .skip)
      // An object without the member of its class is another one's.
      let isAsked =
        isStated
        || (field.tellsAbsence ? rule != .omitAlways : rule == .omit || isDeciding)
      return isAsked ? (index, need) : nil
    }
    var doubles: [String] = []
    var unsayable: [Int: JSONAdapterError] = [:]
    var fields: Set<Int> = []
    let model = needs.isEmpty ? nil : mapping.newObject()
    for (index, need) in needs {
      guard let model else { break }
      let field = mapping.fields[index]
      let isNil = field.isNil(in: model)
      let key = field.property.key
      let words =
        field.tellsAbsence
        ? need.wordsOfOuterNil(key, isNil: isNil) : need.words(key, isNil: isNil)
      if field.tellsAbsence {
        if !isNil { doubles += words.map { [$0] } ?? [] }
      } else if words == nil, need.isOwed(isNil: isNil) {
        fields.insert(index)
      }
      unsayable[index] = words.map { Self.mistake([$0], mapping) }
    }
    self.fields = fields
    self.unsayable = unsayable
    isEmpty = fields.isEmpty && unsayable.isEmpty
    mistake = doubles.isEmpty ? nil : Self.mistake(doubles, mapping)
  }

  /// The meaning of an absent member of an Optional beside nil.
  private struct Need {
    /// Whether it is an error.
    let isRequired: Bool
    /// Whether it identifies the class.
    let isDeciding: Bool
    /// Whether the property is declared so.
    let isStated: Bool
    /// Whether null is read as an absent member.
    let skipsNull: Bool

    /// Whether nil needs a null. `isNil` says that a new object has nil.
    func isOwed(isNil: Bool) -> Bool { !isNil || isRequired || isDeciding || isStated }

    /// Why no null can be written; nil if it can.
    func words(_ key: String, isNil: Bool) -> String? {
      guard skipsNull, !isNil || isRequired else { return nil }
      return "\"\(key)\" \(isRequired ? "is required" : "has a value in a new object") and skips "
        + "null, so its nil can't be written: set another null rule, or nilOnExport to .omitAlways"
    }

    /// Why the outer nil of a double Optional, which is absent, can't be written; nil if it can.
    func wordsOfOuterNil(_ key: String, isNil: Bool) -> String? {
      if !isNil {
        return "\"\(key)\" is a double Optional with a value in a new object, so its nil can't be "
          + "written: declare it without an initial value"
      }
      if isRequired {
        return "\"\(key)\" is required, and a double Optional that is nil is absent: set it to "
          + ".some(nil)"
      }
      guard isDeciding else { return nil }
      return "\"\(key)\" identifies the class, and a double Optional that is nil is absent: set it "
        + "to .some(nil)"
    }
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
