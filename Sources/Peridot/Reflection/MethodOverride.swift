/// One overridable method, and which classes override it.
///
/// A hook that nobody overrides need not be called, and its arguments need not be made.
struct MethodOverride: Sendable {
  private let methods: Set<UInt>
  private let root: AnyClass

  /// The method that `probe`, a subclass of `root`, overrides, and `plain`, another one, does not.
  init(overriddenBy probe: AnyClass, notBy plain: AnyClass, below root: AnyClass) {
    let overridden = RuntimeFields.overriddenMethods(of: probe) ?? []
    methods = overridden.subtracting(RuntimeFields.overriddenMethods(of: plain) ?? [])
    self.root = root
  }

  /// Tells whether `type` or a superclass below the root overrides the method, or may do so.
  func isOverridden(in type: AnyClass) -> Bool {
    RuntimeFields.classChain(of: type, below: root).contains { owner in
      guard let overridden = RuntimeFields.overriddenMethods(of: owner), !methods.isEmpty else {
        return true
      }
      return !methods.isDisjoint(with: overridden)
    }
  }
}
