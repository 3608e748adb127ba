extension Model {
  func merge(_ other: Model, _ rule: MergeRule) {
    guard other !== self else { return }
    MergeWalk.merge(other, into: self, rule)
  }

  /// The default rule of `mergeValue(forKey:from:)`, under the current merge's rule.
  func takeValue(forKey key: String, from other: Model) {
    let schema = ModelSchema.of(type(of: self))
    guard let own = schema.find(key), !own.isReadOnly,
      let counterpart = ModelSchema.of(type(of: other)).find(key),
      counterpart.valueType == own.valueType
    else { return }
    if own.observedIn != nil { schema.refuseSilentChange() }
    counterpart.access.checkRead(of: other)
    own.access.checkWrite(to: self)
    if let walk = MergeWalk.current, walk.rule.contains(.deep),
      let content = schema.contents.content(forKey: key)
    {
      // A class that overrides the rule can read the merged models after calling `super`.
      walk.completelyNow {
        walk.mergeModels(of: own, content, through: counterpart.access, from: other, into: self)
      }
    } else {
      own.access.copy(through: counterpart.access, from: other, to: self)
    }
  }
}

/// One merge of a graph of models. Calls find it in the thread, because a class can override the
/// rule of a key, and the default rule needs the rule.
///
/// It recurses for a few levels and then continues from a list, so that the length of a chain
/// doesn't matter.
final class MergeWalk {
  /// A property to set after the models within it are merged.
  private struct Rest {
    let own: any PropertyAccess
    let content: any ModelContents.PropertyContent
    let other: any PropertyAccess
    let source: Model
    let target: Model
  }

  private static let running = ThreadLocal<MergeWalk>()
  private static let mostLevels = 32

  static var current: MergeWalk? { running.object }

  let rule: MergeRule
  /// The target of each merged model. The source is kept alive, so that no other model gets its
  /// identity.
  private var merged = [ObjectIdentifier: (source: Model, target: Model)]()
  private var weakReferences: [Rest] = []
  private var sets: [Rest] = []
  private var adopted: [Model] = []
  private var later: [(source: Model, target: Model)] = []
  private var level = 0

  private init(rule: MergeRule) {
    self.rule = rule
  }

  static func merge(_ source: Model, into target: Model, _ rule: MergeRule) {
    let schema = ModelSchema.permanent(of: type(of: target))
    // Only nested models, the rules of keys and observers need the walk.
    let isPlain = !rule.contains(.deep) && schema.use { $0.mergesPlainly }
    if isPlain, rule.isEmpty {
      if type(of: source) == type(of: target) {
        let exchange = schema.use { $0.exchange }
        return exchange.use { $0.transfer.copy(from: source, to: target) }
      }
      let exchange = schema.use { $0.exchange(with: .of(type(of: source))) }
      return exchange.transfer.copy(from: source, to: target)
    }
    let walk = MergeWalk(rule: rule)
    if isPlain || rule.isEmpty && current == nil { return walk.merge(source, into: target) }
    running.withObject(walk) {
      walk.completely { walk.merge(source, into: target) }
      walk.fill(walk.weakReferences)
      walk.repointAdopted()
    }
  }

  private func merge(_ source: Model, into target: Model) {
    let schema = ModelSchema.of(type(of: target))
    let exchange = schema.exchange(with: .of(type(of: source)))
    if exchange.entries.contains(where: { $0.own.observedIn != nil }) {
      schema.refuseSilentChange()
    }
    let isDeep = rule.contains(.deep)
    if isDeep { merged[ObjectIdentifier(source)] = (source, target) }
    let mayConflict = ObjectMemory.mayConflict
    for entry in exchange.entries {
      if mayConflict { entry.other.access.checkRead(of: source) }
      if rule.contains(.skipNil), entry.isOptional, entry.other.access.isNil(in: source) {
        continue
      }
      if schema.hooks.mergesValues {
        target.mergeValue(forKey: entry.own.key, from: source)
        continue
      }
      if mayConflict { entry.own.access.checkWrite(to: target) }
      if isDeep, let content = schema.contents.content(forKey: entry.own.key) {
        mergeModels(of: entry.own, content, through: entry.other.access, from: source, into: target)
      } else {
        entry.own.access.copy(through: entry.other.access, from: source, to: target)
      }
    }
  }

