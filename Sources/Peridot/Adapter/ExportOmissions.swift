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

  private let rules: [Int: Rule]
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
    var rules = [Int: Rule]()
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
    if rules.isEmpty { return nil }
    self.rules = rules
    make = maker.newObjects(defaults)
    plans = maker.plans.policy
  }

  /// Omits the values that an object of `make` has.
  init(
    _ fields: [any JSONField], _ plans: ConversionPolicy.Shared,
    make: @escaping @Sendable () -> Model
  ) {
    rules = Dictionary(
      uniqueKeysWithValues: fields.enumerated().lazy.filter { !$1.isTag }.map {
        ($0, Rule(field: $1, omitsDefault: true, omitsEmpty: false, isKept: false))
      })
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
    if field.isNil(in: model) {
      // The rule of nil says whether another one is written.
      return rule.omitsDefault && !rule.isKept && !field.tellsAbsence && field.property.isOptional
        && field.isNil(in: new.model)
    }
    if rule.isKept { return false }
    if rule.omitsEmpty, new.holdsNothing.contains(index), Self.isEmpty(field, in: model) {
      return true
    }
    // Equal values can have different JSON, if their type's `==` compares only a part of them.
    guard rule.omitsDefault, let text = new.texts[index],
      field.property.access.areEqual(
        model, new.model, through: field.property.access, nil)
    else { return false }
    return self.text(field, model) == text
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
    return (try? field.write(from: model, &writer, context)).map { writer.bytes() } ?? []
  }

  private var newObject: NewObject { made.object ?? made.store(makeNewObject()) }

  @inline(never)
  private func makeNewObject() -> NewObject {
    // A value that differs in each new object, such as an identifier, isn't a default.
    let (model, other) = (make(), make())
    let holdsNothing = rules.filter { _, rule in
      rule.omitsEmpty && (rule.field.isNil(in: model) || Self.isEmpty(rule.field, in: model))
    }
    return NewObject(
      model, holdsNothing: Set(holdsNothing.keys),
      texts: rules.compactMapValues { rule in
        guard rule.omitsDefault, !rule.isKept else { return nil }
        let text = text(rule.field, model)
        return self.text(rule.field, other) == text ? text : nil
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
        // At the object itself there is always a value to read, and only a model has its default then.
        if path?.includesRoot == true, nestedModel(fields[index].property.valueType) == nil {
          return true
        }
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
    private let shared: SharedValue
    /// The fields with nil or empty collections.
    let holdsNothing: Set<Int>
    /// The JSON of its values, by field.
    let texts: [Int: [UInt8]]

    init(_ model: Model, holdsNothing: Set<Int>, texts: [Int: [UInt8]]) {
      shared = SharedValue(value: model)
      self.holdsNothing = holdsNothing
      self.texts = texts
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
