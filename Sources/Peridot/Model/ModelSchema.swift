import Foundation
import Synchronization

/// The facts about one model class: its properties and their storage.
final class ModelSchema: Sendable {
  /// All properties that are property keys, in order.
  let properties: [Property]
  let keys: [String]
  /// The properties in equality, hashes and descriptions.
  let permanent: [Property]
  let limited: [Property]
  /// The keys of the properties that together tell one model from another; none if all are alike.
  let identityKeys: [String]
  /// Every stored variable, for restoring an object.
  let variables: [any SavedVariable]
  /// The properties of `@Observable` classes whose observers are not notified when they are set.
  let unobserved: [Property]
  /// The hooks that the class overrides.
  let hooks: ModelHooks
  /// Whether a merge can copy values directly in the objects' memory.
  let mergesPlainly: Bool
  /// Whether the class conforms to any of the protocols of JSON hooks but that of a key style.
  let hasContentHooks: Bool
  /// The variable for unknown members of JSON, which isn't a property.
  let extras: Property?
  /// The variables that aren't properties, but that copies and archives have.
  let carried: [Property]
  /// True if a permanent property can contain a model, so that a comparison can meet a cycle.
  let mayHoldModels: Bool
  /// The names in the class's lists of property keys that are not property keys.
  let mistakes: [ModelError]
  /// The stored variables that can't take part and that no list excludes.
  let untold: [(name: String, reason: String)]

  let modelClass: Model.Type
  private let indexesByKey: [String: Int]
  private let ownComparison = OnceReference<PropertyComparison>()
  private let ownFilling = OnceReference<DictionaryFilling>()
  private let ownContents = OnceReference<ModelContents>()
  private let ownExchange = OnceReference<Exchange>()
  private let ownMaking = OnceReference<DictionaryMaking>()
  /// The exchanges with models of other classes, by class.
  private let exchanges = Mutex<[ObjectIdentifier: Exchange]>([:])

  private static let schemas = ClassCache<Permanent<ModelSchema>>()
  private static let declarations = ClassCache<Candidates>()
  /// The members that decide which of the declared properties take part.
  private static let deciding: Set<String> = [
    "excludedPropertyKeys", "includedPropertyKeys", "storageBehavior(forKey:)",
  ]
  private static let reflections = ClassCache<StoredProperties>()

  /// Returns the schema of `type`, made at first use.
  static func of(_ type: Model.Type) -> ModelSchema {
    permanent(of: type).use { $0 }
  }

  /// Returns the schema of `type`, for use without counting references. Traps if the class's lists
  /// have mistakes.
  static func permanent(of type: Model.Type) -> Permanent<ModelSchema> {
    if let known = schemas.known(for: type) { return known }
    do {
      return try sound(type)
    } catch {
      fatalError("Peridot: \(error)")
    }
  }

  /// Returns the schema of `type`, for callers that can throw.
  ///
  /// - Throws: ``ModelError`` for the first of the mistakes.
  static func sound(_ type: Model.Type) throws -> Permanent<ModelSchema> {
    try schemas.value(asking: type) {
      let schema = ModelSchema(type)
      if let mistake = schema.mistakes.first { throw mistake }
      return Permanent(schema)
    }
  }

  /// Returns the schema even of a class whose lists have mistakes, for collecting them.
  static func draft(of type: Model.Type) -> ModelSchema {
    (try? sound(type))?.use { $0 } ?? ModelSchema(type)
  }

  /// The property keys of `type`; all declared ones while the class decides which of them take
  /// part.
  static func keys(of type: Model.Type) -> [String] {
    ClassQuestions.isAsked(type, for: deciding)
      ? candidates(of: type).all.map(\.key) : of(type).keys
  }

  /// The properties of `type`, in the same way.
  static func properties(of type: Model.Type) -> [Property] {
    ClassQuestions.isAsked(type, for: deciding)
      ? candidates(of: type).all : of(type).properties
  }

