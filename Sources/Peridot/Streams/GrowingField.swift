/// How the value of a property grows while its text arrives.
enum GrowingField {
  case text(GrowingText)
  /// One model, which is placed as soon as its object begins.
  case model(NestedPlan)
  case elements(any GrowingElements)
}

extension JSONMapping {
  /// Whether an object can be read member by member: nothing in the class has to see all of it, and
  /// the model's observers are told of changes.
  var readsByMember: Bool {
    prepare == nil && deferred.isEmpty && !keepsJSON && mapped == nil && presence == nil
      && keyed == nil && folding == nil && !hooks.choosesHeldClasses && heldClusters.isEmpty
      && policy.repeatedKeys == .last && updatingMistake == nil
  }

  /// How the only property in a member grows; nil if it counts as a whole.
  ///
  /// What a policy may repair counts as a whole: such a property's field has no codec to see here.
  func growing(inMember index: Int) -> GrowingField? {
    guard index < input.members.count, input.members[index].child == nil,
      let number = input.members[index].fields.first, input.members[index].fields.count == 1,
      !hooks.overridesKeyValidation
    else { return nil }
    let field = fields[number]
    let property = field.property
    guard !field.isTag, field.policy == nil, let codec = field.memberCodec,
      !property.isSecret, !property.isWeak, !property.storage.runsCode,
      !ModelSchema.of(modelClass).identityKeys.contains(property.key)
    else { return nil }
    if let nested = codec.nestedPlan { return policy.failsAsAWhole ? .model(nested) : nil }
    let isOptional = codec.valueCodec !== codec
    if let elements = codec.valueCodec as? any GrowingCollectionCodec {
      let list = elements.growing(in: property, isOptional: isOptional)
      guard let list, policy.failsAsAWhole || list.nested == nil else { return nil }
      return .elements(list)
    }
    guard codec.isPlain, policy.readsTextAsItIs else { return nil }
    if property.valueType == String.self {
      return GrownValue("", in: property).map { .text(.plain($0)) }
    }
    return GrownValue(String?.none, in: property).map { .text(.optional($0)) }
  }
}

extension ConversionPolicy {
  /// Whether a mistake in an object fails all objects around it, so that none is given up alone.
  fileprivate var failsAsAWhole: Bool {
    mismatch == .fail && badElement == .fail && hookReject == .fail && !keepsBadOptionalModels
  }

  /// Whether no text counts as null.
  fileprivate var readsTextAsItIs: Bool {
    !acceptsNullWords && !acceptsNullWordsForStrings && !emptyStringIsNull
  }
}

/// A property whose text grows.
enum GrowingText {
  case plain(GrownValue<String>)
  case optional(GrownValue<String?>)

  /// Adds to the text, or begins a new one.
  func add(_ text: String, to model: Model, isFirst: Bool) {
    switch self {
    case .plain(let value):
      if isFirst { value.set(text, of: model) } else { value.change(model) { $0 += text } }
    case .optional(let value):
      if isFirst { return value.set(text, of: model) }
      value.change(model) { if $0 == nil { $0 = text } else { $0?.append(text) } }
    }
  }
}

/// A property whose array or dictionary grows.
protocol GrowingElements: AnyObject {
  /// The plan of the elements, if they are models that grow.
  var nested: NestedPlan? { get }
  /// Itself, if it is an array.
  var array: (any GrowingArray)? { get }
  /// Begins a new collection in the property of `model`.
  func begun(in model: Model) -> any GrowingElements
  /// Reads the elements of the collection at the cursor, and adds them; returns their number.
  func add(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Int
  /// Removes elements that were added last, and not stored.
  func removeLast(_ count: Int)
  /// Stores what was added: at once, so that observers are told once.
  func store()
}

/// A property whose array grows, as can an element of it.
protocol GrowingArray: GrowingElements {
  var areTexts: Bool { get }
  func isEmpty(in model: Model) -> Bool
  func add(_ element: Model)
  /// Adds to the last text, or begins another one.
  func add(_ text: String, isFirst: Bool)
}

protocol GrowingCollectionCodec: MemberCodec {
  func growing(in property: Property, isOptional: Bool) -> (any GrowingElements)?
}

/// A property of static type `Value` whose value is changed without a copy.
final class GrownValue<Value> {
  private let access: TypedAccess<Value>
  private let storage: TypedAccess<Value>
  private let none: Value

  init?(_ none: Value, in property: Property) {
    guard let access = property.access as? TypedAccess<Value>,
      let storage = property.storage as? TypedAccess<Value>
    else { return nil }
    self.access = access
    self.storage = storage
    self.none = none
  }

  func value(of model: Model) -> Value { storage.get(model) }

  func set(_ value: Value, of model: Model) { access.set(model, value) }

  func change(_ model: Model, _ body: (inout Value) -> Void) {
    var value = storage.get(model)
    // Observers get only the new value.
    storage.set(model, none)
    body(&value)
    access.set(model, value)
  }
}

/// A property whose static type is a collection, or the Optional of one.
enum GrownCollection<Elements> {
  case plain(GrownValue<Elements>)
  case optional(GrownValue<Elements?>)

  init?(_ empty: Elements, in property: Property, isOptional: Bool) {
    if isOptional {
      guard let value = GrownValue(Elements?.none, in: property) else { return nil }
      self = .optional(value)
    } else {
      guard let value = GrownValue(empty, in: property) else { return nil }
      self = .plain(value)
    }
  }

  func elements(of model: Model) -> Elements? {
    switch self {
    case .plain(let value): value.value(of: model)
    case .optional(let value): value.value(of: model)
    }
  }

