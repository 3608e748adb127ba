import Synchronization

/// The bytes and models that one task counts, and others see.
@usableFromInline
final class StreamCounter: Sendable {
  private let models = Atomic(0)
  private let bytes = Atomic(0)
  /// Negative if it isn't known.
  private let total = Atomic(-1)

  var progress: JSONStreamProgress {
    let total = total.load(ordering: .relaxed)
    let bytes = bytes.load(ordering: .relaxed)
    // A file can grow while it is read.
    return JSONStreamProgress(
      models: models.load(ordering: .relaxed), bytes: bytes,
      totalBytes: total < 0 ? nil : max(total, bytes))
  }

  func add(bytes count: Int) { Self.add(count, to: bytes) }

  func addModel() { Self.add(1, to: models) }

  func setTotal(_ count: Int) { total.store(count, ordering: .relaxed) }

  /// Notes that there are no more bytes.
  func end() { setTotal(bytes.load(ordering: .relaxed)) }

  /// Cheaper than an atomic addition, which no other task needs.
  private static func add(_ count: Int, to sum: borrowing Atomic<Int>) {
    sum.store(sum.load(ordering: .relaxed) &+ count, ordering: .relaxed)
  }
}
