/// The models within values of one type, reached through Optionals, collections, structs, tuples,
/// payloads of enums, and the contents of an `Any` or a protocol.
final class ModelContent<Value>: @unchecked Sendable {
  // Sendable: the functions capture only types, offsets and other contents.

  typealias Map = (_ value: Value, ContentWalk?, _ replace: (Model) -> Model) -> Value
  typealias ForEach = (_ value: Value, ContentWalk?, _ body: (Model) -> Void) -> Void
  typealias Merge = (
    _ old: Value, _ new: Value, ContentWalk?, _ merge: (Model?, Model) -> Model
  ) -> Value

  /// Returns `value` with each model within replaced by the result of `replace`.
  ///
  /// There is a walk if `mayHaveSets` is true.
  let map: Map

  /// Calls `body` with each model within.
  let forEach: ForEach

  private let counterparts: Merge?

  /// True if a set is among the collections: its elements have to be complete when it is made.
  let hasSets: Bool

  /// True if a value can contain a set, even if the type doesn't show it.
  let mayHaveSets: Bool

  /// - Parameter merge: See `merge`; nil if no value has a counterpart.
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

  /// Returns `new` with each model replaced by the result of `merge` for it and its counterpart in
  /// `old`. The counterpart of an element of an array or a set has the same identity.
  func merge(
    _ old: Value, _ new: Value, walk: ContentWalk?, _ merge: (Model?, Model) -> Model
  ) -> Value {
    guard let counterparts else { return map(new, walk) { merge(nil, $0) } }
    return counterparts(old, new, walk, merge)
  }

  /// Calls `body` with each model within, at any depth.
  func forAll(_ value: Value, _ body: (Model) -> Void) {
    if !mayHaveSets { return forEach(value, nil, body) }
    ContentWalk().forEach(value, self, body)
  }

  /// Maps the models of a value at any depth.
  func mapAll(_ value: Value, _ replace: (Model) -> Model) -> Value {
    if !mayHaveSets { return map(value, nil, replace) }
    let walk = ContentWalk()
    return walk.mapDeeper(value, self, replace) ? map(value, walk, replace) : value
  }

  /// Merges the models of two values at any depth.
  func mergeAll(_ old: Value, _ new: Value, _ merge: (Model?, Model) -> Model) -> Value {
    if !mayHaveSets { return self.merge(old, new, walk: nil, merge) }
    let walk = ContentWalk()
    return walk.mapDeeper(new, self) { merge(nil, $0) }
      ? self.merge(old, new, walk: walk, merge) : new
  }

  /// The content of `Value`, or nil for a type without models.
  static var shared: ModelContent<Value>? {
    modelContents.value(for: Value.self) { ContentMaker().visit(Value.self) }
      .map { downcast($0, to: ModelContent<Value>.self) }
  }
}

/// The contents of all types so far, each under its type.
private let modelContents = ClassCache<(any AnyObject & Sendable)?>()

extension ModelContents {
  /// The models within one property of a model.
  protocol PropertyContent: AnyObject, Sendable {
    var hasSets: Bool { get }
    var mayHaveSets: Bool { get }

    func forEach(in model: Model, _ body: (Model) -> Void)

    func copy(from source: Model, to target: Model, _ replace: (Model) -> Model)

    /// Assigns the value that `other`, an access of the same type, reads from `source`, with each
    /// model within merged with its counterpart in `target`.
    func merge(
      through other: any PropertyAccess, from source: Model, into target: Model,
      _ merge: (Model?, Model) -> Model
    )

    /// Calls `merge` for the same pairs, and assigns nothing.
    func match(
      through other: any PropertyAccess, from source: Model, with target: Model,
      _ merge: (Model?, Model) -> Model
    )
  }
}

extension PropertyAccess {
  /// Returns the models within the property, or nil if it contains none.
  var content: (any ModelContents.PropertyContent)? {
    accept(ModelContents.PropertyContentMaker())
  }
}

