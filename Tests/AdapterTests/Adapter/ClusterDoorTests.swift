import Foundation
import Peridot
import Testing

@testable import TestSupport

// The five forms of a cluster, each with the same two classes.

private class Inside: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? {
    cluster(tag: "type", ["push": InsidePush.self, "issue": InsideIssue.self])
  }
}
private final class InsidePush: Inside {
  var branch = ""
}
private final class InsideIssue: Inside {
  var title: String?
}

private class Beside: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? {
    cluster(
      tag: "type", content: "payload", ["push": BesidePush.self, "issue": BesideIssue.self])
  }
}
private final class BesidePush: Beside {
  var branch = ""
}
private final class BesideIssue: Beside {
  var title: String?
}

private class Around: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? {
    cluster(around: ["push": AroundPush.self, "issue": AroundIssue.self])
  }
}
private final class AroundPush: Around {
  var branch = ""
}
private final class AroundIssue: Around {
  var title: String?
}

private class Deduced: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? {
    cluster(deducedFrom: ["branch": DeducedPush.self, "title": DeducedIssue.self])
  }
}
private final class DeducedPush: Deduced {
  var branch = ""
}
private final class DeducedIssue: Deduced {
  var title: String?
}

private class Payload: Model, CodableModel {
  var id = 0
}
private final class PushPayload: Payload {
  var branch = ""
}
private final class IssuePayload: Payload {
  var title: String?
}
private final class Held: Model, CodableModel {
  var payload: Payload?
  override class func cluster(forKey key: String) -> Cluster? {
    key == "payload"
      ? Payload.cluster(tag: "type", ["push": PushPayload.self, "issue": IssuePayload.self]) : nil
  }
}

/// All places where models of a cluster may be.
private final class Carrier<Base: Model & CodableModel>: Model, CodableModel {
  var one: Base?
  var many: [Base] = []
  var named: [String: Base] = [:]
  var some: Set<Base> = []
  var maybe: [Base?] = []
  var deep: Base?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "a.b"] }
}

private protocol ClusterForm: SendableMetatype {
  associatedtype Base: Model & CodableModel
  static func push(_ branch: String) -> Base
  static func issue(_ title: String?) -> Base
  static var pushText: String { get }
  static var issueText: String { get }
  /// What changes the branch, and does not name the class.
  static var update: String { get }
}

private enum InsideForm: ClusterForm {
  static func push(_ branch: String) -> Inside {
    InsidePush().with { ($0.id, $0.branch) = (1, branch) }
  }
  static func issue(_ title: String?) -> Inside {
    InsideIssue().with { ($0.id, $0.title) = (2, title) }
  }
  static let pushText = #"{"type":"push","id":1,"branch":"main"}"#
  static let issueText = #"{"type":"issue","id":2,"title":"t"}"#
  static let update = #"{"branch":"next"}"#
}

private enum BesideForm: ClusterForm {
  static func push(_ branch: String) -> Beside {
    BesidePush().with { ($0.id, $0.branch) = (1, branch) }
  }
  static func issue(_ title: String?) -> Beside {
    BesideIssue().with { ($0.id, $0.title) = (2, title) }
  }
  static let pushText = #"{"type":"push","payload":{"id":1,"branch":"main"}}"#
  static let issueText = #"{"type":"issue","payload":{"id":2,"title":"t"}}"#
  static let update = #"{"payload":{"branch":"next"}}"#
}

private enum AroundForm: ClusterForm {
  static func push(_ branch: String) -> Around {
    AroundPush().with { ($0.id, $0.branch) = (1, branch) }
  }
  static func issue(_ title: String?) -> Around {
    AroundIssue().with { ($0.id, $0.title) = (2, title) }
  }
  static let pushText = #"{"push":{"id":1,"branch":"main"}}"#
  static let issueText = #"{"issue":{"id":2,"title":"t"}}"#
  static let update = #"{"push":{"branch":"next"}}"#
}

