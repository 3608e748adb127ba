import Foundation
import Peridot

/// The statement that writes the rows of a class, and what it takes from a model.
struct RecordInsert: Sendable {
  let mapping: RecordMapping
  /// The keys of the properties to write; nil for all.
  let keys: Set<String>?
  let attributes: [Attribute]
  let relations: [Relation]
  /// The attributes that a new row has the values of new objects of.
  let rest: [Attribute]
  let sql: String

  init(_ mapping: RecordMapping, _ keys: Set<String>?) {
    self.mapping = mapping
    self.keys = keys
    func isNamed(_ property: Property) -> Bool { keys?.contains(property.key) ?? true }
    func isWritten(_ attribute: Attribute) -> Bool {
      isNamed(attribute.property) || mapping.isUnique(attribute)
    }
    attributes = mapping.attributes.filter(isWritten)
    relations = mapping.relations.filter { isNamed($0.property) }
    rest =
      keys == nil
      ? []
      : zip(mapping.attributes, mapping.defaults()).filter { !isWritten($0) && $1 != nil }.map(\.0)
    var columns = mapping.columns(attributes, relations)
    if mapping.own.tag != nil { columns.append("_class") }
    let all = columns + rest.map(\.column)
    var sql = "INSERT INTO \(SQL.name(mapping.recordName)) "
    sql +=
      all.isEmpty ? "DEFAULT VALUES" : "(\(SQL.names(all))) VALUES (\(SQL.parameters(all.count)))"
    if !mapping.uniquing.isEmpty {
      let unique = mapping.uniquing.map(\.column)
      // A weak reference that is nil says nothing, unless the caller names it.
      let weak = keys == nil ? relations.filter(\.property.isWeak) : []
      let changes = columns.filter { !unique.contains($0) }.map { column in
        let name = SQL.name(column)
        let way = weak.first { $0.column == column || $0.nameColumn == column }
        return (
          name,
          way.map { "iif(excluded.\($0.reference.target) IS NULL, \(name), excluded.\(name))" }
            ?? "excluded.\(name)"
        )
      }
      // A row that does not change is not written.
      sql += " ON CONFLICT (\(SQL.names(unique))) DO "
      sql +=
        changes.isEmpty
        ? "NOTHING"
        : "UPDATE SET " + changes.map { "\($0) = \($1)" }.joined(separator: ", ") + " WHERE "
          + changes.map { "\($0) IS NOT \($1)" }.joined(separator: " OR ")
    }
    self.sql = sql
  }

  func writes(_ property: Property) -> Bool { keys?.contains(property.key) ?? true }
}
