import Foundation
import Peridot

/// The records for a call: values by property key, or a piece of SQL.
///
///     try store.models(of: Issue.self, matching: ["state": "open", "stars": 5..., "number": [1, 2, 3]])
///     try store.models(of: Issue.self, matching: "stars > \(minimum) AND state = \("open")")
///
/// Conditions combine by `&&`, `||` and `!`:
///
///     try store.models(of: Issue.self, matching: ["state": "open"] && !["labels.name": "later"])
///
/// All values have to match. A key can lead through relationships, as `"author.login"` does: a record
/// that one of the property's records matches. A value is
///
/// - a value of the property's type, or its stored form, such as an enum's raw value;
/// - nil, or ``notNil``;
/// - an array or a set, one element of which has to match, unless the property's own type is one;
/// - a range: `1...5`, `1..<5`, `1...`, `...5` or `..<5`;
/// - for a relationship, a model in the property, or an array of models.
///
/// In SQL, columns have the names of `.column(_:)`. Peridot binds the interpolated
/// values, so they never become part of the text. They have types with a column form: a number,
/// text, a truth value, `Date`, `Data`, `UUID`, `URL`, `Decimal`, an enum with raw values, or an
/// Optional of these. A model stands for its record: `"author = \(ann)"`.
public struct RecordCondition: ExpressibleByStringInterpolation, ExpressibleByDictionaryLiteral {
  indirect enum Form {
    case values([(key: String, value: Any?)])
    case sql(String, [Any?])
    case joined(Form, _ operation: String, Form)
    case not(Form)

    /// Whether a part of it is SQL.
    var isSQL: Bool {
      switch self {
      case .values: false
      case .sql: true
      case .joined(let first, _, let second): first.isSQL || second.isSQL
      case .not(let form): form.isSQL
      }
    }
  }

  let form: Form

  private init(form: Form) { self.form = form }

  /// Matches what both conditions match.
  public static func && (first: Self, second: Self) -> Self {
    Self(form: .joined(first.form, "AND", second.form))
  }

  /// Matches what one of the conditions matches.
  public static func || (first: Self, second: Self) -> Self {
    Self(form: .joined(first.form, "OR", second.form))
  }

  /// Matches what the condition does not match, also because a value is nil.
  public static prefix func ! (condition: Self) -> Self { Self(form: .not(condition.form)) }

  /// Creates a condition on the values of properties, by key; without any, all records match.
  public init(_ values: [String: Any?]) {
    form = .values(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  /// Creates SQL with a question mark for each of `values`.
  public init(_ text: String, _ values: [Any?] = []) { form = .sql(text, values) }

  public init(dictionaryLiteral values: (String, Any?)...) {
    form = .values(values.map { ($0.0, $0.1) })
  }

  public init(stringLiteral text: String) { self.init(text) }

  public init(stringInterpolation: Interpolation) {
    self.init(stringInterpolation.text, stringInterpolation.values)
  }

  /// Matches a property that is not nil.
  public static let notNil: any Sendable = NotNil()

  struct NotNil: Sendable {}

  /// Collects the text and the values.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var values: [Any?] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Binds a value.
    public mutating func appendInterpolation(_ value: Any?) {
      text += "?"
      values.append(value)
    }
  }

  /// - Parameter tables: The tables in which the records of models are found.
  func statement(
    for modelClass: Model.Type?, in tables: RecordTables?
  ) throws -> (sql: String, values: [ColumnValue]) {
    guard case .sql(let text, let values) = form else {
      throw RecordError(
        .invalidQuery, modelClass, expected: "a statement of SQL", found: "values by property key")
    }
    return (text, try Self.columns(values, for: modelClass, in: tables))
  }

  static func columns(
    _ values: [Any?], for modelClass: Model.Type?, in tables: RecordTables?
  ) throws -> [ColumnValue] {
    try values.map { value in
      do {
        if let model = value.flatMap(Model.held), let tables {
          let mapping = try RecordMapping.of(type(of: model))
          let id = try tables.id(of: model, mapping)
          if id == nil, mapping.identity.isEmpty { throw mapping.isUnknown }
          return .integer(id)
        }
        if let column = try ColumnValue(value) { return column }
        throw ColumnMismatch(
          expected: "a value with a column form of its own", found: Words.found(value))
      } catch let mismatch as ColumnMismatch {
        throw RecordError(
          .invalidQuery, modelClass, expected: mismatch.expected, found: mismatch.found)
      }
    }
  }
}

/// A statement of SQL with values, which are bound and never become part of its text.
public typealias RecordSQL = RecordCondition

/// An order of records: property keys, the first one first.
///
///     try store.models(of: Issue.self, orderedBy: [.descending("stars"), "title"])
public struct RecordOrder: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  let terms: [(key: String, isDescending: Bool)]

