import Foundation

/// The models of a collection, found by their identity.
struct ModelsByIdentity {
  /// A model's class and the values of the properties that identify it.
  struct Identity: Hashable {
    private let modelClass: ObjectIdentifier
    private let first: Part
    /// The values of the other properties, if there are several.
    private let rest: [Part]

    /// Nil for a model of a class without an identity, or if a part of its identity is nil.
    init?(of model: Model) {
      let type = type(of: model)
      let keys = ModelSchema.of(type).identityKeys
      if keys.isEmpty { return nil }
      if keys.count == 1 {
        self.init(value: model[keys[0]], of: type)
      } else {
        self.init(values: keys.map { model[$0] }, of: type)
      }
    }

    /// Nil if `value`, of the one property that identifies models of `type`, is nil.
    init?(value: Any?, of type: Model.Type) {
      guard let first = Part(value) else { return nil }
      modelClass = ObjectIdentifier(type)
      self.first = first
      rest = []
    }

    /// Nil if one of `values`, of the properties that identify models of `type`, is nil.
    init?(values: [Any?], of type: Model.Type) {
      let parts = values.compactMap { Part($0) }
      guard parts.count == values.count, let first = parts.first else { return nil }
      modelClass = ObjectIdentifier(type)
      self.first = first
      rest = Array(parts.dropFirst())
    }
  }

  /// A value that identifies a model: a scalar in one form for all its types, or a value that is
  /// Hashable.
  struct Part: Hashable {
    private let value: Boxed

    /// Nil for nil, and for a value that can't be compared.
    init?(_ value: Any?) {
      guard let value else { return nil }
      let boxed = Boxed(value)
      switch boxed {
      // As for AnyHashable, a Decimal equals no number of another type; an NSDecimalNumber does.
      case .decimal where Swift.type(of: value) == Decimal.self: self.value = .other(value)
      case .array, .object, .other:
        guard let key = value as? AnyHashable else { return nil }
        self.value = .other(key)
      case .string, .integer, .double, .bool, .null, .unsigned, .float, .decimal, .date, .data,
        .url, .uuid:
        self.value = boxed
      }
    }

    static func == (first: Self, second: Self) -> Bool {
      Boxed.areEqual(first.value, second.value) ?? (first.key == second.key)
    }

    func hash(into hasher: inout Hasher) {
      if !value.hash(into: &hasher) { hasher.combine(key) }
    }

    private var key: AnyHashable? {
      if case .other(let key) = value { key as? AnyHashable } else { nil }
    }
  }

  private var models: [Identity: Model]

  /// Collects the models of `forEach`. Of two with the same identity, the first one counts.
  init(_ forEach: ((Model) -> Void) -> Void) {
    var found: [(Identity, Model)] = []
    forEach { model in
      if let identity = Identity(of: model) { found.append((identity, model)) }
    }
    models = Dictionary(found) { first, _ in first }
  }

  /// Returns the model with the class and identity of `model`; nil for a class without an identity.
  func counterpart(of model: Model) -> Model? {
    Identity(of: model).flatMap { models[$0] }
  }

  /// Returns the model with that class and identity, once.
  mutating func take(_ identity: Identity) -> Model? { models.removeValue(forKey: identity) }

  /// Returns whether one can be merged into the other: the same class, and the same identity if the
  /// class has one.
  static func match(_ first: Model, _ second: Model) -> Bool {
    guard type(of: first) == type(of: second) else { return false }
    if ModelSchema.of(type(of: first)).identityKeys.isEmpty { return true }
    return Identity(of: first) == Identity(of: second)
  }
}

extension ModelSchema {
  /// The properties that tell models of a class from each other, by `identityKey` or declarations.
  struct Identity {
    let keys: [String]
    private(set) var mistakes: [ModelError] = []

    init(
      of modelClass: Model.Type, _ properties: [Property], _ levels: [Declarations.Level]
    ) {
      let named = ClassQuestions.ask(modelClass, "identityKey") { modelClass.identityKey }
      let declared = properties.filter { $0.declaration?.facets.isIdentity == true }.map(\.key)
      keys = declared.isEmpty ? named.map { [$0] } ?? [] : declared
      func mistake(_ key: String, _ found: String) -> ModelError {
        ModelError(
          kind: .invalidDeclaration, modelClass: modelClass, propertyKey: key,
          expected: "one identity", foundPhrase: ErrorPhrase(words: found))
      }
      if let named, !declared.isEmpty, declared != [named] {
        mistakes.append(
          mistake(
            named,
            "identityKey is \"\(named)\", and declaredProperties has isIdentity at "
              + "\(Self.list(declared)): state one of them"))
      }
      if keys.isEmpty { return }
      // The identity of the topmost class that has one.
      let base = RuntimeFields.classChain(of: modelClass, below: Model.self).dropLast()
        .compactMap { $0 as? Model.Type }
        .lazy.map { (type: $0, keys: Self.keys(of: $0, levels)) }.first { !$0.keys.isEmpty }
      guard let base, base.keys != keys else { return }
      mistakes.append(
        mistake(
          keys[0],
          "the identity is \(Self.list(keys)), and that of its superclass \(base.type) is "
            + "\(Self.list(base.keys)): a subclass has the identity of its superclass"))
    }

    /// The keys of a superclass's identity.
    private static func keys(of type: Model.Type, _ levels: [Declarations.Level]) -> [String] {
      let own = levels.filter { isSubclass(type, of: $0.type) }.flatMap(\.properties)
        .filter { $0.declaration?.facets.isIdentity == true }.map(\.key)
      if !own.isEmpty { return own }
      return ClassQuestions.ask(type, "identityKey") { type.identityKey }.map { [$0] } ?? []
    }

    private static func list(_ keys: [String]) -> String {
      keys.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }
}