  /// The property of `type` that is named `key`, in the same way.
  static func find(_ key: String, in type: Model.Type) -> Property? {
    ClassQuestions.isAsked(type, for: deciding)
      ? candidates(of: type).find(key) : of(type).find(key)
  }

  /// The stored variables that can't take part, except those that are declared.
  static func unsupportedVariables(of type: Model.Type) -> [(name: String, reason: String)] {
    let declared = candidates(of: type)
    return storedProperties(of: type).unsupported.filter { declared.find($0.name) == nil }
  }

  static func storedProperties(of type: Model.Type) -> StoredProperties {
    reflections.value(for: type) {
      // Reads the declarations only if reflection doesn't show a class's variables.
      StoredProperties(of: type, below: Model.self) { owner, count in
        Declarations(of: type).suffices(for: owner, variables: count)
      }
    }
  }

  /// The declarations of a class chain by `declaredProperties`, the topmost class first.
  static func declarations(of type: Model.Type) -> [Declarations.Level] {
    candidates(of: type).levels
  }

  /// The names of the properties of `type`, with those that it excludes.
  static func declaredKeys(of type: Model.Type) -> [String] {
    candidates(of: type).all.map(\.key)
  }

  static func defaultStorage(forKey key: String, of type: Model.Type) -> PropertyStorage {
    candidates(of: type).find(key)?.defaultStorage ?? .excluded
  }

  /// The properties that the class declares; a later one replaces an earlier one of the same name.
  private static func candidates(of type: Model.Type) -> Candidates {
    declarations.value(asking: type) {
      let stored = storedProperties(of: type)
      var properties = stored.properties
      let hasNamesakes = !stored.namesakes.isEmpty
      let declarations = Declarations(of: type)
      var mistakes: [ModelError] = []
      if !declarations.levels.isEmpty {
        (properties, mistakes) = declarations.merged(into: properties, of: type)
      }
      guard type is any _JSONHook.Type else {
        return Candidates(
          properties, declarations.levels, mistakes, hasNamesakes: hasNamesakes,
          hasJSONHooks: false, hasContentHooks: false, extras: nil, presence: nil)
      }
      guard type is any _JSONContentHook.Type else {
        return Candidates(
          properties, declarations.levels, mistakes, hasNamesakes: hasNamesakes,
          hasJSONHooks: true, hasContentHooks: false, extras: nil, presence: nil)
      }
      func taking(_ key: String, orElse made: @autoclosure () -> Property) -> Property {
        // The setter notifies observers.
        let stored = properties.last { $0.key == key && $0.observedIn == nil }
        properties.removeAll { $0.key == key }
        return stored ?? made()
      }
      let extras = (type as? any JSONExtrasKeeping.Type).map {
        taking(extrasKey, orElse: Self.extras(of: $0))
      }
      let presence = (type as? any JSONPresenceKeeping.Type).map {
        taking(presenceKey, orElse: Self.presence(of: $0))
      }
      return Candidates(
        properties, declarations.levels, mistakes, hasNamesakes: hasNamesakes, hasJSONHooks: true,
        hasContentHooks: true, extras: extras, presence: presence)
    }
  }

  /// Whether `type` conforms to any of the protocols of JSON hooks.
  static func hasJSONHooks(_ type: Model.Type) -> Bool {
    candidates(of: type).hasJSONHooks
  }

  /// Whether `type` conforms to any of them but that of a key style.
  static func hasContentHooks(_ type: Model.Type) -> Bool {
    candidates(of: type).hasContentHooks
  }

