import Peridot
import Synchronization

/// The records of objects without an identity that the store has saved or read.
final class KeylessRecords: Sendable {
  /// Sendable: the reference is only compared.
  private struct Entry: @unchecked Sendable {
    weak var model: Model?
    let id: Int64
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// What the open transaction has replaced.
    var former: [(object: ObjectIdentifier, entry: Entry?)] = []
    /// The number of entries at which those of released objects are removed.
    var limit = 1000
  }

  private let state = Mutex(State())

  /// The current position in the open transaction.
  var mark: Int { state.withLock { $0.former.count } }

  /// - Parameter isProvisional: Whether a transaction that can fail has found them.
  func note(_ records: [(model: Model, id: Int64)], isProvisional: Bool) {
    if records.isEmpty { return }
    let entries = records.map { (ObjectIdentifier($0.model), Entry(model: $0.model, id: $0.id)) }
    state.withLock { state in
      for (object, entry) in entries {
        let former = state.entries.updateValue(entry, forKey: object)
        if isProvisional { state.former.append((object, former)) }
      }
      guard state.entries.count > state.limit else { return }
      state.entries = state.entries.filter { $0.value.model != nil }
      state.limit = max(1000, 2 * state.entries.count)
    }
  }

  /// Takes back what a failed transaction has found.
  func restore(to mark: Int) {
    state.withLock { state in
      for (object, entry) in state.former[mark...].reversed() { state.entries[object] = entry }
      state.former.removeSubrange(mark...)
    }
  }

  /// Makes what the transaction has found last.
  func settle() { state.withLock { $0.former = [] } }

  /// The number of an object's record; nil if it is unknown.
  func id(of model: Model) -> Int64? {
    let identifier = ObjectIdentifier(model)
    let entry = state.withLock { $0.entries[identifier] }
    return entry?.model === model ? entry?.id : nil
  }
}
