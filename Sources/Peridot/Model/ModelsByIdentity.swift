/// The models of a collection, found by their identity.
struct ModelsByIdentity {
  struct Identity: Hashable {
    private let modelClass: ObjectIdentifier
    private let value: AnyHashable

    /// Nil for a model of a class without identity, or one whose identity is nil.
    init?(of model: Model) {
      let type = type(of: model)
      guard let key = type.identityKey else { return nil }
      self.init(model[key], of: type)
    }

    /// Nil when `value`, of the property that tells models of `type` apart, is nil.
    init?(_ value: Any?, of type: Model.Type) {
      guard let value = value.flatMap(AnyComparison.key) else { return nil }
      modelClass = ObjectIdentifier(type)
      self.value = value
    }
  }

  private var models: [Identity: Model] = [:]

  /// Collects the models that `forEach` calls its argument with.
  init(_ forEach: ((Model) -> Void) -> Void) {
    var found: [Identity: Model] = [:]
    forEach { model in
      guard let identity = Identity(of: model) else { return }
      // Of two with the same identity the first one counts.
      if found[identity] == nil { found[identity] = model }
    }
    models = found
  }

  /// Returns the model of the same class and identity as `model`; nil for a class without one.
  func counterpart(of model: Model) -> Model? {
    Identity(of: model).flatMap { models[$0] }
  }

  /// Returns the model with that class and identity.
  func model(_ identity: Identity) -> Model? { models[identity] }

  /// Tells whether one may be merged into the other: the same class, and the same identity if
  /// the class names one.
  static func match(_ first: Model, _ second: Model) -> Bool {
    guard type(of: first) == type(of: second) else { return false }
    guard type(of: first).identityKey != nil else { return true }
    return Identity(of: first) == Identity(of: second)
  }
}