  private init(_ modelClass: Model.Type) {
    self.modelClass = modelClass
    var declared = Self.candidates(of: modelClass)
    hasContentHooks = declared.hasContentHooks
    extras = declared.extras
    carried = [declared.extras, declared.presence].compactMap(\.self)
    let unsupported = Self.unsupportedVariables(of: modelClass)
    let reflected = Self.storedProperties(of: modelClass)
    let lists = KeyLists(of: modelClass, declared.all, unsupported, reflected.namesakes)
    if !reflected.namesakes.isEmpty { declared = declared.keeping { lists.takesPart($0) } }
    let identity = Identity(of: modelClass, declared.all, declared.levels)
    identityKeys = identity.keys
    mistakes = declared.mistakes + lists.mistakes + identity.mistakes
    untold = unsupported.filter { !$0.name.hasPrefix("_") && lists.takesPart($0.name) }
    let hasLimits = declared.all.contains { !$0.limits.isEmpty }
    hooks = ModelHooks(of: modelClass, hasLimits: hasLimits)
    let storages =
      hooks.choosesStorage
      ? ClassQuestions.ask(modelClass, "storageBehavior(forKey:)") {
        declared.all.map { modelClass.storageBehavior(forKey: $0.key) }
      } : declared.all.map(\.defaultStorage)
    var properties: [Property] = []
    var permanent: [Property] = []
    properties.reserveCapacity(declared.all.count)
    permanent.reserveCapacity(declared.all.count)
    for (property, storage) in zip(declared.all, storages) {
      if storage == .excluded || !lists.takesPart(property.key) { continue }
      properties.append(property)
      if storage == .permanent { permanent.append(property) }
    }
    self.properties = properties
    self.permanent = permanent
    limited = hasLimits ? properties.filter { !$0.limits.isEmpty } : []
    keys = properties.map(\.key)
    indexesByKey =
      properties.count == declared.all.count
      ? declared.indexes : Candidates.indexes(of: properties)
    let stored = reflected.variables
    let observed = stored.compactMap { variable in
      variable.observedKey.flatMap { declared.find($0) }.flatMap {
        $0.isReadOnly || $0.observedIn != nil || lists.isNamesake(variable, of: $0)
          ? nil : ObservedVariable(variable.access, through: $0.access)
      }
    }
    let unreflected = declared.all.filter { property in
      !property.isReadOnly && reflected.unreflected.contains { $0 == property.access.owner }
    }
    variables =
      observed + stored.map { $0.access as any SavedVariable }
      + unreflected.map { $0.access as any SavedVariable }
    unobserved = properties.filter { $0.observedIn != nil }
    mergesPlainly = !hooks.mergesValues && unobserved.isEmpty
    mayHoldModels = permanent.contains { TypeShape.of($0.valueType).mayHoldModels }
  }

  private static let extrasKey = "jsonExtras"
  private static let presenceKey = "jsonPresence"

  private static func extras<Keeping: JSONExtrasKeeping>(of _: Keeping.Type) -> Property {
    Property(extrasKey, \Keeping.jsonExtras)
  }

  private static func presence<Keeping: JSONPresenceKeeping>(of _: Keeping.Type) -> Property {
    Property(presenceKey, \Keeping.jsonPresence)
  }

  /// Returns whether the class declares a property named `key`, even an excluded one.
  func declares(_ key: String) -> Bool {
    indexesByKey[key] != nil || carried.contains { $0.key == key }
      || Self.candidates(of: modelClass).find(key) != nil
  }

  /// Returns the message that a member of the class has a name that is not a property's.
  ///
  /// - Parameter member: the member, with its entry for the name.
  func misnaming(_ name: String, in member: String) -> String {
    Self.misnaming(
      name, in: member, keys: keys, unsupported: Self.unsupportedVariables(of: modelClass)
    ) {
      HiddenVariable.all(of: modelClass, below: Model.self)
    }
  }

  fileprivate static func misnaming(
    _ name: String, in member: String, keys: [String],
    unsupported: [(name: String, reason: String)], hidden: () -> [HiddenVariable]
  ) -> String {
    if let variable = unsupported.first(where: { $0.name == name }) {
      return "\(member) names \"\(name)\", which cannot take part: \(variable.reason)"
    }
    if let hidden = hidden().first(where: { $0.name == name }) {
      return "\(member) names \"\(name)\", which is not a property: \(hidden.reason)"
    }
    if name.hasPrefix("_") {
      return "\(member) names \"\(name)\", and a variable whose name begins with \"_\" is not a "
        + "property: rename the variable, and map it to this name"
    }
    let near = Spelling.nearest(to: name, among: keys).map { ": did you mean \"\($0)\"?" }
    return "\(member) names \"\(name)\", which is not a property"
      + (near ?? "; there are \(keys.joined(separator: ", "))")
  }

