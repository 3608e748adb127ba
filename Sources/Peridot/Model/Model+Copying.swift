import Foundation

extension Model {
  /// Returns a copy whose nested models are copies too. Shared models are copied once, and cycles
  /// stay cycles.
  ///
  ///     let draft = order.deeplyCopied()
  ///
  /// It copies the models in properties, collections (keys of dictionaries included), structs,
  /// tuples and payloads of enums, even within an `Any`. It shares everything else that is a
  /// reference: objects other than models, closures, pointers, weak references of structs, and
  /// models within types that were built without reflection metadata. ``detached()`` refuses these.
  ///
  /// A weak property of the copy refers to the copy of its target if that belongs to the graph,
  /// otherwise to the target itself.
  public func deeplyCopied() -> Self {
    DeepCopier.copies(of: CollectionOfOne(self))[0]
  }

  /// Returns a copy that shares no mutable object with this model, so that another task or actor
  /// can have it.
  ///
  ///     actor Store {
  ///       private var user = User()
  ///       func current() throws -> sending User { try user.detached() }
  ///     }
  ///
  /// It copies what ``deeplyCopied()`` copies. The copy may share actors, metatypes, objects of
  /// Foundation's immutable classes, such as `NSNumber`, and objects of the classes in
  /// ``sharedTypes``. A weak property whose target is outside of the copy becomes nil.
  ///
  /// - Throws: ``ModelError`` of the kind ``ModelError/Kind/sharedObject`` for anything else that
  ///   the copy would share. It names the property, the path within it, and the type.
  public func detached() throws -> sending Self {
    try DeepCopier.detachedCopies(of: CollectionOfOne(self)).value[0]
  }

  /// Returns a shallow copy in this model's type.
  ///
  ///     let edited = user.copied()
  public func copied() -> Self {
    guard let copy = copy() as? Self else {
      fatalError(
        "Peridot: \(type(of: self)).copy(with:) must return \(TypeName.withArticle(type(of: self)))"
      )
    }
    return copy
  }

  /// Returns a shallow copy after calling `change` with it.
  ///
  ///     let renamed = user.with { $0.name = "Mona" }
  public func with(_ change: (Self) throws -> Void) rethrows -> Self {
    let changed = copied()
    try change(changed)
    return changed
  }

  func shallowCopy() -> Model {
    let copy = type(of: self).init()
    ModelSchema.permanent(of: type(of: self)).use { schema in
      schema.exchange.use { $0.newTransfer.copy(from: self, to: copy) }
      if !schema.carried.isEmpty { copyCarried(to: copy) }
      if schema.hooks.loads { try? copy.didLoad(from: .copy) }
    }
    return copy
  }

  /// A copy also has what is kept of the JSON, although no property holds it.
  fileprivate func copyCarried(to copy: Model) {
    if let source = self as? any JSONExtrasKeeping {
      (copy as? any JSONExtrasKeeping)?.jsonExtras = source.jsonExtras
    }
    if let source = self as? any JSONPresenceKeeping {
      (copy as? any JSONPresenceKeeping)?.jsonPresence = source.jsonPresence
    }
  }
}

extension Array where Element: Model {
  /// Returns deep copies of the models; see ``Model/deeplyCopied()``. A model that several of them
  /// refer to is copied once.
  public func deeplyCopied() -> [Element] {
    Model.DeepCopier.copies(of: self)
  }

  /// Returns detached copies of the models; see ``Model/detached()``. A model that several of them
  /// refer to is copied once.
  ///
  /// - Throws: ``ModelError`` if the copies would share a mutable object with the models.
  public func detached() throws -> sending [Element] {
    try Model.DeepCopier.detachedCopies(of: self).value
  }
}

extension Dictionary where Value: Model {
  /// Returns deep copies of the models under the same keys; see ``Model/deeplyCopied()``. A model
  /// that several of them refer to is copied once.
  public func deeplyCopied() -> [Key: Value] {
    replacingValues(by: Model.DeepCopier.copies(of: values))
  }

  /// Returns the values in the order of the dictionary's own.
  fileprivate func replacingValues(by copies: [Value]) -> [Key: Value] {
    var copies = copies.makeIterator()
    return compactMapValues { _ in copies.next() }
  }
}

