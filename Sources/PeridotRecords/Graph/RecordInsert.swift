import Peridot

/// The statement that writes the rows of a class, and what it takes from a model.
final class RecordInsert: Sendable {
  let mapping: RecordMapping
  let keys: Set<String>?
  let attributes: [Attribute]
  let relations: [Relation]
  /// The attributes that a new row has the values of new objects of.
  let rest: [Attribute]
  let sql: String

  init(_ mapping: RecordMapping, _ keys: Set<String>?) {
    self.mapping = mapping
    self.keys = keys
    func isWritten(_ attribute: Attribute) -> Bool {
      keys?.contains(attribute.property.key) ?? true || mapping.isUnique(attribute)
    }
    attributes = mapping.attributes.filter(isWritten)
    relations = mapping.relations(keys)
    rest =
      keys == nil
      ? []
      : zip(mapping.attributes, mapping.defaults()).filter { !isWritten($0) && $1 != nil }.map(\.0)
    let columns = attributes.map(\.column) + (mapping.own.tag == nil ? [] : ["_class"])
    let all = columns + rest.map(\.column)
    var sql = "INSERT INTO \(SQL.name(mapping.recordName)) "
    sql +=
      all.isEmpty ? "DEFAULT VALUES" : "(\(SQL.names(all))) VALUES (\(SQL.parameters(all.count)))"
    let unique = mapping.uniquing.map(\.column)
    if !unique.isEmpty {
      let changes = columns.filter { !unique.contains($0) }.map { SQL.name($0) }
      // A row that does not change is not written.
      sql += " ON CONFLICT (\(SQL.names(unique))) DO "
      sql +=
        changes.isEmpty
        ? "NOTHING"
        : "UPDATE SET " + changes.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
          + " WHERE " + changes.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR ")
    }
    self.sql = sql
  }
}
