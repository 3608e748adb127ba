/// A cache of something that is made once per type and shared between threads.
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

    deinit {
      // Sound: nobody asks any more.
      unsafe next.letGo()
    }
  }

  private final class List: Sendable {
    let first = OnceReference<Entry>()

    deinit {
      // As above.
      unsafe first.letGo()
    }
  }

  private let owned: [List]
  /// The same, for use without counting references.
  private let lists: [Permanent<List>]

  init() {
    owned = (0..<64).map { _ in List() }
    // Sound: only this cache refers to them, and it owns them.
    lists = owned.map { unsafe Permanent(keptElsewhere: $0) }
  }

  /// Returns the value for `type`, made by `make` at first use.
  func value(for type: Any.Type, make: () throws -> Value) rethrows -> Value {
    if let known = known(for: type) { return known }
    let made = Entry(ObjectIdentifier(type), try make())
    return list(of: type).use { list in
      var entry = list.first.store(made)
      while entry !== made, entry.type != made.type { entry = entry.next.store(made) }
      return entry.value
    }
  }

  /// The same for a value that the class's own members are asked for; see `ClassQuestions`.
  @inline(__always)
  func value(asking type: AnyClass, make: () throws -> Value) rethrows -> Value {
    if let known = known(for: type) { return known }
    return try value(for: type) { try ClassQuestions.making(self, of: type, make) }
  }

  /// Returns the value for `type`, if it was made.
  @inline(__always)
  func known(for type: Any.Type) -> Value? {
    var next = list(of: type).use { $0.first.permanent }
    while let entry = next {
      if let value = entry.use({ $0.type == ObjectIdentifier(type) ? $0.value : nil }) {
        return value
      }
      next = entry.use { $0.next.permanent }
    }
    return nil
  }

  @inline(__always)
  private func list(of type: Any.Type) -> Permanent<List> {
    // Metadata is aligned, so the lowest bits say nothing.
    let address = UInt(bitPattern: ObjectIdentifier(type))
    return lists[Int((address >> 4 ^ address >> 10) & 63)]
  }
}
