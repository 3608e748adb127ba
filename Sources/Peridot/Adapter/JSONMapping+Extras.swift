extension JSONMapping {
  /// Gives `model` the members of the object at `place` that no property is mapped to.
  func keepExtras(
    of mapped: MappedMembers, in model: Model, isUpdate: Bool, _ place: ReadingPlace,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    guard let keeping = model as? any JSONExtrasKeeping else { return }
    let end = reader.position
    place.restore(&reader)
    let extras = try mapped.extras(&reader) { error in
      let failure = error.attributed(to: modelClass, nil)
      if policy.mismatch == .fail { throw failure }
      context.note(.skipped, failure)
    }
    reader.position = end
    reader.depth = place.depth
    context.undo?.willRunCode()
    keeping.jsonExtras = isUpdate ? keeping.jsonExtras.patched(by: extras) : extras
  }
}
