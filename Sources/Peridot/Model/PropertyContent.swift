/// The models within one property of a model.
class PropertyContent: @unchecked Sendable {
  // Sendable: the only subclass has no mutable state.

  var hasSets: Bool { fatalError("overridden") }
  var mayHaveSets: Bool { fatalError("overridden") }

  func forEach(in model: Model, _ body: (Model) -> Void) { fatalError("overridden") }

  /// Assigns the value of `source` to `target`, each model within replaced.
  func copy(from source: Model, to target: Model, _ replace: (Model) -> Model) {
    fatalError("overridden")
  }

  /// Assigns the value that `other`, an access of the same type, reads from `source`, each model
  /// within merged with its counterpart in `target`.
  func merge(
    through other: PropertyAccess, from source: Model, into target: Model,
    _ merge: (Model?, Model) -> Model
  ) {
    fatalError("overridden")
  }

  /// Calls `merge` for each pair as the method above does, and assigns nothing.
  func match(
    through other: PropertyAccess, from source: Model, with target: Model,
    _ merge: (Model?, Model) -> Model
  ) {
    fatalError("overridden")
  }

  /// Returns the content of `property`, or nil when it holds no models.
  static func make(for property: Property) -> PropertyContent? { make(for: property.access) }

  static func make(for access: PropertyAccess) -> PropertyContent? {
    var visitor = Maker()
    return access.accept(&visitor)
  }

  private struct Maker: PropertyVisitor {
    func visit<Value>(_ access: TypedAccess<Value>) -> PropertyContent? {
      ModelContent<Value>.shared.map { TypedPropertyContent(access: access, content: $0) }
    }
  }
}

private final class TypedPropertyContent<Value>: PropertyContent, @unchecked Sendable {
  private let access: TypedAccess<Value>
  private let content: ModelContent<Value>

  init(access: TypedAccess<Value>, content: ModelContent<Value>) {
    self.access = access
    self.content = content
  }

  override var hasSets: Bool { content.hasSets }
  override var mayHaveSets: Bool { content.mayHaveSets }

  override func forEach(in model: Model, _ body: (Model) -> Void) {
    content.forAll(access.get(model), body)
  }

  override func copy(from source: Model, to target: Model, _ replace: (Model) -> Model) {
    access.set(target, content.mapAll(access.get(source), replace))
  }

  override func merge(
    through other: PropertyAccess, from source: Model, into target: Model,
    _ merge: (Model?, Model) -> Model
  ) {
    access.set(target, merged(through: other, from: source, with: target, merge))
  }

  override func match(
    through other: PropertyAccess, from source: Model, with target: Model,
    _ merge: (Model?, Model) -> Model
  ) {
    _ = merged(through: other, from: source, with: target, merge)
  }

  private func merged(
    through other: PropertyAccess, from source: Model, with target: Model,
    _ merge: (Model?, Model) -> Model
  ) -> Value {
    let new = downcast(other, to: TypedAccess<Value>.self).get(source)
    return content.mergeAll(access.get(target), new, merge)
  }
}
