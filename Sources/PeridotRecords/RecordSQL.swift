import Foundation
import Peridot

/// A piece of SQL with values, which are bound and never become part of the text:
///
///     try store.models(of: Issue.self, matching: "stars > \(minimum) AND state = \("open")")
///
/// Columns have the names that `recordKeysByPropertyKey` gives them. A value is of a type that has a
/// column form of its own: a number, text, a truth value, `Date`, `Data`, `UUID`, `URL`, `Decimal`, an
/// enum with raw values, or an Optional of these.
public struct RecordSQL: Sendable, ExpressibleByStringInterpolation {
  let text: String
  let values: [(any Sendable)?]

  /// Creates SQL with a question mark for each of `values`.
  public init(_ text: String, _ values: [(any Sendable)?] = []) {
    self.text = text
    self.values = values
  }

  public init(stringLiteral text: String) {
    self.init(text)
  }

  public init(stringInterpolation: Interpolation) {
    self.init(stringInterpolation.text, stringInterpolation.values)
  }

  /// Gathers the text and the values.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var values: [(any Sendable)?] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Binds a value.
    public mutating func appendInterpolation(_ value: (any Sendable)?) {
      text += "?"
      values.append(value)
    }
  }

  /// The values as they are bound.
  func columnValues(for modelClass: Model.Type?) throws -> [ColumnValue] {
    try values.map { value in
      do {
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

/// An order of records: property keys, the first one first.
///
///     try store.models(of: Issue.self, orderedBy: [.descending("stars"), "title"])
public struct RecordOrder: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  let terms: [(key: String, isDescending: Bool)]

  private init(terms: [(key: String, isDescending: Bool)]) {
    self.terms = terms
  }

  /// From the smallest value of a property to the largest; nil comes first.
  public static func ascending(_ key: String) -> RecordOrder {
    RecordOrder(terms: [(key, false)])
  }

  /// From the largest value of a property to the smallest; nil comes last.
  public static func descending(_ key: String) -> RecordOrder {
    RecordOrder(terms: [(key, true)])
  }

  public init(stringLiteral key: String) {
    self = .ascending(key)
  }

  public init(arrayLiteral orders: RecordOrder...) {
    self.init(terms: orders.flatMap(\.terms))
  }
}

/// The records that a call is about, as the end of an SQL statement.
struct RecordSelection {
  /// From `WHERE` on; empty for all.
  private(set) var condition = ""
  private(set) var values: [ColumnValue] = []
  var order = ""

  /// All records of a class.
  init(of mapping: RecordMapping) {
    guard let className = mapping.className else { return }
    // Those of subclasses are records of the class too.
    condition = """
       WHERE (_class IN (SELECT class FROM peridot_classes \
      WHERE record = ? AND instr(chain, ?)))
      """
    values = [.text(mapping.recordName), .text("/\(className)/")]
  }

  mutating func add(_ sql: String, _ values: [ColumnValue]) {
    condition += (condition.isEmpty ? " WHERE (" : " AND (") + sql + ")"
    self.values += values
  }

  mutating func add(_ sql: RecordSQL, of mapping: RecordMapping) throws {
    add(sql.text, try sql.columnValues(for: mapping.modelClass))
  }

  /// Appends an order; records that it does not tell apart come in the order in which they were first
  /// saved.
  mutating func sort(by order: RecordOrder, of mapping: RecordMapping) throws {
    var terms: [String] = []
    for (key, isDescending) in order.terms {
      guard let attribute = mapping.attribute(forKey: key) else {
        throw mapping.invalidKey(key, in: "orderedBy")
      }
      terms.append(SQL.name(attribute.column) + (isDescending ? " DESC" : ""))
    }
    self.order = " ORDER BY " + (terms + ["_record"]).joined(separator: ", ")
  }

  mutating func limit(_ limit: Int?, offset: Int) {
    guard limit != nil || offset > 0 else { return }
    order += " LIMIT ? OFFSET ?"
    values += [.integer(Int64(limit ?? -1)), .integer(Int64(offset))]
  }

  var sql: String { condition + order }

  func bind(to statement: Statement, of mapping: RecordMapping) throws {
    guard statement.parameterCount == values.count else {
      throw RecordError(
        .invalidQuery, mapping.modelClass, expected: "\(statement.parameterCount) values",
        found: "\(values.count) for \(Words.quoted(condition))")
    }
    for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
    try statement.checkBindings()
  }
}

extension RecordMapping {
  func invalidKey(_ key: String, in argument: String) -> RecordError {
    if relation(forKey: key) != nil {
      return RecordError(
        .invalidQuery, modelClass, key,
        found: "\(argument) names a relationship, which has no value to compare")
    }
    return RecordError(.invalidQuery, modelClass, found: outline.misnaming(key, in: argument))
  }
}
