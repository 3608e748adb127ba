/// The models within values of one type, reached through Optionals, collections, structs and tuples,
/// and through whatever an `Any` or a protocol holds.
final class ModelContent<Value>: @unchecked Sendable {
  // Sendable: the functions capture types, offsets and other contents only.

  typealias Map = (_ value: Value, ContentWalk?, _ replace: (Model) -> Model) -> Value
  typealias ForEach = (_ value: Value, ContentWalk?, _ body: (Model) -> Void) -> Void
  typealias Merge = (
    _ old: Value, _ new: Value, ContentWalk?, _ merge: (Model?, Model) -> Model
  ) -> Value

  /// Returns `value` with each model within replaced by what `replace` makes of it.
  ///
  /// A walk is there where `mayHaveSets` is true.
  let map: Map

  /// Calls `body` with each model within.
  let forEach: ForEach

  private let counterparts: Merge?

  /// True when a set is among the collections: its elements must be complete when it is made.
  let hasSets: Bool

  /// True when a set may be among what is found within a value, also where the type does not tell.
  let mayHaveSets: Bool

  /// - Parameter merge: See `merge`; nil where no value has a counterpart.
  init(
    hasSets: Bool, mayHaveSets: Bool, map: @escaping Map, forEach: @escaping ForEach,
    merge: Merge? = nil
  ) {
    self.hasSets = hasSets
    self.mayHaveSets = mayHaveSets
    self.map = map
    self.forEach = forEach
    counterparts = merge
  }

  /// Returns `new` with each model replaced by what `merge` makes of it and its counterpart in
  /// `old`. The counterpart of an element of an array or a set has the same identity.
  func merge(
    _ old: Value, _ new: Value, _ walk: ContentWalk?, _ merge: (Model?, Model) -> Model
  ) -> Value {
    guard let counterparts else { return map(new, walk) { merge(nil, $0) } }
    return counterparts(old, new, walk, merge)
  }

  /// Calls `body` with each model within, however deep values are nested.
  func forAll(_ value: Value, _ body: (Model) -> Void) {
    if !mayHaveSets { return forEach(value, nil, body) }
    ContentWalk().forEach(value, self, body)
  }

  /// Does what `map` does, however deep values are nested.
  func mapAll(_ value: Value, _ replace: (Model) -> Model) -> Value {
    if !mayHaveSets { return map(value, nil, replace) }
    let walk = ContentWalk()
    return walk.mapDeeper(value, self, replace) ? map(value, walk, replace) : value
  }

  /// Does what `merge` does, however deep values are nested.
  func mergeAll(_ old: Value, _ new: Value, _ merge: (Model?, Model) -> Model) -> Value {
    if !mayHaveSets { return self.merge(old, new, nil, merge) }
    let walk = ContentWalk()
    return walk.mapDeeper(new, self) { merge(nil, $0) } ? self.merge(old, new, walk, merge) : new
  }

  /// The content of `Value`, or nil for a type that holds no models.
  static var shared: ModelContent<Value>? {
    let found = modelContents.value(for: Value.self) {
      var visitor = ContentMaker()
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
