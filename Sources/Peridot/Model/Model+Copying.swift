import Foundation

extension Model {
  /// Returns a copy whose nested models are copies too, shared ones once, cycles closed.
  ///
  /// Models are found in properties, collections, structs and tuples, also within an `Any`. Those
  /// in the associated values of enums, in the keys of dictionaries and in objects that are not
  /// models are shared with the copy.
  ///
  /// A weak property of the copy refers to the copy of its target when that lies within the
  /// graph, else to the target itself.
  ///
  /// The copy is returned as `sending`, so that an actor that keeps models can hand copies out:
  ///
  ///     actor Store {
  ///       private var user = User()
  ///       func current() -> sending User { user.deepCopy() }
  ///     }
  ///
  /// Models that are shared with the copy, as said above, are then shared between the two
  /// isolations.
  public func deepCopy() -> sending Self {
    DeepCopier.copies(of: CollectionOfOne(self)).value[0]
  }

  /// Returns a shallow copy, as `copy()` does, of this model's type.
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

  /// Returns a shallow copy that `change` was applied to.
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
      schema.exchange.use { $0.transfer.copy(from: self, to: copy) }
      if schema.extras != nil { copyExtras(to: copy) }
      if schema.hooks.loads { try? copy.didLoad(from: .copy) }
    }
    return copy
  }

  /// The members of JSON that were kept belong to a copy too, although they are not in a property.
  fileprivate func copyExtras(to copy: Model) {
    guard let source = self as? any JSONExtrasKeeping, let target = copy as? any JSONExtrasKeeping
    else { return }
    target.jsonExtras = source.jsonExtras
  }
}

extension Array where Element: Model {
  /// Returns deep copies of the models, as ``Model/deepCopy()`` makes them; a model that several of
  /// them refer to is copied once.
  public func deepCopy() -> sending [Element] {
    Model.DeepCopier.copies(of: self).value
  }
}

extension Dictionary where Value: Model {
  /// Returns deep copies of the models under the same keys, as ``Model/deepCopy()`` makes them; a
  /// model that several of them refer to is copied once.
  public func deepCopy() -> sending [Key: Value] {
    // The values are taken in the dictionary's own order.
    var copies = Model.DeepCopier.copies(of: values).value.makeIterator()
    return Fresh(value: compactMapValues { _ in copies.next() }).value
  }
}

extension Model {
  /// Copies a graph of models, from a worklist, so that its depth does not matter.
  fileprivate struct DeepCopier {
    private struct Pair {
      let original: Model
      let copy: Model
      let schema: ModelSchema
    }

    /// Returns the deep copies of models; what they share is copied once.
    static func copies<Copied: Model>(of models: some Collection<Copied>) -> Fresh<[Copied]> {
      var copier = DeepCopier()
      let copies = models.map { downcast(copier.copy($0), to: Copied.self) }
      copier.finish()
      return Fresh(value: copies)
    }

    private var copies: [ObjectIdentifier: Model] = [:]
    private var pairs: [Pair] = []
    /// The indexes of pairs that are to be filled.
    private var pending: [Int] = []

    mutating func copy(_ root: Model) -> Model {
      let rootCopy = copy(of: root)
      while let index = pending.popLast() {
        let pair = pairs[index]
        let contents = pair.schema.contents
        contents.checkReads(of: pair.original)
        contents.others.copy(from: pair.original, to: pair.copy)
        for entry in contents.entries where !entry.property.isWeak {
          // A set hashes its elements when it is made: it waits until they are filled.
          if entry.content.mayHaveSets {
            entry.content.forEach(in: pair.original) { _ = copy(of: $0) }
          } else {
            entry.content.copy(from: pair.original, to: pair.copy) { copy(of: $0) }
          }
        }
      }
      return rootCopy
    }

    /// Makes the sets, re-points weak references, and tells the copies that they are complete,
    /// inner ones first.
    func finish() {
      fillLateEntries()
      // An element's hash may depend on sets within it that were filled later than its own.
      fillLateEntries()
      for pair in pairs.reversed() {
        if pair.schema.extras != nil { pair.original.copyExtras(to: pair.copy) }
        if pair.schema.hooks.loads { try? pair.copy.didLoad(from: .copy) }
      }
    }

    private func fillLateEntries() {
      for pair in pairs.reversed() {
        for entry in pair.schema.contents.lateEntries {
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

/// Models that were just made.
///
/// Sendable: nothing but the result refers to them, so the caller may send them anywhere. A hook
/// that keeps a model somewhere takes that upon itself.
struct Fresh<Value>: @unchecked Sendable {
  let value: Value

  @inline(__always)
  init(value: Value) {
    self.value = value
  }
}
