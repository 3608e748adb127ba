import Foundation
import Peridot

/// A property that is one value of a record.
///
/// An object, because loops over many structs would count the references within.
final class Attribute: Sendable {
  let property: Property
  let column: String
  let kind: ColumnKind
  // Two functions and not a struct of both, which each use would copy.
  let bind: ColumnField.Bind
  let read: ColumnField.Read
  /// The form of a value in a query's comparison.
  let encodeValue: @Sendable (Any) throws -> ColumnValue
  let merging: RecordFacts.Merging?

  init(
    _ property: Property, _ column: String, _ kind: ColumnKind, _ field: ColumnField,
    encodeValue: @escaping @Sendable (Any) throws -> ColumnValue
  ) {
    self.property = property
    self.column = column
    self.kind = kind
    merging = property.fact(RecordFacts.Merging.self)
    bind = field.bind
    read = field.read
    self.encodeValue = encodeValue
  }

  /// The value of an object's property in the column's form.
  func value(of object: AnyObject) throws -> ColumnValue {
    try property.unwrappedValue(of: object).map(encodeValue) ?? .null
  }
}

extension ClassDescription {
  /// The attribute in records: a property at a tag's place holds the tag of the object's class.
  func stating(_ attribute: Attribute) -> Attribute {
    guard case .path(let place)? = property(forKey: attribute.property.key)?.place?.form,
      let tag = tags.first(where: { $0.path.map { .key($0) } == place })?.tag.column
    else { return attribute }
    let all = clusters.flatMap { $0.classes.map(\.tag.column) }
    let field = ColumnField(
      encode: { object in
        let value = try attribute.value(of: object)
        if value == tag || !all.contains(value) { return tag }
        throw ColumnMismatch(
          kind: .unstorable, expected: "the tag of the object's class, \(Words.found(tag.value))",
          found: Words.found(value.value))
      }, read: attribute.read)
    return Attribute(
      attribute.property, attribute.column, attribute.kind, field,
      encodeValue: attribute.encodeValue)
  }
}

/// What the type of a property says of the models that it holds.
struct Holding: @unchecked Sendable {
  // Sendable: the functions capture types only.

  enum Form: Sendable {
    case one, array, set
  }

  let form: Form
  /// Whether a collection hashes the models, so that they must not change after insertion.
  let isHashed: Bool
  let target: any RecordSerializing.Type
  /// The models of a value; nil for nil.
  let models: (Any?) -> [Model]?
  /// The value that holds models; nil where one of them does not belong there.
  let value: ([Model]) -> Any?
}

/// A property that holds other records.
struct Relation: Sendable {
  let property: Property
  let reference: Reference
  private let holding: Holding
  /// The name of the target's records.
  let targetName: String
  /// Whether the records are parts of their holder.
  let owns: Bool
  /// The key of the target's weak property that refers back; nil if there is none.
  private(set) var inverse: String?
  /// Whether the class declares it, so that a record has one holder at a time.
  let isInverseDeclared: Bool

  init(_ facts: RecordFacts, _ reference: Reference, _ holding: Holding) {
    property = facts.property
    self.reference = reference
    self.holding = holding
    targetName = RecordClass.name(of: holding.target)
    owns = facts.owns
    inverse = facts.inverse
    isInverseDeclared = facts.inverse != nil
  }

  var form: Holding.Form { holding.form }
  var isHashed: Bool { holding.isHashed }
  var target: any RecordSerializing.Type { holding.target }
  var column: String { reference.column }
  var nameColumn: String { reference.nameColumn }

  /// The models in an object's property; nil for nil.
  func models(_ object: AnyObject) -> [Model]? {
    holding.models(property.unwrappedValue(of: object))
  }

  /// Stores models of the right classes; nil stores nil. False where one does not belong there.
  func store(_ models: [Model]?, _ object: AnyObject) -> Bool {
    guard let models else { return property.take(nil, in: object) }
    return holding.value(models).map { property.take($0, in: object) } ?? false
  }

  /// The name of a record if it differs from the declared one.
  func name(of mapping: RecordMapping) -> String? {
    mapping.recordName == targetName ? nil : mapping.recordName
  }

  /// The column's form, which the store records.
  var kind: ColumnForm {
    let kind =
      switch holding.form {
      case .one: property.isWeak ? "weak" : property.isOptional ? "one" : "required"
      case .array: "array"
      case .set: "set"
      }
    return ColumnForm(kind: kind, target: targetName, isOwned: owns)
  }

  /// Finds the reference back: the declared one, or the only weak property that can be it.
  ///
  /// - Returns: The mistakes in the declaration.
  mutating func findInverse(in modelClass: Model.Type, among relations: [Relation]) -> [String] {
    let candidates = ModelOutline(of: holding.target).properties.filter { property in
      guard property.isWeak,
        case .relation(let holder)? = RelationFinder().visit(dynamic: property.valueType)
      else { return false }
      return isSubclass(modelClass, of: holder.target)
    }.map(\.key)
    if let inverse {
      if candidates.contains(inverse), !property.isWeak { return [] }
      return [
        "\"\(property.key)\" has the inverse \(Words.quoted(inverse)), which must be a weak var of "
          + "\(holding.target) that holds \(modelClass)"
      ]
    }
    let others = relations.filter { !$0.property.isWeak && $0.holding.target == holding.target }
    if others.count == 1, candidates.count == 1, !property.isWeak, holding.target != modelClass {
      inverse = candidates[0]
    }
    return []
  }
}

/// The part that a property has in records.
enum RecordProperty {
  case attribute(Attribute)
  case relation(Relation)
  case mistake(String)

