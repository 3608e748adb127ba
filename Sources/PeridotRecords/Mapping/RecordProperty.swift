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

/// A property that holds other records.
struct Relation: @unchecked Sendable {
  // Sendable: the functions capture types and properties only.

  enum Form: Sendable {
    case one, array, set
  }

  let property: Property
  let column: String
  let form: Form
  /// Whether a collection hashes the models, so that they must not change after insertion.
  let isHashed: Bool
  let target: any RecordSerializing.Type
  /// The name of the target's records.
  let targetName: String
  let reference: Reference
  /// The models in an object's property; nil for nil.
  let models: (AnyObject) -> [Model]?
  /// Stores models of the right classes; nil stores nil.
  ///
  /// Returns false if one doesn't belong there.
  let store: ([Model]?, AnyObject) -> Bool

  /// Whether the records are parts of their holder.
  let owns: Bool
  /// The key of the target's weak property that refers back; nil if there is none.
  private(set) var inverse: String?
  /// Whether the class declares it, so that a record has one holder at a time.
  let isInverseDeclared: Bool

  var nameColumn: String { reference.nameColumn }

  /// The name of a record if it differs from the declared one.
  func name(of mapping: RecordMapping) -> String? {
    mapping.recordName == targetName ? nil : mapping.recordName
  }

  /// The column's form, which the store records.
  var kind: ColumnForm {
    let form =
      switch form {
      case .one: property.isWeak ? "weak" : property.isOptional ? "one" : "required"
      case .array: "array"
      case .set: "set"
      }
    return ColumnForm(kind: form, target: targetName, isOwned: owns)
  }

  /// Finds the reference back: the declared one, or the only weak property that can be it.
  ///
  /// - Returns: The mistakes in the declaration.
  mutating func findInverse(in modelClass: Model.Type, among relations: [Relation]) -> [String] {
    let candidates = ModelOutline(of: target).properties.filter { property in
      guard property.isWeak,
        case .relation(_, _, let holder, _, _)? =
          RelationFinder().visit(dynamic: property.valueType)
      else { return false }
      return isSubclass(modelClass, of: holder)
    }
    if let inverse {
      if candidates.contains(where: { $0.key == inverse }), !property.isWeak { return [] }
      return [
        "\"\(property.key)\" has the inverse \(Words.quoted(inverse)), which must be a weak var of "
          + "\(target) that holds \(modelClass)"
      ]
    }
    let isOnly = relations.filter { !$0.property.isWeak && $0.target == target }.count == 1
    if isOnly, candidates.count == 1, !property.isWeak, target != modelClass {
      inverse = candidates[0].key
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

  static func of(
    _ facts: RecordFacts, _ column: String, of recordName: String
  ) -> Self {
    let property = facts.property
    if let transformer = facts.transformer { return transformed(property, column, transformer) }
    let finder = RelationFinder()
    if let found = finder.visit(dynamic: property.valueType) {
      switch found {
      case .relation(let form, let isHashed, let target, let models, let stored):
        return .relation(
          Relation(
            property: property, column: column, form: form, isHashed: isHashed, target: target,
            targetName: RecordClass.name(of: target),
            reference: Reference(record: recordName, column: column),
            models: { models(property.unwrappedValue(of: $0)) },
            store: { models, object in
              guard let models else { return property.take(nil, in: object) }
              return stored(models).map { property.take($0, in: object) } ?? false
            }, owns: facts.owns, inverse: facts.inverse,
            isInverseDeclared: facts.inverse != nil))
      case .mistake(let text): return .mistake(text)
      }
    }
    let maker = AttributeMaker(property: property, column: column)
    if !property.isWeak, let attribute = property.accept(maker) { return .attribute(attribute) }
    return .mistake(
      "a column has no form for it: " + Self.cure)
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
      decode: { column, object in
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
      property.storedOffset.flatMap { ColumnField.stored(Value.self, at: $0) }
      ?? ColumnField(
        encode: { try codec.encode(access.get($0)) },
        decode: { value, object in
          if !isOptional, case .null = value { return }
          access.set(object, try codec.decode(value))
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
    case relation(
      Relation.Form, isHashed: Bool, any RecordSerializing.Type,
      models: (Any?) -> [Model]?,
      stored: ([Model]) -> Any?)
    case mistake(String)
  }

  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> Found? { visit(type) }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Found? {
    guard let model = type as? Model.Type else { return nil }
    guard let target = model as? any RecordSerializing.Type else { return Self.value(of: model) }
    return .relation(
      .one, isHashed: false, target, models: { ($0 as? Model).map { [$0] } }, stored: { $0[0] })
  }

  func visitTable<Key, Value, Whole>(_: TableForm<Key, Value, Whole>) -> Found? {
    collection(of: Value.self)
  }

  func visitList<Whole>(_ list: ListForm<Whole>) -> Found? {
    guard let model = Whole.Element.self as? Model.Type else {
      return collection(of: Whole.Element.self)
    }
    guard let target = model as? any RecordSerializing.Type else { return Self.value(of: model) }
    return .relation(
      list.kind == .set ? .set : .array,
      isHashed: list.kind == .set || Whole.self is any SetLike.Type, target,
      models: { ($0 as? Whole).map { $0.compactMap { $0 as? Model } } },
      stored: { models in
        let typed = models.compactMap { $0 as? Whole.Element }
        return typed.count == models.count ? list.make(typed) : nil
      })
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
  private static func value(of model: Model.Type) -> Found? {
    if model is any JSONSerializing.Type { return nil }
    return .mistake(
      "\(TypeName.of(model)) does not take part in records: conform it to RecordSerializing, or to "
        + "JSONSerializing to store it as JSON, or " + RecordProperty.cure)
  }
}
