/// One way through the values within a property, which may be nested to any depth in an `Any`, or
/// in a struct within itself.
///
/// It goes down by recursion for a few levels; values that lie deeper are put on a list, and their
/// models replaced before those of the values around them.
final class ContentWalk {
  private static let mostLevels = 16

  private var level = 0
  private var deeper: [any DeeperValue] = []
  /// The values on the list with their models replaced; nil while the values are looked for.
  private var mapped: [Any]?
  /// The index of the value that is met next.
  private var next = 0

  /// Calls `body` with each model within `value`, and returns which values of the list lie within
  /// which, the root's before the others'.
  @discardableResult
  func forEach<Value>(
    _ value: Value, _ content: ModelContent<Value>, _ body: (Model) -> Void
  ) -> [Int] {
    content.forEach(value, self, body)
    var ends = [deeper.count]
    while ends.count <= deeper.count {
      deeper[ends.count - 1].forEach(self, body)
      ends.append(deeper.count)
    }
    return ends
  }

  /// Replaces the models of the values that lie deep within `value`; false if there are none at
  /// all.
  func mapDeeper<Value>(
    _ value: Value, _ content: ModelContent<Value>, _ replace: (Model) -> Model
  ) -> Bool {
    var hasModels = false
    let ends = forEach(value, content) { _ in hasModels = true }
    guard hasModels else { return false }
    mapped = deeper.map(\.any)
    for index in deeper.indices.reversed() {
      next = ends[index]
      mapped?[index] = deeper[index].map(self, replace)
    }
    next = 0
    return true
  }

  /// Calls `visit` with a value one level further down, now or later.
  func visit<Value>(_ value: Value, _ visit: (Value, ContentWalk) -> Void) {
    guard level < Self.mostLevels else {
      guard let content = ModelContent<Value>.shared else { return }
      return deeper.append(TypedDeeperValue(value: value, content: content))
    }
    level += 1
    visit(value, self)
    level -= 1
  }

  /// Returns what `map` makes of a value one level further down, or has made of it.
  func map<Value>(_ value: Value, _ map: (Value, ContentWalk) -> Value) -> Value {
    guard level < Self.mostLevels else {
      defer { next += 1 }
      return mapped.flatMap {
        RuntimeFields.value(in: $0[next], as: Value.self) ?? $0[next] as? Value
      }
        ?? value
    }
    level += 1
    defer { level -= 1 }
    return map(value, self)
  }
}

/// A value on the list of a walk.
private protocol DeeperValue {
  var any: Any { get }
  func forEach(_ walk: ContentWalk, _ body: (Model) -> Void)
  func map(_ walk: ContentWalk, _ replace: (Model) -> Model) -> Any
}

private struct TypedDeeperValue<Value>: DeeperValue {
  let value: Value
  let content: ModelContent<Value>

  var any: Any { value }

  func forEach(_ walk: ContentWalk, _ body: (Model) -> Void) {
    content.forEach(value, walk, body)
  }

  func map(_ walk: ContentWalk, _ replace: (Model) -> Model) -> Any {
    content.map(value, walk, replace)
  }
}
