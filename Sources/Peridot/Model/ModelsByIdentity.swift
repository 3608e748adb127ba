/// The models of a collection, found by their identity.
struct ModelsByIdentity {
  private struct Identity: Hashable {
    let modelClass: ObjectIdentifier
    let value: AnyHashable
  }

  private var models: [Identity: Model] = [:]

  /// Collects the models that `forEach` calls its argument with.
  init(_ forEach: ((Model) -> Void) -> Void) {
    var found: [Identity: Model] = [:]
    forEach { model in
      guard let identity = Self.identity(of: model) else { return }
      // Of two with the same identity the first one counts.
      if found[identity] == nil { found[identity] = model }
    }
    models = found
  }

  /// Returns the model of the same class and identity as `model`; nil for a class without one.
  func counterpart(of model: Model) -> Model? {
    Self.identity(of: model).flatMap { models[$0] }
  }

  /// Tells whether one may be merged into the other: the same class, and the same identity if
  /// the class names one.
  static func match(_ first: Model, _ second: Model) -> Bool {
    guard type(of: first) == type(of: second) else { return false }
    guard type(of: first).identityKey != nil else { return true }
    return identity(of: first) == identity(of: second)
  }

  private static func identity(of model: Model) -> Identity? {
    guard let key = type(of: model).identityKey,
      let value = model[key] as? AnyHashable
    else { return nil }
    return Identity(modelClass: ObjectIdentifier(type(of: model)), value: value)
  }
}
