import Peridot

extension RecordStore {
  /// Saves a model with all that it refers to, all or nothing.
  ///
  /// A model is found by its class's unique properties and its record overwritten, or a record is
  /// inserted. One object is one record, however often the graph leads to it; of several objects with one
  /// key the last holds. Nil is saved as nil; a model that an array or a set has no more is no longer
  /// related, and its own record stays, unless the property owns it.
  ///
  /// A `weak var` is the way back: it is stored where its target is saved in the same call or has a
  /// record already, and says nothing while it is nil. The records that a relationship with an inverse
  /// holds are given the way back, and lose it as they leave.
  ///
  /// With `keys`, the other properties of its record stay as they are. A model that has no record yet
  /// gets one with these values and those that find it; the other properties have the values of a new
  /// object. Models that the named properties hold are saved whole.
  ///
  /// - Parameter keys: The keys of the properties to save; nil for all. With any, the class needs a unique
  ///   property.
  /// - Throws: a ``RecordError`` with the class, the property and the record; nothing is saved then.
  public func save<M: RecordSerializing>(_ model: M, keys: [String]? = nil) throws {
    try save([model as Model], keys: keys)
  }

  /// Saves models with all that they refer to in one transaction, all or nothing; see ``save(_:keys:)``.
  public func save<M: RecordSerializing>(_ models: [M], keys: [String]? = nil) throws {
    try save(models as [Model], keys: keys)
  }

  private func save(_ models: [Model], keys: [String]?) throws {
    if models.isEmpty { return }
    if let keys {
      var checked: Set<ObjectIdentifier> = []
      for model in models where checked.insert(ObjectIdentifier(type(of: model))).inserted {
        let mapping = try RecordMapping.of(type(of: model))
        try mapping.check(keys)
        if mapping.uniquing.isEmpty {
          throw RecordError(
            .invalidQuery, mapping.modelClass,
            found: """
              records of a class without unique properties cannot be saved in part: declare one with the facet \
              .isUnique
              """)
        }
      }
    }
    try write { tables in
      var saving = GraphSaving(tables)
      try saving.save(models, keys: keys.map { Set($0) })
    }
  }

  // MARK: Deleting

  /// Deletes the record of a model with what it owns; the other models that it refers to stay.
  ///
  /// References to the record become nil, and arrays and sets lose it. A property that cannot be nil
  /// keeps its record from being deleted. A model of a class without unique properties is known by the
  /// object that this store has saved or read.
  ///
  /// - Returns: Whether there was a record.
  /// - Throws: a ``RecordError``.
  @discardableResult
  public func delete<M: RecordSerializing>(_ model: M) throws -> Bool {
    let mapping = try RecordMapping.of(type(of: model as Model))
    return try write { tables in
      for reached in try mapping.reachable { try tables.prepare(reached) }
      guard let id = try tables.id(of: model, mapping) else {
        if mapping.uniquing.isEmpty, keyless.id(of: model) == nil {
          throw mapping.isUnknown
        }
        return false
      }
      return try RecordDeletion(tables)
        .delete(mapping.recordName, " WHERE _record = ?", [.integer(id)]) > 0
    }
  }

  /// Deletes the records that meet a condition, all of the class without one; see ``delete(_:)``.
  ///
  /// - Returns: How many there were, those that they own left out.
  @discardableResult
  public func delete<M: RecordSerializing>(
    of type: M.Type, matching condition: RecordCondition = [:]
  ) throws -> Int {
    let mapping = try RecordMapping.of(type)
    return try write { tables in
      for reached in try mapping.reachable { try tables.prepare(reached) }
      let selection = try RecordSelection(mapping, condition, tables)
      // Bound here, so that a condition that is wrong is an error of this class.
      try tables.connection.withStatement(
        "SELECT 1 FROM \(SQL.name(mapping.recordName))\(selection.sql)"
      ) { try selection.bind(to: $0, of: mapping) }
      return try RecordDeletion(tables)
        .delete(mapping.recordName, selection.condition, selection.values)
    }
  }
}

extension RecordMapping {
  /// - Throws: an error for keys of properties that there are none of.
  func check(_ keys: [String]) throws {
    for key in keys where attribute(forKey: key) == nil && relation(forKey: key) == nil {
      throw RecordError(.invalidQuery, modelClass, found: outline.misnaming(key, in: "keys"))
    }
  }
}
