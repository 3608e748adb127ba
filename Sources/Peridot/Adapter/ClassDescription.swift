#if canImport(ObjectiveC)
  public import Foundation
#endif

/// The facts about a model class: its properties, their places in JSON, and their declarations.
///
///     for property in ClassDescription(of: User.self).properties where !property.isSecret {
///       print(property.key, property.valueType, property.place as Any, property.limits)
///     }
///
/// It is made on demand, from the same data as conversions. A class with mistakes has one, too;
/// `JSONAdapter.check` reports these.
public struct ClassDescription: Sendable {
  /// The class.
  public let modelClass: Model.Type
  /// Its property keys, superclass first, in order of declaration.
  public let properties: [PropertyDescription]
  /// The rules for its objects: the given ones, or else the class's own.
  public let policy: ConversionPolicy
  /// The code of the class that runs when JSON is read or written, and that no other fact shows.
  public let hooks: Hooks
  /// Whether names that no place states are read in any case: ``JSONKeyStyle/ignoringCase``.
  public let ignoresCase: Bool
  /// The stored variables that can't take part, and why.
  public let unsupportedVariables: [(name: String, reason: String)]

  /// Describes a class.
  ///
  /// - Parameters:
  ///   - modelClass: the class.
  ///   - policy: the rules for required properties; nil for the class's own.
  public init(of modelClass: Model.Type, policy: ConversionPolicy? = nil) {
    let policy = PolicyPlans.of(policy, for: modelClass).policy.rules
    self.modelClass = modelClass
    self.policy = policy
    let schema = ModelSchema.draft(of: modelClass)
    hooks = Hooks(of: modelClass, schema.hooks)
    let paths = JSONKeyPaths.of(modelClass)
    ignoresCase = paths.ignoresCase
    let transformers = modelClass.declaredTransformers(forKeys: schema.keys)
    let policies = modelClass.declaredPolicies(forKeys: schema.keys, basedOn: policy)
    let required = modelClass.declaredRequiredKeys.all
    unsupportedVariables = ModelSchema.unsupportedVariables(of: modelClass)
    properties = schema.properties.enumerated().map { index, property in
      let policy = policies?[index] ?? policy
      let requiresAll = policy.absentKeys == .fail
      return PropertyDescription(
        property, of: modelClass, at: paths.path(of: property), transformer: transformers[index],
        policy: policy,
        isRequired: required.contains(property.key)
          || requiresAll && !property.isOptional && !property.isReadOnly,
        isIdentity: schema.identityKeys.contains(property.key),
        cluster: schema.hooks.hasHeldClusters ? modelClass.cluster(forKey: property.key) : nil)
    }
  }

  /// A note for people, or nil.
  public var note: String? { modelClass.modelNote }

  /// The class's name in archives.
  public var archiveName: String { modelClass.archiveName }

  /// The version of the class's properties in archives.
  public var modelVersion: Int { modelClass.modelVersion }

  /// The JSON of what a property has if it is absent, by the keys of properties.
  ///
  /// It lacks secrets, required properties, nil, and values that differ from one new object to the
  /// next. To find it, two objects are made and written.
  public var defaults: [String: RawJSON] {
    guard let type = modelClass as? any JSONSerializing.Type else { return [:] }
    let rules = policy.with {
      $0.nilOnExport = .omit
      $0.defaultsOnExport = .write
      $0.emptyOnExport = .write
    }
    func find<M: JSONSerializing>(_ type: M.Type) -> [String: RawJSON] {
      var found: [String: RawJSON] = [:]
      let models = [type.init(), type.init()]
      for property in properties where !property.isSecret && !property.isRequired {
        guard let place = property.place, place.direction == .both else { continue }
        let values = models.map { model in
          if let value = property.declaredDefault {
            try? model.setValue(value, forPropertyKey: property.key)
          }
          let data = try? JSONAdapter.data(from: model, keys: [property.key], policy: rules)
          return data.flatMap { try? JSONAdapter.value(of: RawJSON.self, from: $0, at: place) }
        }
        if values[0] == values[1], values[0]?.isNull == false { found[property.key] = values[0] }
      }
      return found
    }
    return find(type)
  }

