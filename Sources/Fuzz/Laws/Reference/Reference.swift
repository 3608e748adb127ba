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
    /// Whether an Optional becomes nil: of an unknown raw value.
    var mayBecomeNil = false
    /// Whether it lies within the value at the path, which is secret.
    var isWithin = false
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
      // What counts as null in a property is no document.
      let kind = key == nil && kind == .nullValue && !node.json.isNull ? .typeMismatch : kind
      return Failure(faults: [Fault(kind: kind, keys: key.map { [$0] } ?? [], path: node.path)])
    }

    /// The failure for a value of another type. Null has its own, and so has empty text that
    /// counts as null.
    func mismatch(_ node: Node) -> Failure {
      let isBlank = node.json.asString?.trimmedText.isEmpty == true && policy.emptyStringIsNull
      return failure(node.json.isNull || isBlank ? .nullValue : .typeMismatch, node)
    }

    /// The failure for text that cannot be read.
    func unreadable(_ node: Node) throws -> Failure {
      if policy.unreadableText == .makeNil, node.json.asString != nil {
        throw Uncovered(what: "unreadable text that becomes nil")
      }
      return mismatch(node)
    }
  }

  let family: ClassFamily
  let policy: ConversionPolicy
  /// The places of what was repaired, skipped or dropped so far.
  var issues: [Path] = []
  /// Whether these are all: false after a part with several mistakes was given up.
  private(set) var knowsIssues = true
  /// How many models are being read, each within the one before.
  var depth = 0

  /// The property of the elements of the list to be read that is the name of their member.
  var keyedBy: String?
  /// The same property of the object to be read, with the value that its name stands for.
  var elementName: Plain.Member?

  /// Whether those of classes count.
  private let leavesPolicy: Bool

  /// - Parameter policy: That of the call; nil if it leaves it to the classes.
  init(_ family: ClassFamily, _ policy: PolicySpec?) throws {
    let all = policy.map { [$0] } ?? family.classes.compactMap(\.policy)
    guard !all.contains(where: { [.legacyYYModel, .legacyJSONModel].contains($0.preset) }) else {
      throw Uncovered(what: "rules without a switch")
    }
    self.family = family
    leavesPolicy = policy == nil
    self.policy = (policy ?? family.policy(of: family.root))?.policy ?? .strict
  }

  /// The scope of a model of the class.
  func scope(of id: Int, in outer: Scope) -> Scope {
    guard leavesPolicy, var own = family.policy(of: id)?.policy else { return outer }
    own.collectsErrors = outer.policy.collectsErrors
    own.maximumDepth = outer.policy.maximumDepth
    var scope = outer
    scope.policy = own
    return scope
  }

  /// Reads a document as a model of the family's root class.
  func read(_ document: JSON) throws -> Plain {
    guard DocumentFacts(document).hasEachNameOnce else { throw Uncovered(what: "a name twice") }
    return try readModel(family.root, Node(json: document, path: []), Scope(policy: policy))
  }

  func note(_ node: Node) { issues.append(node.path) }

  /// Notes that a part was given up because of its mistakes; the library stops at the first.
  func giveUp(_ faults: [Fault], at path: Path, since count: Int) {
    if faults.count > 1 || issues.count > count { knowsIssues = false }
    issues.append(faults.count == 1 ? faults[0].path : path)
  }
}
