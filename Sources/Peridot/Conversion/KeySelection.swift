/// The property keys to write, at any depth: `id` names a property with all that lies within it,
/// `user.login` one property of the models within another.
struct KeySelection {
  private(set) var children: [String: KeySelection] = [:]
  /// True when a path ends here, so that all within is written.
  private var isWhole = false

  init(_ paths: [String]) {
    for path in paths { add(path.split(separator: ".", omittingEmptySubsequences: false)[...]) }
  }

  private mutating func add(_ path: ArraySlice<Substring>) {
    guard let key = path.first else {
      isWhole = true
      return
    }
    children[String(key), default: KeySelection([])].add(path.dropFirst())
  }

  /// The keys that are selected within the property; nil for all.
  func within(_ key: String) -> KeySelection? {
    guard let child = children[key], !child.isWhole else { return nil }
    return child
  }
}
