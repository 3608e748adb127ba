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

extension Model {
  /// Returns where the property named `key` lies in the JSON, by what the class chain declares and
  /// by its key style; nil when it takes no part in JSON.
  ///
  /// Traps when the class has no property of that name.
  public static func jsonKeyPath(forKey key: String) -> JSONKeyPath? {
    let property = ModelSchema.of(self).property(named: key)
    let path = JSONKeyPaths.of(self).path(of: property)
    return path?.form == .excluded ? nil : path
  }
}

extension JSONKeyPath {
  /// The keys that lead to the place at the end of an error's path, such as `$.users[3].name`.
  static func codingKeys(ofPath path: String) -> [any CodingKey] {
    guard path.count > 1 else { return [] }
    return JSONKeyPath(String(path.dropFirst())).components.map { component in
      switch component {
      case .key(let name): MemberKey(name)
      case .index(let index): ElementKey(intValue: index)
      case .each: MemberKey("*")
      }
    }
  }

  /// The path of an error at the end of `keys`.
  static func path(along keys: [any CodingKey]) -> String {
    "$" + steps(along: keys)
  }
}
