import Synchronization

/// A repaired, skipped or dropped part of a document under a lenient policy.
public struct JSONIssue: Sendable, Equatable {
  /// The outcome for the value.
  public enum Action: Sendable, Equatable {
    /// The value was converted with a loss.
    case converted
    /// The value counted as null, and the Optional became nil.
    case becameNil
    /// The property kept its value.
    case skipped
    /// The property became nil, zero, false or empty.
    case reset
    /// The collection omits the element.
    case dropped
    /// No property maps the member.
    case unknownKey
    /// Peridot wrote a model whose class the JSON doesn't show.
    case lostClass
  }

  /// The outcome for the value.
  public let action: Action
  /// The JSON path of the value, such as `$.items[3].id`. It shortens long names;
  /// ``pathComponents`` has the full ones.
  public var path: String { place.path.text }
  /// The steps of ``path``, with the document's names.
  public var pathComponents: [JSONKeyPath.Component] { place.path.components }
  /// The place in the form of RFC 6901: `/items/3/id`; empty for the whole document.
  public var pointer: String { place.path.pointer }
  /// The name of the model class, if the value belongs to a property.
  public let modelClass: String?
  /// The key of the property, if the value belongs to one.
  public let propertyKey: String?
  /// The value that the property accepts, in words.
  public var expected: String { expectedPhrase.description }
  /// The found value, in words.
  public var found: String { foundPhrase.description }
  private let expectedPhrase: ErrorPhrase
  private let foundPhrase: ErrorPhrase
  private var place: Place

  /// Creates an issue, for example to test code that handles issues.
  public init(
    action: Action, path: String, modelClass: String? = nil, propertyKey: String? = nil,
    expected: String, found: String
  ) {
    self.action = action
    place = .path(.text(path))
    self.modelClass = modelClass
    self.propertyKey = propertyKey
    expectedPhrase = ErrorPhrase(words: expected)
    foundPhrase = ErrorPhrase(words: found)
  }
}

extension JSONIssue {
  /// Creates the issue for an error that the policy tolerates.
  init(_ action: Action, _ error: ConversionError, at place: Place) {
    if case .missingKeys(let keys) = error.kind {
      expectedPhrase = .keys(keys)
      foundPhrase = "nothing"
    } else {
      expectedPhrase = error.expected == "" ? "another value" : error.expected
      foundPhrase = error.found
    }
    self.action = action
    self.place = place
    modelClass = error.modelClass.map { "\($0)" }
    propertyKey = error.propertyKey
  }
}

extension ErrorPhrase {
  /// The missing keys.
  static func keys(_ keys: [String]) -> ErrorPhrase {
    "\(keys.map { "\"\($0)\"" }.joined(separator: ", "))"
  }
}

extension JSONIssue {
  /// Two issues with the same content are equal.
  public static func == (first: Self, second: Self) -> Bool {
    first.action == second.action && first.path == second.path
      && first.modelClass == second.modelClass && first.propertyKey == second.propertyKey
      && first.expected == second.expected && first.found == second.found
  }
}

extension JSONIssue: CustomStringConvertible {
  public var description: String { message.description }

  /// The message as data, for other languages.
  public var message: ErrorPhrase {
    let path = Boxed.words(path: path)
    let (expected, found) = (expectedPhrase, foundPhrase)
    return switch action {
    case .converted: "\(path): took \(found) as \(expected)"
    case .becameNil: "\(path): expected \(expected), found \(found); it became nil"
    case .skipped: "\(path): expected \(expected), found \(found); the property kept its value"
    case .reset: "\(path): expected \(expected), found \(found); the property was reset"
    case .dropped: "\(path): expected \(expected), found \(found); the element was dropped"
    case .unknownKey: "\(path): no property is mapped to this member"
    case .lostClass: "\(path): \(found)"
    }
  }

  /// The allowed values, the one most similar to the found value first; empty if nothing lists them.
  public var allowedValues: [String] { expectedPhrase.allowed + foundPhrase.allowed }

  /// The issue in terms of the document that contains its value at `outerPath`.
  func moved(into outerPath: [JSONKeyPath.Component]) -> Self {
    var issue = self
    issue.place = .path(place.path.inside(outerPath))
    return issue
  }

  /// The issue in terms of an array of which a part was read, after `count` elements.
  func after(elements count: Int) -> Self {
    guard count > 0, case .index(let index)? = pathComponents.first else { return self }
    var issue = self
    issue.place = .path(.steps([.index(index + count)] + pathComponents.dropFirst()))
    return issue
  }
}

extension JSONIssue {
  /// The paths of all issues of one document, found in one pass when the first is needed.
  ///
  /// Most callers don't need them, and a path takes a pass over the whole document.
  final class Paths: Sendable {
    private enum State {
      case offsets([Int], JSONBytes)
      case paths([DocumentPath])
    }

    private let state: Mutex<State>

    init(of offsets: [Int], in source: JSONBytes) {
      state = Mutex(.offsets(offsets, source))
    }

    func path(_ index: Int) -> DocumentPath {
      state.withLock { state in Self.paths(&state)[index] }
    }

    /// Finds the paths, and releases the document.
    func find() {
      state.withLock { state in _ = Self.paths(&state) }
    }

    private static func paths(_ state: inout State) -> [DocumentPath] {
      switch state {
      case .paths(let paths): return paths
      case .offsets(let offsets, let source):
        let paths = source.paths(to: offsets)
        state = .paths(paths)
        return paths
      }
    }
  }

  /// An issue's place.
  enum Place: Sendable {
    case path(DocumentPath)
    case of(Int, in: Paths, innerPath: [JSONKeyPath.Component])

    var path: DocumentPath {
      switch self {
      case .path(let path): path
      case .of(let index, let paths, let innerPath): paths.path(index).then(innerPath)
      }
    }
  }
}