  /// The variables that were probably meant to be properties, and that no list excludes.
  var unseenVariables: [HiddenVariable] {
    let reflected = Self.storedProperties(of: modelClass)
    let lists = KeyLists(
      of: modelClass, Self.candidates(of: modelClass).all, reflected.unsupported,
      reflected.namesakes)
    return HiddenVariable.all(of: modelClass, below: Model.self).filter {
      $0.isUnseen && !declares($0.name) && lists.takesPart($0.name)
    }
  }

  /// Returns the property named `key`; nil if it is absent.
  func find(_ key: String) -> Property? {
    indexesByKey[key].map { properties[$0] }
  }

  /// Returns the property named `key`; traps if it is absent.
  func knownProperty(forKey key: String) -> Property {
    guard let property = find(key) else {
      fatalError("Peridot: \(unknownKey(key))")
    }
    return property
  }

  func unknownKey(_ key: String) -> ModelError {
    ModelError(
      kind: .unknownKey, modelClass: modelClass, propertyKey: key,
      expected: keys.isEmpty ? "none" : keys.joined(separator: ", "), foundPhrase: "")
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

// MARK: - Parts made at first use

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

  /// How values are taken from models of the same class.
  var exchange: Permanent<Exchange> {
    ownExchange.permanent ?? Permanent(ownExchange.store(Exchange(of: self, with: self)))
  }

  /// How values are taken from models of the class of `other`.
  func exchange(with other: ModelSchema) -> Exchange {
    if other === self { return exchange.use { $0 } }
    let identifier = ObjectIdentifier(other)
    if let known = exchanges.withLock({ $0[identifier] }) { return known }
    let made = Exchange(of: self, with: other)
    exchanges.withLock { $0[identifier] = made }
    return made
  }
}

extension ModelSchema {
  /// The properties that a class can have, before its lists exclude any, in order and by key.
  fileprivate struct Candidates: Sendable {
    private(set) var all: [Property] = []
    private(set) var indexes = [String: Int]()
    /// Whether the class conforms to any of the protocols of JSON hooks.
    let hasJSONHooks: Bool
    /// Whether it conforms to any of them but that of a key style.
    let hasContentHooks: Bool
    /// The variable for unknown members of JSON, which isn't a property.
    let extras: Property?
    /// The variable for absent and null members of JSON, which isn't a property.
    let presence: Property?

    /// The properties of `declaredProperties`, class by class.
    let levels: [Declarations.Level]
    let mistakes: [ModelError]
    /// The declarations unchanged, if several classes declare one name.
    private let raw: [Property]

    /// - Parameter hasNamesakes: Whether several classes declare one name.
    init(
      _ properties: [Property], _ levels: [Declarations.Level], _ mistakes: [ModelError],
      hasNamesakes: Bool, hasJSONHooks: Bool, hasContentHooks: Bool, extras: Property?,
      presence: Property?
    ) {
      raw = hasNamesakes ? properties : []
      self.levels = levels
      self.mistakes = mistakes
      self.hasJSONHooks = hasJSONHooks
      self.hasContentHooks = hasContentHooks
      self.extras = extras
      self.presence = presence
      all.reserveCapacity(properties.count)
      indexes.reserveCapacity(properties.count)
      for property in properties {
        guard let index = indexes.updateValue(all.count, forKey: property.key) else {
          all.append(property)
          continue
        }
        indexes[property.key] = index
        // A weak variable remains weak if its accessors are used.
        let isWeak = property.isWeak || all[index].isWeak
        let isObserved =
          all[index].observedIn != nil && all[index].observedIn == property.access.owner
          && all[index].valueType == property.valueType
        all[index] = Property(
          key: property.key, isWeak: isWeak, access: property.access,
          storage: isObserved ? all[index].access : property.storage,
          observedIn: property.observedIn, facts: property.facts)
      }
    }

    /// Returns the properties without those that don't take part, where several have one name.
    func keeping(_ takesPart: (Property) -> Bool) -> Candidates {
      Candidates(
        raw.filter(takesPart), levels, mistakes, hasNamesakes: true, hasJSONHooks: hasJSONHooks,
        hasContentHooks: hasContentHooks, extras: extras, presence: presence)
    }

    static func indexes(of properties: [Property]) -> [String: Int] {
      var indexes = [String: Int](minimumCapacity: properties.count)
      for (index, property) in properties.enumerated() { indexes[property.key] = index }
      return indexes
    }

    func find(_ key: String) -> Property? {
      indexes[key].map { all[$0] }
    }
  }

