final class OptionalContent<Wrapped>: ModelContent<Wrapped?>, @unchecked Sendable {
  private let wrapped: ModelContent<Wrapped>

  init(_ wrapped: ModelContent<Wrapped>) {
    self.wrapped = wrapped
  }

  override var hasSets: Bool { wrapped.hasSets }
  override var mayHaveSets: Bool { wrapped.mayHaveSets }

  override func map(_ value: Wrapped?, _ replace: (Model) -> Model) -> Wrapped? {
    value.map { wrapped.map($0, replace) }
  }

  override func forEach(_ value: Wrapped?, _ body: (Model) -> Void) {
    if let value { wrapped.forEach(value, body) }
  }

  override func emptied(_ value: Wrapped?) -> Wrapped?? { .some(nil) }

  override func merge(
    _ old: Wrapped?, _ new: Wrapped?, _ merge: (Model?, Model) -> Model
  ) -> Wrapped? {
    guard let old, let new else { return super.merge(old, new, merge) }
    return wrapped.merge(old, new, merge)
  }
}

final class ArrayContent<Element>: ModelContent<[Element]>, @unchecked Sendable {
  private let element: ModelContent<Element>

  init(_ element: ModelContent<Element>) {
    self.element = element
  }

  override var hasSets: Bool { element.hasSets }
  override var mayHaveSets: Bool { element.mayHaveSets }

  override func map(_ value: [Element], _ replace: (Model) -> Model) -> [Element] {
    value.map { element.map($0, replace) }
  }

  override func forEach(_ value: [Element], _ body: (Model) -> Void) {
    for item in value { element.forEach(item, body) }
  }

  override func emptied(_ value: [Element]) -> [Element]? { [] }

  override func merge(
    _ old: [Element], _ new: [Element], _ merge: (Model?, Model) -> Model
  ) -> [Element] {
    let existing = ModelsByIdentity { forEach(old, $0) }
    return map(new) { merge(existing.counterpart(of: $0), $0) }
  }
}

final class SetContent<Element: Hashable>: ModelContent<Set<Element>>,
  @unchecked Sendable
{
  private let element: ModelContent<Element>

  init(_ element: ModelContent<Element>) {
    self.element = element
  }

  override var hasSets: Bool { true }

  override func map(_ value: Set<Element>, _ replace: (Model) -> Model) -> Set<Element> {
    Set(value.map { element.map($0, replace) })
  }

  override func forEach(_ value: Set<Element>, _ body: (Model) -> Void) {
    for item in value { element.forEach(item, body) }
  }

  override func emptied(_ value: Set<Element>) -> Set<Element>? { [] }

  override func merge(
    _ old: Set<Element>, _ new: Set<Element>, _ merge: (Model?, Model) -> Model
  ) -> Set<Element> {
    let existing = ModelsByIdentity { forEach(old, $0) }
    return map(new) { merge(existing.counterpart(of: $0), $0) }
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

  override func map(_ value: [Key: Item], _ replace: (Model) -> Model) -> [Key: Item] {
    value.mapValues { item.map($0, replace) }
  }

  override func forEach(_ value: [Key: Item], _ body: (Model) -> Void) {
    for member in value.values { item.forEach(member, body) }
  }

  override func emptied(_ value: [Key: Item]) -> [Key: Item]? { [:] }

  override func merge(
    _ old: [Key: Item], _ new: [Key: Item], _ merge: (Model?, Model) -> Model
  ) -> [Key: Item] {
    var merged = new
    for (key, member) in new {
      merged[key] =
        old[key].map { item.merge($0, member, merge) } ?? item.map(member) { merge(nil, $0) }
    }
    return merged
  }
}
