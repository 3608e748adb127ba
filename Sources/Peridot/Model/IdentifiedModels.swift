/// The models of one array before and after a change, found by their identities.
struct IdentifiedModels {
  /// Two models with one identity that are not known to be equal.
  typealias Pair = (old: Model, new: Model)

  /// The pairs at the beginning and at the end, which have the same places.
  private(set) var first: [Pair] = []
  private(set) var last: [Pair] = []
  /// The models between them.
  let oldRest: ArraySlice<Model>
  let newRest: ArraySlice<Model>

  /// Nil if a model has no identity, a secret one, or that of another, and this matters: two lists
  /// of equal models need none.
  init?(_ old: [Model], _ new: [Model]) {
    let reader = IdentityReader()
    let common = min(old.count, new.count)
    var (start, end) = (0, 0)
    while start < common {
      guard let areEqual = reader.compare(old[start], new[start]) else { break }
      if !areEqual { first.append((old[start], new[start])) }
      start += 1
    }
    while end < common - start {
      let pair = (old: old[old.count - 1 - end], new: new[new.count - 1 - end])
      guard let areEqual = reader.compare(pair.old, pair.new) else { break }
      if !areEqual { last.append(pair) }
      end += 1
    }
    last.reverse()
    oldRest = old[start..<old.count - end]
    newRest = new[start..<new.count - end]
    if first.isEmpty, last.isEmpty, oldRest.isEmpty, newRest.isEmpty { return }
    // Without a rest, the old identities are among the new ones.
    guard reader.areUnique(new), oldRest.isEmpty || reader.areUnique(old) else { return nil }
  }

  /// The names and values of the model's identity, such as `id: 7`.
  static func text(of model: Model) -> String {
    values(of: model).map { "\($0): \($1)" }.joined(separator: ", ")
  }

  /// The values of the model's identity.
  static func shortText(of model: Model) -> String {
    values(of: model).map(\.value).joined(separator: "/")
  }

  private static func values(of model: Model) -> [(name: String, value: String)] {
    ModelSchema.of(type(of: model)).identityKeys.map { ($0, DifferenceText.short(model[$0])) }
  }
}

/// Finds the models in two arrays of one type; nil for values of other types, and for models without
/// identities.
struct ModelLists: TypeVisitor {
  let old: Any
  let new: Any

  func visitArray<Element>(_ type: Element.Type) -> IdentifiedModels? {
    func models<M: ComparisonWalk.LinkedObject>(_: M.Type) -> IdentifiedModels? {
      guard let old = RuntimeFields.value(in: old, as: [M].self),
        let new = RuntimeFields.value(in: new, as: [M].self)
      else { return nil }
      return IdentifiedModels(upcast(old, to: Model.self), upcast(new, to: Model.self))
    }
    typealias Linked = any ComparisonWalk.LinkedObject.Type
    let linked = KnownConformances.inherited(type, like: { $0 as? Linked })
    return linked.flatMap { models($0) }
  }

  func visitOptional<Wrapped>(_: Wrapped.Type) -> IdentifiedModels? { nil }
  func visitSet<Element: Hashable>(_: Element.Type) -> IdentifiedModels? { nil }
  func visitDictionary<Key: Hashable, Value>(
    _: Key.Type, _: Value.Type
  ) -> IdentifiedModels? { nil }
  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> IdentifiedModels? { nil }
  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> IdentifiedModels? { nil }
  func visitLeaf<Leaf>(_: Leaf.Type) -> IdentifiedModels? { nil }
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
