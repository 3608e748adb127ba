import Foundation

/// A list of models that is an object in JSON: the names of its members are the values of one property
/// of the elements.
final class KeyedListCodec<Element: NestedModel>: JSONCodec {
  typealias Value = [Element]

  private let members: JSONDictionaryCodec<String, Element>
  private let element: any JSONCodec<Element>
  private let names: KeyedList.Names

  fileprivate init(_ element: any JSONCodec<Element>, _ names: KeyedList.Names) {
    self.element = element
    self.names = names
    members = JSONDictionaryCodec(DictionaryKey(parse: { $0 }, text: { $0 }), element)
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> [Element] {
    try read(into: nil, from: &reader, in: context)
  }

  func update(
    _ current: [Element], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Element] {
    try read(into: current, from: &reader, in: context)
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> [Element] {
    try read(into: [], from: &reader, in: context)
  }

  /// Reads the members. If an update merges, those of `current` come first: an element that is there
  /// keeps its place, a null removes it, and a new one comes last.
  private func read(
    into current: [Element]?, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Element] {
    guard reader.nextByte() == UInt8(ascii: "{") else {
      let embedded = try members.readEmbedded(from: &reader, in: context) {
        try read(into: current, from: &$0, in: $1)
      }
      return try embedded ?? members.readOther(from: &reader, in: context).map(\.1)
    }
    reader.sortMembers()
    let merges = current != nil && context.merges
    let isPatch = merges && context.isPatch
    let known = current ?? []
    // By their bytes: two spellings of one letter are two names.
    var places = [JSONKeyTable.Name: Int]()
    for (index, model) in known.enumerated() {
      guard let name = names.name(of: model).map({ JSONKeyTable.Name(text: $0) }),
        places[name] == nil
      else { continue }
      places[name] = index
    }
    // In the order of the list that is there, then of the document.
    var found: [Element?] = merges ? known : []
    var named = [JSONKeyTable.Name: String]()
    try members.readMembers(from: &reader, in: context, isPatch: isPatch) { text, reader in
      let place = ReadingContext.Place(&reader)
      guard let value = names.parse(text) else {
        if isPatch, try reader.readNullIfPresent() { return }
        throw ConversionError(
          .typeMismatch, at: place.position, expected: "\(names.type) as a member's name",
          found: "\(found: Boxed.quoted(text))")
      }
      let name = JSONKeyTable.Name(text: names.text(value) ?? text)
      if let other = named.updateValue(text, forKey: name) {
        // Of equal names the last counts, which only a second reading knows.
        if !context.hasSuperseded, other.hasSameScalars(as: text) {
          throw ReadingContext.DuplicateMember()
        }
        throw ConversionError(
          .typeMismatch, at: place.position, expected: "a name for each element",
          found: "another name of one that occurs before")
      }
      let index = places[name]
      if merges, try reader.readNullIfPresent() {
        if let index { found[index] = nil }
        return
      }
      let model = try read(
        value, current: index.map { known[$0] }, isNew: current == nil, from: &reader, in: context)
      if merges, let index { found[index] = model } else { found.append(model) }
    }
    return found.compactMap { $0 }
  }

  /// Reads the element with a name.
  private func read(
    _ name: AnyHashable, current: Element?, isNew: Bool, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> Element {
    let outer = context.elementName
    context.elementName = name
    defer { context.elementName = outer }
    let (place, isLive) = (ReadingContext.Place(&reader), reader.isLive)
    let model = try element.reading(&reader, in: context) { reader, context in
      if let current { return try element.update(current, from: &reader, in: context) }
      return try isNew
        ? element.read(from: &reader, in: context) : element.insert(from: &reader, in: context)
    }
    if isLive, names.value(of: model) != name {
      throw ConversionError(
        .typeMismatch, at: place.position, expected: "a model with the name of the member",
        found: "another")
    }
    return model
  }

  func write(
    _ value: [Element], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginObject()
    for (name, model) in try named(value, isSorted: !context.isInOrder) {
      try context.writeMember(name, to: &writer) { writer throws in
        try element.write(model, to: &writer, in: context)
      }
    }
    writer.endObject()
  }

  func boxed(_ value: [Element], _ writing: DictionaryWriting) throws -> Any {
    writing.enter()
    defer { writing.leave() }
    var object = [String: Any](minimumCapacity: value.count)
    for (name, model) in try named(value) {
      guard object.updateValue(try element.boxed(model, writing), forKey: name) == nil else {
        throw DictionaryWriting.LeftToBytes()
      }
    }
    return object
  }

  /// The elements with their names.
  private func named(
    _ value: [Element], isSorted: Bool = false
  ) throws -> [(name: String, value: Element)] {
    var met: Set<JSONKeyTable.Name> = []
    let members = try value.enumerated().map { index, model in
      guard let name = names.name(of: model) else {
        throw ConversionError(
          .noForm, at: 0, expected: "\(names.property.key) as the name of each element",
          found: "\(Boxed.phrase(names.value(of: model)?.base)) in element \(index)")
      }
      guard met.insert(JSONKeyTable.Name(text: name)).inserted else {
        throw ConversionError(
          .typeMismatch, at: 0, expected: "a name for each element",
          found: "\(Boxed.quoted(name)) for two of them")
      }
      return (name: name, value: model)
    }
    return isSorted ? members.orderedByName { $0.name } : members
  }

  var resetValue: [Element]? { [] }
}

/// A list whose elements have names in JSON, the values of one of their properties.
struct KeyedList: TypeVisitor {
  /// The property of the elements.
  let key: String
  var chosenClass: Model.Type?
  let plans: PolicyPlans

  /// Makes the codec of an Optional list.
  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> (any JSONCodec)? {
    visit(type)?.asCodec(of: type).map { JSONOptionalCodec($0) }
  }

  func visitArray<Element>(_ type: Element.Type) -> (any JSONCodec)? {
    guard let names = Names(of: type, by: key) else { return nil }
    func codec<Nested: NestedModel>(_ type: Nested.Type) -> any JSONCodec {
      let element = JSONModelCodec(
        chosenClass as? Nested.Type ?? type, plans.keyed(by: key), isDeclared: chosenClass == nil)
      return KeyedListCodec<Nested>(element, names)
    }
    return nestedModel(type).map { codec($0) }
  }

  func visitSet<Element: Hashable>(_: Element.Type) -> (any JSONCodec)? { nil }
  func visitDictionary<Key: Hashable, Value>(
    _: Key.Type, _: Value.Type
  ) -> (any JSONCodec)? { nil }
  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> (any JSONCodec)? { nil }
  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> (any JSONCodec)? { nil }
  func visitLeaf<Leaf>(_: Leaf.Type) -> (any JSONCodec)? { nil }
}

extension KeyedList {
  /// The mistake in a property whose elements have names, or nil.
  static func mistake(
    in property: Property, by key: String, _ transformer: ValueTransformer?
  ) -> String? {
    let subject = "\"\(property.key)\" is declared .keyed(by: \"\(key)\"), and "
    guard let type = TypeShape.ModelClassFinder.modelClass(in: property.valueType),
      ListFinder().visit(dynamic: property.valueType)
    else {
      return subject + "is of type \(TypeName.of(property.valueType)), which is no list of models"
    }
    if transformer != nil { return subject + "has a transformer: remove one of them" }
    let schema = ModelSchema.draft(of: type)
    guard let name = schema.find(key) else {
      return subject + "\(type) has no property of that name"
    }
    if name.isSecret {
      return subject + "\"\(key)\" of \(type) is secret, and paths would show it"
    }
    if name.isReadOnly { return subject + "\"\(key)\" of \(type) can't be set" }
    if Names(of: type, by: key) == nil {
      return subject
        + "\"\(key)\" of \(type) is of type \(TypeName.of(name.valueType)), which has no names"
    }
    let identity = schema.identityKeys
    if identity.isEmpty || identity == [key] { return nil }
    let words = identity.map { "\"\($0)\"" }.joined(separator: ", ")
    return subject + "the identity of \(type) is \(words): key the list by its identity"
  }

  /// Whether a type is a list, or an Optional of one.
  private struct ListFinder: LeafVisitor {
    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> Bool { visit(type) }
    func visitArray<Element>(_ type: Element.Type) -> Bool { type is Model.Type }
    func visitSet<Element: Hashable>(_: Element.Type) -> Bool { false }
    func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Bool { false }
    func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> Bool { false }
    func visitLeaf<Leaf>(_: Leaf.Type) -> Bool { false }
  }

  /// The models of a list by their names.
  static func byName(_ models: [Model], key: String) -> [String: Model] {
    Dictionary(
      models.compactMap { model in
        Names(of: type(of: model), by: key)?.name(of: model).map { ($0, model) }
      }
    ) { first, _ in first }
  }

  /// The names of the models of a class, and the values that they stand for.
  struct Names: @unchecked Sendable {
    // Sendable: the functions capture constants.

    let property: Property
    let type: Any.Type
    let parse: (String) -> AnyHashable?
    let text: (AnyHashable) -> String?

    /// Nil if the class has no such property, or it is of a type without names.
    init?(of model: Any.Type, by key: String) {
      guard let model = model as? Model.Type,
        let property = ModelSchema.draft(of: model).find(key)
      else { return nil }
      let type = RuntimeFields.withoutOptionals(property.valueType)
      func functions<Key>(
        _: Key.Type
      ) -> (parse: (String) -> AnyHashable?, text: (AnyHashable) -> String?)? {
        guard Key.self is any Hashable.Type, let key = DictionaryKey<Key>.make({ [:] }) else {
          return nil
        }
        return (
          { key.parse($0) as? AnyHashable }, { ($0.base as? Key).flatMap { key.text($0) } }
        )
      }
      guard let functions = _openExistential(type, do: functions) else { return nil }
      (self.property, self.type) = (property, type)
      (parse, text) = functions
    }

    /// The value of the property, which a model's name stands for; nil for nil.
    func value(of model: Model) -> AnyHashable? {
      property.access.unwrappedValue(of: model) as? AnyHashable
    }

    func name(of model: Model) -> String? { value(of: model).flatMap(text) }
  }
}
