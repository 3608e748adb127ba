import Peridot

/// One record that a store has written; see ``RecordStore/changes(polling:)``.
public struct RecordChange: Sendable {
  /// What became of the record.
  public enum Kind: Sendable { case inserted, updated, deleted }

  /// What became of the record.
  public internal(set) var kind: Kind
  let id: RecordID
  /// The values of the class's identity, by the names of its columns. None of a class without an
  /// identity, and of a record that a statement of SQL has deleted.
  public internal(set) var identity: RecordRow

  /// The name of the record's table: that of its class, or the class's `recordName`.
  public var recordName: String { id.record }
}

/// What has changed in a database; see ``RecordStore/changes(polling:)``.
public struct RecordChanges: Sendable {
  /// The names of the tables in which something has changed: those of their classes, or of their
  /// `recordName`.
  public internal(set) var recordNames: Set<String> = []
  /// Nil for records that have come and gone.
  var entries: [RecordChange?] = []
  var places: [RecordID: Int] = [:]

  /// The records that this store has changed, each once, in the order of their first change. A record
  /// that came and went is not listed, and one that was deleted and made again comes twice.
  public var records: [RecordChange] { entries.compactMap(\.self) }

  /// Whether something has changed in the table of a class.
  public func contains<M: RecordSerializing>(_ type: M.Type) -> Bool {
    contains([RecordClass.name(of: type).lowercased()])
  }

  func contains(_ lowercasedNames: Set<String>) -> Bool {
    recordNames.contains { lowercasedNames.contains($0.lowercased()) }
  }

  mutating func merge(_ later: Self) {
    recordNames.formUnion(later.recordNames)
    for change in later.records { note(change) }
  }

  mutating func note(_ change: RecordChange) {
    guard let place = places[change.id] else {
      if change.kind != .deleted { places[change.id] = entries.count }
      return entries.append(change)
    }
    if change.kind != .deleted {
      entries[place]?.identity = change.identity
    } else {
      entries[place] = entries[place]?.kind == .inserted ? nil : change
      places[change.id] = nil
    }
  }
}
