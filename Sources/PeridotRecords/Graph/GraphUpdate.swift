import Peridot

/// One update of records from JSON: reads the records that the JSON names, lets the JSON change their
/// models, and saves what has changed.
final class GraphUpdate {
  /// The name of a record and the values of its identity.
  private struct Key: Hashable {
    let record: String
    let values: [ColumnValue]
  }

  /// A record as it was read.
  private struct Stored {
    let model: Model
    let mapping: RecordMapping
    let id: RecordID
    /// A copy of the model.
    let former: Model
    /// The former values of the attributes that only columns can compare, in their order.
    let values: [ColumnValue?]
  }

  /// What became of the records that the JSON names.
  struct Outcome {
    var inserted: [Model] = []
    var changed: [(model: Model, keys: [String])] = []
    var unchanged: [Model] = []
    fileprivate var named: [(model: Model, mapping: RecordMapping, id: Int64)] = []
  }

  private let tables: RecordTables
  private var reading: GraphReading
  private var stored: [Stored] = []
  private var places: Set<ObjectIdentifier> = []
  private var models: [Key: Model] = [:]
  private var missing: Set<Key> = []
  /// The keys of the new models.
  private var made: [Key] = []
  private var failure: (any Error)?
  /// The models that the JSON names.
  private var existing: ExistingModels?

  init(_ tables: RecordTables, _ mapping: RecordMapping) throws {
    for reached in try mapping.reachable { try tables.prepare(reached) }
    self.tables = tables
    reading = GraphReading(tables, tables.query(mapping, keys: nil), keys: nil, isKept: true)
  }

  /// Returns the models of a document, whose records are read where there are some.
  ///
  /// - Parameter root: The model of a document that is one object; nil to find it by its identity.
  func models(
    of type: Model.Type, updating root: Model? = nil, from input: JSONInput,
    at place: JSONKeyPath?, _ policy: ConversionPolicy?, _ report: (JSONIssue) -> Void
  ) throws -> [Model] {
    let existing = ExistingModels(self)
    self.existing = existing
    do {
      return try existing.models(of: type, updating: root, from: input, at: place, policy, report)
    } catch {
      throw failure ?? error
    }
  }

  // MARK: Finding

  private func key(_ mapping: RecordMapping, _ identity: [Any]) -> Key? {
    guard identity.count == mapping.identity.count else { return nil }
    var values: [ColumnValue] = []
    for (attribute, value) in zip(mapping.identity, identity) {
      guard let column = try? attribute.codec.encode(value), column != .null else { return nil }
      values.append(column)
    }
    return Key(record: mapping.recordName, values: values)
  }

  private func read(_ mapping: RecordMapping, _ keys: [Key]) throws {
    try tables.prepare(mapping)
    // A record of another class of the table has its own class.
    let base = try RecordMapping.of(mapping.own.topmost)
    let isShared = base.identity.map(\.column) == mapping.identity.map(\.column)
    let names = SQL.names(mapping.identity.map(\.column))
    let row = SQL.parameters(mapping.identity.count)
    for start in stride(from: 0, to: keys.count, by: 256) {
      let part = keys[start..<min(start + 256, keys.count)]
      let condition =
        mapping.identity.count == 1
        ? "\(names) IN (\(SQL.parameters(part.count)))"
        : "(\(names)) IN (VALUES \(repeatElement("(\(row))", count: part.count).joined(separator: ", ")))"
      note(try reading.read(isShared ? base : mapping, where: condition, part.flatMap(\.values)))
    }
    missing.formUnion(keys.lazy.filter { self.models[$0] == nil })
  }

  /// The model of the record with that number.
  func model(_ mapping: RecordMapping, id: Int64) throws -> Model? {
    let read = try reading.read(mapping, where: "_record = ?", [.integer(id)])
    note(read)
    return read.isEmpty ? nil : stored[read.lowerBound].model
  }

  private func note(_ places: Range<Int>) {
    for place in places {
      let (model, mapping, id) = reading.record(at: place)
      let values = mapping.columnCompared.map { try? $0.value(of: model) }
      stored.append(
        Stored(model: model, mapping: mapping, id: id, former: model.copied(), values: values))
      self.places.insert(ObjectIdentifier(model))
      if mapping.identity.isEmpty { continue }
      let identity = mapping.identity.compactMap { try? $0.value(of: model) }
      models[Key(record: mapping.recordName, values: identity)] = model
    }
  }

  // MARK: Saving

