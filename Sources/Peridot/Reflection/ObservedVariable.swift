/// The storage of a variable of an `@Observable` class that is declared by key path, as far as putting
/// back its value must tell the observers.
final class ObservedVariable: PropertyAccess, @unchecked Sendable {
  private let storage: PropertyAccess
  private let declared: PropertyAccess

  init(_ storage: PropertyAccess, through declared: PropertyAccess) {
    self.storage = storage
    self.declared = declared
  }

  override var runsCode: Bool { true }

  override func saved(of object: AnyObject) -> Any { storage.saved(of: object) }

  override func restore(_ saved: Any, in object: AnyObject) {
    if !storage.hasValue(saved, in: object) { _ = declared.setValue(saved, of: object) }
  }
}
