import Foundation

/// The models within values of one type, reached through Optionals, collections, structs and tuples,
/// and through whatever an `Any` or a protocol holds.
class ModelContent<Value>: @unchecked Sendable {
  // Sendable: no subclass has mutable state.

  /// Returns `value` with each model within replaced by what `replace` makes of it.
  ///
  /// A walk is there where `mayHaveSets` is true.
  func map(_ value: Value, _ walk: ContentWalk?, _ replace: (Model) -> Model) -> Value { value }

  /// Calls `body` with each model within.
  func forEach(_ value: Value, _ walk: ContentWalk?, _ body: (Model) -> Void) {}

  /// Returns `new` with each model replaced by what `merge` makes of it and its counterpart in
  /// `old`. The counterpart of an element of an array or a set has the same identity.
  func merge(
    _ old: Value, _ new: Value, _ walk: ContentWalk?, _ merge: (Model?, Model) -> Model
  ) -> Value {
    map(new, walk) { merge(nil, $0) }
  }

  /// True when a set is among the collections: its elements must be complete when it is made.
  var hasSets: Bool { false }

  /// True when a set may be among what is found within a value, also where the type does not tell.
  var mayHaveSets: Bool { hasSets }

  /// Calls `body` with each model within, however deep values are nested.
  final func forAll(_ value: Value, _ body: (Model) -> Void) {
    if !mayHaveSets { return forEach(value, nil, body) }
    ContentWalk().forEach(value, self, body)
  }

  /// Does what `map` does, however deep values are nested.
  final func mapAll(_ value: Value, _ replace: (Model) -> Model) -> Value {
    if !mayHaveSets { return map(value, nil, replace) }
    let walk = ContentWalk()
    return walk.mapDeeper(value, self, replace) ? map(value, walk, replace) : value
  }

  /// Does what `merge` does, however deep values are nested.
  final func mergeAll(_ old: Value, _ new: Value, _ merge: (Model?, Model) -> Model) -> Value {
    if !mayHaveSets { return self.merge(old, new, nil, merge) }
    let walk = ContentWalk()
    return walk.mapDeeper(new, self) { merge(nil, $0) } ? self.merge(old, new, walk, merge) : new
  }

  /// The content of `Value`, or nil for a type that holds no models.
  static var shared: ModelContent<Value>? {
    let found = modelContents.value(for: Value.self) {
      var visitor = ContentVisitor()
      return FoundContent(content: visitor.visit(Value.self))
    }
    return found.content.map { downcast($0, to: ModelContent<Value>.self) }
  }
}

/// The contents of all types that were looked through: what lies under a type is one for that type.
private let modelContents = ClassCache<FoundContent>()

private struct FoundContent: @unchecked Sendable {
  // Sendable: a ModelContent, which has no mutable state.
  let content: AnyObject?
}

private struct ContentVisitor: TypeVisitor {
  /// The structs that are being looked through: one may lead to itself through an array.
  private var structs: Set<ObjectIdentifier> = []

  private mutating func content<Value>(of type: Value.Type) -> ModelContent<Value>? {
    visit(type).map { downcast($0, to: ModelContent<Value>.self) }
  }

  mutating func visitOptional<Wrapped>(_ type: Wrapped.Type) -> AnyObject? {
    content(of: type).map { OptionalContent($0) }
  }

  mutating func visitArray<Element>(_ type: Element.Type) -> AnyObject? {
    content(of: type).map { ArrayContent($0) }
  }

  mutating func visitSet<Element: Hashable>(_ type: Element.Type) -> AnyObject? {
    content(of: type).map { ArrayLikeContent<Set<Element>>($0) { Set($0) } }
  }

  mutating func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> AnyObject? {
    content(of: Whole.Element.self).map { ArrayLikeContent<Whole>($0) { Whole($0) } }
  }

  mutating func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> AnyObject? {
    content(of: Whole.Value.self).map { DictionaryLikeContent<Whole>($0) }
  }

  mutating func visitDictionary<Key: Hashable, Value>(
    _: Key.Type, _ type: Value.Type
  ) -> AnyObject? {
    content(of: type).map { DictionaryContent<Key, Value>($0) }
  }

  mutating func visitLeaf<Leaf>(_ type: Leaf.Type) -> AnyObject? {
    switch RuntimeFields.kind(of: type) {
    case .existential: return ExistentialContent<Leaf>()
    case .class: return type is Model.Type || type == NSObject.self ? ObjectContent<Leaf>() : nil
    case .struct, .tuple: return partsContent(of: type)
    case .other: return nil
    }
  }

  private mutating func partsContent<Whole>(of type: Whole.Type) -> AnyObject? {
    switch type {
    case is String.Type, is Int.Type, is Bool.Type, is Double.Type, is Date.Type, is URL.Type,
      is UUID.Type, is Data.Type, is Decimal.Type:
      return nil
    default: break
    }
    guard structs.insert(ObjectIdentifier(type)).inserted else { return RecursiveContent<Whole>() }
    defer { structs.remove(ObjectIdentifier(type)) }
    var parts: [any PartContent] = []
    for part in RuntimeFields.parts(of: type) where part.isStrong {
      func typed<Value>(_ type: Value.Type) -> (any PartContent)? {
        content(of: type).map { TypedPartContent(offset: part.offset, content: $0) }
      }
      if let content = _openExistential(part.type, do: typed) { parts.append(content) }
    }
    return parts.isEmpty ? nil : PartsContent<Whole>(parts)
  }
}
