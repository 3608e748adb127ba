/// The models within one property of a model.
protocol PropertyContent: AnyObject, Sendable {
  var hasSets: Bool { get }
  var mayHaveSets: Bool { get }

  func forEach(in model: Model, _ body: (Model) -> Void)

  /// Assigns the value of `source` to `target`, each model within replaced.
  func copy(from source: Model, to target: Model, _ replace: (Model) -> Model)

  /// Assigns the value that `other`, an access of the same type, reads from `source`, each model
  /// within merged with its counterpart in `target`.
  func merge(
    through other: any PropertyAccess, from source: Model, into target: Model,
    _ merge: (Model?, Model) -> Model
  )

  /// Calls `merge` for each pair as the method above does, and assigns nothing.
  func match(
    through other: any PropertyAccess, from source: Model, with target: Model,
    _ merge: (Model?, Model) -> Model
  )
}

extension PropertyAccess {
  /// Returns the models within the property, or nil when it holds none.
  var content: (any PropertyContent)? {
    var visitor = PropertyContentMaker()
    return accept(&visitor)
  }
}

private struct PropertyContentMaker: PropertyVisitor {
  func visit<Value>(_ access: TypedAccess<Value>) -> (any PropertyContent)? {
    ModelContent<Value>.shared.map { TypedPropertyContent(access: access, content: $0) }
  }
}

private final class TypedPropertyContent<Value>: PropertyContent {
  private let access: TypedAccess<Value>
  private let content: ModelContent<Value>

  init(access: TypedAccess<Value>, content: ModelContent<Value>) {
    self.access = access
    self.content = content
  }

  var hasSets: Bool { content.hasSets }
  var mayHaveSets: Bool { content.mayHaveSets }

  func forEach(in model: Model, _ body: (Model) -> Void) {
    content.forAll(access.get(model), body)
  }

  func copy(from source: Model, to target: Model, _ replace: (Model) -> Model) {
    access.set(target, content.mapAll(access.get(source), replace))
  }

  func merge(
    through other: any PropertyAccess, from source: Model, into target: Model,
    _ merge: (Model?, Model) -> Model
  ) {
    access.set(target, merged(through: other, from: source, with: target, merge))
  }

  func match(
    through other: any PropertyAccess, from source: Model, with target: Model,
    _ merge: (Model?, Model) -> Model
  ) {
    _ = merged(through: other, from: source, with: target, merge)
  }

  private func merged(
    through other: any PropertyAccess, from source: Model, with target: Model,
    _ merge: (Model?, Model) -> Model
  ) -> Value {
    let new = downcast(other, to: TypedAccess<Value>.self).get(source)
    return content.mergeAll(access.get(target), new, merge)
  }
}
