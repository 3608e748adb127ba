#if canImport(ObjectiveC)
  public import Foundation
#endif

/// A model class that `JSONAdapter` reads and writes.
///
/// ``Model``'s class members implement the requirements. Override those:
///
///     final class Issue: Model, JSONSerializing {
///       var title = ""
///       var createdAt = Date()
///
///       override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
///         ["createdAt": "created_at"]
///       }
///     }
public protocol JSONSerializing: Model, SendableMetatype {
  /// The places of properties in the JSON, by property key; implemented by
  /// ``Model/keyPathsByPropertyKey``.
  @JSONKeyPathsBuilder
  @_disfavoredOverload static var keyPathsByPropertyKey: [String: JSONKeyPath] { get }
  /// Returns the transformer of a property; implemented by ``Model/transformer(forKey:)``.
  @_disfavoredOverload static func transformer(forKey key: String) -> ValueTransformer?
  /// Returns the class for `json`; implemented by ``Model``.
  @_disfavoredOverload static func classForParsing(_ json: JSONObject) -> Model.Type?
}

/// A model class that rewrites the JSON of an object before Peridot reads it.
///
/// The returned object can contain dates, models and other values that properties accept unchanged.
/// Nested objects are prepared once each, the outer one first. A number beyond Double in the object is
/// an error, because `json` can't hold it. An error about a value that the function made says so, and
/// its place is that of the value in the document if there is one, else that of the object.
public protocol JSONPreparing: _JSONContentHook {
  /// Returns the object to read instead of `json`. Throw to reject the object.
  ///
  ///     static func prepare(_ json: [String: Any]) throws -> [String: Any] {
  ///       var json = json
  ///       json["id"] = json["id"] ?? json["identifier"]
  ///       return json
  ///     }
  static func prepare(_ json: [String: Any]) throws -> [String: Any]
}

/// A model class that rewrites the JSON of an object after Peridot wrote it.
///
/// Nested objects are finished once each, the inner one first.
public protocol JSONFinishing: _JSONContentHook {
  /// Changes `json`, the JSON of this model. Throw to refuse.
  ///
  ///     func finish(_ json: inout [String: Any]) throws {
  ///       json["version"] = 2
  ///     }
  func finish(_ json: inout [String: Any]) throws
}

/// A model class with one rule that turns its property keys into JSON keys.
///
/// The entries of ``Model/keyPathsByPropertyKey`` take precedence over the rule.
public protocol JSONKeyStyling: _JSONHook {
  /// The rule, such as ``JSONKeyStyle/snakeCase``.
  ///
  ///     class var jsonKeyStyle: JSONKeyStyle { .snakeCase }
  static var jsonKeyStyle: JSONKeyStyle { get }
}

extension Model {
  /// The transformers of those properties, as the class chain declares them: a superclass is asked
  /// only if the class returns none.
  static func declaredTransformers(forKeys keys: [String]) -> [ValueTransformer?] {
    var transformers = [ValueTransformer?](repeating: nil, count: keys.count)
    var declared = ModelSchema.declarations(of: self)
    func takeDeclared(downTo owner: Model.Type?) {
      for level in declared.takeLevels(downTo: owner) {
        for (index, key) in keys.enumerated() where transformers[index] == nil {
          transformers[index] = level.property(key)?.declaration?.facets.transformer
        }
      }
    }
    for (type, owner) in classes(declaring: .transformer).reversed() {
      takeDeclared(downTo: owner)
      ClassQuestions.ask(type, "transformer(forKey:)") {
        for (index, key) in keys.enumerated() where transformers[index] == nil {
          transformers[index] = type.transformer(forKey: key)
        }
      }
    }
    takeDeclared(downTo: nil)
    return transformers.map { $0 === ValueTransformer.byType ? nil : $0 }
  }

  /// The policies of those properties, as the class chain declares them: each class gets its
  /// superclass's result. Nil if no class declares any.
  static func declaredPolicies(
    forKeys keys: [String], basedOn policy: ConversionPolicy
  ) -> [ConversionPolicy]? {
    let types = classes(declaring: .policy)
    let declared = ModelSchema.declarations(of: self).filter { level in
      level.properties.contains { $0.declaration?.facets.policy != nil }
    }
    if types.isEmpty, declared.isEmpty { return nil }
    var policies = [ConversionPolicy](repeating: policy, count: keys.count)
    // The steps from the topmost class on: each class's declarations come after its function.
    var rest = declared
    var steps: [(asked: Model.Type?, level: ModelSchema.Declarations.Level?)] = []
    for (type, owner) in types.reversed() {
      steps += rest.takeLevels(downTo: owner).map { (nil, $0) } + [(type, nil)]
    }
    steps += rest.takeLevels(downTo: nil).map { (nil, $0) }
    for (type, level) in steps.reversed() {
      if let type {
        ClassQuestions.ask(type, "conversionPolicy(forKey:basedOn:)") {
          for (index, key) in keys.enumerated() {
            policies[index] = type.conversionPolicy(forKey: key, basedOn: policies[index])
          }
        }
      }
      for (index, key) in keys.enumerated() {
        level?.property(key)?.declaration?.facets.policy?(&policies[index])
      }
    }
    return policies
  }

