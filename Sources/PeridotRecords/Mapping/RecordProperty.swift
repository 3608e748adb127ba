import Foundation
import Peridot

/// A property that is one value of a record.
///
/// An object, because loops over many structs would count the references within.
final class Attribute: Sendable {
  let property: Property
  let column: String
  /// The column's name in SQL.
  let name: String
  let codec: ColumnCodec
  // Two functions and not a struct of both, which each use would copy.
  let bind: ColumnField.Bind
  let read: ColumnField.Read
  /// Whether two objects have one value; nil where only the values of columns can be compared.
  let areSame: ColumnField.AreSame?
  let merging: RecordFacts.Merging?

  /// - Parameter tags: The tag that the property of the class's objects holds, and all that it may be
  ///   mistaken for; nil for a property that is not at a tag's place.
  init(
    _ property: Property, _ column: String, _ codec: ColumnCodec,
    tags: (own: ColumnValue, all: [ColumnValue])?
  ) {
    self.property = property
    self.column = column
    name = SQL.name(column)
    self.codec = codec
    merging = property.fact(RecordFacts.Merging.self)
    if codec.kind != .transformed, tags == nil, let field = ColumnField(of: property) {
      (bind, read, areSame) = (field.bind, field.read, field.areSame)
      return
    }
    areSame = nil
    bind = { object, statement, index in
      var value = try codec.encode(property.unwrappedValue(of: object)) ?? .null
      if let tags {
        if value != tags.own, tags.all.contains(value) {
          throw ColumnMismatch(
            kind: .unstorable,
            expected: "the tag of the object's class, \(Words.found(tags.own.value))",
            found: Words.found(value.value))
        }
        value = tags.own
      }
      try statement.bind(value, at: index)
      return value != .null
    }
    read = { statement, index, object in
      let value = try codec.decode(statement.value(at: index))
      if value == nil && !property.isOptional || property.take(value, in: object) { return }
      throw ColumnMismatch(expected: TypeName.of(property.valueType), found: Words.found(value))
    }
  }

  func value(of object: AnyObject) throws -> ColumnValue {
    try codec.encode(property.unwrappedValue(of: object)) ?? .null
  }

  /// The form of a value in a query's comparison: one of the property's type, or its stored form, such
  /// as the raw value of an enum, or the text of a URL or of a UUID.
  func value(from value: Any) throws -> ColumnValue {
    if let column = try codec.encode(value) { return column }
    if let column = try property.converted(value).flatMap({ try codec.encode($0) }) {
      return column
    }
    guard let stored = try ColumnValue(value), stored != .null,
      let column = try codec.encode(codec.decode(stored))
    else {
      throw ColumnMismatch(expected: TypeName.of(property.valueType), found: Words.found(value))
    }
    return column
  }
}

extension ClassDescription {
  /// The tag of the class's objects if a property has its place, and all tags of the clusters.
  func tags(at property: Property) -> (own: ColumnValue, all: [ColumnValue])? {
    guard case .path(let place)? = self.property(forKey: property.key)?.place?.form,
      let tag = tags.first(where: { $0.path.map { .key($0) } == place })?.tag.column
    else { return nil }
    return (tag, clusters.flatMap { $0.classes.map(\.tag.column) })
  }
}

/// A property that holds other records.
final class Relation: Sendable {
  let property: Property
  let reference: Reference
  private let holding: Holding
  let targetName: String
  let owns: Bool
  /// The key of the target's weak property that refers back; nil if there is none.
  let inverse: String?
  /// Whether it is that property of another one: it follows what holds its record.
  let refersBack: Bool
  /// Whether the class declares it, so that a record has one holder at a time.
  let isInverseDeclared: Bool

  init(
    _ facts: RecordFacts, _ column: String, of record: String, _ holding: Holding,
    inverse: String?, refersBack: Bool
  ) {
    property = facts.property
    reference = Reference(record: record, column: column, isList: holding.form.isList)
    self.holding = holding
    targetName = RecordClass.name(of: holding.target)
    owns = facts.owns
    self.inverse = inverse
    self.refersBack = refersBack
    isInverseDeclared = facts.inverse != nil
  }

  var isSet: Bool { holding.form == .set }
  var isHashed: Bool { holding.isHashed }
  var target: any RecordSerializing.Type { holding.target }
  var column: String { reference.column }
  var nameColumn: String { reference.nameColumn }

  /// What the store records of a declared inverse.
  var inverseNote: String? { isInverseDeclared ? inverse.map { "\(column) inverse \($0)" } : nil }

  /// The models in an object's property; nil for nil.
  func models(_ object: AnyObject) -> [Model]? {
    let value = property.unwrappedValue(of: object)
    // A cast of an array to a class would make an NSArray of it.
    if !reference.isList { return (value as? Model).map { [$0] } }
    return (value as? any Collection).map { $0.compactMap { $0 as? Model } }
  }

