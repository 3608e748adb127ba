// The declarations about a class's properties in JSON, and the functions for the same facts. The
// class chain is asked from the top, and each class's declarations come after its functions.

extension Model {
  /// The keys of required properties, as the class chain declares them.
  static var declaredRequiredKeys: (all: Set<String>, ofFunctions: Set<String>) {
    var all: Set<String> = []
    var inherited: Set<String> = []
    let levels = ModelSchema.declarations(of: self)
    for type in JSONKeyPaths.classes(of: self) {
      let own = ClassQuestions.ask(type, "requiredPropertyKeys") { type.requiredPropertyKeys }
      // A class that inherits the list adds nothing.
      all.formUnion(levels.isEmpty ? own : own.subtracting(inherited))
      inherited.formUnion(own)
      for property in levels.first(where: { $0.type == type })?.properties ?? [] {
        guard let isRequired = property.declaration?.facets.isRequired else { continue }
        if isRequired { all.insert(property.key) } else { all.remove(property.key) }
      }
    }
    return (all, inherited)
  }
}

extension [ModelSchema.Declarations.Level] {
  /// Removes the declarations of `owner` and of its subclasses, a subclass before its superclass.
  mutating func takeLevels(downTo owner: Model.Type?) -> [ModelSchema.Declarations.Level] {
    var taken: [ModelSchema.Declarations.Level] = []
    while let level = last, owner.map({ isSubclass(level.type, of: $0) }) ?? true {
      taken.append(removeLast())
    }
    return taken
  }
}

extension MappingMaker {
  /// The mistakes of a class chain whose declarations and functions differ about a property, and of
  /// declarations that overlap.
  static func conflicts(of modelClass: Model.Type, _ schema: ModelSchema) -> [String] {
    let levels = ModelSchema.declarations(of: modelClass)
    if levels.isEmpty { return [] }
    return levels.flatMap(conflicts(of:)) + sharedPlaces(of: modelClass, schema, areDeclared: true)
      + schema.properties.flatMap(mistakes(of:))
  }

  private static func conflicts(of level: ModelSchema.Declarations.Level) -> [String] {
    let type = level.type
    guard let base = _getSuperclass(type) as? Model.Type else { return [] }
    let inheritedPaths = base.keyPathsByPropertyKey
    let paths = type.keyPathsByPropertyKey.filter { inheritedPaths[$0.key] != $0.value }
    let required = type.requiredPropertyKeys.subtracting(base.requiredPropertyKeys)
    let chooses = Hook.transformer.isOverridden(by: type, below: base)
    var mistakes: [String] = []
    for property in level.properties {
      guard let facets = property.declaration?.facets else { continue }
      func add(_ what: String, _ function: String) {
        mistakes.append(
          "declaredProperties of \(type) says \(what) \"\(property.key)\", and so does \(function): "
            + "leave it to one of them")
      }
      let key = property.key
      if facets.place != nil, paths[key] != nil { add("where to find", "keyPathsByPropertyKey") }
      if facets.transformer != nil, chooses, type.transformer(forKey: key) != nil {
        add("how to transform", "transformer(forKey:)")
      }
      if facets.isRequired == false, required.contains(key) {
        add("whether to require", "requiredPropertyKeys")
      }
    }
    return mistakes
  }

  /// Two properties that are read from one place.
  ///
  /// - Parameter areDeclared: Whether one of them is declared there. Others share a place by the
  ///   mapping; they are written as long as their values agree, so only a check reports them.
  static func sharedPlaces(
    of modelClass: Model.Type, _ schema: ModelSchema, areDeclared: Bool
  ) -> [String] {
    let paths = JSONKeyPaths.of(modelClass)
    var known = [String: Int]()
    return schema.properties.indices.compactMap { index in
      let property = schema.properties[index]
      guard let path = paths.path(of: property), path.isPlain, !property.isReadOnly,
        let last = known.updateValue(index, forKey: path.description)
      else { return nil }
      let other = schema.properties[last]
      let isDeclared = [property, other].contains { $0.declaration?.facets.place != nil }
      guard isDeclared == areDeclared else { return nil }
      return
        "\"\(other.key)\" and \"\(property.key)\" are \(isDeclared ? "declared at" : "mapped to") "
        + "one place, \(path): make one of "
        + "them .readOnly or .writeOnly"
    }
  }

  private static func mistakes(of property: Property) -> [String] {
    guard let facets = property.declaration?.facets else { return [] }
    var mistakes: [String] = []
    for case .pattern(let pattern) in (facets.limits ?? []).map(\.limit)
    where (try? Regex(pattern)) == nil {
      mistakes.append(
        "\"\(property.key)\" is limited by \(pattern), which is not a regular expression")
    }
    if facets.initial != nil,
      TypeShape.of(property.valueType).mayHoldModels || property.valueType is AnyClass
    {
      mistakes.append(
        "\"\(property.key)\" is declared with an object as its default, which all models would share: "
          + "make it in init")
    }
    return mistakes
  }
}