  func set(_ elements: Elements, of model: Model) {
    switch self {
    case .plain(let value): value.set(elements, of: model)
    case .optional(let value): value.set(elements, of: model)
    }
  }

  /// Changes the elements, which are `empty` if there are none, without a copy.
  func change(_ model: Model, orElse empty: Elements, _ body: (inout Elements) -> Void) {
    switch self {
    case .plain(let value): value.change(model, body)
    case .optional(let value):
      value.change(model) { elements in
        var all = elements.take() ?? empty
        body(&all)
        elements = all
      }
    }
  }
}

extension JSONArrayCodec: GrowingCollectionCodec {
  func growing(in property: Property, isOptional: Bool) -> (any GrowingElements)? {
    GrownCollection([], in: property, isOptional: isOptional).map { GrownArray(self, $0) }
  }
}

/// An array in a property of one object.
private final class GrownArray<Element>: GrowingArray {
  private let codec: JSONArrayCodec<Element>
  private let property: GrownCollection<[Element]>
  private let model: Model?
  /// Whether nothing of the array was stored.
  private var isNew = true
  /// The rest of the last text, and elements, that were added but not stored.
  private var rest = ""
  private var added: [Element] = []

  init(
    _ codec: JSONArrayCodec<Element>, _ property: GrownCollection<[Element]>,
    of model: Model? = nil
  ) {
    self.codec = codec
    self.property = property
    self.model = model
  }

  var nested: NestedPlan? { codec.element.isOfModel ? codec.element.nestedPlan : nil }

  var array: (any GrowingArray)? { self }

  var areTexts: Bool { Element.self == String.self && codec.element.isPlain }

  func isEmpty(in model: Model) -> Bool {
    property.elements(of: model)?.isEmpty ?? true
  }

  func begun(in model: Model) -> any GrowingElements {
    GrownArray(codec, property, of: model)
  }

  func add(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Int {
    let elements = try codec.read(from: &reader, in: context)
    added += elements
    return elements.count
  }

  func removeLast(_ count: Int) { if count > 0 { added.removeLast(count) } }

  func add(_ element: Model) {
    if let element = element as? Element { added.append(element) }
  }

  func add(_ text: String, isFirst: Bool) {
    if !isFirst, added.isEmpty {
      rest += text
    } else {
      Self.add(text, to: &added, isFirst: isFirst)
    }
  }

  private static func add(_ text: String, to elements: inout [Element], isFirst: Bool) {
    guard var texts = exactly(elements, as: [String].self) else { return }
    elements = []
    // Who has the model can have emptied the array.
    if isFirst || texts.isEmpty { texts.append(text) } else { texts[texts.count - 1] += text }
    elements = exactly(texts, as: [Element].self) ?? []
  }

  func store() {
    guard let model, isNew || !rest.isEmpty || !added.isEmpty else { return }
    if isNew {
      property.set(added, of: model)
    } else {
      property.change(model, orElse: []) { take(into: &$0) }
    }
    isNew = false
    rest = ""
    added = []
  }

  private func take(into elements: inout [Element]) {
    if !rest.isEmpty { Self.add(rest, to: &elements, isFirst: false) }
    elements += added
  }
}

extension JSONTextDictionaryCodec: GrowingCollectionCodec {
  func growing(in property: Property, isOptional: Bool) -> (any GrowingElements)? {
    GrownCollection([:], in: property, isOptional: isOptional).map { GrownDictionary(self, $0) }
  }
}

/// A dictionary in a property of one object, which grows by whole values.
private final class GrownDictionary<Member>: GrowingElements {
  private let codec: JSONTextDictionaryCodec<Member>
  private let property: GrownCollection<[String: Member]>
  private let model: Model?
  /// Whether nothing of the dictionary was stored.
  private var isNew = true
  /// The values that were added but not stored, nil for those that were dropped, and these before the
  /// last ones.
  private var added: [String: Member?] = [:]
  private var addedBefore: [String: Member?] = [:]
  /// All names.
  private var names: Set<String> = []

  init(
    _ codec: JSONTextDictionaryCodec<Member>, _ property: GrownCollection<[String: Member]>,
    of model: Model? = nil
  ) {
    self.codec = codec
    self.property = property
    self.model = model
  }

  var nested: NestedPlan? { nil }

  var array: (any GrowingArray)? { nil }

  func begun(in model: Model) -> any GrowingElements {
    GrownDictionary(codec, property, of: model)
  }

  func add(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Int {
    let place = ReadingContext.Place(&reader)
    let members = try codec.read(from: &reader, in: context)
    for name in members.keys {
      let (isNew, known) = names.insert(name)
      if isNew || known.hasSameScalars(as: name) { continue }
      let end = ReadingContext.Place(&reader)
      place.restore(&reader)
      let value = try reader.offset(ofMember: name) ?? place.position
      end.restore(&reader)
      try context.handleLookalike(name, at: value)
    }
    addedBefore = added
    added.merge(members.mapValues { .some($0) }) { $1 }
    if context.policy.failsAsAWhole, context.policy.null != .skip { return members.count }
    // The last of several counts, even if it is dropped.
    let end = ReadingContext.Place(&reader)
    place.restore(&reader)
    let all = try reader.memberNames()
    end.restore(&reader)
    for name in all where members[name] == nil { added[name] = .some(nil) }
    return all.count
  }

  func removeLast(_ count: Int) { if count > 0 { added = addedBefore } }

  func store() {
    guard let model, isNew || !added.isEmpty else { return }
    if isNew {
      property.set(added.compactMapValues { $0 }, of: model)
    } else {
      property.change(model, orElse: [:]) { for (name, value) in added { $0[name] = value } }
    }
    isNew = false
    (added, addedBefore) = ([:], [:])
  }
}
