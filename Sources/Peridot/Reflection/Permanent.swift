internal import PeridotExclusivity

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
