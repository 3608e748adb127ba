import Synchronization

/// The paths of all issues of one document, found in one pass when the first of them is asked for.
///
/// Most callers do not listen, and a path takes a look at the whole document.
final class IssuePaths: Sendable {
  private enum State {
    case offsets([Int], JSONBytes)
    case paths([String])
  }

  private let state: Mutex<State>

  init(of offsets: [Int], in source: JSONBytes) {
    state = Mutex(.offsets(offsets, source))
  }

  func path(_ index: Int) -> String {
    state.withLock { state in Self.paths(&state)[index] }
  }

  /// Finds the paths, and lets go of the document.
  func find() {
    state.withLock { state in _ = Self.paths(&state) }
  }

  private static func paths(_ state: inout State) -> [String] {
    switch state {
    case .paths(let paths): return paths
    case .offsets(let offsets, let source):
      let paths = source.paths(to: offsets)
      state = .paths(paths)
      return paths
    }
  }
}

/// Where an issue lies.
enum IssuePlace: Sendable, Equatable {
  case path(String)
  case of(Int, in: IssuePaths, innerPath: String)

  var path: String {
    switch self {
    case .path(let path): path
    case .of(let index, let paths, let innerPath): paths.path(index) + innerPath
    }
  }

  static func == (one: Self, other: Self) -> Bool { one.path == other.path }
}