extension Dictionary where Key: Sendable, Value: Model {
  /// Returns detached copies of the models under the same keys; see ``Model/detached()``. A model
  /// that several of them refer to is copied once.
  ///
  /// - Throws: ``ModelError`` if the copies would share a mutable object with the models.
  public func detached() throws -> sending [Key: Value] {
    let copies = try Model.DeepCopier.detachedCopies(of: values).value
    return Fresh(value: replacingValues(by: copies)).value
  }
}

extension Model {
  /// Copies a graph of models from a list, so that its depth doesn't matter.
  fileprivate struct DeepCopier {
    private struct Pair {
      let original: Model
      let copy: Model
      let schema: ModelSchema
    }

    /// Returns deep copies of models; a shared model is copied once.
    static func copies<Copied: Model>(of models: some Collection<Copied>) -> [Copied] {
      var copier = DeepCopier(detaches: false)
      let copies = models.map { downcast(copier.copy($0), to: Copied.self) }
      copier.finish()
      return copies
    }

    /// Returns the same if they share nothing with the models.
    static func detachedCopies<Copied: Model>(
      of models: some Collection<Copied>
    ) throws -> Fresh<[Copied]> {
      var copier = DeepCopier(detaches: true)
      let copies = models.map { downcast(copier.copy($0), to: Copied.self) }
      for pair in copier.pairs {
        try ModelSharing.of(type(of: pair.original)).check(pair.original)
      }
      copier.finish()
      return Fresh(value: copies)
    }

    /// Whether a weak reference to an object outside of the copy becomes nil.
    private let detaches: Bool
    private var copies = [ObjectIdentifier: Model]()
    private var pairs: [Pair] = []
    /// The indexes of the pairs to fill.
    private var pending: [Int] = []

    private init(detaches: Bool) {
      self.detaches = detaches
    }

    mutating func copy(_ root: Model) -> Model {
      let rootCopy = copy(of: root)
      while let index = pending.popLast() {
        let pair = pairs[index]
        let contents = pair.schema.contents
        contents.checkReads(of: pair.original)
        contents.others.copy(from: pair.original, to: pair.copy)
        for property in contents.weakOthers where keeps(property, of: pair.original) {
          property.access.copy(from: pair.original, to: pair.copy)
        }
        for entry in contents.entries where !entry.property.isWeak {
          // A set hashes its elements when it is made, so it waits until they are filled.
          if entry.content.mayHaveSets {
            entry.content.forEach(in: pair.original) { _ = copy(of: $0) }
          } else {
            entry.content.copy(from: pair.original, to: pair.copy) { copy(of: $0) }
          }
        }
      }
      return rootCopy
    }

    /// Makes the sets, updates weak references, and calls the completed copies' hooks, inner ones
    /// first.
    func finish() {
      fillLateEntries { _ in true }
      // An element's hash can depend on sets within it that were filled later than its own.
      fillLateEntries { $0.content.mayHaveSets }
      for pair in pairs.reversed() {
        if !pair.schema.carried.isEmpty { pair.original.copyCarried(to: pair.copy) }
        if pair.schema.hooks.loads { try? pair.copy.didLoad(from: .copy) }
      }
    }

    private func fillLateEntries(where isFilled: (ModelContents.Entry) -> Bool) {
      for pair in pairs.reversed() {
        for entry in pair.schema.contents.lateEntries where isFilled(entry) {
          if entry.property.isWeak, !keeps(entry.property, of: pair.original) { continue }
          entry.content.copy(from: pair.original, to: pair.copy) {
            copies[ObjectIdentifier($0)] ?? $0
          }
        }
      }
    }

    /// Whether the copy has the object of a weak property: its copy, or one that it may share.
    private func keeps(_ property: Property, of model: Model) -> Bool {
      guard detaches, let object = property.access.unwrappedValue(of: model) else { return true }
      if let target = object as? Model { return copies[ObjectIdentifier(target)] != nil }
      return ModelSharing.of(type(of: model)).allows(object as AnyObject)
    }

    private mutating func copy(of model: Model) -> Model {
      if let copy = copies[ObjectIdentifier(model)] { return copy }
      let copy = type(of: model).init()
      copies[ObjectIdentifier(model)] = copy
      pending.append(pairs.count)
      pairs.append(Pair(original: model, copy: copy, schema: .of(type(of: model))))
      return copy
    }
  }
}

/// Models that have just been made.
///
/// Sendable: only the result refers to them, so the caller can send them anywhere. A hook that
/// keeps a model somewhere takes responsibility for that.
struct Fresh<Value>: @unchecked Sendable {
  let value: Value

  @inline(__always)
  init(value: Value) {
    self.value = value
  }
}
