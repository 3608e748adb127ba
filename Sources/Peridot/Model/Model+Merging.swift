extension Model {
  func merge(_ other: Model, policy: MergePolicy) {
    guard other !== self else { return }
    MergeWalk.run(policy) { walk in walk.merge(other, into: self) }
  }

  /// The default rule of `mergeValue(forKey:from:)`, under the policy of the merge at hand.
  func takeValue(forKey key: String, from other: Model) {
    let schema = ModelSchema.of(type(of: self))
    guard let own = schema.find(key), !own.isReadOnly,
      let counterpart = ModelSchema.of(type(of: other)).find(key),
      counterpart.valueType == own.valueType
    else { return }
    if let walk = MergeWalk.current, walk.policy.contains(.deep),
      let content = schema.contents[key]
    {
      walk.mergeModels(of: own, content, through: counterpart.access, from: other, into: self)
    } else {
      own.access.copy(through: counterpart.access, from: other, to: self)
    }
  }
}

/// One merge of a graph of models. It travels as a task-local value, because the rule of a key
/// can be overridden, and its default must know the policy.
final class MergeWalk: @unchecked Sendable {
  // Sendable: used by one thread only, during one synchronous call.

  @TaskLocal static var current: MergeWalk?

  let policy: MergePolicy
  private var merged: [ObjectIdentifier: Model] = [:]
  private var weakReferences: [() -> Void] = []
  private var adopted: [Model] = []

  private init(policy: MergePolicy) {
    self.policy = policy
  }

  static func run(_ policy: MergePolicy, _ body: (MergeWalk) -> Void) {
    let walk = MergeWalk(policy: policy)
    if policy.isEmpty && current == nil { return body(walk) }
    $current.withValue(walk) {
      body(walk)
      for repoint in walk.weakReferences { repoint() }
      walk.repointAdopted()
    }
  }

  func merge(_ source: Model, into target: Model) {
    merged[ObjectIdentifier(source)] = target
    let shared = ModelSchema.of(type(of: target)).shared(with: .of(type(of: source)))
    for (own, counterpart) in shared where !own.isReadOnly {
      if policy.contains(.skipNil), counterpart.access.unwrappedValue(of: source) == nil {
        continue
      }
      target.mergeValue(forKey: own.key, from: source)
    }
  }

  /// Merges the models within one property. A weak one is never followed: it is pointed at the
  /// model that its target was merged into, when all merging is done.
  func mergeModels(
    of property: Property, _ content: PropertyContent, through other: PropertyAccess,
    from source: Model, into target: Model
  ) {
    if property.isWeak {
      weakReferences.append { [self] in
        content.merge(through: other, from: source, into: target) { _, new in
          merged[ObjectIdentifier(new)] ?? new
        }
      }
      return
    }
    content.merge(through: other, from: source, into: target) { old, new in
      if let done = merged[ObjectIdentifier(new)] { return done }
      guard let old, old !== new, ModelsByIdentity.match(old, new) else {
        adopted.append(new)
        return new
      }
      merge(new, into: old)
      return old
    }
  }

  /// Points the models that were taken over as they are at what others were merged into: a child
  /// that came from the other graph gets the parent of this one.
  private func repointAdopted() {
    var visited: Set<ObjectIdentifier> = []
    while let model = adopted.popLast() {
      guard merged[ObjectIdentifier(model)] == nil,
        visited.insert(ObjectIdentifier(model)).inserted
      else { continue }
      let schema = ModelSchema.of(type(of: model))
      for property in schema.properties where !property.isReadOnly {
        guard let content = schema.contents[property.key] else { continue }
        var isMerged = false
        content.forEach(in: model) { inner in
          if let target = merged[ObjectIdentifier(inner)] {
            isMerged = isMerged || target !== inner
          } else if !property.isWeak {
            adopted.append(inner)
          }
        }
        if isMerged { content.copy(from: model, to: model) { merged[ObjectIdentifier($0)] ?? $0 } }
      }
    }
  }
}
