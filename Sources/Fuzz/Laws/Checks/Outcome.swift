import Foundation
import Peridot

/// What comes of one call: a value or an error, and what was reported on the way.
struct Outcome: Equatable {
  enum Result: Equatable {
    case value(Plain)
    /// The element was dropped, or there was none.
    case dropped
    case error([ErrorFacts])
    /// An error of another type, in its words.
    case foreign(String)
  }

  var result: Result
  var issues: [IssueFacts] = []
  /// All texts that the library made of it for people.
  var texts: [String] = []

  static func == (first: Outcome, second: Outcome) -> Bool {
    first.result == second.result && first.issues == second.issues
  }

  /// The same with whole numbers as integers.
  var comparable: Outcome {
    guard case .value(let value) = result else { return self }
    var outcome = self
    outcome.result = .value(value.comparable)
    return outcome
  }

  var value: Plain? { if case .value(let value) = result { value } else { nil } }
  var isError: Bool {
    switch result {
    case .error, .foreign: true
    case .value, .dropped: false
    }
  }
}

/// What of an error does not depend on the door.
struct ErrorFacts: Hashable {
  var kind: String
  var key: String?
  var path: [String]
  /// Whether a coder itself refused the value, and told no place within it.
  private(set) var isOfWholeValue = false

  init(_ error: JSONAdapterError, without prefix: Int) {
    kind = "\(error.kind)"
    key = error.propertyKey
    path = words(error.pathComponents, without: prefix)
  }

  init(_ error: DecodingError.Context, without prefix: Int) {
    kind = "coder"
    path = error.codingPath.dropFirst(prefix).map {
      $0.intValue.map { "[\($0)]" } ?? $0.stringValue
    }
    // A missing member is no part of the coding path.
    let own = error.underlyingError as? JSONAdapterError
    if let own, own.kind == .missingKeys {
      path = words(own.pathComponents, without: prefix)
    }
    if let own, let cause = own.underlying,
      ![.transformFailed, .validationFailed].contains(own.kind)
    {
      // JSONDecoder's error about a number has no place, and is no DecodingError yet.
      let told = (cause as? DecodingError)?.context
      isOfWholeValue = told.map { $0.codingPath.count <= error.codingPath.count } ?? true
    }
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

/// What of an issue does not depend on the door.
struct IssueFacts: Hashable {
  var action: String
  var key: String?
  var path: [String]

  init(_ issue: JSONIssue, without prefix: Int) {
    action = "\(issue.action)"
    key = issue.propertyKey
    path = words(issue.pathComponents, without: prefix)
  }
}

private func words(_ components: [JSONKeyPath.Component], without prefix: Int) -> [String] {
  components.dropFirst(prefix).map { component in
    switch component {
    case .key(let name): name
    case .index(let index): "[\(index)]"
    case .each: "[*]"
    }
  }
}

/// The issues that a call reports.
final class IssueList: @unchecked Sendable {
  // Sendable: one task reads a document.
  private(set) var issues: [JSONIssue] = []

  @Sendable func add(_ issue: JSONIssue) { issues.append(issue) }
}

extension Outcome {
  /// Runs a call, whose document has the object below so many steps.
  static func of(
    below prefix: Int = 0, _ body: (IssueList) throws -> Result
  ) -> Outcome {
    let list = IssueList()
    let result: Result
    var texts: [String] = []
    do {
      result = try body(list)
    } catch {
      result = Self.failure(error, below: prefix)
      texts += Self.texts(of: error)
    }
    let issues = list.issues
    return Outcome(
      result: result, issues: issues.map { IssueFacts($0, without: prefix) }.sorted(),
      texts: texts + issues.flatMap(Self.texts))
  }

  static func failure(_ error: any Error, below prefix: Int) -> Result {
    switch error {
    case let error as JSONAdapterError:
      let all = error.kind == .multiple ? error.errors : [error]
      return .error(all.map { ErrorFacts($0, without: prefix) })
    case let error as DecodingError:
      guard let context = error.context else { return .foreign("\(error)") }
      let all = (context.underlyingError as? JSONAdapterError)?.errors ?? []
      let first = ErrorFacts(context, without: prefix)
      return .error([first] + all.dropFirst().map { ErrorFacts($0, without: prefix) })
    default: return .foreign("\(type(of: error)): \(error)")
    }
  }

  private static func texts(of issue: JSONIssue) -> [String] {
    ["\(issue)", issue.path, issue.pointer, issue.expected, issue.found]
      + issue.allowedValues + issue.pathComponents.map { "\($0)" }
  }

  static func texts(of error: any Error) -> [String] {
    guard let error = error as? JSONAdapterError else { return ["\(error)"] }
    return [
      "\(error)", error.localizedDescription, error.path, error.pointer, error.expected,
      error.found, String(decoding: error.problemDetails.data, as: UTF8.self),
    ]
      + error.allowedValues + error.pathComponents.map { "\($0)" }
      + error.errors.flatMap(texts)
  }
}

extension [IssueFacts] {
  /// In an order of their own: a set's elements have none.
  fileprivate func sorted() -> Self { map { ("\($0)", $0) }.sorted { $0.0 < $1.0 }.map(\.1) }
}

extension Outcome: CustomStringConvertible {
  var description: String {
    let result =
      switch result {
      case .value(let value): "\(value)"
      case .dropped: "dropped"
      case .error(let errors):
        "error " + errors.map(\.description).joined(separator: " and ")
      case .foreign(let words): "another error: \(words)"
      }
    return result
      + issues.map { "\n      issue \($0.action) \($0.key ?? "-") at $\($0.path)" }.joined()
  }
}

extension ErrorFacts: CustomStringConvertible {
  var description: String { "\(kind) of \(key ?? "-") at $\(path)" }
}
