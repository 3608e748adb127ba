/// The members of a JSON object that a class's properties are mapped to. What else the object holds
/// is extra, further in too.
///
/// A member with an array that a path goes into counts as a whole.
struct MappedMembers: Sendable {
  private var members: [String: MappedMembers] = [:]
  private var isWhole = false

  mutating func add(_ path: ArraySlice<JSONKeyPath.Component>) {
    guard case .key(let name)? = path.first else {
      isWhole = true
      return
    }
    members[name, default: MappedMembers()].add(path.dropFirst())
  }

  /// Returns what is not mapped of the object at the cursor, as JSONSerialization gives it.
  ///
  /// - Parameter refuse: Called with what cannot be kept; it is left out unless this throws.
  func extras(
    _ reader: inout JSONReader, _ refuse: (ConversionError) throws -> Void
  ) throws -> [String: Any] {
    var extras: [String: Any] = [:]
    guard !isWhole, try reader.beginObject() else { return extras }
    repeat {
      let name = try reader.readKey()
      guard let member = members[name] else {
        let place = ReadingPlace(&reader)
        do {
          extras[name] = try reader.readAnyValue()
        } catch let error as ConversionError {
          try refuse(error)
          try place.skip(&reader)
        }
        continue
      }
      // Of members with equal names, the last counts.
      extras[name] = nil
      if !member.isWhole, try reader.peekKind() == .object {
        let inner = try member.extras(&reader, refuse)
        if !inner.isEmpty { extras[name] = inner }
      } else {
        try reader.skipValue()
      }
    } while try reader.nextMember()
    return extras
  }
}

extension JSONMapping {
  /// Gives `model` the members of the object at `place` that no property is mapped to.
  func keepExtras(
    of mapped: MappedMembers, in model: Model, isUpdate: Bool, _ place: ReadingPlace,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let end = reader.position
    place.restore(&reader)
    let extras = try mapped.extras(&reader) { error in
      let failure = error.attributed(to: modelClass, nil)
      if policy.mismatch == .fail { throw failure }
      context.note(.skipped, failure)
    }
    reader.position = end
    reader.depth = place.depth
    keep(extras, in: model, isUpdate: isUpdate, context)
  }

  /// Gives `model` what was found that no property is mapped to.
  func keep(
    _ extras: [String: Any], in model: Model, isUpdate: Bool, _ context: ReadingContext
  ) {
    context.undo?.willRunCode()
    keeping?.keep(extras, in: model, isUpdate: isUpdate)
  }
}

extension JSONExtrasKeeping {
  fileprivate static func keep(_ extras: [String: Any], in model: Model, isUpdate: Bool) {
    let keeping = downcast(model, to: Self.self)
    keeping.jsonExtras = isUpdate ? keeping.jsonExtras.patched(by: extras) : extras
  }
}