  /// The classes to ask if each class of a chain can override a hook, the topmost first; empty if
  /// no class does.
  ///
  /// Of the classes that inherit one override it is the lowest, so that no override is asked twice;
  /// `owner` is the highest, which has it.
  static func classes(declaring hook: Hook) -> [(asked: Model.Type, owner: Model.Type)] {
    guard hook.isOverridden(by: self, below: Model.self) else { return [] }
    let chain = JSONKeyPaths.classes(of: self)
    let lowest = chain.indices.filter { index in
      index == chain.count - 1 || hook.isOverridden(by: chain[index + 1], below: chain[index])
    }
    return zip(lowest, [0] + lowest.map { $0 + 1 }).map { (chain[$0], chain[$1]) }
  }
}

/// The places of a class's properties in its JSON, as its class chain declares them.
struct JSONKeyPaths: Sendable {
  /// The declarations of all classes of the chain; the subclass wins.
  let declared: [String: JSONKeyPath]
  private let style: JSONKeyStyle
  /// Whether names that no place states are read in any case.
  var ignoresCase: Bool { if case .ignoringCase = style { true } else { false } }
  /// The names on the path to an object's members, in a class cluster with the tag next to or
  /// around them.
  let prefix: [JSONKeyPath.Component]
  /// Whether objects keep their JSON, in a property outside of it.
  let keepsJSON: Bool
  /// Whether objects keep the presence of their members.
  let keepsPresence: Bool

  private static let cache = ClassCache<JSONKeyPaths>()

  /// Returns the declarations of `modelClass`, read at first use.
  static func of(_ modelClass: Model.Type) -> JSONKeyPaths {
    cache.value(asking: modelClass) { JSONKeyPaths(of: modelClass) }
  }

  private init(of modelClass: Model.Type) {
    let levels = ModelSchema.declarations(of: modelClass)
    var inherited = [String: JSONKeyPath]()
    declared = Self.classes(of: modelClass).reduce(into: [:]) { paths, type in
      let own = ClassQuestions.ask(type, "keyPathsByPropertyKey") { type.keyPathsByPropertyKey }
      if levels.isEmpty { return paths.merge(own) { $1 } }
      // A class doesn't repeat, after a declaration, the paths that its function inherits.
      paths.merge(own.filter { inherited[$0.key] != $0.value }) { $1 }
      inherited = own
      for property in levels.first(where: { $0.type == type })?.properties ?? [] {
        if let place = property.declaration?.facets.place { paths[property.key] = place }
      }
    }
    style = Self.style(of: modelClass)
    prefix = ClusterPlace.of(modelClass)?.prefix.map { .key($0) } ?? []
    let hasHooks = ModelSchema.hasContentHooks(modelClass)
    keepsJSON = hasHooks && modelClass is any JSONKeeping.Type
    keepsPresence = hasHooks && modelClass is any JSONPresenceKeeping.Type
  }

  /// Returns the style of a class's keys.
  static func style(of modelClass: Model.Type) -> JSONKeyStyle {
    let styling =
      ModelSchema.hasJSONHooks(modelClass) ? modelClass as? any JSONKeyStyling.Type : nil
    return styling.map { styling in
      ClassQuestions.ask(styling, "jsonKeyStyle") { styling.jsonKeyStyle }
    } ?? .identity
  }

  /// Returns a property's place; nil for a weak one that is not mapped.
  func path(of property: Property) -> JSONKeyPath? {
    if keepsJSON, property.key == "keptJSON" { return .excluded }
    if let path = declared[property.key] { return path.inside(prefix) }
    if property.isWeak { return nil }
    let path = style.path(for: property.key)
    let former = property.formerNames
    if former.isEmpty { return path.inside(prefix) }
    return JSONKeyPath.firstOf([path] + former.map(style.path(for:))).inside(prefix)
  }

  /// The model classes of a class's chain, the topmost first.
  static func classes(of modelClass: Model.Type) -> [Model.Type] {
    RuntimeFields.classChain(of: modelClass, below: Model.self).compactMap { $0 as? Model.Type }
  }
}

extension Model {
  /// Returns the place of the property named `key` in the JSON, by the class chain's declarations
  /// and its key style; nil if JSON doesn't contain the property.
  ///
  /// Traps if the class has no property of that name.
  public static func jsonKeyPath(forKey key: String) -> JSONKeyPath? {
    let property = ModelSchema.of(self).knownProperty(forKey: key)
    let path = JSONKeyPaths.of(self).path(of: property)
    return path?.form == .excluded ? nil : path
  }
}

extension [JSONKeyPath.Component] {
  /// The keys on the path to the place of an error.
  var codingKeys: [any CodingKey] {
    map { component in
      switch component {
      case .key(let name): CodingPlace.MemberKey(name)
      case .index(let index): CodingPlace.ElementKey(intValue: index)
      case .each: CodingPlace.MemberKey("*")
      }
    }
  }
}
