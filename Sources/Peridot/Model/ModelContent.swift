import Foundation

/// The models within values of one type, reached through Optionals and collections.
///
/// Nil is returned by `make` for a type that holds no models.
class ModelContent<Value>: @unchecked Sendable {
  // Sendable: no subclass has mutable state.

  /// Returns `value` with each model within replaced by what `replace` makes of it.
  func map(_ value: Value, _ replace: (Model) -> Model) -> Value { value }

  /// Calls `body` with each model within.
  func forEach(_ value: Value, _ body: (Model) -> Void) {}

  /// Returns `new` with each model replaced by what `merge` makes of it and its counterpart in
  /// `old`. The counterpart of an element of an array or a set has the same identity.
  func merge(_ old: Value, _ new: Value, _ merge: (Model?, Model) -> Model) -> Value {
    map(new) { merge(nil, $0) }
  }

  /// True when a set is among the collections: its elements must be complete when it is made.
  var hasSets: Bool { false }

  static func make() -> ModelContent<Value>? {
    var visitor = ContentVisitor()
    return visitor.visit(Value.self) as? ModelContent<Value>
  }
}

private struct ContentVisitor: TypeVisitor {
  func visitOptional<Wrapped>(_: Wrapped.Type) -> AnyObject? {
    ModelContent<Wrapped>.make().map { OptionalContent($0) }
  }

  func visitArray<Element>(_: Element.Type) -> AnyObject? {
    ModelContent<Element>.make().map { ArrayContent($0) }
  }

  func visitSet<Element: Hashable>(_: Element.Type) -> AnyObject? {
    ModelContent<Element>.make().map { SetContent($0) }
  }

  func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> AnyObject? {
    ModelContent<Value>.make().map { DictionaryContent<Key, Value>($0) }
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> AnyObject? {
    let name = _mangledTypeName(type) ?? ""
    // An existential may hold a model: "yp" is Any, "_p" a protocol, "yXl" AnyObject.
    let isExistential = name == "yp" || name == "yXl" || name.hasSuffix("_p")
    return type is Model.Type || isExistential || type is NSObject.Type && type == NSObject.self
      ? LeafContent<Leaf>() : nil
  }
}

/// A model, or an `Any` or a protocol that may hold one.
private final class LeafContent<Leaf>: ModelContent<Leaf>, @unchecked Sendable {
  override func map(_ value: Leaf, _ replace: (Model) -> Model) -> Leaf {
    guard let model = value as? Model else { return value }
    return replace(model) as? Leaf ?? value
  }

  override func forEach(_ value: Leaf, _ body: (Model) -> Void) {
    if let model = value as? Model { body(model) }
  }

  override func merge(_ old: Leaf, _ new: Leaf, _ merge: (Model?, Model) -> Model) -> Leaf {
    guard let model = new as? Model else { return new }
    return merge(old as? Model, model) as? Leaf ?? new
  }
}

private final class OptionalContent<Wrapped>: ModelContent<Wrapped?>, @unchecked Sendable {
  private let wrapped: ModelContent<Wrapped>

  init(_ wrapped: ModelContent<Wrapped>) {
    self.wrapped = wrapped
  }

  override var hasSets: Bool { wrapped.hasSets }

  override func map(_ value: Wrapped?, _ replace: (Model) -> Model) -> Wrapped? {
    value.map { wrapped.map($0, replace) }
  }

  override func forEach(_ value: Wrapped?, _ body: (Model) -> Void) {
    if let value { wrapped.forEach(value, body) }
  }

  override func merge(
    _ old: Wrapped?, _ new: Wrapped?, _ merge: (Model?, Model) -> Model
  ) -> Wrapped? {
    guard let old, let new else { return super.merge(old, new, merge) }
    return wrapped.merge(old, new, merge)
  }
}

private final class ArrayContent<Element>: ModelContent<[Element]>, @unchecked Sendable {
  private let element: ModelContent<Element>

  init(_ element: ModelContent<Element>) {
    self.element = element
  }

  override var hasSets: Bool { element.hasSets }

  override func map(_ value: [Element], _ replace: (Model) -> Model) -> [Element] {
    value.map { element.map($0, replace) }
  }

  override func forEach(_ value: [Element], _ body: (Model) -> Void) {
    for item in value { element.forEach(item, body) }
  }

  override func merge(
    _ old: [Element], _ new: [Element], _ merge: (Model?, Model) -> Model
  ) -> [Element] {
    let existing = ModelsByIdentity { forEach(old, $0) }
    return map(new) { merge(existing.counterpart(of: $0), $0) }
  }
}

private final class SetContent<Element: Hashable>: ModelContent<Set<Element>>,
  @unchecked Sendable
{
  private let element: ModelContent<Element>

  init(_ element: ModelContent<Element>) {
    self.element = element
  }

  override var hasSets: Bool { true }

  override func map(_ value: Set<Element>, _ replace: (Model) -> Model) -> Set<Element> {
    Set(value.map { element.map($0, replace) })
  }

  override func forEach(_ value: Set<Element>, _ body: (Model) -> Void) {
    for item in value { element.forEach(item, body) }
  }

  override func merge(
    _ old: Set<Element>, _ new: Set<Element>, _ merge: (Model?, Model) -> Model
  ) -> Set<Element> {
    let existing = ModelsByIdentity { forEach(old, $0) }
    return map(new) { merge(existing.counterpart(of: $0), $0) }
  }
}

private final class DictionaryContent<Key: Hashable, Item>: ModelContent<[Key: Item]>,
  @unchecked Sendable
{
  private let item: ModelContent<Item>

  init(_ item: ModelContent<Item>) {
    self.item = item
  }

  override var hasSets: Bool { item.hasSets }

  override func map(_ value: [Key: Item], _ replace: (Model) -> Model) -> [Key: Item] {
    value.mapValues { item.map($0, replace) }
  }

  override func forEach(_ value: [Key: Item], _ body: (Model) -> Void) {
    for member in value.values { item.forEach(member, body) }
  }

  override func merge(
    _ old: [Key: Item], _ new: [Key: Item], _ merge: (Model?, Model) -> Model
  ) -> [Key: Item] {
    var merged = new
    for (key, member) in new {
      merged[key] =
        old[key].map { item.merge($0, member, merge) } ?? item.map(member) { merge(nil, $0) }
    }
    return merged
  }
}