  /// The property with that key; nil if the class has none.
  public func property(forKey key: String) -> PropertyDescription? {
    properties.first { $0.key == key }
  }
}

extension ClassDescription {
  /// The code of a class that runs when JSON is read or written.
  public struct Hooks: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// It changes the JSON before it is read: ``JSONPreparing``.
    public static let prepares = Self(rawValue: 1)
    /// It changes the JSON after it is written: ``JSONFinishing``.
    public static let finishes = Self(rawValue: 2)
    /// It chooses the class of the object: ``Model/classForParsing(_:)-(JSONObject)``.
    public static let choosesClass = Self(rawValue: 4)
    /// It chooses the class of models that a property holds:
    /// ``Model/classForParsing(_:forKey:)``.
    public static let choosesHeldClasses = Self(rawValue: 8)
    /// It validates the object, or values of properties, by code.
    public static let validates = Self(rawValue: 16)
    /// It is told when it was read: ``Model/didLoad(from:)``.
    public static let loads = Self(rawValue: 32)
    /// It keeps members that no property reads: ``JSONExtrasKeeping`` or ``JSONKeeping``.
    public static let keepsMembers = Self(rawValue: 64)
    /// It writes absent and null members as they were read: ``JSONPresenceKeeping``.
    public static let keepsPresence = Self(rawValue: 128)

    init(of type: Model.Type, _ hooks: ModelHooks) {
      let known: [(Self, Bool)] = [
        (.prepares, type is any JSONPreparing.Type), (.finishes, type is any JSONFinishing.Type),
        (.choosesClass, hooks.asksClass), (.choosesHeldClasses, hooks.asksHeldClasses),
        (.validates, hooks.overridesKeyValidation || hooks.validatesWhole),
        (.loads, hooks.loads),
        (.keepsMembers, type is any JSONExtrasKeeping.Type || type is any JSONKeeping.Type),
        (.keepsPresence, type is any JSONPresenceKeeping.Type),
      ]
      self.init(known.filter(\.1).map(\.0))
    }
  }
}

/// The facts about one property of a model class; see ``ClassDescription``.
public struct PropertyDescription: Sendable {
  private let property: Property
  private let modelClass: Model.Type

  /// The property's place in JSON, as components; nil if JSON doesn't contain it.
  public let place: JSONKeyPath?
  /// The transformer between its JSON value and its own; nil if its type determines the conversion.
  public let transformer: ValueTransformer?
  /// The rules for its value and for all within it: those of the class, as this property changes
  /// them. A nested class with a policy of its own follows that one, unless a call gives another.
  public let policy: ConversionPolicy
  /// Whether the JSON has to contain it, by the class, a superclass or the policy.
  public let isRequired: Bool

  /// The cluster of its models whose tag is in their holder, or nil.
  public let cluster: ClusterDescription?

  fileprivate init(
    _ property: Property, of modelClass: Model.Type, at place: JSONKeyPath?,
    transformer: ValueTransformer?, policy: ConversionPolicy, isRequired: Bool,
    isIdentity: Bool, cluster: Cluster?
  ) {
    self.modelClass = modelClass
    self.policy = policy
    self.isIdentity = isIdentity
    self.cluster = cluster.map { ClusterDescription(ClusterTable($0)) }
    self.property = property
    self.place = place?.form == .excluded ? nil : place
    self.transformer = transformer
    self.isRequired = isRequired
  }

  /// The property's key.
  public var key: String { property.key }

  /// Its static type.
  public var valueType: Any.Type { property.valueType }

  /// Whether it can be nil.
  public var isOptional: Bool { property.isOptional }

  /// Whether it is never set.
  public var isReadOnly: Bool { property.isReadOnly }

  /// Whether it is a `weak var`.
  public var isWeak: Bool { property.isWeak }

  /// Whether descriptions and errors hide its value.
  public var isSecret: Bool { property.isSecret }

  /// Whether copies, merges and archives contain it.
  public var storage: PropertyStorage { modelClass.storageBehavior(forKey: key) }

  /// How it is archived.
  public var encodingBehavior: EncodingBehavior {
    if let stated = ArchivePlan.behaviors(of: modelClass)[key] { return stated }
    return storage == .excluded ? .excluded : isWeak ? .conditional : .unconditional
  }

