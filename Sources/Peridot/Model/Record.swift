/// One record of a database: its name, and its values as they are stored there.
public struct Record: Sendable {
  /// The name of the class's records, which is that of their table.
  public let name: String
  private let values: [String: any Sendable]

  package init(name: String, values: [String: any Sendable]) {
    self.name = name
    self.values = values
  }

  /// The names of the values that are there, nil ones left out, in alphabetical order.
  public var keys: [String] { values.keys.sorted() }

  /// The value of that name: an `Int`, a `Double`, a `String` or `Data`; nil for none.
  public subscript(recordKey: String) -> (any Sendable)? { values[recordKey] }
}

/// Which value of a record a property corresponds to.
public struct RecordKey: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name of the value; nil for a property that takes no part.
  package let name: String?

  /// The value of that name.
  public init(_ name: String) {
    self.name = name
  }

  public init(stringLiteral name: String) {
    self.init(name)
  }

  private init() {
    name = nil
  }

  /// The property takes no part in records.
  public static let excluded = RecordKey()
}
