/// The storage of a variable of an `@Observable` class that is declared by key path, as far as putting
/// back its value must tell the observers.
final class ObservedVariable: SavedVariable {
  private let storage: any PropertyAccess
  private let declared: any PropertyAccess

  init(_ storage: any PropertyAccess, through declared: any PropertyAccess) {
    self.storage = storage
    self.declared = declared
  }

  var runsCode: Bool { true }

  var storedOffset: Int? { nil }

  func saved(of object: AnyObject) -> Any { storage.saved(of: object) }

  func restore(_ saved: Any, in object: AnyObject) {
    if !storage.hasValue(saved, in: object) { _ = declared.setValue(saved, of: object) }
  }
}
