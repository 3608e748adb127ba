import Foundation

extension Model {
  /// Returns a copy whose nested models are copies too. Shared models are copied once, and cycles
  /// stay cycles.
  ///
  /// It copies the models in properties, collections, structs and tuples, even within an `Any`. It
  /// shares models in associated values of enums, in keys of dictionaries, and in objects that are
  /// not models.
  ///
  /// A weak property of the copy refers to the copy of its target if that belongs to the graph,
  /// otherwise to the target itself.
  ///
  /// The copy is `sending`, so that an actor that keeps models can return copies:
  ///
  ///     actor Store {
  ///       private var user = User()
  ///       func current() -> sending User { user.deepCopy() }
  ///     }
  ///
  /// The two isolations then share the models that the copy shares.
  public func deepCopy() -> sending Self {
    DeepCopier.copies(of: CollectionOfOne(self)).value[0]
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
      if schema.extras != nil { copyExtras(to: copy) }
      if schema.hooks.loads { try? copy.didLoad(from: .copy) }
    }
    return copy
  }

  /// A copy also has the kept members of JSON, although no property holds them.
  fileprivate func copyExtras(to copy: Model) {
    guard let source = self as? any JSONExtrasKeeping, let target = copy as? any JSONExtrasKeeping
    else { return }
    target.jsonExtras = source.jsonExtras
  }
}

extension Array where Element: Model {
  /// Returns deep copies of the models; see ``Model/deepCopy()``. A model that several of them
  /// refer to is copied once.
  public func deepCopy() -> sending [Element] {
    Model.DeepCopier.copies(of: self).value
  }
}

extension Dictionary where Value: Model {
  /// Returns deep copies of the models under the same keys; see ``Model/deepCopy()``. A model that
  /// several of them refer to is copied once.
  public func deepCopy() -> sending [Key: Value] {
    // The values are in the dictionary's own order.
    var copies = Model.DeepCopier.copies(of: values).value.makeIterator()
    return Fresh(value: compactMapValues { _ in copies.next() }).value
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
    static func copies<Copied: Model>(of models: some Collection<Copied>) -> Fresh<[Copied]> {
      var copier = DeepCopier()
      let copies = models.map { downcast(copier.copy($0), to: Copied.self) }
      copier.finish()
      return Fresh(value: copies)
    }

    private var copies = [ObjectIdentifier: Model]()
    private var pairs: [Pair] = []
    /// The indexes of the pairs to fill.
    private var pending: [Int] = []

    mutating func copy(_ root: Model) -> Model {
      let rootCopy = copy(of: root)
      while let index = pending.popLast() {
        let pair = pairs[index]
        let contents = pair.schema.contents
        contents.checkReads(of: pair.original)
        contents.others.copy(from: pair.original, to: pair.copy)
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
        if pair.schema.extras != nil { pair.original.copyExtras(to: pair.copy) }
        if pair.schema.hooks.loads { try? pair.copy.didLoad(from: .copy) }
      }
    }

    private func fillLateEntries(where isFilled: (ModelContents.Entry) -> Bool) {
      for pair in pairs.reversed() {
        for entry in pair.schema.contents.lateEntries where isFilled(entry) {
          entry.content.copy(from: pair.original, to: pair.copy) {
            copies[ObjectIdentifier($0)] ?? $0
          }
        }
      }
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
