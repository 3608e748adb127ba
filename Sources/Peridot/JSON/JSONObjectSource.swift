import Synchronization

/// What the views of a document's objects share.
final class JSONObjectSource: Sendable {
  let bytes: JSONBytes
  /// The names of members that whoever made the views reads afterwards, and finds when they occur
  /// twice.
  private let watched: JSONKeyTable
  private let isWatching = Atomic(false)

  init(_ bytes: JSONBytes, watched: JSONKeyTable = .empty) {
    self.bytes = bytes
    self.watched = watched
  }

  /// The names of members of which the first may be taken for the last, at this time.
  var watchedNames: JSONKeyTable {
    isWatching.load(ordering: .relaxed) ? watched : .empty
  }

  /// Runs `body`, in which the first of members with a watched name is taken for the last.
  ///
  /// The caller reads the object again when it turns out that there is another.
  func watching<Result>(_ body: () throws -> Result) rethrows -> Result {
    isWatching.store(true, ordering: .relaxed)
    defer { isWatching.store(false, ordering: .relaxed) }
    return try body()
  }
}
