import Synchronization

/// A fact about the standard library that is looked at once, such as whether it lays a value out in a
/// certain way.
///
/// A constant at first: what a program makes at first use is asked for by a call each time, and such facts
/// are asked for with each value.
struct AskedOnce: ~Copyable, Sendable {
  /// Positive for yes, negative for no, zero before it was asked.
  private let answer = Atomic<Int8>(0)

  @inline(__always)
  init() {}

  /// Whether the fact holds, for which `look` is called at first.
  @inline(__always)
  func holds(_ look: () -> Bool) -> Bool {
    let known = answer.load(ordering: .relaxed)
    return known == 0 ? ask(look) : known > 0
  }

  @inline(never)
  private func ask(_ look: () -> Bool) -> Bool {
    let holds = look()
    answer.store(holds ? 1 : -1, ordering: .relaxed)
    return holds
  }
}