  static let cure = "declare the property with .column(by:), or .excludedFromRecords"

  static func of(_ facts: RecordFacts, _ column: String, of recordName: String) -> Self {
    let property = facts.property
    if let transformer = facts.transformer { return transformed(property, column, transformer) }
    switch RelationFinder().visit(dynamic: property.valueType) {
    case .relation(let holding):
      let reference = Reference(
        record: recordName, column: column, isList: holding.form != .one)
      return .relation(Relation(facts, reference, holding))
    case .mistake(let text): return .mistake(text)
    case nil:
      let maker = AttributeMaker(property: property, column: column)
      if !property.isWeak, let attribute = property.accept(maker) { return .attribute(attribute) }
      return .mistake("a column has no form for it: " + Self.cure)
    }
  }

  private static func transformed(
    _ property: Property, _ column: String, _ transformer: ValueTransformer
  ) -> Self {
    guard transformer.canReverse else {
      return .mistake(
        "its transformer goes one way only, and records are written as well as read: give "
          + ".column(by:) one that goes both ways, or declare the property .excludedFromRecords")
    }
    /// Adds the column's words to errors of the transformer.
    @Sendable func told<Value>(_ transform: () throws -> Value) throws -> Value {
      do {
        return try transform()
      } catch {
        throw ColumnMismatch(
          kind: .transformFailed, expected: "", found: Words.of(error), underlying: error)
      }
    }
    let encode: @Sendable (Any?) throws -> ColumnValue = { value in
      let stored = try told { try transformer.reverse(value) }
      if let column = try ColumnValue(stored) { return column }
      throw ColumnMismatch(
        kind: .unstorable, expected: "text, a number, data or a date from the transformer",
        found: Words.found(stored))
    }
    let field = ColumnField(
      encode: { try encode(property.unwrappedValue(of: $0)) },
      read: { statement, index, object in
        let column = try statement.value(at: index)
        let value = try told { try transformer.forward(column.value) }
        if value == nil && !property.isOptional || property.take(value, in: object) { return }
        throw ColumnMismatch(expected: TypeName.of(property.valueType), found: Words.found(value))
      })
    return .attribute(
      Attribute(property, column, .transformed, field, encodeValue: { try encode($0) }))
  }
}

/// Makes the attribute of a property whose type has a column form.
private struct AttributeMaker: PropertyVisitor {
  let property: Property
  let column: String

  func visit<Value>(_ access: TypedAccess<Value>) -> Attribute? {
    guard let codec = ColumnCodec<Value>.of(Value.self) else { return nil }
    let property = property
    let isOptional = property.isOptional
    let field =
      property.storedOffset.flatMap { ColumnField(of: Value.self, at: $0) }
      ?? ColumnField(
        encode: { try codec.encode(access.get($0)) },
        read: { statement, index, object in
          let value = try statement.value(at: index)
          if isOptional || value != .null { access.set(object, try codec.decode(value)) }
        })
    return Attribute(
      property, column, codec.kind, field,
      encodeValue: { value in
        if let typed = value as? Value { return try codec.encode(typed) }
        if let typed = property.converted(value) as? Value { return try codec.encode(typed) }
        // The raw value of an enum, the text of a URL or of a UUID.
        guard let stored = try ColumnValue(value), stored != .null else {
          throw ColumnMismatch(expected: TypeName.of(Value.self), found: Words.found(value))
        }
        return try codec.encode(codec.decode(stored))
      })
  }
}

/// Finds whether and how a type holds models.
private struct RelationFinder: FormVisitor {
  enum Found {
    case relation(Holding)
    case mistake(String)
  }

  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> Found? { visit(type) }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Found? {
    holder(of: type, .one, isHashed: false) {
      ($0 as? Model).map { [$0] }
    } value: {
      $0[0]
    }
  }

  func visitTable<Key, Value, Whole>(_: TableForm<Key, Value, Whole>) -> Found? {
    collection(of: Value.self)
  }

  func visitList<Whole>(_ list: ListForm<Whole>) -> Found? {
    guard Whole.Element.self is Model.Type else { return collection(of: Whole.Element.self) }
    return holder(
      of: Whole.Element.self, list.kind == .set ? .set : .array,
      isHashed: list.kind == .set || Whole.self is any SetLike.Type
    ) {
      ($0 as? Whole).map { $0.compactMap { $0 as? Model } }
    } value: { models in
      let typed = models.compactMap { $0 as? Whole.Element }
      return typed.count == models.count ? list.make(typed) : nil
    }
  }

  /// A collection without models as elements can contain some further in.
  private func collection<Element>(of type: Element.Type) -> Found? {
    let finder = RelationFinder()
    guard finder.visit(type) != nil else { return nil }
    return .mistake(
      "records have no form for it: a relationship is a model, an Optional one, or an array or a set of "
        + "models; " + RecordProperty.cure)
  }

  /// A model that is no record is a value, if it has a JSON form.
  private func holder(
    of type: Any.Type, _ form: Holding.Form, isHashed: Bool,
    models: @escaping (Any?) -> [Model]?, value: @escaping ([Model]) -> Any?
  ) -> Found? {
    if let target = type as? any RecordSerializing.Type {
      return .relation(
        Holding(form: form, isHashed: isHashed, target: target, models: models, value: value))
    }
    guard let model = type as? Model.Type, !(model is any JSONSerializing.Type) else { return nil }
    return .mistake(
      "\(TypeName.of(model)) does not take part in records: conform it to RecordSerializing, or to "
        + "JSONSerializing to store it as JSON, or " + RecordProperty.cure)
  }
}
