public import Peridot

extension RecordStore {
  /// Returns the model that meets a condition, as ``models(of:matching:orderedBy:limit:offset:keys:)``
  /// does; of several the one that was saved first; nil if none does.
  public func model<M: RecordSerializing>(
    of type: M.Type = M.self, matching condition: RecordCondition, keys: [String]? = nil
  ) throws -> sending M? {
    let cursor = try RecordCursor(self, of: type, condition, [], limit: 1, keys: keys)
    return try Made(cursor.read().first as? M).value
  }

  /// Returns the models that match a condition, with everything that they refer to.
  ///
  /// One record is one model in the result, however often something refers to it. Weak references
  /// to models of the result are set.
  ///
  /// - Parameters:
  ///   - type: The class; models of subclasses that share its records have their own class.
  ///   - condition: Values by property key, or SQL; see ``RecordCondition``. None for all.
  ///   - order: Property keys; without any, records come in the order of their first save.
  ///   - limit: The largest number of models; nil for all.
  ///   - offset: The number of models to skip.
  ///   - keys: The keys of the properties to read, such as those of a list; nil for all. The others,
  ///     and relationships that are not named, have the values of a new object: save such a model
  ///     with `keys:`, too.
  /// - Throws: a ``RecordError``.
  public func models<M: RecordSerializing>(
    of type: M.Type = M.self, matching condition: RecordCondition = [:],
    orderedBy order: RecordOrder = [], limit: Int? = nil, offset: Int = 0, keys: [String]? = nil
  ) throws -> sending [M] {
    let cursor = try RecordCursor(
      self, of: type, condition, order, limit: limit, offset: offset, keys: keys)
    // A mapping reads objects of its class only, and a cast of each would take a quarter of the time.
    return try Made(downcast(cursor.read(), to: M.self)).value
  }

  /// Returns the models that match a condition, and those in their properties `including`, even if
  /// nothing else refers to them, as to a parent:
  ///
  ///     let (tasks, lists) = try store.models(of: Task.self, including: ["list"])
  ///
  /// The records of a property are read together, each with everything that it refers to. A weak reference
  /// holds nothing, so keep `included` as long as you use it. See
  /// ``models(of:matching:orderedBy:limit:offset:keys:)``.
  public func models<M: RecordSerializing>(
    of type: M.Type = M.self, matching condition: RecordCondition = [:],
    orderedBy order: RecordOrder = [], limit: Int? = nil, offset: Int = 0,
    including keys: [String]
  ) throws -> sending (models: [M], included: [Model]) {
    let cursor = try RecordCursor(
      self, of: type, condition, order, limit: limit, offset: offset, including: keys)
    let models = try downcast(cursor.read(), to: M.self)
    return Made((models: models, included: cursor.included)).value
  }

  /// Returns the number of records that match a condition; see ``RecordCondition``.
  public func count<M: RecordSerializing>(
    of type: M.Type, matching condition: RecordCondition = [:]
  ) throws -> Int {
    let mapping = try RecordMapping.of(type)
    return try read(mapping) { tables, hasTables in
      let selection = try RecordSelection(mapping, condition, tables)
      guard hasTables else { return 0 }
      let sql = "SELECT count(*) FROM \(mapping.table)\(selection.condition)"
      return try tables.connection.withStatement(sql) { statement in
        try selection.bind(to: statement)
        return try statement.step() ? Int(statement.integer(at: 0)) : 0
      }
    }
  }

  /// Returns the record of a model as it is stored; nil if it has none. The record of a class without
  /// an identity is that of the object that this store has saved or read.
  public func record<M: RecordSerializing>(of model: M) throws -> RecordRow? {
    let mapping = try RecordMapping.of(Swift.type(of: model as Model))
    return try read(mapping) { tables, _ in
      try tables.find("*", model, mapping) { try RecordRow($0) }
    }
  }

  /// Returns the models that meet a condition one after the other, in constant memory:
  ///
  ///     for try await issue in store.stream(of: Issue.self, orderedBy: "number") { … }
  ///
  /// Each model comes with everything that it refers to; a record that two of them refer to gives
  /// two models. All come from one state of the database, that of the first. In memory, and within
  /// a transaction, later saves can be visible. If very many streams are open, the last ones read
  /// all their models at once.
  public func stream<M: RecordSerializing>(
    of type: M.Type, matching condition: RecordCondition = [:], orderedBy order: RecordOrder = []
  ) -> RecordStream<M> {
    RecordStream(store: self, condition: condition, order: order)
  }
}

/// Models that have just been made.
///
/// Sendable: only the result refers to them, so the caller can send them anywhere.
struct Made<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
