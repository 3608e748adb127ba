/// The checks before models are frozen.
enum Freezing {
  private static let mistakes = ClassCache<ModelError?>()

  /// Refuses a class whose objects could change while they are read. Each class is asked once.
  static func check(_ type: Model.Type) throws {
    if let mistake = mistakes.value(for: type, make: { mistake(in: type) }) { throw mistake }
  }

  private static func mistake(in type: Model.Type) -> ModelError? {
    guard type is any Freezable.Type else {
      return ModelError(
        notFreezable: type, nil,
        """
        if reading it writes nothing, say so: \
        extension \(TypeName.of(type)): Freezable {}
        """)
    }
    let variables = Variables(of: type)
    for field in RuntimeFields.fields(of: type, below: Model.self, { _, _ in true }).fields {
      if let reason = variables.obstacle(in: field) {
        return ModelError(notFreezable: type, variables.name(of: field), reason)
      }
    }
    if let identifiable = type as? any Identifiable.Type, !isValue(idOf: identifiable) {
      return ModelError(
        notFreezable: type, "id", "its type could share something that changes: make it a value")
    }
    return nil
  }

  private static func isValue<M: Identifiable>(idOf _: M.Type) -> Bool {
    SharedContent<M.ID>.shared == nil && !TypeShape.of(M.ID.self).mayHoldModels
  }

  /// The stored variables of a class.
  private struct Variables {
    private let keys: Set<String>
    private let shared: Set<ObjectIdentifier>
    private static let lazyStorage = "$__lazy_storage_$_"

    init(of type: Model.Type) {
      let schema = ModelSchema.of(type)
      keys = Set((schema.properties + schema.carried).map(\.key))
      shared = ModelSharing.of(type).allowed
    }

    /// The name of a variable without what the compiler and macros add.
    func name(of field: RuntimeFields.Field) -> String {
      if field.name.hasPrefix(Self.lazyStorage) {
        return String(field.name.dropFirst(Self.lazyStorage.count))
      }
      let name = field.name.hasPrefix("_") ? String(field.name.dropFirst()) : field.name
      return keys.contains(name) ? name : field.name
    }

    /// Why a variable keeps its class from being frozen; nil if it does not.
    func obstacle(in field: RuntimeFields.Field) -> ErrorPhrase? {
      if field.name == "_$observationRegistrar" { return nil }
      if field.name.hasPrefix(Self.lazyStorage) {
        return "it is lazy, so that reading it writes: make it a stored or a computed variable"
      }
      guard field.isVariable, keys.contains(name(of: field)) else {
        if !field.isVariable, sharesNothing(field.type) { return nil }
        return field.isVariable
          ? "it is not a property, so that computed variables could write it: make it one, or a constant"
          : "it is a constant that could share something that changes: make it a property, or list its type in sharedTypes"
      }
      // The values of properties are checked object by object, but not what a wrapper adds to them.
      return !(field.type is any PropertyWrapper.Type) || sharesNothing(field.type)
        ? nil : "its wrapper could share something that changes: list its type in sharedTypes"
    }

    private func sharesNothing(_ type: Any.Type) -> Bool {
      func typed<Value>(_: Value.Type) -> Bool { SharedContent<Value>.shared == nil }
      return shared.contains(ObjectIdentifier(type)) || _openExistential(type, do: typed)
    }
  }
}

/// A frozen model and all models within it.
@usableFromInline
final class FrozenGraph: @unchecked Sendable {
  // Sendable: nothing changes the models after `init`.

  private var models: [ObjectIdentifier: Model] = [:]

  /// Checks all models of a graph, and sets weak references to other objects to nil.
  init(of root: Model) throws {
    var pending = [root]
    models[ObjectIdentifier(root)] = root
    while let model = pending.popLast() {
      let type = type(of: model)
      try Freezing.check(type)
      // A detached copy is asked as well: its `didLoad` can have taken an object from elsewhere.
      try ModelSharing.of(type).check(model)
      let schema = ModelSchema.of(type)
      schema.contents.checkReads(of: model)
      for property in schema.properties + schema.carried where !property.isWeak {
        guard let content = property.access.content else { continue }
        var part: Model?
        content.forEach(in: model) {
          part = $0
          if models.updateValue($0, forKey: ObjectIdentifier($0)) == nil { pending.append($0) }
        }
        if part != nil, Self.untyped.contains(ObjectIdentifier(property.valueType)) {
          throw ModelError(
            notFreezable: type, property.key,
            "it holds a model, and \(TypeName.of(property.valueType)) would show it as it is: declare the model's type"
          )
        }
      }
    }
    for model in models.values { letGo(of: model) }
  }

  /// Whether a model is the frozen one, or within it.
  func contains(_ model: Model) -> Bool { models[ObjectIdentifier(model)] != nil }

  private func letGo(of model: Model) {
    let type = type(of: model)
    for property in ModelSchema.of(type).properties where property.isWeak && !property.isReadOnly {
      guard let target = property.access.unwrappedValue(of: model) else { continue }
      let stays =
        (target as? Model).map(contains) ?? ModelSharing.of(type).allows(target as AnyObject)
      if !stays { _ = property.storage.setNil(of: model) }
    }
  }

  /// The types whose values come out of a frozen model as `any Sendable`.
  private static let untyped: Set<ObjectIdentifier> = Set(
    ([Any.self, Any?.self, [Any].self, [String: Any].self] as [Any.Type]).map {
      ObjectIdentifier($0)
    })
}

extension ModelError {
  fileprivate init(notFreezable type: Model.Type, _ key: String?, _ reason: ErrorPhrase) {
    self.init(
      kind: .notFreezable, modelClass: type, propertyKey: key, expected: "", foundPhrase: reason)
  }
}
