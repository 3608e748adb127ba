import Synchronization

/// Formatters that are alike: one for each thread that asks at the same time.
///
/// A formatter is an object, and Foundation promises its thread safety on some systems only. So a
/// thread takes one out of the pool, works with it, and puts it back: nobody waits while it works.
final class FormatterPool<Formatter>: Sendable {
  private let idle = Mutex<[Idle]>([])
  private let make: @Sendable () -> Formatter

  private struct Idle: @unchecked Sendable {
    // Sendable: a formatter is idle, or else in the hands of the one thread that took it out.
    let formatter: Formatter
  }

  init(_ make: @escaping @Sendable () -> Formatter) {
    self.make = make
  }

  func use<Result>(_ body: (Formatter) throws -> Result) rethrows -> Result {
    let taken = idle.withLock { $0.popLast() } ?? Idle(formatter: make())
    defer {
      // There are no more than once worked at the same time.
      idle.withLock { $0.append(taken) }
    }
    return try body(taken.formatter)
  }
}
