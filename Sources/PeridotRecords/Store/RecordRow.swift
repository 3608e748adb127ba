import Peridot

/// One row of a database with its stored values.
public struct RecordRow: Sendable {
  private let values: [String: any Sendable]

  init(_ statement: Statement) throws {
    var values: [String: any Sendable] = [:]
    for (index, column) in statement.columnNames.enumerated()
    where column != "_record" && column != "_class" {
      values[column] = try statement.value(at: Int32(index)).value
    }
    self.values = values
  }

  /// The names of the values that are not nil, in alphabetical order.
  public var keys: [String] { values.keys.sorted() }

  /// The value of that name: an `Int`, a `Double`, a `String` or `Data`; nil if there is none.
  public subscript(column: String) -> (any Sendable)? { values[column] }
}
