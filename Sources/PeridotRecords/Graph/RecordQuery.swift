import Foundation
import Peridot

/// The query of a class's records, without a condition, and the places of their columns.
struct RecordQuery: Sendable {
  let sql: String
  /// The places of the class's columns; nil if they are found by name.
  private let known: Layout?
  /// The keys of the properties to read; nil for all.
  let keys: Set<String>?
}

extension RecordQuery {
  /// The query of all records of a name with unknown columns: the class that a tag chooses can have
  /// other ones, and the table can lack some.
  init(recordsNamed name: String, keys: Set<String>? = nil) {
    self.init(sql: "SELECT * FROM \(SQL.name(name))", known: nil, keys: keys)
  }

  init(_ mapping: RecordMapping, keys: Set<String>?, isOpen: Bool = false) {
    if isOpen || mapping.choosesClass {
      self.init(recordsNamed: mapping.recordName, keys: keys)
      return
    }
    let attributes = mapping.attributes.filter { keys?.contains($0.property.key) ?? true }
    let relations = mapping.relations.filter { keys?.contains($0.property.key) ?? true }
    let columns = ["_record", "_class"] + mapping.columns(attributes, relations)
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
  private let attributes: [Attribute]
  private let reads: [ColumnField.Read]
  private let positions: [Int32]
  /// Nil for absent columns; the whole is nil for a relationship that is not read.
  let relations: [(reference: Int32?, name: Int32?)?]

  init(_ mapping: RecordMapping, columns: [String], keys: Set<String>?) {
    var positions: [String: Int32] = [:]
    for (index, name) in columns.enumerated() { positions[name.lowercased()] = Int32(index) }
    attributes = mapping.attributes.filter {
      !$0.property.isReadOnly && positions[$0.column.lowercased()] != nil
        && keys?.contains($0.property.key) ?? true
    }
    reads = attributes.map(\.read)
    self.positions = attributes.compactMap { positions[$0.column.lowercased()] }
    relations = mapping.relations.map { relation in
      guard keys?.contains(relation.property.key) ?? true else { return nil }
      return (
        positions[relation.column.lowercased()],
        relation.form == .one ? positions[relation.nameColumn.lowercased()] : nil
      )
    }
  }

  @inline(never)
  func fill(_ model: Model, _ mapping: RecordMapping, from statement: Statement) throws {
    var index = 0
    do {
      while index < reads.count {
        try reads[index](statement, positions[index], model)
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
