import Synchronization

/// A reference that is found once, by whichever thread comes first, and never let go.
///
/// `AtomicLazyReference` means the same, but looks up generic types at each call: for objects within
/// objects that was a twelfth of the time of reading them.
@safe struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let slot = unsafe Atomic<Unmanaged<Object>?>(nil)

  var object: Object? {
    // Sound: what was stored is retained for ever.
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
}
