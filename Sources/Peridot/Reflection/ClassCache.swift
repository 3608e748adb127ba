internal import PeridotExclusivity
import Synchronization

/// A cache of something that is made once per type and shared between threads.
///
/// Every object that is copied or compared looks up here, so this takes no lock: the values lie in
/// lists that only grow, one for each remainder of the type's address. Making a value takes no lock
/// either, so that it can need another. If two threads make the same value, both use the one stored
/// first.
package final class ClassCache<Value: Sendable>: Sendable {
  private final class Entry: Sendable {
    let type: ObjectIdentifier
    let value: Value
    let next = OnceReference<Entry>()

    init(_ type: ObjectIdentifier, _ value: Value) {
      self.type = type
      self.value = value
    }

    deinit {
      // Sound: nobody reads the lists any more.
      unsafe next.letGo()
    }
  }

  private final class List: Sendable {
    let first = OnceReference<Entry>()

    deinit {
      // Sound: nobody reads the list any more.
      unsafe first.letGo()
    }
  }

  private let owned: [List]
  /// The lists, for use without counting references.
  private let lists: [Permanent<List>]

  package init() {
    owned = (0..<64).map { _ in List() }
    // Sound: only this cache refers to them, and it owns them.
    lists = owned.map { unsafe Permanent(keptElsewhere: $0) }
  }

  /// Returns the value for `type`; calls `make` at first use.
  package func value(for type: Any.Type, make: () throws -> Value) rethrows -> Value {
    if let known = known(for: type) { return known }
    let made = Entry(ObjectIdentifier(type), try make())
    return list(of: type).use { list in
      var entry = list.first.store(made)
      while entry !== made, entry.type != made.type { entry = entry.next.store(made) }
      return entry.value
    }
  }

  /// Returns the value of a class on whose own members it depends; see `ClassQuestions`.
  @inline(__always)
  func value(asking type: AnyClass, make: () throws -> Value) rethrows -> Value {
    if let known = known(for: type) { return known }
    return try value(for: type) { try ClassQuestions.making(self, of: type, make) }
  }

  /// Returns the value for `type`, if there is one.
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
    // Metadata is aligned, so the lowest bits are equal for all types.
    let address = UInt(bitPattern: ObjectIdentifier(type))
    return lists[Int((address >> 4 ^ address >> 10) & 63)]
  }
}

/// A reference that the first thread to need it sets, once. It is released only if the object that
/// holds this calls `letGo()`: a `deinit` of its own would slow down each use.
///
/// `AtomicLazyReference` looks up generic types at each call: a twelfth of the time of reading
/// nested objects.
@safe struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let slot = unsafe Atomic<Unmanaged<Object>?>(nil)

  var object: Object? {
    // Sound: the stored object is retained for as long as anybody reads it.
    unsafe slot.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// The object, for use without counting references.
  @inline(__always)
  var permanent: Permanent<Object>? {
    // Sound: the stored object is retained for as long as anybody reads it.
    unsafe slot.load(ordering: .acquiring).map { unsafe Permanent(retained: $0) }
  }

  /// Stores `object`, unless another thread did so first; returns the stored object.
  func store(_ object: Object) -> Object {
    // Sound: the stored reference keeps the object; one that is not stored is released.
    let reference = unsafe Unmanaged.passRetained(object)
    let (stored, first) = unsafe slot.compareExchange(
      expected: nil, desired: reference, ordering: .acquiringAndReleasing)
    if stored { return object }
    unsafe reference.release()
    return unsafe first?.takeUnretainedValue() ?? object
  }

  /// Stores an object that its owner keeps for as long as anybody reads it here.
  @unsafe func store(keptElsewhere object: Object) {
    unsafe slot.store(Unmanaged.passUnretained(object), ordering: .releasing)
  }

  /// Releases the object of `store(_:)`, in the `deinit` of this value's holder.
  @unsafe func letGo() {
    unsafe slot.load(ordering: .acquiring)?.release()
  }
}

/// An object that outlives every use of this, such as a part of a class's plan. Using it counts no
/// references.
@safe struct Permanent<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Sendable: an immutable reference to a Sendable object.

  private let reference: Unmanaged<Object>

  /// Keeps `object` for the life of the process.
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
    // Sound: the object outlives every call, as the initializers require.
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }
}

/// Keeps an object for the life of the process and stops counting its references, because all
/// threads that use the object would write to the count.
///
/// Call this before another thread has the object.
func keepForever(_ object: AnyObject) {
  // Sound: the reference is counted here, and never released.
  unsafe PeridotStopCounting(Unmanaged.passRetained(object).toOpaque())
}
