/// Where the properties of a class lie in its JSON, by what its class chain declares.
struct JSONKeyPaths: Sendable {
  /// The declarations of all classes of the chain, the subclass winning.
  let declared: [String: JSONKeyPath]
  private let style: JSONKeyStyle

  private static let cache = ClassCache<JSONKeyPaths>()

  /// Returns what `modelClass` declares, asked at first use.
  static func of(_ modelClass: Model.Type) -> JSONKeyPaths {
    cache.value(asking: modelClass) { JSONKeyPaths(of: modelClass) }
  }

  private init(of modelClass: Model.Type) {
    declared = Self.classes(of: modelClass).reduce(into: [:]) { paths, type in
      let own = ClassQuestions.ask(type, "keyPathsByPropertyKey") { type.keyPathsByPropertyKey }
      paths.merge(own) { $1 }
    }
    let styling =
      ModelSchema.hasJSONHooks(modelClass) ? modelClass as? any JSONKeyStyling.Type : nil
    style =
      styling.map { styling in
        ClassQuestions.ask(styling, "jsonKeyStyle") { styling.jsonKeyStyle }
      } ?? .identity
  }

  /// Returns where a property lies; nil for a weak one that is not mapped.
  func path(of property: Property) -> JSONKeyPath? {
    if let path = declared[property.key] { return path }
    return property.isWeak ? nil : style.path(for: property.key)
  }

  /// The model classes of a class's chain, the topmost first.
  static func classes(of modelClass: Model.Type) -> [Model.Type] {
    RuntimeFields.classChain(of: modelClass, below: Model.self).compactMap { $0 as? Model.Type }
  }
}
