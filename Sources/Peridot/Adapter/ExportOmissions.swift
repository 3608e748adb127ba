/// The default values that one class omits in writing.
final class ExportOmissions: Sendable {
  /// The replacement of an omitted value.
  enum LeftOut {
    case nothing, null
  }

  private struct Rule {
    let field: any JSONField
    let omitsDefault: Bool
    let omitsEmpty: Bool
    /// Whether a value is always written.
    let isKept: Bool
  }

  /// The rules by the indexes of fields; nil for a field whose value is always written.
  private let rules: [Rule?]
  private let plans: ConversionPolicy.Shared
  /// Makes an object with the values to omit.
  private let make: @Sendable () -> Model
  private let made = OnceReference<NewObject>()

  /// Nil if everything is written.
  init?(
    _ maker: MappingMaker, required: [Int], defaults: [(field: Int, value: SharedValue)]
  ) {
    let hooks = maker.schema.hooks
    // The user's code can use any member to choose a class.
    if hooks.asksClass || hooks.asksHeldClasses { return nil }
    lazy var isKept = maker.keptFields(required)
    var rules: [Rule?] = maker.fields.map { _ in nil }
    for (index, field) in maker.fields.enumerated() where !field.isTag {
      let policy = field.policy ?? maker.policy
      let omitsDefault = policy.defaultsOnExport == .omit
      let omitsEmpty =
        policy.emptyOnExport == .omit && HoldsElements().visit(dynamic: field.property.valueType)
      guard omitsDefault || omitsEmpty else { continue }
      rules[index] = Rule(
        field: field, omitsDefault: omitsDefault, omitsEmpty: omitsEmpty,
        isKept: isKept.contains(index))
    }
    if rules.allSatisfy({ $0 == nil }) { return nil }
    self.rules = rules
    make = maker.newObjects(defaults)
    plans = maker.plans.policy
  }

  /// Omits the values that an object of `make` has.
  init(
    _ fields: [any JSONField], _ plans: ConversionPolicy.Shared,
    make: @escaping @Sendable () -> Model
  ) {
    rules = fields.map {
      $0.isTag ? nil : Rule(field: $0, omitsDefault: true, omitsEmpty: false, isKept: false)
    }
    self.plans = plans
    self.make = make
  }

  deinit {
    // Sound: nobody reads it any more.
    unsafe made.letGo()
  }

  /// Whether a member with these fields needs a check.
  func asks(about fields: [Int]) -> Bool { fields.contains { rules[$0] != nil } }

  /// Whether a field's value is omitted.
  @inline(never)
  func omits(_ index: Int, of model: Model) -> Bool {
    guard let rule = rules[index] else { return false }
    let (field, new) = (rule.field, newObject)
    if field.isNil(in: model) { return new.facts[index].omitsNil }
    if rule.isKept { return false }
    if new.facts[index].omitsEmpty, Self.isEmpty(field, in: model) { return true }
    // Equal values can have different JSON, if their type's `==` compares only a part of them.
    guard let text = new.facts[index].text,
      field.property.access.areEqual(
        model, new.model, through: field.property.access, nil)
    else { return false }
    return self.text(field, model) == text
  }

  /// Whether the value of a field is omitted whose form has `isBoxed`.
  @inline(__always)
  func omitsPlain(_ index: Int, _ form: FieldForm, in memory: ObjectMemory) -> Bool {
    let new = newObject
    if form.isNil(in: memory) { return new.facts[index].omitsNil }
    guard new.facts[index].text != nil else { return false }
    return form.isWrittenEqually(memory, ObjectMemory(new.model))
  }

  private static func isEmpty(_ field: any JSONField, in model: Model) -> Bool {
    (field.property.access.unwrappedValue(of: model) as? any Swift.Collection)?.isEmpty ?? false
  }

  /// The JSON of a field's value; empty for a value that has none, such as text that a transformer
  /// doesn't take.
  private func text(_ field: any JSONField, _ model: Model) -> [UInt8] {
    // Equal values can have members in another order.
    var writer = JSONWriter(options: [.sortedKeys])
    let context = WritingContext(policy: plans, options: [.sortedKeys])
    return (try? field.write(from: model, to: &writer, in: context)).map { writer.bytes() } ?? []
  }

  private var newObject: NewObject { made.object ?? made.store(makeNewObject()) }

  @inline(never)
  private func makeNewObject() -> NewObject {
    // A value that differs in each new object, such as an identifier, isn't a default.
    let (model, other) = (make(), make())
    return NewObject(
      model,
      rules.map { rule in
        guard let rule else { return NewObject.Fact() }
        let (field, isNil) = (rule.field, rule.field.isNil(in: model))
        var fact = NewObject.Fact()
        // The rule of nil says whether another one is written.
        fact.omitsNil =
          rule.omitsDefault && !rule.isKept && !field.tellsAbsence && field.property.isOptional
          && isNil
        fact.omitsEmpty = rule.omitsEmpty && (isNil || Self.isEmpty(field, in: model))
        if rule.omitsDefault, !rule.isKept {
          let text = text(field, model)
          if self.text(field, other) == text { fact.text = text }
        }
        return fact
      })
  }
}

extension MappingMaker {
  /// Returns a function that makes objects with declared defaults.
  func newObjects(
    _ defaults: [(field: Int, value: SharedValue)]
  ) -> @Sendable () -> Model {
    let modelClass = modelClass
    let defaults = defaults.map { (fields[$0.field].property, $0.value) }
    return {
      let model = modelClass.init()
      for (property, value) in defaults { _ = property.access.setValue(value.value, of: model) }
      return model
    }
  }

  /// The fields that are written even if their value is a default.
  func keptFields(_ required: [Int]) -> Set<Int> {
    let deciding = clusters?.deciding.map(\.path) ?? []
    // Others can ask for a member that is written and not read.
    let asked = modelClass.declaredRequiredKeys.all
    return Set(
      fields.indices.filter { index in
        if fields[index].isTag { return false }
        let path = paths.path(of: fields[index].property)
        // At the object itself there is always a value to read. A model there leaves out its own defaults.
        if path?.includesRoot == true { return true }
        return required.contains(index) || asked.contains(fields[index].property.key)
          || deciding.contains { path?.leads(to: $0) == true }
      })
  }
}

extension JSONKeyPath {
  /// Whether one of the places is the object itself.
  fileprivate var includesRoot: Bool {
    switch form {
    case .root: true
    case .firstOf(let paths), .all(let paths): paths.contains { $0.includesRoot }
    case .path, .excluded: false
    }
  }
}

extension ExportOmissions {
  /// A new object, which nobody changes.
  private final class NewObject: Sendable {
    /// The answers about one field's value.
    struct Fact {
      /// Whether nil is omitted.
      var omitsNil = false
      /// Whether an empty collection is omitted.
      var omitsEmpty = false
      /// The JSON of the value, if it is omitted; nil otherwise, as for a value that differs in each
      /// new object.
      var text: [UInt8]?
    }

    private let shared: SharedValue
    let facts: [Fact]

    init(_ model: Model, _ facts: [Fact]) {
      shared = SharedValue(value: model)
      self.facts = facts
    }

    var model: Model { downcast(shared.value as AnyObject, to: Model.self) }
  }

  private struct HoldsElements: FormVisitor {
    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> Bool { visit(type) }
    func visitList<Whole>(_: ListForm<Whole>) -> Bool { true }
    func visitTable<Key, Value, Whole>(_: TableForm<Key, Value, Whole>) -> Bool { true }
    func visitLeaf<Leaf>(_: Leaf.Type) -> Bool { false }
  }
}
