/// Answers about types for which the runtime would search the conformances of the whole program.
///
/// It takes tens of microseconds to find that a type doesn't conform to a protocol, and as long to
/// find the conformance that a class inherits.
enum KnownConformances {
  /// The class `Model`, which a higher room declares; nil if it has another name.
  private static let model: AnyClass? = _typeByName("7Peridot5ModelC") as? AnyClass

  /// Returns whether `type` is `Model` or a subclass.
  static func isModel(_ type: Any.Type) -> Bool {
    guard RuntimeFields.kind(of: type) == .class, let type = type as? AnyClass, let model else {
      return false
    }
    return isSubclass(type, of: model)
  }

  /// Returns `type` as a class that conforms to the protocols of `Existential` because `Model` does;
  /// nil for any other type.
  ///
  /// - Parameter model: Makes the same of the class `Model`.
  dynamic static func inherited<Existential>(
    _ type: Any.Type, like model: (AnyClass) -> Existential?
  ) -> Existential? {
    guard isModel(type), let root = self.model, var existential = model(root) else { return nil }
    // Sound: the metatype of a protocol is the class's metadata, and behind that the witness tables
    // of its conformances. A subclass of `Model` inherits `Model`'s.
    unsafe withUnsafeMutableBytes(of: &existential) { words in
      unsafe words.storeBytes(of: unsafeBitCast(type, to: UInt.self), as: UInt.self)
    }
    return existential
  }
}
