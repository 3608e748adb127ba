/// What is made once per type and shared between threads.
///
/// Looking up takes no lock, since every object that is copied or compared asks: the values lie in
/// lists that only grow, one for each remainder of the type's address. A value is made without a
/// lock too, so that making one may need another; when two threads make the same, the first one
/// stored is used by both.
final class ClassCache<Value: Sendable>: Sendable {
  private final class Entry: Sendable {
    let type: ObjectIdentifier
    let value: Value
    let next = OnceReference<Entry>()

    init(_ type: ObjectIdentifier, _ value: Value) {
      self.type = type
      self.value = value
    }
  }

  private final class List: Sendable {
    let first = OnceReference<Entry>()
  }

  private let lists = (0..<64).map { _ in List() }

  /// Returns the value for `type`, made by `make` at first use.
  func value(for type: Any.Type, make: () throws -> Value) rethrows -> Value {
    let type = ObjectIdentifier(type)
    // Metadata is aligned, so the lowest bits say nothing.
    let address = UInt(bitPattern: type)
    let list = lists[Int((address >> 4 ^ address >> 10) & 63)]
    var known = list.first.object
    while let entry = known {
      if entry.type == type { return entry.value }
      known = entry.next.object
    }
    let made = Entry(type, try make())
    var entry = list.first.store(made)
    while entry !== made, entry.type != type { entry = entry.next.store(made) }
    return entry.value
  }
}
