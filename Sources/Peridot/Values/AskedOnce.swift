import Synchronization

/// A fact about the standard library, determined once, such as how it lays out a value.
///
/// A constant at first, because reading a lazy global takes a call each time.
struct AskedOnce: ~Copyable, Sendable {
  /// Positive for yes, negative for no, zero before the first question.
  private let answer = Atomic<Int8>(0)

  @inline(__always)
  init() {}

  /// Whether the fact holds; calls `look` the first time.
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

extension Dictionary {
  /// Returns the value for `key`, which `make` makes at first use.
  ///
  /// Dynamic, so that it is compiled once, not for each type: for tables that are filled seldom.
  dynamic mutating func value(for key: Key, make: () -> Value) -> Value {
    if let known = self[key] { return known }
    let made = make()
    self[key] = made
    return made
  }
}
