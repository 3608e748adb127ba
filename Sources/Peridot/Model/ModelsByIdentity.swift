import Foundation

/// The models of a collection, found by their identity.
struct ModelsByIdentity {
  /// A model's class and the value of the property that identifies it.
  struct Identity: Hashable {
    private let modelClass: ObjectIdentifier
    /// A scalar in one form for all its types, or a value that is Hashable.
    private let value: Boxed

    /// Nil for a model of a class without an identity, or whose identity is nil.
    init?(of model: Model) {
      let type = type(of: model)
      guard let key = type.identityKey else { return nil }
      self.init(model[key], of: type)
    }

    /// Nil if `value`, of the property that identifies models of `type`, is nil.
    init?(_ value: Any?, of type: Model.Type) {
      guard let value else { return nil }
      modelClass = ObjectIdentifier(type)
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
      first.modelClass == second.modelClass
        && Boxed.areEqual(first.value, second.value) ?? (first.key == second.key)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(modelClass)
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
    guard type(of: first).identityKey != nil else { return true }
    return Identity(of: first) == Identity(of: second)
  }
}
