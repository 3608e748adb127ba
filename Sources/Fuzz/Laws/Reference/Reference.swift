import Foundation
import Peridot

/// A reader and writer of JSON for random classes, written from the documentation alone: slow,
/// plain, and without any code of the library, whose answers are judged by it.
///
/// `Docs/Laws.md` lists what it covers. Anything else ends a call with ``Uncovered``.
final class Reference {
  typealias Path = [PlaceSpec.Step]

  /// One mistake of a document.
  struct Fault: Hashable, Sendable {
    var kind: JSONAdapterError.Kind
    /// The property, or the properties that are missing.
    var keys: Set<String> = []
    var path: Path
    /// Whether an Optional becomes nil: of an unknown raw value, or of text that cannot be read.
    var mayBecomeNil = false
    /// Whether it is text that cannot be read, under a policy that goes on without it.
    var isUnreadable = false
  }

  /// The mistakes of a document. Which one is met first depends on the order of its members.
  struct Failure: Error {
    var faults: [Fault]
  }

  /// A case that the reference does not know.
  struct Uncovered: Error {
    let what: String
  }

  /// A value of the document with its place.
  struct Node {
    var json: JSON
    var path: Path
    /// The elements, if a path with `[*]` collected them from several places.
    var parts: [Node]?
    /// Whether a path could not go on here.
    var isBlocked = false

    var elements: [Node] {
      guard case .array(let elements) = json else { return [] }
      return parts ?? elements.enumerated().map { Node(json: $1, path: path + [.index($0)]) }
    }

    /// The members, of repeated ones the last.
    var members: [(name: String, node: Node)] {
      guard case .object(let members) = json else { return [] }
      return members.lastOfEach.map {
        ($0.name, Node(json: $0.value, path: path + [.key($0.name)]))
      }
    }

    /// The value at a path of names; nil if it leads nowhere.
    func at(_ names: [String]) -> Node? {
      guard let name = names.first else { return self }
      return json[name].flatMap {
        Node(json: $0, path: path + [.key(name)]).at(Array(names.dropFirst()))
      }
    }
  }

  /// What holds for the values of one property.
  struct Scope {
    var policy: ConversionPolicy
    var key: String?

    func failure(_ kind: JSONAdapterError.Kind, _ node: Node) -> Failure {
      Failure(faults: [Fault(kind: kind, keys: key.map { [$0] } ?? [], path: node.path)])
    }

    /// The failure for a value of another type. Null has its own, and so has empty text that
    /// counts as null.
    func mismatch(_ node: Node, isReadFromText: Bool = false) -> Failure {
      let isBlank = node.json.asString?.trimmedText.isEmpty == true && policy.emptyStringIsNull
      if node.json.isNull || isBlank { return failure(.nullValue, node) }
      var failure = failure(.typeMismatch, node)
      if isReadFromText { markUnreadable(&failure, node) }
      return failure
    }

    func markUnreadable(_ failure: inout Failure, _ node: Node) {
      let isUnreadable = policy.unreadableText == .makeNil && node.json.asString != nil
      failure.faults[0].isUnreadable = isUnreadable
      failure.faults[0].mayBecomeNil = isUnreadable
    }
  }

  let family: ClassFamily
  let policy: ConversionPolicy
  /// The places of what was repaired, skipped or dropped so far.
  private(set) var issues: [Path] = []
  /// Whether these are all: false after a part with several mistakes was given up.
  private(set) var knowsIssues = true

  init(_ family: ClassFamily, _ policy: PolicySpec) throws {
    guard policy.preset != .legacyYYModel, policy.preset != .legacyJSONModel else {
      throw Uncovered(what: "rules without a switch")
    }
    self.family = family
    self.policy = policy.policy
  }

  /// Reads a document as a model of the family's root class.
  func read(_ document: JSON) throws -> Plain {
    do {
      return try readModel(family.root, Node(json: document, path: []), Scope(policy: policy))
    } catch var failure as Failure
      where failure.faults[0].path.isEmpty && failure.faults[0].keys.isEmpty
    {
      // What counts as null elsewhere is no object here.
      let isNull = document.isNull || document.asString.flatMap { JSON($0) }?.isNull == true
      for index in failure.faults.indices where failure.faults[index].kind == .nullValue && !isNull
      {
        failure.faults[index].kind = .typeMismatch
      }
      throw failure
    }
  }

  func note(_ node: Node) { issues.append(node.path) }

  /// Ends the places of what was noted within a secret value at that value.
  func hideIssues(since count: Int, within path: Path) {
    for index in issues.indices.dropFirst(count) where issues[index].starts(with: path) {
      issues[index] = path
    }
  }

  /// Notes that a part was given up because of its mistakes; the library stops at the first.
  func giveUp(_ faults: [Fault], at path: Path, since count: Int) {
    if faults.count > 1 || issues.count > count { knowsIssues = false }
    issues.append(faults.count == 1 ? faults[0].path : path)
  }
}
