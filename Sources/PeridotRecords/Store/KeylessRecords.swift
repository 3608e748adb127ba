import Peridot
import Synchronization

/// The records of objects without keys that the store has saved or read.
final class KeylessRecords: Sendable {
  /// Sendable: the reference is only compared.
  private struct Entry: @unchecked Sendable {
    weak var model: Model?
    let id: Int64
    var number = 0
  }

  private struct State {
    var entries: [Entry] = []
    /// The last entry of each object, made at the first search.
    var places: [ObjectIdentifier: Int]?
    var count = 0
    /// The number of entries at which those of released objects are removed.
    var limit = 1000
  }

  private let state = Mutex(State())

  /// The current position, for a transaction's start.
  var mark: Int { state.withLock { $0.count } }

  func note(_ records: [(model: Model, id: Int64)]) {
    if records.isEmpty { return }
    let entries = records.map { Entry(model: $0.model, id: $0.id) }
    state.withLock { state in
      for var entry in entries {
        state.count += 1
        entry.number = state.count
        state.entries.append(entry)
      }
      state.places = nil
      guard state.entries.count > state.limit else { return }
      state.entries.removeAll { $0.model == nil }
      state.limit = max(1000, 2 * state.entries.count)
    }
  }

  /// Removes the entries of a failed transaction.
  func forget(since mark: Int) {
    state.withLock { state in
      state.entries.removeAll { $0.number > mark }
      state.places = nil
    }
  }

  /// The number of an object's record; nil if it is unknown.
  func id(of model: Model) -> Int64? {
    let identifier = ObjectIdentifier(model)
    let entry = state.withLock { state -> Entry? in
      let places =
        state.places
        ?? state.entries.enumerated().reduce(into: [:]) { places, entry in
          if let model = entry.element.model { places[ObjectIdentifier(model)] = entry.offset }
        }
      state.places = places
      return places[identifier].map { state.entries[$0] }
    }
    return entry?.model === model ? entry?.id : nil
  }
}