  /// Stores models of the right classes; nil stores nil. False where one does not belong there.
  func store(_ models: [Model]?, _ object: AnyObject) -> Bool {
    let value: Any? = !reference.isList ? models?.first : isSet ? models.map { Set($0) } : models
    return property.take(value, in: object)
  }

  /// The name of a record if it differs from the declared one.
  func name(of record: String) -> String? { record == targetName ? nil : record }

  /// The column's form, which the store records.
  var kind: ColumnForm {
    ColumnForm(kind: holding.form.rawValue, target: targetName, isOwned: owns)
  }
}

/// What a property says of the models that it holds.
struct Holding: Sendable {
  enum Form: String {
    case one, required, weak, array, set

    var isList: Bool { self == .array || self == .set }
  }

  let form: Form
  /// Whether a collection hashes the models, so that they must not change after insertion.
  let isHashed: Bool
  let target: any RecordSerializing.Type

  /// The target's properties that can refer back to a holder of that class.
  func waysBack(to modelClass: Model.Type) -> [Property] {
    ModelOutline(of: target).properties.filter { property in
      let type = RuntimeFields.wrappedType(ofOptional: property.valueType)
      guard let holder = type as? any RecordSerializing.Type else { return false }
      return isSubclass(modelClass, of: holder)
    }
  }

  /// Whether the target declares that the property of a class refers back to its objects.
  func isInverse(_ key: String, of modelClass: Model.Type) -> Bool {
    form == .one
      && ModelOutline(of: target).properties.contains { property in
        let facts = RecordFacts(property: property)
        guard facts.inverse == key, case .records(let holding) = RecordForm.of(facts, in: target)
        else { return false }
        return isSubclass(modelClass, of: holding.target)
      }
  }
}

/// What a property's type is in records.
enum RecordForm {
  case value(ColumnCodec)
  case records(Holding)
  case mistake(String)

  fileprivate static let cure = "declare the property with .column(by:), or .excludedFromRecords"

  static func of(_ facts: RecordFacts, in holder: Model.Type) -> Self {
    if let transformer = facts.transformer {
      if transformer.canReverse { return .value(ColumnCodec(transformer)) }
      return .mistake(
        "its transformer goes one way only, and records are written as well as read: give "
          + ".column(by:) one that goes both ways, or declare the property .excludedFromRecords")
    }
    let form = RecordFormFinder(property: facts.property, holder: holder)
      .visit(dynamic: facts.property.valueType)
    if case .value = form, facts.property.isWeak { return noForm }
    return form ?? noForm
  }

  private static var noForm: Self { .mistake("a column has no form for it: " + cure) }
}

private struct RecordFormFinder: FormVisitor {
  let property: Property
  let holder: Model.Type

  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> RecordForm? {
    let form = visit(type)
    // A column has one NULL, so a double optional would lose one of its two nils.
    if case .value = form, type is any OptionalProtocol.Type { return nil }
    return form
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> RecordForm? {
    let form: Holding.Form = property.isWeak ? .weak : property.isOptional ? .one : .required
    return records(of: type, form, isHashed: false)
      ?? ColumnCodec.of(type, in: property, of: holder).map { .value($0) }
  }

  func visitTable<Key, Value, Whole>(_: TableForm<Key, Value, Whole>) -> RecordForm? {
    collection(Whole.self, of: Value.self)
  }

  func visitList<Whole>(_ list: ListForm<Whole>) -> RecordForm? {
    let isSet = list.kind == .set
    guard Whole.Element.self is Model.Type else {
      return collection(Whole.self, of: Whole.Element.self)
    }
    let isHashed = isSet || Whole.self is any SetLike.Type
    return records(of: Whole.Element.self, isSet ? .set : .array, isHashed: isHashed)
      ?? ColumnCodec.json(Whole.self, in: property, of: holder).map { .value($0) }
  }

  /// A collection without models as elements can contain some further in.
  private func collection<Whole, Element>(_: Whole.Type, of type: Element.Type) -> RecordForm? {
    switch visit(type) {
    case .records, .mistake:
      .mistake(
        "records have no form for it: a relationship is a model, an Optional one, or an array or a set of "
          + "models; " + RecordForm.cure)
    case .value, nil: ColumnCodec.json(Whole.self, in: property, of: holder).map { .value($0) }
    }
  }

  /// A model that is no record is a value, if it has a JSON form.
  private func records(of type: Any.Type, _ form: Holding.Form, isHashed: Bool) -> RecordForm? {
    if let target = type as? any RecordSerializing.Type {
      return .records(Holding(form: form, isHashed: isHashed, target: target))
    }
    guard let model = type as? Model.Type, !(model is any JSONSerializing.Type) else { return nil }
    return .mistake(
      "\(TypeName.of(model)) does not take part in records: conform it to RecordSerializing, or to "
        + "JSONSerializing to store it as JSON, or " + RecordForm.cure)
  }
}
