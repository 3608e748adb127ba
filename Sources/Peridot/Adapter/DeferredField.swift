/// A field that is read after all others, from a place found by its path.
struct DeferredField: Sendable {
  enum Source: Sendable {
    /// The first that is there and not null.
    case firstOf([[JSONKeyPath.Component]])
    /// A dictionary of those found, keyed by the paths' texts.
    case all([(text: String, path: [JSONKeyPath.Component])])
    /// One path, through arrays.
    case path([JSONKeyPath.Component])
    /// One path, or the name that its text is, if nothing lies there.
    case fallback([JSONKeyPath.Component], name: String)
    /// The object itself.
    case root
  }

  let field: Int
  let source: Source
  /// The index of the name that each path begins with, among those that are noted; -1 for others.
  var heads: [Int] = []

  /// The paths that are looked at.
  var paths: [[JSONKeyPath.Component]] {
    switch source {
    case .firstOf(let paths): paths
    case .all(let paths): paths.map(\.path)
    case .path(let path), .fallback(let path, _): [path]
    case .root: []
    }
  }
}
