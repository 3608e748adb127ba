extension NestedPlan {
  /// Makes the model that a value as JSONSerialization gives it describes.
  func readModel(_ value: Boxed, _ reading: DictionaryReading) throws -> Model {
    let mapping = try plan()
    guard case .object(let members) = value, let input = mapping.dictionaries.input else {
      return try reading.readBytes(of: value) { try readModel(&$0, $1) }
    }
    return try mapping.model(members, input, reading)
  }

  /// Makes the dictionary of a model of the class or of a subclass.
  func boxed(_ model: Model, _ writing: DictionaryWriting) throws -> [String: Any] {
    let mapping =
      type(of: model) == modelClass ? try plan() : try plan(of: type(of: model))
    return try mapping.boxed(model, writing)
  }
}