  /// The properties that a class's lists exclude, and the names in the lists that are not
  /// properties'.
  fileprivate struct KeyLists {
    private let included: Set<String>?
    private var excluded: Set<String> = []
    /// The classes that declare the same name, by the name.
    private let namesakes: [String: [AnyClass]]
    /// Those whose own variables no list excludes.
    private var owners: [String: [AnyClass]]
    private(set) var mistakes: [ModelError] = []

    init(
      of modelClass: Model.Type, _ properties: [Property],
      _ unsupported: [(name: String, reason: String)], _ namesakes: [String: [AnyClass]]
    ) {
      included = ClassQuestions.ask(modelClass, "includedPropertyKeys") {
        modelClass.includedPropertyKeys
      }
      self.namesakes = namesakes
      owners = namesakes
      for type in RuntimeFields.classChain(of: modelClass, below: Model.self) {
        guard let type = type as? Model.Type else { continue }
        let list = ClassQuestions.ask(type, "excludedPropertyKeys") { type.excludedPropertyKeys }
        excluded.formUnion(list)
        if !namesakes.isEmpty { takeOut(list, of: type) }
      }
      for (name, left) in owners.sortedByName
      where left.count > 1 && included?.contains(name) ?? true {
        mistakes.append(
          ModelError(
            kind: .invalidDeclaration, modelClass: modelClass, propertyKey: name,
            expected: "one property of that name",
            foundPhrase:
              "\(name) is declared by \(left.map { "\($0)" }.joined(separator: " and by ")): "
              + "rename one of them, or list the name in excludedPropertyKeys of one class, which "
              + "excludes that class's own"))
      }
      if included == nil, excluded.isEmpty { return }
      let keys = properties.map(\.key)
      let known = Set(keys)
      let isKnown = excluded.union(included ?? []).isSubset(of: known)
      let hidden = isKnown ? [] : HiddenVariable.all(of: modelClass, below: Model.self)
      func check(_ names: Set<String>, in list: String) {
        for name in Array(names).sorted() {
          let misnaming = ModelSchema.misnaming(
            name, in: list, keys: keys, unsupported: unsupported
          ) { hidden }
          mistakes.append(
            ModelError(
              kind: .invalidDeclaration, modelClass: modelClass, propertyKey: name,
              expected: keys.joined(separator: ", "), foundPhrase: "\(misnaming)"))
        }
      }
      check((included ?? []).subtracting(known), in: "includedPropertyKeys")
      // The list can name a variable that isn't a property anyway, so that nothing warns of it.
      check(
        excluded.subtracting(known).subtracting(unsupported.map(\.name))
          .subtracting(hidden.map(\.name)), in: "excludedPropertyKeys")
    }

    /// Excludes the properties that `type` lists: of several variables with one name its own,
    /// otherwise all that it inherits.
    private mutating func takeOut(_ list: Set<String>, of type: Model.Type) {
      guard let base = _getSuperclass(type), Hook.exclusion.isOverridden(by: type, below: base)
      else {
        return
      }
      for name in list {
        let isOwn = namesakes[name]?.contains { $0 == type } ?? false
        owners[name]?.removeAll { isOwn ? $0 == type : isSubclass(type, of: $0) }
      }
    }

    /// Whether `variable` belongs to another class than `property`, which has the same name.
    func isNamesake(_ variable: StoredProperties.Variable, of property: Property) -> Bool {
      namesakes[property.key] != nil && variable.access.owner != property.access.owner
    }

    func takesPart(_ property: Property) -> Bool {
      func isAmong(_ owners: [AnyClass]?) -> Bool {
        owners?.contains { $0 == property.access.owner } ?? false
      }
      return !isAmong(namesakes[property.key]) || isAmong(owners[property.key])
    }

    func takesPart(_ key: String) -> Bool {
      included?.contains(key) ?? true
        && (owners[key].map { !$0.isEmpty } ?? !excluded.contains(key))
    }
  }