extension ModelContents {
  fileprivate struct PropertyContentMaker: PropertyVisitor {
    func visit<Value>(_ access: TypedAccess<Value>) -> (any PropertyContent)? {
      ModelContent<Value>.shared.map { TypedPropertyContent(access: access, content: $0) }
    }
  }

  fileprivate final class TypedPropertyContent<Value>: PropertyContent {
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
}

/// The properties of one class that can contain models, and all others.
final class ModelContents: Sendable {
  struct Entry: Sendable {
    let property: Property
    let content: any PropertyContent
  }

  /// The writable properties that can contain models, in order.
  let entries: [Entry]
  /// Those that a deep copy fills last: weak ones, and sets, which hash their elements when they
  /// are made.
  let lateEntries: [Entry]
  /// Copies all other writable properties to a new model, except weak ones.
  let others: PropertyTransfer
  /// The weak properties whose objects are not models.
  let weakOthers: [Property]

  private let contentsByKey: [String: any PropertyContent]

  init(_ properties: [Property]) {
    var entries: [Entry] = []
    var others: [(own: Property, other: Property)] = []
    var weakOthers: [Property] = []
    for property in properties where !property.isReadOnly {
      if let content = property.access.content {
        entries.append(Entry(property: property, content: content))
      } else if property.isWeak {
        weakOthers.append(property)
      } else {
        others.append((property.inMemory, property.inMemory))
      }
    }
    self.entries = entries
    self.weakOthers = weakOthers
    lateEntries = entries.filter { $0.property.isWeak || $0.content.mayHaveSets }
    self.others = PropertyTransfer(others)
    contentsByKey = Dictionary(
      uniqueKeysWithValues: entries.map { ($0.property.key, $0.content) })
  }

  /// Checks that nobody is changing the properties that can contain models.
  func checkReads(of model: Model) {
    guard !entries.isEmpty, ObjectMemory.mayConflict else { return }
    for entry in entries { entry.property.access.checkRead(of: model) }
  }

  /// Returns the models within a writable property, or nil if it contains none.
  func content(forKey key: String) -> (any PropertyContent)? { contentsByKey[key] }
}

/// One walk through the values within a property, which can be nested to any depth in an `Any`, or
/// in a struct within itself.
///
/// It recurses for a few levels. Deeper values are put on a list, and their models are replaced
/// before those of the values around them.
final class ContentWalk {
  private static let mostLevels = 16

  private var level = 0
  private var deeper: [any DeeperValue] = []
  /// The values on the list with their models replaced; nil during the search for the values.
  private var mapped: [Any]?
  /// The index of the next value.
  private var next = 0

  /// Calls `body` with each model within `value`, and returns the nesting of the list's values, the
  /// root's first.
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

  /// Replaces the models of the values deep within `value`; returns false if `value` has no models.
  func mapDeeper<Value>(
    _ value: Value, _ content: ModelContent<Value>, _ replace: (Model) -> Model
  ) -> Bool {
    var hasModels = false
    let ends = forEach(value, content) { _ in hasModels = true }
    guard hasModels else { return false }
    mapped = deeper.map(\.any)
    for index in deeper.indices.reversed() {
      next = ends[index]
      // It reads the list, so the access for its assignment comes afterwards.
      let value = deeper[index].map(self, replace)
      mapped?[index] = value
    }
    next = 0
    return true
  }

  /// Calls `visit` with a value one level deeper, now or later.
  func visit<Value>(_ value: Value, _ visit: (Value, ContentWalk) -> Void) {
    guard level < Self.mostLevels else {
      guard let content = ModelContent<Value>.shared else { return }
      return deeper.append(TypedDeeperValue(value: value, content: content))
    }
    level += 1
    visit(value, self)
    level -= 1
  }

  /// Returns the result of `map` for a value one level deeper, made now or earlier.
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

extension ContentWalk {
  /// A value on the list of a walk.
  fileprivate protocol DeeperValue {
    var any: Any { get }
    func forEach(_ walk: ContentWalk, _ body: (Model) -> Void)
    func map(_ walk: ContentWalk, _ replace: (Model) -> Model) -> Any
  }

  fileprivate struct TypedDeeperValue<Value>: DeeperValue {
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
}
