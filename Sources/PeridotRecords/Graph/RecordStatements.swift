import Peridot

/// The query of records, without a condition, and the places of their columns.
struct RecordQuery: Sendable {
  let sql: String
  /// The class that the records are declared to be, and their name.
  let declared: RecordMapping
  let record: String
  private let keys: Set<String>?
  /// Where the rows have the columns of each class that was met.
  private var layouts: [Layout]

  /// - Parameter columns: The columns to read; nil for all, if they are unknown: the class that a tag
  ///   chooses can have other ones, and the table can lack some.
  init(
    _ declared: RecordMapping, recordsNamed name: String, columns: [String]? = nil,
    keys: Set<String>? = nil
  ) {
    sql = "SELECT \(columns.map(SQL.names) ?? "*") FROM \(SQL.name(name))"
    self.declared = declared
    record = name
    self.keys = keys
    layouts = columns.map { [Layout(declared, columns: $0, keys: keys)] } ?? []
  }

  /// - Parameter isOpen: Whether the table may lack columns of the class.
  init(_ mapping: RecordMapping, keys: Set<String>?, isOpen: Bool = false) {
    let isKnown = !isOpen && !mapping.choosesClass
    self.init(
      mapping, recordsNamed: mapping.recordName,
      columns: isKnown ? ["_record", "_class"] + mapping.columns(keys) : nil, keys: keys)
  }

  /// Where a running statement's rows have the columns of a class.
  mutating func layout(_ mapping: RecordMapping, _ statement: Statement) -> Layout {
    if let known = layouts.first(where: { $0.mapping === mapping }) { return known }
    let layout = Layout(mapping, columns: statement.columnNames, keys: keys)
    layouts.append(layout)
    return layout
  }
}

/// The places of a class's columns in a statement.
///
/// An object, and the loop a method of it, because that counts only the functions' references.
final class Layout: Sendable {
  let mapping: RecordMapping
  private let attributes: [Attribute]
  private let fields: [(position: Int32, read: ColumnField.Read)]
  /// The relationships that are read, with nil for absent columns.
  let relations: [(relation: Relation, reference: Int32?, name: Int32?)]

  init(_ mapping: RecordMapping, columns: [String], keys: Set<String>?) {
    let positions = Dictionary(
      columns.enumerated().map { ($1.lowercased(), Int32($0)) }, uniquingKeysWith: { $1 })
    self.mapping = mapping
    attributes = mapping.attributes(keys).filter {
      !$0.property.isReadOnly && positions[$0.column.lowercased()] != nil
    }
    fields = attributes.map { (positions[$0.column.lowercased(), default: 0], $0.read) }
    relations = mapping.relations(keys).map { relation in
      (
        relation, positions[relation.column.lowercased()],
        !relation.reference.isList ? positions[relation.nameColumn.lowercased()] : nil
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
