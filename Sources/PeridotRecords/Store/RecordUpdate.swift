public import Peridot

/// What an update from JSON did to the records of a store; see `RecordStore.update(of:from:)`.
///
/// Models are listed by what became of their records, at every level of the JSON, not only those of
/// the class `M`.
public struct RecordUpdate<M: RecordSerializing> {
  /// The models that the JSON describes, in its order, as they are stored now.
  public let models: [M]
  /// The models whose records are new.
  public let inserted: [Model]
  /// The models whose records have changed, with the keys of the changed properties.
  public let changed: [(model: Model, keys: [String])]
  /// The models that the JSON names, and whose records were so before.
  public let unchanged: [Model]
  /// The number of records that were deleted because the JSON lacks them.
  public let deletedCount: Int

  /// Whether the update has changed nothing.
  public var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deletedCount == 0 }

  init(_ models: [M], _ outcome: GraphUpdate.Outcome, deletedCount: Int) {
    self.models = models
    inserted = outcome.inserted
    changed = outcome.changed
    unchanged = outcome.unchanged
    self.deletedCount = deletedCount
  }
}

/// Which records an update from JSON deletes.
public struct RecordRemoval {
  let condition: RecordCondition?

  /// None. Only a property that owns records deletes those that leave it.
  public static var nothing: Self { Self(condition: nil) }

  /// The records of the updated class that match a condition, and that the JSON does not have; without a
  /// condition, all that it does not have.
  ///
  /// State the condition that the JSON answers: a list of the open issues says nothing of the closed
  /// ones.
  public static func absent(from condition: RecordCondition = [:]) -> Self {
    Self(condition: condition)
  }
}
