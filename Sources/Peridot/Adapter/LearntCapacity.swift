import Synchronization

/// How much room the text of a model wants, going by the last one of its class.
struct LearntCapacity: ~Copyable, Sendable {
  private let bytes = Atomic<Int>(512)

  var value: Int { bytes.load(ordering: .relaxed) }

  /// Notes how much of `capacity` a text took.
  func note(size: Int, of capacity: Int) {
    let wanted = size + size / 8 + 64
    // A little more or less is not worth a write that other threads have to wait for.
    if wanted > capacity || wanted < capacity / 2 { bytes.store(wanted, ordering: .relaxed) }
  }
}