  private init(terms: [(key: String, isDescending: Bool)]) { self.terms = terms }

  public init(stringLiteral key: String) { self = .ascending(key) }

  public init(arrayLiteral orders: RecordOrder...) { self.init(terms: orders.flatMap(\.terms)) }

  /// From the smallest value of a property to the largest; nil is first.
  public static func ascending(_ key: String) -> RecordOrder { RecordOrder(terms: [(key, false)]) }

  /// From the largest value of a property to the smallest; nil is last.
  public static func descending(_ key: String) -> RecordOrder { RecordOrder(terms: [(key, true)]) }
}

/// A range of any type, as the comparisons that a value has to meet.
private protocol RecordRange {
  typealias Ends = KeyValuePairs<String, Any>
  var ends: Ends { get }
}

extension ClosedRange: RecordRange {
  fileprivate var ends: Ends { [">=": lowerBound, "<=": upperBound] }
}
extension Range: RecordRange {
  fileprivate var ends: Ends { [">=": lowerBound, "<": upperBound] }
}
extension PartialRangeFrom: RecordRange { fileprivate var ends: Ends { [">=": lowerBound] } }
extension PartialRangeThrough: RecordRange { fileprivate var ends: Ends { ["<=": upperBound] } }
extension PartialRangeUpTo: RecordRange { fileprivate var ends: Ends { ["<": upperBound] } }

/// The records for a call, as the end of an SQL statement.
struct RecordSelection {
  let mapping: RecordMapping
  /// From `WHERE` on; empty for all.
  private(set) var condition = ""
  private(set) var values: [ColumnValue] = []
  private var order = ""
  /// The SQL of the caller, and the number of its values.
  private var given = ("", count: 0)

  var sql: String { condition + order }

  init(of mapping: RecordMapping) {
    self.mapping = mapping
    // One allocation for most conditions.
    condition.reserveCapacity(128)
    guard let tags = mapping.shownTags else { return }
    add("_class IN (\(SQL.parameters(tags.count)))", tags)
  }

  init(_ mapping: RecordMapping, id: Int64) {
    self.mapping = mapping
    add("_record = ?", [.integer(id)])
  }

  init(_ mapping: RecordMapping, ids: [Int64]) {
    self.mapping = mapping
    add("_record IN \(SQL.list)", [.list(ids)])
  }

  init(_ mapping: RecordMapping, _ condition: RecordCondition, _ tables: RecordTables) throws {
    self.init(of: mapping)
    if case .sql(let sql, let values) = condition.form { given = (sql, values.count) }
    try add(condition.form, tables)
  }

  private mutating func add(_ form: RecordCondition.Form, _ tables: RecordTables) throws {
    switch form {
    case .values(let values):
      for (key, value) in values { try add(key, value, tables) }
    case .sql(let sql, let values):
      add(sql, try RecordCondition.columns(values, for: mapping.modelClass, in: tables))
    case .joined(let first, let operation, let second):
      let (first, second) = try (part(first, tables), part(second, tables))
      add("\(first.sql) \(operation) \(second.sql)", first.values + second.values)
    case .not(let form):
      let part = try part(form, tables)
      add("\(part.sql) IS NOT TRUE", part.values)
    }
  }

  /// A condition in parentheses.
  private func part(
    _ form: RecordCondition.Form, _ tables: RecordTables
  ) throws -> (sql: String, values: [ColumnValue]) {
    var part = RecordSelection(part: mapping)
    try part.add(form, tables)
    return part.condition.isEmpty
      ? ("(1)", []) : ("(\(part.condition.dropFirst(" WHERE ".count)))", part.values)
  }

  private init(part mapping: RecordMapping) { self.mapping = mapping }

  private mutating func add(_ sql: String, _ values: [ColumnValue] = []) {
    condition += condition.isEmpty ? " WHERE (" : " AND ("
    condition += sql
    condition += ")"
    self.values += values
  }

