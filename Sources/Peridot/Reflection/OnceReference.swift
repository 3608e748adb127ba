import Synchronization

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
