import Foundation

extension Model {
  /// Returns a copy whose nested models are copies too, shared ones once, cycles closed.
  ///
  /// A weak property of the copy refers to the copy of its target when that lies within the
  /// graph, else to the target itself.
  public func deepCopy() -> Self {
    var copier = DeepCopier()
    let copy = copier.copy(self)
    copier.finish()
    return downcast(copy, to: Self.self)
  }

  /// Returns a shallow copy that `change` was applied to.
  ///
  ///     let renamed = user.with { $0.name = "Mona" }
  public func with(_ change: (Self) throws -> Void) rethrows -> Self {
    guard let changed = copy() as? Self else {
      fatalError("Peridot: \(type(of: self)).copy(with:) must return a \(type(of: self))")
    }
    try change(changed)
    return changed
  }

  func shallowCopy() -> Model {
    let copy = type(of: self).init()
    for property in ModelSchema.of(type(of: self)).properties where !property.isReadOnly {
      property.access.copy(from: self, to: copy)
    }
    copyExtras(to: copy)
    try? copy.didLoad(from: .copy)
    return copy
  }

  /// What was kept of JSON belongs to a copy too, although it is no property.
  fileprivate func copyExtras(to copy: Model) {
    guard ModelSchema.of(type(of: self)).extras != nil,
      let source = self as? any JSONExtrasKeeping, let target = copy as? any JSONExtrasKeeping
    else { return }
    target.jsonExtras = source.jsonExtras
  }
}

/// Copies a graph of models, from a worklist, so that its depth does not matter.
private struct DeepCopier {
  private var copies: [ObjectIdentifier: Model] = [:]
  private var pending: [(original: Model, copy: Model)] = []
  private var all: [(original: Model, copy: Model)] = []

  mutating func copy(_ root: Model) -> Model {
    let rootCopy = copy(of: root)
    while let (original, copy) = pending.popLast() {
      let schema = ModelSchema.of(type(of: original))
      for property in schema.properties where !property.isReadOnly {
        guard let content = schema.contents[property.key] else {
          property.access.copy(from: original, to: copy)
          continue
        }
        if property.isWeak { continue }
        // A set hashes its elements when it is made: it waits until they are filled.
        if content.hasSets {
          content.forEach(in: original) { _ = self.copy(of: $0) }
        } else {
          content.copy(from: original, to: copy) { self.copy(of: $0) }
        }
      }
    }
    return rootCopy
  }

  /// Makes the sets, re-points weak references, and tells the copies that they are complete,
  /// inner ones first.
  func finish() {
    fillSets()
    // An element's hash may depend on sets within it that were filled later than its own.
    fillSets()
    for (original, copy) in all.reversed() {
      original.copyExtras(to: copy)
      try? copy.didLoad(from: .copy)
    }
  }

  private func fillSets() {
    for (original, copy) in all.reversed() {
      let schema = ModelSchema.of(type(of: original))
      for property in schema.properties where !property.isReadOnly {
        guard let content = schema.contents[property.key], content.hasSets || property.isWeak
        else { continue }
        content.copy(from: original, to: copy) { copies[ObjectIdentifier($0)] ?? $0 }
      }
    }
  }

  private mutating func copy(of model: Model) -> Model {
    if let copy = copies[ObjectIdentifier(model)] { return copy }
    let copy = type(of: model).init()
    copies[ObjectIdentifier(model)] = copy
    pending.append((model, copy))
    all.append((model, copy))
    return copy
  }
}