private enum DeducedForm: ClusterForm {
  static func push(_ branch: String) -> Deduced {
    DeducedPush().with { ($0.id, $0.branch) = (1, branch) }
  }
  static func issue(_ title: String?) -> Deduced {
    DeducedIssue().with { ($0.id, $0.title) = (2, title) }
  }
  static let pushText = #"{"id":1,"branch":"main"}"#
  static let issueText = #"{"id":2,"title":"t"}"#
  static let update = #"{"branch":"next"}"#
}

private enum HeldForm: ClusterForm {
  static func push(_ branch: String) -> Held {
    Held().with { $0.payload = PushPayload().with { ($0.id, $0.branch) = (1, branch) } }
  }
  static func issue(_ title: String?) -> Held {
    Held().with { $0.payload = IssuePayload().with { ($0.id, $0.title) = (2, title) } }
  }
  static let pushText = #"{"type":"push","payload":{"id":1,"branch":"main"}}"#
  static let issueText = #"{"type":"issue","payload":{"id":2,"title":"t"}}"#
  static let update = #"{"payload":{"branch":"next"}}"#
}

private func carrier<Form: ClusterForm>(_: Form.Type) -> Carrier<Form.Base> {
  Carrier<Form.Base>().with {
    $0.one = Form.push("main")
    $0.many = [Form.issue("t"), Form.push("main")]
    $0.named = ["a": Form.push("main"), "b": Form.issue("t")]
    $0.some = [Form.issue("t")]
    $0.maybe = [Form.push("main"), nil]
    $0.deep = Form.issue("t")
  }
}

private func text<Form: ClusterForm>(_: Form.Type) -> String {
  let (push, issue) = (Form.pushText, Form.issueText)
  return """
    {"one":\(push),"many":[\(issue),\(push)],"named":{"a":\(push),"b":\(issue)},\
    "some":[\(issue)],"maybe":[\(push),null],"a":{"b":\(issue)}}
    """
}

/// The JSON with the members of objects in order.
private func sorted(_ text: String) throws -> String {
  let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
  let data = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
  return String(decoding: data, as: UTF8.self)
}

private enum Door: String, CaseIterable {
  case read, write, update, stream, patch, codable, dictionary

