internal import PeridotExclusivity
import Synchronization

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

/// A reference that is found once, by whichever thread comes first. It is never let go, unless the
/// object that holds this lets it go when it ends: a `deinit` of its own would cost each use.
///
/// `AtomicLazyReference` means the same, but looks up generic types at each call: for objects within
/// objects that was a twelfth of the time of reading them.
@safe struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let slot = unsafe Atomic<Unmanaged<Object>?>(nil)

  var object: Object? {
    // Sound: what was stored is retained for as long as anybody asks.
    unsafe slot.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// The same, for use without counting references.
  @inline(__always)
  var permanent: Permanent<Object>? {
    // Sound: as above.
    unsafe slot.load(ordering: .acquiring).map { unsafe Permanent(retained: $0) }
  }

  /// Stores `object`, unless another thread did so first; returns the one that counts.
  func store(_ object: Object) -> Object {
    // Sound: the reference that is stored keeps the object; the one that is not is given back.
    let reference = unsafe Unmanaged.passRetained(object)
    let (stored, first) = unsafe slot.compareExchange(
      expected: nil, desired: reference, ordering: .acquiringAndReleasing)
    if stored { return object }
    unsafe reference.release()
    return unsafe first?.takeUnretainedValue() ?? object
  }

  /// Stores an object that something else keeps for as long as anybody asks for it here.
  @unsafe func store(keptElsewhere object: Object) {
    unsafe slot.store(Unmanaged.passUnretained(object), ordering: .releasing)
  }

  /// Lets go what `store(_:)` has stored: for the `deinit` of what holds this.
  @unsafe func letGo() {
    unsafe slot.load(ordering: .acquiring)?.release()
  }
}

/// An object that outlives every use of this, such as a part of a class's plan: to use it counts no
/// references.
@safe struct Permanent<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Sendable: an immutable reference to a Sendable object.

  private let reference: Unmanaged<Object>

  /// Keeps `object` for as long as the process lives.
  init(_ object: Object) {
    // Sound: the reference is counted here, and never released.
    unsafe reference = Unmanaged.passRetained(object)
  }

  /// Refers to an object that its owner keeps for longer than this is used.
  @unsafe init(keptElsewhere object: Object) {
    unsafe reference = Unmanaged.passUnretained(object)
  }

  /// Takes over a reference that has been counted and is never released.
  @unsafe init(retained reference: Unmanaged<Object>) {
    unsafe self.reference = reference
  }

  /// Calls `body` with the object.
  @inline(__always)
  func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    // Sound: the object outlives any call, as whoever made this has seen to.
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }
}

/// Keeps an object for as long as the process lives, without counting references to it from then on: a
/// count would be memory to which all threads write that use the object.
///
/// To be called before another thread has the object.
func keepForever(_ object: AnyObject) {
  // Sound: the reference is counted here, and never released.
  unsafe PeridotStopCounting(Unmanaged.passRetained(object).toOpaque())
}
