import Foundation

/// What is known of one model class: its properties and how each takes part.
final class ModelSchema: Sendable {
  /// All properties that are property keys, in order.
  let properties: [Property]
  let keys: [String]
  /// Those that take part in equality, hashes and descriptions.
  let permanent: [Property]
  /// How to reach the models within each property, by key; a property without any has none.
  let contents: [String: PropertyContent]
  /// Every stored variable, for putting an object back as it was.
  let variables: [PropertyAccess]
  /// Which hooks the class overrides.
  let hooks: ModelHooks
  /// The variable in which the class keeps unknown members of JSON; no property key.
  let extras: Property?
  /// True when a permanent property may hold a model, so that a comparison may meet a cycle.
  let mayHoldModels: Bool

  private let modelClass: Model.Type
  private let indexesByKey: [String: Int]

  private static let schemas = ClassCache<ModelSchema>()
  private static let declarations = ClassCache<[Property]>()
  private static let reflections = ClassCache<StoredProperties>()

  /// Returns the schema of `type`, made at first use.
  static func of(_ type: Model.Type) -> ModelSchema {
    schemas.value(for: type) { ModelSchema(type) }
  }

  /// Tells whether values of a type may lead to a model.
  static func mayHoldModels(_ type: Any.Type) -> Bool {
    var visitor = MayHoldModels()
    return visitor.visit(dynamic: type)
  }

  static func storedProperties(of type: Model.Type) -> StoredProperties {
    reflections.value(for: type) { StoredProperties(of: type, below: Model.self) }
  }

  static func defaultStorage(forKey key: String, of type: Model.Type) -> PropertyStorage {
    declaredProperties(of: type).first { $0.key == key }?.isWeak == true ? .transitory : .permanent
  }

  /// What the class declares, a later property of the same name in place of an earlier one.
  private static func declaredProperties(of type: Model.Type) -> [Property] {
    declarations.value(for: type) {
      var properties: [Property] = []
      var indexes: [String: Int] = [:]
      for property in type.properties {
        check(property, in: type)
        if let index = indexes[property.key] {
          properties[index] = property
        } else {
          indexes[property.key] = properties.count
          properties.append(property)
        }
      }
      return properties
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
    var properties = Self.declaredProperties(of: modelClass)
    extras = (modelClass as? any JSONExtrasKeeping.Type).map { keeping in
      properties.first { $0.key == Self.extrasKey } ?? Self.extras(of: keeping)
    }
    if extras != nil { properties.removeAll { $0.key == Self.extrasKey } }
    let storages = properties.map { modelClass.storageBehavior(forKey: $0.key) }
    let listed = Self.listedKeys(properties.map(\.key), of: modelClass)
    let included = zip(properties, storages).filter {
      $0.1 != .excluded && listed.contains($0.0.key)
    }
    self.properties = included.map(\.0)
    keys = self.properties.map(\.key)
    permanent = included.filter { $0.1 == .permanent }.map(\.0)
    indexesByKey = Dictionary(
      uniqueKeysWithValues: keys.enumerated().map { ($0.element, $0.offset) })
    contents = Dictionary(
      uniqueKeysWithValues: self.properties.compactMap { property in
        PropertyContent.make(for: property).map { (property.key, $0) }
      })
    hooks = ModelHooks(of: modelClass)
    variables = Self.storedProperties(of: modelClass).variables
    mayHoldModels = permanent.contains { Self.mayHoldModels($0.valueType) }
  }

  private static let extrasKey = "jsonExtras"

  private static func extras<Keeping: JSONExtrasKeeping>(of _: Keeping.Type) -> Property {
    Property(extrasKey, \Keeping.jsonExtras)
  }

  /// Returns the keys that the class's lists leave; traps when they name no property.
  private static func listedKeys(_ keys: [String], of modelClass: Model.Type) -> Set<String> {
    let all = Set(keys)
    func check(_ listed: Set<String>, _ list: String) {
      guard let unknown = listed.subtracting(all).min() else { return }
      fatalError(
        "Peridot: \(modelClass).\(list) names \"\(unknown)\", which is no property; it has "
          + keys.joined(separator: ", "))
    }
    let included = modelClass.includedPropertyKeys
    let excluded =
      RuntimeFields.classChain(of: modelClass, below: Model.self)
      .compactMap { $0 as? Model.Type }
      .reduce(into: Set<String>()) { $0.formUnion($1.excludedPropertyKeys) }
    check(included ?? [], "includedPropertyKeys")
    check(excluded, "excludedPropertyKeys")
    return (included ?? all).subtracting(excluded)
  }

  /// Tells whether the class declares a property named `key`, also one that is excluded.
  func declares(_ key: String) -> Bool {
    indexesByKey[key] != nil || Self.declaredProperties(of: modelClass).contains { $0.key == key }
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
    properties.compactMap { own in
      guard let counterpart = other.find(own.key), counterpart.valueType == own.valueType else {
        return nil
      }
      return (own, counterpart)
    }
  }
}

/// Tells whether values of a type may lead to a model: through it runs any cycle.
private struct MayHoldModels: TypeVisitor {
  mutating func visitOptional<Wrapped>(_: Wrapped.Type) -> Bool { visit(Wrapped.self) }
  mutating func visitArray<Element>(_: Element.Type) -> Bool { visit(Element.self) }
  mutating func visitSet<Element: Hashable>(_: Element.Type) -> Bool { visit(Element.self) }

  mutating func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Bool {
    visit(Key.self) || visit(Value.self)
  }

  /// Only the types known to hold no reference are ruled out.
  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool {
    switch type {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is any StringProtocol.Type:
      false
    case is Bool.Type, is Character.Type, is Date.Type, is URL.Type, is UUID.Type, is Data.Type,
      is Decimal.Type:
      false
    default:
      !(type is any CaseIterable.Type)
    }
  }
}
