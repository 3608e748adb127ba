/// One overridable method.
///
/// A hook that nobody overrides need not be called, and its arguments need not be made.
struct MethodOverride: Sendable {
  private let methods: Set<UInt>

  /// The one method that `probe`, a subclass of some root, overrides, and `plain`, another one,
  /// does not.
  ///
  /// Where the two differ in anything else, the tables are not what they are taken for, and every
  /// class counts as one that overrides the method.
  init(overriddenBy probe: AnyClass, notBy plain: AnyClass) {
    let all = Set(RuntimeFields.overriddenMethods(of: probe) ?? [])
    let others = Set(RuntimeFields.overriddenMethods(of: plain) ?? [])
    let difference = all.subtracting(others)
    methods = difference.count == 1 && others.isSubset(of: all) ? difference : []
  }

  /// Tells whether the method is among `overridden`, or may be.
  func isAmong(_ overridden: OverriddenMethods) -> Bool {
    guard let all = overridden.methods, !methods.isEmpty else { return true }
    return all.contains(where: methods.contains)
  }
}

/// The methods that a class and its superclasses override.
struct OverriddenMethods {
  /// Nil where that cannot be told.
  fileprivate let methods: [UInt]?

  /// The methods that `type` or a superclass below `root` overrides.
  init(of type: AnyClass, below root: AnyClass) {
    var methods: [UInt] = []
    for owner in RuntimeFields.classChain(of: type, below: root) {
      guard let own = RuntimeFields.overriddenMethods(of: owner) else {
        self.methods = nil
        return
      }
      methods += own
    }
    self.methods = methods
  }
}
