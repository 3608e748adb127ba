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