  func test<Form: ClusterForm>(_ form: Form.Type) async throws {
    typealias Whole = Carrier<Form.Base>
    let (whole, json) = (carrier(form), text(form))
    switch self {
    case .read:
      #expect(try JSONAdapter.model(of: Whole.self, from: json) == whole)
      #expect(try JSONAdapter.model(of: Form.Base.self, from: Form.pushText) == Form.push("main"))
      let models = try JSONAdapter.models(
        of: Form.Base.self, from: "[\(Form.issueText),\(Form.pushText)]")
      #expect(models == [Form.issue("t"), Form.push("main")])
      let byKey = try JSONAdapter.modelsByKey(
        of: Form.Base.self, from: #"{"a":\#(Form.issueText)}"#)
      #expect(byKey == ["a": Form.issue("t")])
      let placed = try JSONAdapter.model(
        of: Form.Base.self, from: #"{"x":[0,\#(Form.issueText)]}"#, at: "x[1]")
      #expect(placed == Form.issue("t"))
    case .write:
      #expect(try JSONAdapter.string(from: whole) == json)
      #expect(try JSONAdapter.string(from: Form.push("main")) == Form.pushText)
      #expect(try sorted(JSONAdapter.string(from: whole, options: .sortedKeys)) == sorted(json))
      #expect(
        try sorted(JSONAdapter.string(from: whole, options: .prettyPrinted)) == sorted(json))
    case .update:
      let push = Form.push("main")
      try JSONAdapter.update(push, from: Form.update)
      #expect(push == Form.push("next"))
      whole.one = push
      try JSONAdapter.update(whole, from: #"{"one":\#(Form.pushText),"a":{"b":\#(Form.update)}}"#)
      #expect(whole.one === push)
      #expect(push == Form.push("main"))
      try JSONAdapter.update(whole, from: #"{"one":\#(Form.issueText)}"#)
      #expect(whole.one == Form.issue("t"))
      try JSONAdapter.update(whole, from: #"{"one":\#(Form.pushText)}"#, policy: .lenient)
      #expect(whole.one == Form.push("main"))
    case .stream:
      var found: [Form.Base] = []
      let array = "[\(Form.issueText), \(Form.pushText)]"
      let chunks = AsyncStream<Data> { stream in
        for byte in array.utf8 { stream.yield(Data([byte])) }
        stream.finish()
      }
      for try await model in JSONAdapter.stream(of: Form.Base.self, from: chunks) {
        found.append(model)
      }
      #expect(found == [Form.issue("t"), Form.push("main")])
    case .patch:
      let (old, new) = (Form.push("main"), Form.push("next"))
      let patch = try JSONAdapter.mergePatch(from: old, to: new)
      try JSONAdapter.apply(mergePatch: patch, to: old)
      #expect(old == new)
      let changed = carrier(form)
      changed.one = Form.issue("u")
      changed.deep = Form.push("x")
      try JSONAdapter.apply(mergePatch: JSONAdapter.mergePatch(from: whole, to: changed), to: whole)
      #expect(whole.one == changed.one)
      #expect(whole.deep == changed.deep)
      #expect(whole == changed)
    case .codable:
      #expect(try JSONDecoder().decode(Whole.self, from: Data(json.utf8)) == whole)
      let data = try JSONEncoder().encode(whole)
      #expect(try sorted(String(decoding: data, as: UTF8.self)) == sorted(json))
      let list = try PropertyListEncoder().encode(whole)
      #expect(try PropertyListDecoder().decode(Whole.self, from: list) == whole)
      let base = try JSONDecoder().decode(Form.Base.self, from: Data(Form.issueText.utf8))
      #expect(base == Form.issue("t"))
    case .dictionary:
      let dictionary = try JSONAdapter.dictionary(from: whole)
      let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
      #expect(NSDictionary(dictionary: dictionary) == NSDictionary(dictionary: value))
      #expect(try JSONAdapter.model(of: Whole.self, from: dictionary) == whole)
      #expect(try JSONAdapter.model(of: Whole.self, from: value) == whole)
    }
  }
}

private let forms: [(name: String, form: any ClusterForm.Type)] = [
  ("inside", InsideForm.self), ("beside", BesideForm.self), ("around", AroundForm.self),
  ("deduced", DeducedForm.self), ("held", HeldForm.self),
]

/// Five forms of a cluster by seven doors.
@Suite struct ClusterDoorTests {
  @Test(arguments: forms.indices, Door.allCases.map(\.rawValue))
  func comesBackAsItsClass(_ form: Int, _ door: String) async throws {
    try await #require(Door(rawValue: door)).test(forms[form].form)
  }

  /// The member that tells the class is written though its property is nil, and so is an object without
  /// members.
  @Test func writesWhatTellsTheClass() throws {
    #expect(try JSONAdapter.string(from: DeducedForm.issue(nil)) == #"{"id":2,"title":null}"#)
    let dictionary = try JSONAdapter.dictionary(from: DeducedForm.issue(nil))
    #expect(dictionary["title"] is NSNull)
    let data = try JSONEncoder().encode(DeducedForm.issue(nil))
    #expect(try JSONDecoder().decode(Deduced.self, from: data) == DeducedForm.issue(nil))
    #expect(try JSONAdapter.model(of: Deduced.self, from: dictionary) == DeducedForm.issue(nil))
  }

  @Test func writesTheTagWithSomeKeys() throws {
    #expect(
      try JSONAdapter.string(from: InsideForm.push("main"), keys: ["branch"])
        == #"{"type":"push","branch":"main"}"#)
    let adapter = JSONAdapter()
    #expect(
      try adapter.string(from: [InsideForm.push("main"), InsideForm.issue("t")])
        == "[\(InsideForm.pushText),\(InsideForm.issueText)]")
  }
}
