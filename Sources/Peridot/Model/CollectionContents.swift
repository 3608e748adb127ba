final class OptionalContent<Wrapped>: ModelContent<Wrapped?>, @unchecked Sendable {
  private let wrapped: ModelContent<Wrapped>

  init(_ wrapped: ModelContent<Wrapped>) {
    self.wrapped = wrapped
  }

  override var hasSets: Bool { wrapped.hasSets }
  override var mayHaveSets: Bool { wrapped.mayHaveSets }

  override func map(_ value: Wrapped?, _ walk: ContentWalk?, _ replace: (Model) -> Model)
    -> Wrapped?
  {
    value.map { wrapped.map($0, walk, replace) }
  }

  override func forEach(_ value: Wrapped?, _ walk: ContentWalk?, _ body: (Model) -> Void) {
    if let value { wrapped.forEach(value, walk, body) }
  }

  override func merge(
    _ old: Wrapped?, _ new: Wrapped?, _ walk: ContentWalk?,
    _ merge: (Model?, Model) -> Model
  ) -> Wrapped? {
    guard let old, let new else { return super.merge(old, new, walk, merge) }
    return wrapped.merge(old, new, walk, merge)
  }
}

final class ArrayContent<Element>: ModelContent<[Element]>, @unchecked Sendable {
  private let element: ModelContent<Element>

  init(_ element: ModelContent<Element>) {
    self.element = element
  }

  override var hasSets: Bool { element.hasSets }
  override var mayHaveSets: Bool { element.mayHaveSets }

  override func map(_ value: [Element], _ walk: ContentWalk?, _ replace: (Model) -> Model)
    -> [Element]
  {
    value.map { element.map($0, walk, replace) }
  }

  override func forEach(_ value: [Element], _ walk: ContentWalk?, _ body: (Model) -> Void) {
    for item in value { element.forEach(item, walk, body) }
  }

  override func merge(
    _ old: [Element], _ new: [Element], _ walk: ContentWalk?,
    _ merge: (Model?, Model) -> Model
  ) -> [Element] {
    let existing = ModelsByIdentity { forAll(old, $0) }
    return map(new, walk) { merge(existing.counterpart(of: $0), $0) }
  }
}

/// A set, or a collection of a user's, which may hash its elements as well.
final class ArrayLikeContent<Whole: Swift.Collection>: ModelContent<Whole>, @unchecked Sendable {
  private let element: ModelContent<Whole.Element>
  private let make: ([Whole.Element]) -> Whole

  init(
    _ element: ModelContent<Whole.Element>, make: @escaping ([Whole.Element]) -> Whole
  ) {
    self.element = element
    self.make = make
  }

  override var hasSets: Bool { true }

  override func map(_ value: Whole, _ walk: ContentWalk?, _ replace: (Model) -> Model)
    -> Whole
  {
    make(value.map { element.map($0, walk, replace) })
  }

  override func forEach(_ value: Whole, _ walk: ContentWalk?, _ body: (Model) -> Void) {
    for item in value { element.forEach(item, walk, body) }
  }

  override func merge(
    _ old: Whole, _ new: Whole, _ walk: ContentWalk?,
    _ merge: (Model?, Model) -> Model
  ) -> Whole {
    let existing = ModelsByIdentity { forAll(old, $0) }
    return map(new, walk) { merge(existing.counterpart(of: $0), $0) }
  }
}

final class DictionaryContent<Key: Hashable, Item>: ModelContent<[Key: Item]>,
  @unchecked Sendable
{
  private let item: ModelContent<Item>

  init(_ item: ModelContent<Item>) {
    self.item = item
  }

  override var hasSets: Bool { item.hasSets }
  override var mayHaveSets: Bool { item.mayHaveSets }

  override func map(_ value: [Key: Item], _ walk: ContentWalk?, _ replace: (Model) -> Model)
    -> [Key: Item]
  {
    value.mapValues { item.map($0, walk, replace) }
  }

  override func forEach(_ value: [Key: Item], _ walk: ContentWalk?, _ body: (Model) -> Void) {
    for member in value.values { item.forEach(member, walk, body) }
  }

  override func merge(
    _ old: [Key: Item], _ new: [Key: Item], _ walk: ContentWalk?,
    _ merge: (Model?, Model) -> Model
  ) -> [Key: Item] {
    var merged = new
    for (key, member) in new {
      merged[key] =
        old[key].map { item.merge($0, member, walk, merge) }
        ?? item.map(member, walk) { merge(nil, $0) }
    }
    return merged
  }
}

/// A dictionary of a user's, whose members keep their order.
final class DictionaryLikeContent<Whole: DictionaryLike>: ModelContent<Whole>, @unchecked Sendable {
  private let item: ModelContent<Whole.Value>

  init(_ item: ModelContent<Whole.Value>) {
    self.item = item
  }

  override var hasSets: Bool { item.hasSets }
  override var mayHaveSets: Bool { item.mayHaveSets }

  override func map(_ value: Whole, _ walk: ContentWalk?, _ replace: (Model) -> Model) -> Whole {
    Whole(uniqueKeysWithValues: value.map { ($0.key, item.map($0.value, walk, replace)) })
  }

  override func forEach(_ value: Whole, _ walk: ContentWalk?, _ body: (Model) -> Void) {
    for member in value { item.forEach(member.value, walk, body) }
  }

  override func merge(
    _ old: Whole, _ new: Whole, _ walk: ContentWalk?, _ merge: (Model?, Model) -> Model
  ) -> Whole {
    let old = old.dictionary
    return Whole(
      uniqueKeysWithValues: new.map { key, member in
        let merged =
          old[key].map { item.merge($0, member, walk, merge) }
          ?? item.map(member, walk) { merge(nil, $0) }
        return (key, merged)
      })
  }
}
