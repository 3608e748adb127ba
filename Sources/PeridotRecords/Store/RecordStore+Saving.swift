import Peridot

extension RecordStore {
  /// Saves a model with everything that it refers to, all or nothing.
  ///
  /// The class's identity finds the model's record, which is overwritten; if there is none, one is
  /// inserted. Of a class without an identity, the object that this store has saved or read is its
  /// record. One object is one record, however often the graph leads to it; of several objects with
  /// one identity the last wins. Nil is saved as nil. A model that has left an array or a set is no
  /// longer related, and its own record stays, unless the property owns it.
  ///
  /// A `weak var` refers back: it is stored if its target is saved in the same call or has a record
  /// already, and means nothing while it is nil. The records of a relationship with an inverse get
  /// the reference back, and lose it when they leave.
  ///
  /// With `keys`, the other properties of the record stay unchanged. A model without a record gets
  /// one with these values and its identity; the other properties have the values of a new
  /// object. Models in the named properties are saved as a whole.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - keys: The keys of the properties to save; nil for all. If you pass keys, the class needs an
  ///     identity, or the store has to know the object.
  /// - Throws: a ``RecordError`` with the class, the property and the record; then nothing is
  ///   saved.
  public func save<M: RecordSerializing>(_ model: M, keys: [String]? = nil) throws {
    try save([model as Model], keys: keys)
  }

  /// Saves models with everything that they refer to in one transaction, all or nothing; see
  /// ``save(_:keys:)``.
  public func save<M: RecordSerializing>(_ models: [M], keys: [String]? = nil) throws {
    try save(models as [Model], keys: keys)
  }

  private func save(_ models: [Model], keys: [String]?) throws {
    if models.isEmpty { return }
    if let keys {
      let classes = Dictionary(models.map { (ObjectIdentifier(type(of: $0)), type(of: $0)) }) { $1 }
      for mapping in try classes.values.map({ try RecordMapping.of($0) }) {
        try mapping.check(keys)
        let isUnknown = models.contains {
          type(of: $0) == mapping.modelClass && keyless.id(of: $0) == nil
        }
        if mapping.identity.isEmpty, isUnknown { throw mapping.keyless("saved in part") }
      }
    }
    try write { tables in
      var saving = GraphSaving(tables)
      try saving.save(models, keys: keys.map { Set($0) })
    }
  }

  /// Deletes the record of a model and the records that it owns; other models that it refers to
  /// stay.
  ///
  /// References to the record become nil, and arrays and sets lose it. If a property that refers to
  /// the record can't be nil, the record can't be deleted. The record of a class without an
  /// identity is that of the object that this store has saved or read.
  ///
  /// - Returns: Whether there was a record.
  /// - Throws: a ``RecordError``.
  @discardableResult
  public func delete<M: RecordSerializing>(_ model: M) throws -> Bool {
    let mapping = try RecordMapping.of(type(of: model as Model))
    return try delete(mapping) { tables in
      if let id = try tables.id(of: model, mapping) { return RecordSelection(mapping, id: id) }
      if mapping.identity.isEmpty, keyless.id(of: model) == nil { throw mapping.isUnknown }
      return nil
    } > 0
  }

  /// Deletes the records that match a condition; without one, all of the class. See ``delete(_:)``.
  ///
  /// - Returns: Their number, without the records that they own.
  @discardableResult
  public func delete<M: RecordSerializing>(
    of type: M.Type, matching condition: RecordCondition = [:]
  ) throws -> Int {
    let mapping = try RecordMapping.of(type)
    return try delete(mapping) { try RecordSelection(mapping, condition, $0) }
  }

  private func delete(
    _ mapping: RecordMapping,
    _ selection: (RecordTables) throws -> RecordSelection?
  ) throws -> Int {
    try write { tables in
      for reached in try mapping.reachable { try tables.prepare(reached) }
      guard let selection = try selection(tables) else { return 0 }
      return try RecordDeletion(tables: tables).delete(selection)
    }
  }
}
