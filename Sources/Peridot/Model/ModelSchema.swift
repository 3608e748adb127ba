import Foundation
import Synchronization

/// What is known of one model class: its properties and how each takes part.
final class ModelSchema: Sendable {
  /// All properties that are property keys, in order.
  let properties: [Property]
  let keys: [String]
  /// Those that take part in equality, hashes and descriptions.
  let permanent: [Property]
  /// Every stored variable, for putting an object back as it was.
  let variables: [PropertyAccess]
  /// Which hooks the class overrides.
  let hooks: ModelHooks
  /// Whether the class conforms to any of the protocols of JSON hooks.
  let hasJSONHooks: Bool
  /// The variable in which the class keeps unknown members of JSON; no property key.
  let extras: Property?
  /// True when a permanent property may hold a model, so that a comparison may meet a cycle.
  let mayHoldModels: Bool

  private let modelClass: Model.Type
  private let indexesByKey: [String: Int]
  private let ownComparison = OnceReference<PropertyComparison>()
  private let ownFilling = OnceReference<DictionaryFilling>()
  private let ownContents = OnceReference<ModelContents>()
  private let ownHeld = OnceReference<ReleasePlan>()
  private let ownExchange = OnceReference<ModelExchange>()
  private let ownMaking = OnceReference<DictionaryMaking>()
  /// The exchanges with models of other classes, by those.
  private let exchanges = Mutex<[ObjectIdentifier: ModelExchange]>([:])

  private static let schemas = ClassCache<Permanent<ModelSchema>>()
  private static let declarations = ClassCache<DeclaredProperties>()
  private static let reflections = ClassCache<StoredProperties>()

  /// Returns the schema of `type`, made at first use.
  static func of(_ type: Model.Type) -> ModelSchema {
    permanent(of: type).use { $0 }
  }

  /// The same, for use without counting references.
  static func permanent(of type: Model.Type) -> Permanent<ModelSchema> {
    schemas.value(for: type) { Permanent(ModelSchema(type)) }
  }

  static func storedProperties(of type: Model.Type) -> StoredProperties {
    reflections.value(for: type) { StoredProperties(of: type, below: Model.self) }
  }

  static func defaultStorage(forKey key: String, of type: Model.Type) -> PropertyStorage {
    guard let property = declaredProperties(of: type).find(key) else { return .excluded }
    return property.isWeak ? .transitory : .permanent
  }

  /// What the class declares, a later property of the same name in place of an earlier one.
  private static func declaredProperties(of type: Model.Type) -> DeclaredProperties {
    declarations.value(for: type) {
      let properties = type.properties
      for property in properties { check(property, in: type) }
      return DeclaredProperties(properties)
    }
  }

  /// Traps when `property` is reached in objects of another class.
  private static func check(_ property: Property, in type: Model.Type) {
    guard let owner = property.access.owner, !isSubclass(type, of: owner) else { return }
    fatalError(
      """
      Peridot: \(type).properties has "\(property.key)", which is a property of \(owner). Declare \
      it by a key path from \(type) or a superclass, and begin with super.properties.
      """)
  }

  private init(_ modelClass: Model.Type) {
    self.modelClass = modelClass
    hasJSONHooks = modelClass is any JSONHook.Type
    let declaration = Self.declaredProperties(of: modelClass)
    let keeping = hasJSONHooks ? modelClass as? any JSONExtrasKeeping.Type : nil
    extras = keeping.map { declaration.find(Self.extrasKey) ?? Self.extras(of: $0) }
    var declared = declaration.all
    if extras != nil { declared.removeAll { $0.key == Self.extrasKey } }
    let takesPart = Self.listing(declared, of: modelClass)
    var properties: [Property] = []
    var permanent: [Property] = []
    for property in declared {
      let storage = modelClass.storageBehavior(forKey: property.key)
      if storage == .excluded || !takesPart(property.key) { continue }
      properties.append(property)
      if storage == .permanent { permanent.append(property) }
    }
    self.properties = properties
    self.permanent = permanent
    keys = properties.map(\.key)
    indexesByKey =
      properties.count == declaration.all.count
      ? declaration.indexes : DeclaredProperties(properties).indexes
    hooks = ModelHooks(of: modelClass)
    variables = Self.storedProperties(of: modelClass).variables
    mayHoldModels = permanent.contains { ModelReach.mayHoldModels($0.valueType) }
  }

  private static let extrasKey = "jsonExtras"

