/// The models of one array before and after a change, found by their identities.
struct IdentifiedModels {
  /// The removed models, and then those of the new array with those that they were, without pairs
  /// that are known to be equal.
  private(set) var pairs: [(old: Model?, new: Model?)] = []
  /// The identities of the models that both arrays have, as text, if their order has changed.
  private(set) var order: (old: [String], new: [String])?

  /// Nil if a model has no identity, a secret one, or that of another, and this matters: two lists
  /// of equal models need none.
  init?(_ old: [Model], _ new: [Model]) {
    let reader = IdentityReader()
    let common = min(old.count, new.count)
    var (start, end) = (0, 0)
    while start < common {
      guard let areEqual = reader.compare(old[start], new[start]) else { break }
      if !areEqual { pairs.append((old[start], new[start])) }
      start += 1
    }
    var last: [(old: Model?, new: Model?)] = []
    while end < common - start {
      let pair = (old: old[old.count - 1 - end], new: new[new.count - 1 - end])
      guard let areEqual = reader.compare(pair.old, pair.new) else { break }
      if !areEqual { last.append(pair) }
      end += 1
    }
    let (oldRest, newRest) = (old[start..<old.count - end], new[start..<new.count - end])
    if pairs.isEmpty, last.isEmpty, oldRest.isEmpty, newRest.isEmpty { return }
    // Without a rest, the old identities are among the new ones.
    guard reader.areUnique(new), oldRest.isEmpty || reader.areUnique(old) else { return nil }
    match(oldRest, newRest)
    pairs += last.reversed()
  }

  /// Finds the models between those that have the same places at the beginning and at the end.
  private mutating func match(_ old: ArraySlice<Model>, _ new: ArraySlice<Model>) {
    typealias Identity = ModelsByIdentity.Identity
    func all(_ models: ArraySlice<Model>) -> [(key: Identity, model: Model)] {
      models.compactMap { model in Identity(of: model).map { ($0, model) } }
    }
    let (old, new) = (all(old), all(new))
    let (byOldKey, byNewKey) = (Dictionary(old) { $1 }, Dictionary(new) { $1 })
    let removed = old.filter { byNewKey[$0.key] == nil }.map { (old: $0.model, new: Model?.none) }
    pairs = removed + pairs + new.map { (byOldKey[$0.key], $0.model) }
    let kept = old.filter { byNewKey[$0.key] != nil }
    let keptNow = new.filter { byOldKey[$0.key] != nil }
    if kept.map(\.key) != keptNow.map(\.key) {
      func texts(_ models: [(key: Identity, model: Model)]) -> [String] {
        models.map { Self.values(of: $0.model).map(\.value).joined(separator: "/") }
      }
      order = (texts(kept), texts(keptNow))
    }
  }

  /// The names and values of the model's identity, such as `id: 7`.
  static func text(of model: Model) -> String {
    values(of: model).map { "\($0): \($1)" }.joined(separator: ", ")
  }

  private static func values(of model: Model) -> [(name: String, value: String)] {
    ModelSchema.of(type(of: model)).identityKeys.map { ($0, DifferenceText.short(model[$0])) }
  }
}

/// An array of elements of any type.
protocol AnyArray {
  /// The elements of an array of models, without a box for each; nil for other arrays.
  var models: [Model]? { get }
}

extension Array: AnyArray {
  var models: [Model]? {
    func models<M: ComparisonWalk.LinkedObject>(_: M.Type) -> [Model]? {
      RuntimeFields.value(in: self, as: [M].self).map { upcast($0, to: Model.self) }
    }
    typealias Linked = any ComparisonWalk.LinkedObject.Type
    let linked = KnownConformances.inherited(Element.self, like: { $0 as? Linked })
    return linked.flatMap { models($0) }
  }
}

/// Reads the identities of models, most of which are of one class.
private final class IdentityReader {
  private var modelClass: Model.Type = Model.self
  /// Empty if the class has no identity, or a secret one.
  private var accesses: [any PropertyAccess] = []
  /// The comparison of whole models; nil if these can hold others, or have an `==` of their own.
  private var comparison: Permanent<PropertyComparison>?

  private func turn(to type: Model.Type) {
    if type == modelClass { return }
    let schema = ModelSchema.of(type)
    let properties = schema.identityKeys.compactMap(schema.find)
    modelClass = type
    accesses = properties.contains(where: \.isSecret) ? [] : properties.map(\.access)
    comparison = schema.mayHoldModels || schema.hooks.compares ? nil : schema.comparison
  }

  /// Returns whether two models of one identity are equal, as far as this is known at once; nil if
  /// they have no identity in common.
  func compare(_ old: Model, _ new: Model) -> Bool? {
    turn(to: type(of: new))
    guard type(of: old) == modelClass, !accesses.isEmpty else { return nil }
    if old === new || comparison?.use({ $0.areEqual(new, old, nil) }) == true { return true }
    for access in accesses {
      access.checkRead(of: old)
      access.checkRead(of: new)
      if !access.areEqual(old, new, through: access, nil) { return nil }
    }
    return false
  }

  /// Returns whether each model has an identity of its own.
  func areUnique(_ models: [Model]) -> Bool {
    guard let first = models.first else { return true }
    turn(to: type(of: first))
    // The most common types without a box for each value.
    if accesses.count == 1, models.allSatisfy({ type(of: $0) == modelClass }) {
      if let access = accesses[0] as? TypedAccess<Int> { return areUnique(models, by: access) }
      if let access = accesses[0] as? TypedAccess<String> { return areUnique(models, by: access) }
    }
    var seen = Set<ModelsByIdentity.Identity>(minimumCapacity: models.count)
    return models.allSatisfy { model in
      turn(to: type(of: model))
      guard !accesses.isEmpty, let identity = ModelsByIdentity.Identity(of: model) else {
        return false
      }
      return seen.insert(identity).inserted
    }
  }

  private func areUnique<Value: Hashable>(
    _ models: [Model], by access: TypedAccess<Value>
  ) -> Bool {
    var seen = Set<Value>(minimumCapacity: models.count)
    return models.allSatisfy { model in
      access.checkRead(of: model)
      return seen.insert(access.get(model)).inserted
    }
  }
}
