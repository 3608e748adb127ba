/// Hashes what lies near. Equal graphs may be linked differently (a loop of one or of two objects
/// unfolds to the same), so a hash can only go down to a fixed depth.
enum HashDepth {
  @TaskLocal private static var current = 0

  static func goDown(_ hash: () -> Void) {
    guard current < 2 else { return }
    $current.withValue(current + 1, operation: hash)
  }

  /// Hashes on a stack of its own, at the same depth.
  static func onNewStack(_ hash: () -> Void) {
    let depth = current
    StackRoom.onNewStack { $current.withValue(depth, operation: hash) }
  }
}
