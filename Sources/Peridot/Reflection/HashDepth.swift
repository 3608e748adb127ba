/// Hashes what lies near. Equal graphs may be linked differently (a loop of one or of two objects
/// unfolds to the same), so a hash can only go down to a fixed depth.
enum HashDepth {
  /// The count of one level of a graph: a hash goes down two objects, or sixteen collections that
  /// lie within each other in an `Any`.
  enum Level: UInt {
    case object = 8
    case collection = 1
  }

  private static let current = ThreadWord()

  static func goDown(one level: Level, _ hash: () -> Void) {
    let depth = current.value
    guard depth < 16 else { return }
    current.value = depth + level.rawValue
    defer { current.value = depth }
    hash()
  }
}