  /// Calls `merge`, and does everything that it left for later.
  func completely(_ merge: () -> Void) {
    let outer = (later, sets, level)
    (later, sets, level) = ([], [], 0)
    merge()
    while let next = later.popLast() { self.merge(next.source, into: next.target) }
    // Inner ones first, because sets hash their elements when they are made. An element's hash can
    // depend on sets within it that came earlier, so two or more are made twice.
    for _ in 0..<min(2, sets.count) { fill(sets.reversed()) }
    (later, sets, level) = outer
  }

  /// Merges to the end below a user's rule, which can read the merged models afterwards.
  func completelyNow(_ merge: () -> Void) {
    if StackRoom.isSpent {
      StackRoom.refuse(
        "a deep merge",
        instead: "Where mergeValue(forKey:from:) is overridden it calls itself for each level.")
    }
    completely(merge)
  }

  /// Merges the models within one property. A weak reference is never followed: after all merging,
  /// it gets the model into which its target was merged. A set is made after its elements are
  /// complete.
  func mergeModels(
    of property: Property, _ content: any ModelContents.PropertyContent,
    through other: any PropertyAccess,
    from source: Model, into target: Model
  ) {
    let rest = Rest(
      own: property.access, content: content, other: other, source: source, target: target)
    if property.isWeak {
      weakReferences.append(rest)
    } else if content.hasSets {
      sets.append(rest)
      content.match(through: other, from: source, with: target, counterpart)
    } else {
      content.merge(through: other, from: source, into: target, counterpart)
    }
  }

  /// Assigns the values with their merged models.
  private func fill(_ rests: [Rest]) {
    for rest in rests {
      rest.other.checkRead(of: rest.source)
      rest.own.checkWrite(to: rest.target)
      rest.content.merge(through: rest.other, from: rest.source, into: rest.target) { _, new in
        merged[ObjectIdentifier(new)]?.target ?? new
      }
    }
  }

  /// Returns the replacement for `new`: `old`, into which it is merged, if they match.
  private func counterpart(_ old: Model?, _ new: Model) -> Model {
    if let done = merged[ObjectIdentifier(new)] { return done.target }
    guard let old, old !== new, ModelsByIdentity.match(old, new) else {
      adopted.append(new)
      return new
    }
    if level < Self.mostLevels, !StackRoom.isLow {
      level += 1
      merge(new, into: old)
      level -= 1
    } else {
      merged[ObjectIdentifier(new)] = (new, old)
      later.append((new, old))
    }
    return old
  }

  /// Updates the references of models taken from the other graph: a child from there gets the
  /// parent of this graph.
  private func repointAdopted() {
    var visited: Set<ObjectIdentifier> = []
    while let model = adopted.popLast() {
      guard merged[ObjectIdentifier(model)] == nil,
        visited.insert(ObjectIdentifier(model)).inserted
      else { continue }
      let schema = ModelSchema.of(type(of: model))
      for entry in schema.contents.entries {
        var isMerged = false
        entry.property.access.checkRead(of: model)
        entry.content.forEach(in: model) { inner in
          if let (_, target) = merged[ObjectIdentifier(inner)] {
            isMerged = isMerged || target !== inner
          } else if !entry.property.isWeak {
            adopted.append(inner)
          }
        }
        if isMerged {
          if entry.property.observedIn != nil { schema.refuseSilentChange() }
          entry.property.access.checkWrite(to: model)
          entry.content.copy(from: model, to: model) {
            merged[ObjectIdentifier($0)]?.target ?? $0
          }
        }
      }
    }
  }
}

/// The rules for taking the values of the other model.
///
/// The options combine: `[.deep, .skipNil]` merges nested models and keeps values that are nil in
/// the other model.
public struct MergeRule: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Every value of the other model replaces this model's, nil included.
  public static let overwrite: MergeRule = []

  /// A value that is nil in the other model leaves this model's unchanged.
  public static let skipNil = MergeRule(rawValue: 1)

  /// Nested models are merged in place if the classes match; in arrays and sets, if their identity
  /// keys match; in dictionaries, under the same key.
  ///
  /// A model without a counterpart is taken over, and from then on refers to the models of this
  /// graph.
  public static let deep = MergeRule(rawValue: 2)
}
