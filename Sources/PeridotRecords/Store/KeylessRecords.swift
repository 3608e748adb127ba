import Peridot
import Synchronization

/// The records of objects whose classes have no keys, as far as the store has saved or read them.
final class KeylessRecords: Sendable {
  /// Sendable: the reference is only compared.
  private struct Entry: @unchecked Sendable {
    weak var model: Model?
    let record: String
    let id: Int64
    var number = 0
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var count = 0
    /// How many entries there may be before those of objects that are gone are removed.
    var limit = 1000
  }

  private let state = Mutex(State())

  /// Where a transaction begins.
  var mark: Int { state.withLock { $0.count } }

  func note(_ model: Model, _ record: String, _ id: Int64) {
    let identifier = ObjectIdentifier(model)
    let entry = Entry(model: model, record: record, id: id)
    state.withLock { state in
      state.count += 1
      state.entries[identifier] = entry
      state.entries[identifier]?.number = state.count
      guard state.entries.count > state.limit else { return }
      state.entries = state.entries.filter { $0.value.model != nil }
      state.limit = max(1000, 2 * state.entries.count)
    }
  }

  /// Forgets what a transaction that failed has noted.
  func forget(since mark: Int) {
    state.withLock { state in
      state.entries = state.entries.filter { $0.value.number <= mark }
    }
  }

  /// The number of an object's record; nil if it is not known.
  func id(of model: Model, _ record: String) -> Int64? {
    let identifier = ObjectIdentifier(model)
    guard let entry = state.withLock({ $0.entries[identifier] }), entry.model === model else {
      return nil
    }
    return entry.record == record ? entry.id : nil
  }
}