  /// Whether it tells one model from another, alone or with others.
  public let isIdentity: Bool

  /// For a list whose elements are the members of an object: the property of the elements that is the
  /// name of the member; see ``Facet/keyed(by:)``. Nil for all other properties.
  public var keyedBy: String? { property.keyedBy }

  /// The names that it had before, by which stored values are found.
  public var formerNames: [String] { property.formerNames }

  /// A note for people, or nil.
  public var note: String? { property.declaration?.facets.note }

  /// The limits of its values.
  public var limits: [PropertyLimit] { property.limits.map(\.limit) }

  /// The declared value for JSON without the property; nil without a declaration, and for a secret
  /// property.
  public var declaredDefault: Any? {
    isSecret ? nil : property.declaration?.facets.initial?.value
  }

  /// The fact that another library declares of the property by a ``Facet``, or nil.
  public func fact<Fact: Sendable>(_ type: Fact.Type) -> Fact? {
    property.fact(type)
  }

  /// The type of its JSON values, if its transformer states it; without a transformer, its own
  /// type.
  public var jsonType: Any.Type? {
    guard let transformer else { return valueType }
    return transformer.throwing.taken.type
  }

  /// The name of its transformer: what you write for one of Peridot's own, such as `epochSeconds` or
  /// `array(of: url)`, the types of a closure, or the class of one of yours; nil without one.
  public var transformerName: String? { transformer?.throwing.name }

  /// The type whose JSON its transformer reads itself, for the transformers `.model`, `.models` and
  /// `.embeddedJSON`; nil for all others. The JSON is in a text if `isText`. A nil policy is that of
  /// the property.
  public var transformedContent: (type: Any.Type, policy: ConversionPolicy?, isText: Bool)? {
    (transformer as? any ModelTransforming)?.content
  }

  /// The class of its models, even in an Optional or a collection; nil for other values.
  public var heldClass: Model.Type? { TypeShape.ModelClassFinder.modelClass(in: valueType) }

  /// The raw values of its enum, even in an Optional or a collection, as text and numbers; empty
  /// for other types, and for enums whose cases have values.
  public var rawValues: [any Sendable] { RawValues().visit(dynamic: valueType) }

  /// The variables of its struct, even in an Optional or a collection; empty for other types, and
  /// for those of Swift and Foundation, whose variables are private. A struct with coding keys of its own can
  /// use other names in JSON.
  public var variables: [(name: String, type: Any.Type)] { Variables().visit(dynamic: valueType) }
}

extension PropertyDescription: CustomStringConvertible {
  public var description: String { property.description }
}

extension PropertyDescription {
  private struct RawValues: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> [any Sendable] {
      let known = (type as? any CaseIterable.Type).map { cases(of: $0) }
      return (known ?? RuntimeFields.plainCases(of: type)).compactMap { value in
        switch (value as? any RawRepresentable).map({ $0.rawValue as Any }) {
        case let text as String: text
        case let number as any BinaryInteger: Int(exactly: number)
        case let number as Double: number
        default: nil
        }
      }
    }

    private func cases<Cases: CaseIterable>(of _: Cases.Type) -> [Any] {
      Array(Cases.allCases)
    }
  }

  private struct Variables: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> [(name: String, type: Any.Type)] {
      let module = String(reflecting: type).prefix { $0 != "." }
      // Only other types know the meaning of their variables.
      guard case .coded = ValueDescription(of: type).form, RuntimeFields.kind(of: type) == .struct,
        module != "Swift", !module.hasPrefix("Foundation")
      else { return [] }
      return RuntimeFields.parts(of: type).map { ($0.name, $0.type) }
    }
  }
}

extension MappingMaker.TransformedShape {
  /// The only type of the values; nil if there can be several.
  fileprivate var type: Any.Type? {
    func array<Element>(_: Element.Type) -> Any.Type { [Element].self }
    func dictionary<Value>(_: Value.Type) -> Any.Type { [String: Value].self }
    return switch self {
    case .unknown, .set: nil
    case .array(let element): element.type.map { _openExistential($0, do: array) }
    case .dictionary(let value): value.type.map { _openExistential($0, do: dictionary) }
    case .exactly(let type): type
    }
  }
}
