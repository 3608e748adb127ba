import Synchronization

/// What is made once per class and shared between threads.
///
/// A value is made outside the lock, so that making one may need another; when two threads make
/// the same, the first one stored is used by both.
final class ClassCache<Value: Sendable>: Sendable {
  private let values = Mutex<[ObjectIdentifier: Value]>([:])

  /// Returns the value for `type`, made by `make` at first use.
  func value(for type: AnyClass, make: () throws -> Value) rethrows -> Value {
    let identifier = ObjectIdentifier(type)
    if let value = values.withLock({ $0[identifier] }) { return value }
    let made = try make()
    return values.withLock { values in
      if let first = values[identifier] { return first }
      values[identifier] = made
      return made
    }
  }
}
