/// An object that is never freed, such as a part of a class's plan: to use it counts no references.
@safe struct Permanent<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Sendable: an immutable reference to a Sendable object.

  private let reference: Unmanaged<Object>

  /// Keeps `object` for as long as the process lives.
  init(_ object: Object) {
    // Sound: the reference is counted here, and never released.
    unsafe reference = Unmanaged.passRetained(object)
  }

  /// Takes over a reference that has been counted and is never released.
  @unsafe init(retained reference: Unmanaged<Object>) {
    unsafe self.reference = reference
  }

  /// Calls `body` with the object.
  @inline(__always)
  func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    // Sound: the object outlives any call.
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }
}