  /// Narrows to the records whose property matches a value.
  private mutating func add(_ key: String, _ value: Any?, _ tables: RecordTables) throws {
    let relation = mapping.relation(forKey: key)
    let attribute = mapping.attribute(forKey: key)
    if relation == nil, attribute == nil, let dot = key.firstIndex(of: "."),
      let holder = mapping.relation(forKey: String(key[..<dot]))
    {
      return try add(String(key[dot...].dropFirst()), value, of: holder, tables)
    }
    guard let column = relation?.reference.columnName ?? attribute?.name else {
      throw mapping.invalidKey(key, in: "matching")
    }
    guard let value = value.flatMap(Property.present) else { return add("\(column) IS NULL") }
    if value is RecordCondition.NotNil { return add("\(column) IS NOT NULL") }
    if let relation { return try add(value, relation, tables) }
    guard let attribute else { return }
    do {
      if let whole = try? attribute.value(from: value) {
        add("\(column) = ?", [whole])
      } else if let range = value as? any RecordRange {
        for (comparison, end) in range.ends {
          add("\(column) \(comparison) ?", [try attribute.value(from: end)])
        }
      } else if let elements = Self.elements(of: value) {
        let values = try elements.map(attribute.value(from:))
        add("\(column) IN (\(SQL.parameters(values.count)))", values)
      } else {
        _ = try attribute.value(from: value)
      }
    } catch {
      throw mapping.error(error, key)
    }
  }

  /// Narrows to the records that refer to one whose property matches a value.
  private mutating func add(
    _ key: String, _ value: Any?, of holder: Relation, _ tables: RecordTables
  ) throws {
    let target = try RecordMapping.of(holder.target)
    var inner = RecordSelection(part: target)
    try inner.add(key, value, tables)
    let own = holder.reference
    let isIt =
      "\(own.target) IN (SELECT _record FROM \(target.table)\(inner.condition)) AND \(own.name) IS NULL"
    add(
      own.isList ? "_record IN (SELECT owner FROM \(own.links) WHERE \(isIt))" : isIt, inner.values)
  }

  private static func elements(of value: Any) -> [Any]? {
    if value is String || value is Data { return nil }
    return (value as? any Sequence).map { $0.compactMap { Property.present($0) } }
  }

  /// Narrows to the records that refer to a model's record, or to one of several.
  private mutating func add(_ value: Any, _ relation: Relation, _ tables: RecordTables) throws {
    var terms: [String] = []
    var values: [ColumnValue] = []
    let isOne = Model.held(in: value) != nil
    for value in isOne ? [value] : Self.elements(of: value) ?? [value] {
      guard let model = Model.held(in: value), let target = try? RecordMapping.of(type(of: model))
      else {
        throw RecordError(
          .invalidQuery, mapping.modelClass, relation.property.key,
          expected: "a model whose class has an identity", found: Words.found(value))
      }
      guard let id = try tables.id(of: model, target) else {
        if target.identity.isEmpty { throw target.isUnknown }
        continue
      }
      let (own, isIt) = (relation.reference, relation.reference.isEqual("?", "?"))
      terms.append(own.isList ? "_record IN (SELECT owner FROM \(own.links) WHERE \(isIt))" : isIt)
      values += [.integer(id), .text(relation.name(of: target.recordName))]
    }
    add(terms.isEmpty ? "0" : terms.joined(separator: " OR "), values)
  }

  /// Appends an order; equal records come in the order of their first save.
  mutating func sort(by order: RecordOrder) throws {
    self.order = " ORDER BY "
    for (key, isDescending) in order.terms {
      guard let attribute = mapping.attribute(forKey: key) else {
        throw mapping.invalidKey(key, in: "orderedBy")
      }
      self.order += attribute.name + (isDescending ? " DESC, " : ", ")
    }
    self.order += "_record"
  }

  mutating func limit(_ limit: Int?, offset: Int) throws {
    guard offset >= 0, limit ?? 0 >= 0 else {
      let problem = offset < 0 ? "offset is \(offset)" : "limit is \(limit ?? 0)"
      throw RecordError(.invalidQuery, mapping.modelClass, found: problem)
    }
    guard limit != nil || offset > 0 else { return }
    order += offset > 0 ? " LIMIT ? OFFSET ?" : " LIMIT ?"
    values.append(.integer(Int64(limit ?? -1)))
    if offset > 0 { values.append(.integer(Int64(offset))) }
  }

  /// Binds the values to a statement that ends with the selection.
  func bind(to statement: Statement) throws {
    do {
      try statement.bind(values, of: given.0, own: values.count - given.count)
    } catch let error as RecordError {
      throw error.attributed(to: mapping.modelClass)
    }
  }
}
