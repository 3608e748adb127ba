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
      columns: isKnown ? ["_record"] + mapping.columns(keys) : nil, keys: keys)
  }

  /// Where a running statement's rows have the columns of a class.
  mutating func layout(_ mapping: RecordMapping, _ statement: Statement) -> Layout {
    if let known = layouts.first(where: { $0.mapping === mapping }) { return known }
    let layout = Layout(mapping, columns: statement.columnNames, keys: keys)
    layouts.append(layout)
    return layout
  }
}

/// What is done with a statement and an object.
///
/// A structure, because an array wraps functions in others.
struct Step: Sendable {
  let run: @Sendable (Statement, AnyObject) throws -> Void

  /// All steps as one, in a tree: unlike a loop, a function counts no references to those that it
  /// captures.
  static func joined(_ steps: ArraySlice<Step>) -> Step {
    guard steps.count > 1 else { return steps.first ?? Step { _, _ in } }
    let middle = steps.startIndex + steps.count / 2
    let (first, second) = (joined(steps[..<middle]).run, joined(steps[middle...]).run)
    return Step { statement, object in
      try first(statement, object)
      try second(statement, object)
    }
  }
}

/// The places of a class's columns in a statement.
final class Layout: Sendable {
  let mapping: RecordMapping
  /// Fills an object from the statement's current row.
  let fill: Step
  /// The relationships that are read, with nil for absent columns.
  let relations: [(relation: Relation, reference: Int32?, name: Int32?)]

  init(_ mapping: RecordMapping, columns: [String], keys: Set<String>?) {
    let positions = Dictionary(
      columns.enumerated().map { ($1.lowercased(), Int32($0)) }, uniquingKeysWith: { $1 })
    self.mapping = mapping
    fill = Step.joined(
      mapping.attributes(keys).compactMap { attribute -> Step? in
        guard !attribute.property.isReadOnly,
          let position = positions[attribute.column.lowercased()]
        else { return nil }
        let read = attribute.read
        return Step { statement, object in
          do {
            try read(statement, position, object)
          } catch {
            throw mapping.error(error, attribute.property.key)
          }
        }
      }[...])
    relations = mapping.relations(keys).map { relation in
      (
        relation, positions[relation.column.lowercased()],
        !relation.reference.isList ? positions[relation.nameColumn.lowercased()] : nil
      )
    }
  }
}

/// The statement that writes the rows of a class, and what it takes from a model.
final class RecordInsert: Sendable {
  let mapping: RecordMapping
  let keys: Set<String>?
  let attributes: [Attribute]
  let relations: [Relation]
  let sql: String
  /// The parameter of the record's number; nil if the class's identity finds the record.
  let numberPosition: Int32?
  /// Whether it writes more than the identity.
  let changesValues: Bool
  /// Binds the values of an object.
  let bind: Step

  init(_ mapping: RecordMapping, _ keys: Set<String>?) {
    self.mapping = mapping
    self.keys = keys
    func isWritten(_ attribute: Attribute) -> Bool {
      keys?.contains(attribute.property.key) ?? true || mapping.isIdentity(attribute)
    }
    attributes = mapping.attributes.filter(isWritten)
    relations = mapping.relations(keys)
    changesValues = attributes.contains { !mapping.isIdentity($0) }
    // A new row has the values of new objects in these.
    let rest =
      keys == nil
      ? []
      : zip(mapping.attributes, mapping.defaults()).filter { !isWritten($0) && $1 != nil }.map(\.0)
    let columns = attributes.map(\.column) + (mapping.own.tag == nil ? [] : ["_class"])
    // The object itself identifies a record without an identity, by its number.
    let number = mapping.identity.isEmpty ? ["_record"] : []
    let all = columns + rest.map(\.column) + number
    let identity = number + mapping.identity.map(\.column)
    let changes = columns.filter { !identity.contains($0) }.map { SQL.name($0) }
    // A row that does not change is not written.
    sql =
      "INSERT INTO \(mapping.table) (\(SQL.names(all))) VALUES (\(SQL.parameters(all.count))) "
      + "ON CONFLICT (\(SQL.names(identity))) DO "
      + (changes.isEmpty
        ? "NOTHING"
        : "UPDATE SET " + changes.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
          + " WHERE " + changes.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR "))
    numberPosition = number.isEmpty ? nil : Int32(all.count)
    let own = attributes
    var steps = own.enumerated().map { offset, attribute -> Step in
      let isIdentity = mapping.isIdentity(attribute)
      return Step { statement, object in
        let isThere = try mapping.bind(attribute, of: object, to: statement, at: Int32(offset + 1))
        if !isThere, isIdentity {
          throw RecordError(
            .nilUniquingValue, mapping.modelClass, attribute.property.key,
            found: "the property is nil, and the records of the class are found by it")
        }
      }
    }
    if let tag = mapping.own.tag {
      steps.append(
        Step { statement, _ in try statement.bind(.text(tag), at: Int32(columns.count)) })
    }
    if !rest.isEmpty {
      let bindRest = Step { statement, _ in
        let new = mapping.modelClass.init()
        for (offset, attribute) in rest.enumerated() {
          _ = try mapping.bind(
            attribute, of: new, to: statement, at: Int32(columns.count + offset + 1))
        }
      }
      steps.append(bindRest)
    }
    bind = Step.joined(steps[...])
  }
}
