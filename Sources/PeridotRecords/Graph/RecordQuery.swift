import Foundation
import Peridot

/// The query of a class's records, without a condition, and the places of their columns.
struct RecordQuery: Sendable {
  let sql: String
  /// The places of the class's columns; nil if they are found by name.
  private let known: Layout?
  /// The keys of the properties to read; nil for all.
  private let keys: Set<String>?

  private init(sql: String, known: Layout?, keys: Set<String>?) {
    self.sql = sql
    self.known = known
    self.keys = keys
  }

  /// The query of all records of a name with unknown columns: the class that a tag chooses can have
  /// other ones, and the table can lack some.
  init(recordsNamed name: String, keys: Set<String>? = nil) {
    self.init(sql: "SELECT * FROM \(SQL.name(name))", known: nil, keys: keys)
  }

  /// - Parameter isOpen: Whether the table may lack columns of the class.
  init(_ mapping: RecordMapping, keys: Set<String>?, isOpen: Bool = false) {
    if isOpen || mapping.choosesClass {
      self.init(recordsNamed: mapping.recordName, keys: keys)
      return
    }
    func isRead(_ property: Property) -> Bool { keys?.contains(property.key) ?? true }
    let columns =
      ["_record", "_class"]
      + mapping.columns(
        mapping.attributes.filter { isRead($0.property) },
        mapping.relations.filter { isRead($0.property) })
    self.init(
      sql: "SELECT \(SQL.names(columns)) FROM \(SQL.name(mapping.recordName))",
      known: Layout(mapping, columns: columns, keys: keys), keys: keys)
  }

  /// The layout of the rows of a statement.
  func layout(_ mapping: RecordMapping, _ statement: Statement) -> Layout {
    known ?? Layout(mapping, columns: statement.columnNames, keys: keys)
  }
}

/// The places of a class's columns in a statement.
///
/// An object, and the loop a method of it, because that counts only the functions' references.
final class Layout: Sendable {
  private struct Field: Sendable {
    let position: Int32
    let read: ColumnField.Read
  }

  let mapping: RecordMapping
  private let attributes: [Attribute]
  private let fields: [Field]
  /// Nil for absent columns; the whole is nil for a relationship that is not read.
  let relations: [(reference: Int32?, name: Int32?)?]

  init(_ mapping: RecordMapping, columns: [String], keys: Set<String>?) {
    var positions: [String: Int32] = [:]
    for (index, name) in columns.enumerated() { positions[name.lowercased()] = Int32(index) }
    func isRead(_ property: Property) -> Bool { keys?.contains(property.key) ?? true }
    let found = mapping.attributes.compactMap { attribute -> (Attribute, Field)? in
      guard !attribute.property.isReadOnly, isRead(attribute.property),
        let position = positions[attribute.column.lowercased()]
      else { return nil }
      return (attribute, Field(position: position, read: attribute.read))
    }
    self.mapping = mapping
    attributes = found.map(\.0)
    fields = found.map(\.1)
    relations = mapping.relations.map { relation in
      guard isRead(relation.property) else { return nil }
      return (
        positions[relation.column.lowercased()],
        relation.form == .one ? positions[relation.nameColumn.lowercased()] : nil
      )
    }
  }

  @inline(never)
  func fill(_ model: Model, from statement: Statement) throws {
    var index = 0
    do {
      while index < fields.count {
        try fields[index].read(statement, fields[index].position, model)
        index += 1
      }
    } catch {
      throw mapping.error(error, attributes[index].property.key)
    }
  }
}

extension RecordTables {
  func query(_ mapping: RecordMapping, keys: Set<String>?) -> RecordQuery {
    let isOpen = connection.narrowClasses.contains(ObjectIdentifier(mapping.modelClass))
    return isOpen || keys != nil
      ? RecordQuery(mapping, keys: keys, isOpen: isOpen) : mapping.query
  }
}