  /// Saves what has changed in the models that were read, and the new ones.
  func save(_ roots: [Model]) throws -> Outcome {
    var outcome = Outcome()
    var saving = GraphSaving(tables)
    for record in stored {
      let keys = changedKeys(record)
      if let attribute = record.mapping.identity.first(where: { keys.contains($0.property.key) }) {
        throw RecordError(
          .invalidQuery, record.mapping.modelClass, attribute.property.key,
          record: record.mapping.words(for: record.former),
          found: "the JSON has another identity, and a record keeps its own")
      }
      saving.add(record.model, record.mapping, record.id, changed: Set(keys))
      let isNamed = existing?.updated.contains(ObjectIdentifier(record.model)) == true
      if isNamed { outcome.named.append((record.model, record.mapping, record.id.id)) }
      if !keys.isEmpty {
        outcome.changed.append((record.model, keys))
      } else if isNamed {
        outcome.unchanged.append(record.model)
      }
    }
    let new = roots.filter { !places.contains(ObjectIdentifier($0)) }
    if new.isEmpty, outcome.changed.isEmpty { return outcome }
    try saving.save(new, keys: nil)
    for node in saving.nodes where !node.isRead {
      outcome.inserted.append(node.model)
      outcome.named.append((node.model, node.mapping, node.id))
    }
    return outcome
  }

  private func changedKeys(_ record: Stored) -> [String] {
    let (model, former) = (record.model, record.former)
    if record.mapping.hasScalarsOnly, existing?.keptValues(of: model) == true { return [] }
    var keys: [String] = []
    var values = record.values.makeIterator()
    for attribute in record.mapping.attributes {
      let isSame =
        attribute.areSame?(former, model)
        ?? ColumnValue.areSame(values.next() ?? nil, try? attribute.value(of: model))
      if !isSame { keys.append(attribute.property.key) }
    }
    for relation in record.mapping.relations {
      let (old, new) = (relation.models(former), relation.models(model))
      let isSame =
        relation.isSet && old != nil && new != nil
        ? Set((old ?? []).map(ObjectIdentifier.init)) == Set((new ?? []).map(ObjectIdentifier.init))
        : old?.map(ObjectIdentifier.init) == new?.map(ObjectIdentifier.init)
      if !isSame { keys.append(relation.property.key) }
    }
    return keys
  }

  /// Deletes the records of a class that meet a condition and that the JSON does not name; returns
  /// their number.
  func deleteAbsent(
    _ outcome: Outcome, _ mapping: RecordMapping, _ condition: RecordCondition
  ) throws -> Int {
    let selection = try RecordSelection(mapping, condition, tables)
    var ids: Set<Int64> = []
    let sql = "SELECT _record FROM \(mapping.table)\(selection.condition)"
    try tables.connection.withStatement(sql) { statement in
      try selection.bind(to: statement)
      while try statement.step() { ids.insert(statement.integer(at: 0)) }
    }
    for (model, mapping, id) in outcome.named
    where mapping.recordName == selection.mapping.recordName {
      if let id = try id == 0 ? tables.id(of: model, mapping) : id { ids.remove(id) }
    }
    if ids.isEmpty { return 0 }
    return try RecordDeletion(tables: tables).delete(RecordSelection(mapping, ids: ids.sorted()))
  }
}

extension GraphUpdate: ModelLookup {
  func find(_ type: Model.Type, _ identity: [Any]) throws -> Model? {
    guard type is any RecordSerializing.Type else { return nil }
    do {
      let mapping = try RecordMapping.of(type)
      guard let key = key(mapping, identity) else { return nil }
      var model = models[key]
      if model == nil, !missing.contains(key) {
        try read(mapping, [key])
        model = models[key]
      }
      // A record of another class is overwritten, as by a save.
      return model.flatMap { Swift.type(of: $0) == type ? $0 : nil }
    } catch {
      failure = error
      throw error
    }
  }

  /// Reads the records of a document's elements together.
  func prepare(_ type: Model.Type, _ identities: [[Any]]) throws {
    do {
      let mapping = try RecordMapping.of(type)
      try read(mapping, identities.compactMap { key(mapping, $0) })
    } catch {
      failure = error
      throw error
    }
  }

  func note(_ model: Model, _ identity: [Any]) {
    guard let mapping = try? RecordMapping.of(type(of: model)), let key = key(mapping, identity)
    else { return }
    models[key] = model
    made.append(key)
  }

  func restart() {
    for key in made { models[key] = nil }
    made = []
  }
}