  private static func extras<Keeping: JSONExtrasKeeping>(of _: Keeping.Type) -> Property {
    Property(extrasKey, \Keeping.jsonExtras)
  }

  /// Returns what tells whether the class's lists leave a key; traps when they name no property.
  private static func listing(
    _ properties: [Property], of modelClass: Model.Type
  ) -> (String) -> Bool {
    let included = modelClass.includedPropertyKeys
    let excluded =
      RuntimeFields.classChain(of: modelClass, below: Model.self)
      .compactMap { $0 as? Model.Type }
      .reduce(into: Set<String>()) { $0.formUnion($1.excludedPropertyKeys) }
    if included == nil, excluded.isEmpty { return { _ in true } }
    let keys = properties.map(\.key)
    func check(_ listed: Set<String>, _ list: String) {
      guard let unknown = listed.subtracting(keys).min() else { return }
      fatalError(
        "Peridot: \(modelClass).\(list) names \"\(unknown)\", which is no property; it has "
          + keys.joined(separator: ", "))
    }
    check(included ?? [], "includedPropertyKeys")
    check(excluded, "excludedPropertyKeys")
    return { key in included?.contains(key) ?? true && !excluded.contains(key) }
  }

  /// Tells whether the class declares a property named `key`, also one that is excluded.
  func declares(_ key: String) -> Bool {
    indexesByKey[key] != nil || Self.declaredProperties(of: modelClass).find(key) != nil
  }

  /// Returns the property named `key`, or nil when there is none.
  func find(_ key: String) -> Property? {
    indexesByKey[key].map { properties[$0] }
  }

  /// Returns the property named `key`; traps when there is none.
  func property(named key: String) -> Property {
    guard let property = find(key) else {
      fatalError("Peridot: \(unknownKey(key))")
    }
    return property
  }

  func unknownKey(_ key: String) -> ModelError {
    ModelError(
      kind: .unknownKey, modelClass: "\(modelClass)", propertyKey: key,
      expected: keys.isEmpty ? "none" : keys.joined(separator: ", "), found: "")
  }

  /// The properties that this class and `other` have with the same type, as pairs.
  func shared(with other: ModelSchema) -> [(own: Property, other: Property)] {
    if other === self { return properties.map { ($0, $0) } }
    return properties.compactMap { own in
      guard let counterpart = other.find(own.key), counterpart.valueType == own.valueType else {
        return nil
      }
      return (own, counterpart)
    }
  }
}

// MARK: - What is made when it is first asked for

extension ModelSchema {
  /// Compares and hashes the permanent properties.
  var comparison: Permanent<PropertyComparison> {
    ownComparison.permanent ?? Permanent(ownComparison.store(PropertyComparison(permanent)))
  }

  /// Makes dictionary values.
  var making: DictionaryMaking {
    ownMaking.object ?? ownMaking.store(DictionaryMaking(properties))
  }

  /// Fills models from dictionaries.
  var filling: Permanent<DictionaryFilling> {
    ownFilling.permanent ?? Permanent(ownFilling.store(DictionaryFilling(properties)))
  }

  /// The models within each property.
  var contents: ModelContents {
    ownContents.object ?? ownContents.store(ModelContents(properties))
  }

  /// The models within each stored variable, for letting go of them.
  var held: ReleasePlan {
    ownHeld.object ?? ownHeld.store(ReleasePlan(variables))
  }

  /// How values are taken over from models of the same class.
  var exchange: Permanent<ModelExchange> {
    ownExchange.permanent ?? Permanent(ownExchange.store(ModelExchange(of: self, with: self)))
  }

  /// How values are taken over from models of the class of `other`.
  func exchange(with other: ModelSchema) -> ModelExchange {
    if other === self { return exchange.use { $0 } }
    let identifier = ObjectIdentifier(other)
    if let known = exchanges.withLock({ $0[identifier] }) { return known }
    let made = ModelExchange(of: self, with: other)
    exchanges.withLock { $0[identifier] = made }
    return made
  }
}

/// What a class declares, in order, and found by key.
private struct DeclaredProperties: Sendable {
  private(set) var all: [Property] = []
  private(set) var indexes: [String: Int] = [:]

  init(_ properties: [Property]) {
    all.reserveCapacity(properties.count)
    indexes.reserveCapacity(properties.count)
    for property in properties {
      if let index = indexes[property.key] {
        all[index] = property
      } else {
        indexes[property.key] = all.count
        all.append(property)
      }
    }
  }

  func find(_ key: String) -> Property? {
    indexes[key].map { all[$0] }
  }
}