  /// How a model takes values from another; made once per pair of classes.
  final class Exchange: Sendable {
    struct Entry: Sendable {
      let own: Property
      let other: Property
      let isOptional: Bool
    }

    /// The writable properties that both classes have with the same type.
    let entries: [Entry]
    /// Copies the values of all of them to a model that can be observed.
    let transfer: PropertyTransfer
    /// Copies the values of all of them to a new model.
    let newTransfer: PropertyTransfer

    init(of schema: ModelSchema, with other: ModelSchema) {
      let pairs = schema.shared(with: other).filter { !$0.own.isReadOnly }
      entries = pairs.map { Entry(own: $0.own, other: $0.other, isOptional: $0.own.isOptional) }
      transfer = PropertyTransfer(pairs)
      let isObserved = pairs.contains { $0.own.storage !== $0.own.access }
      newTransfer =
        isObserved ? PropertyTransfer(pairs.map { ($0.inMemory, $1.inMemory) }) : transfer
    }
  }
}

/// The part that a property has in a model's behavior.
public enum PropertyStorage: Sendable {
  /// The property takes part in nothing, and its name is not a property key.
  case excluded
  /// The property takes part in dictionary values, copies, merges, validation, JSON and archives,
  /// but not in equality, hashes and descriptions.
  case transitory
  /// The property takes part in everything.
  case permanent
}

extension Property {
  /// The property's storage if its class doesn't choose it.
  fileprivate var defaultStorage: PropertyStorage { isWeak ? .transitory : .permanent }
}

/// Setters notify the observers of `@Observable` classes, and only key paths lead to setters. A new
/// object has no observers, so its properties are set directly in the macro's storage.
extension ModelSchema {
  /// The error for a live object's property that would change without a notification of its
  /// observers.
  var silentChange: ModelError? {
    guard let first = unobserved.first else { return nil }
    return ModelError(
      kind: .invalidDeclaration, modelClass: modelClass, propertyKey: first.key,
      expected: "declared properties",
      foundPhrase:
        "declaredProperties must name what @Observable hides, so that observers are notified when "
        + "it changes:\n\n\(declarations)")
  }

  /// Traps if a change of a live object would not notify its observers.
  func refuseSilentChange() {
    if let silentChange { fatalError("Peridot: \(silentChange)") }
  }

  /// The overrides of `declaredProperties` that notify observers, one for each class of the chain
  /// that needs it.
  private var declarations: String {
    var classes: [(type: AnyClass, keys: [String])] = []
    for property in unobserved {
      guard let type = property.observedIn else { continue }
      if classes.last?.type != type { classes.append((type, [])) }
      classes[classes.count - 1].keys.append(property.key)
    }
    return classes.map { type, keys in
      let lines = keys.map { "    property(\"\($0)\", \\.\($0)),\n" }.joined()
      return (classes.count == 1 ? "" : "// in \("\(type)".prefix { $0 != "<" })\n")
        + "override class var declaredProperties: [Property] {\n  [\n\(lines)  ]\n}"
    }.joined(separator: "\n\n")
  }
}
