import Foundation
import Peridot
import Testing

@Suite struct FrozenTests {
  class Person: Model, CodableModel, Freezable {
    var name = ""
  }

  final class Admin: Person {
    var level = 3
  }

  final class Label: Model, JSONSerializing, Freezable {
    var name = ""
    weak var issue: Issue?
  }

  enum Kind: String, Sendable { case bug, idea }

  final class Issue: Model, CodableModel, Identifiable, Freezable {
    var id = 0
    var title = ""
    var kind = Kind.bug
    var tags: Set<String> = []
    var owner: Person?
    var author = Person()
    var labels: [Label] = []
    var old: [Label]?
    var byName: [String: Label] = [:]
    var watchers: Set<Person> = []
    var extra: Any = 0
    var note: Any?
    var list: [Any] = []
    var facts: [String: Any] = [:]

    var shout: String { title.uppercased() }
    var guest: Person { FrozenTests.guest }
  }

  nonisolated(unsafe) static let guest = Person()

  static let text = #"""
    {"id":7,"title":"Crash","kind":"idea","tags":["a"],"owner":{"name":"o"},"author":{"name":"w"},
    "labels":[{"name":"l"}],"byName":{"x":{"name":"y"}},"watchers":[{"name":"v"}],"extra":5,
    "note":"n","list":[1,"two"],"facts":{"k":true}}
    """#

  func issue() throws -> sending Issue { try JSONAdapter.model(from: Self.text) }

  @Test func readsByTheNamesOfTheModel() throws {
    let frozen = try issue().frozen()
    #expect(frozen.id == 7 && frozen.title == "Crash" && frozen.kind == .idea)
    #expect(frozen.tags == ["a"] && frozen.shout == "CRASH")
    #expect(frozen.owner?.name == "o" && frozen.author.name == "w")
    #expect(frozen.labels.map(\.name) == ["l"] && frozen.old == nil)
    #expect(frozen.byName.mapValues(\.name) == ["x": "y"])
    #expect(frozen.watchers.map(\.name) == ["v"])
    #expect(frozen.extra as? Int == 5 && frozen.note as? String == "n")
    #expect(frozen.list[1] as? String == "two" && frozen.facts["k"] as? Bool == true)
  }

  @Test func laterChangesDoNotReachIt() throws {
    let model = try issue()
    let frozen = try model.frozen()
    model.title = "changed"
    model.labels[0].name = "changed"
    #expect(frozen.title == "Crash" && frozen.labels[0].name == "l")
    let thawed = frozen.thawed()
    thawed.labels[0].name = "z"
    #expect(frozen.labels[0].name == "l")
    #expect(frozen.differences(from: frozen).isEmpty)
    let other = try thawed.frozen()
    #expect(
      other.differences(from: frozen).description.contains(#"labels[0].name: "l" → "z""#))
  }

  @Test func isAValue() throws {
    let (first, second) = (try issue().frozen(), try Frozen(issue()))
    #expect(first == second && Set([first, second]).count == 1)
    #expect(first.description.contains(#""Crash""#))
    #expect(Mirror(reflecting: first).subjectType == Mirror(reflecting: try issue()).subjectType)
    func identified<Value: Identifiable>(_ value: Value) -> Value.ID { value.id }
    #expect(identified(first) == 7)
  }

  @Test func isOfItsOwnClass() throws {
    let model = Issue()
    model.owner = Admin()
    let owner = try #require(try model.frozen().owner)
    #expect(owner.as(Admin.self)?.level == 3 && owner.as(Label.self) == nil)
  }

  @Test func writesAndReadsJSON() throws {
    let frozen = try issue().frozen()
    #expect(try JSONAdapter.data(from: frozen) == JSONAdapter.data(from: issue()))
    #expect(try JSONAdapter.data(from: [frozen]) == JSONAdapter.data(from: [issue()]))
    #expect(
      try JSONAdapter.data(from: frozen, keys: ["id"]) == Data(#"{"id":7}"#.utf8))
    let again = try JSONDecoder().decode(
      Frozen<Issue>.self, from: JSONEncoder().encode(frozen))
    #expect(again == frozen)
    #expect(try Issue.unarchive(from: frozen.archivedData()).frozen() == frozen)
    // A class that is not Codable itself.
    let label = Label()
    label.name = "l"
    #expect(
      try String(decoding: JSONEncoder().encode(["a": label.frozen()]), as: UTF8.self)
        == #"{"a":{"name":"l"}}"#)
  }

  @Test func aPartKeepsTheWholeAlive() throws {
    let model = Issue()
    let label = Label()
    label.issue = model
    model.labels = [label]
    let part = try model.frozen().labels[0]
    #expect(part.issue?.labels[0] == part)
    #expect(part.thawed().issue == nil)
  }

  @Test func aWeakTargetOutsideIsLetGo() throws {
    let (label, issue) = (Label(), Issue())
    label.issue = issue
    #expect(try label.frozen().issue == nil)
    #expect(label.issue === issue)
  }

  @Test func aComputedModelFromElsewhereIsASnapshot() throws {
    let frozen = try issue().frozen()
    Self.guest.name = "first"
    let guest = frozen.guest
    Self.guest.name = "second"
    #expect(guest.name == "first")
  }

  // MARK: Refusals

  final class Lazy: Model, Freezable {
    lazy var slow = "s"
  }

  final class Hidden: Model, Freezable {
    var title = ""
    var cache = 0
    override class var excludedPropertyKeys: Set<String> { ["cache"] }
  }

  final class Constant: Model, Freezable {
    let limit = 5
    let buffer = NSMutableString(string: "")
  }

  final class Allowed: Model, Freezable {
    let limit = 5
    let buffer = NSMutableString(string: "")
    override class var sharedTypes: [Any.Type] { [NSMutableString.self] }
  }

  final class Plain: Model {
    var title = ""
  }

  final class Holder: Model, Freezable {
    var plain: Plain?
    var text: NSMutableString?
    var any: Any?
  }

  final class Named: Model, Freezable, Identifiable {
    var id = NSMutableString(string: "")
  }

  func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch let error as ModelError {
      return error.kind == .notFreezable || error.kind == .sharedObject
        ? "\(error)" : "\(error.kind)"
    } catch {
      return "\(error)"
    }
  }

  @Test func refusesClassesThatReadingCouldChange() {
    #expect(
      message { _ = try Lazy().frozen() }
        == "Lazy.slow can't be frozen: it is lazy, so that reading it writes: make it a stored or a computed variable"
    )
    #expect(
      message { _ = try Hidden().frozen() }
        == "Hidden.cache can't be frozen: it is not a property, so that computed variables could write it: make it one, or a constant"
    )
    #expect(
      message { _ = try Constant().frozen() }
        == "Constant.buffer can't be frozen: it is a constant that could share something that changes: make it a property, or list its type in sharedTypes"
    )
    #expect(message { _ = try Allowed().frozen() } == "")
    #expect(
      message { _ = try Named().frozen() }
        == "Named.id can't be frozen: its type could share something that changes: make it a value")
  }

  @Test func refusesWhatIsWithin() {
    let holder = Holder()
    holder.plain = Plain()
    #expect(
      message { _ = try holder.frozen() }
        == "Plain can't be frozen: if reading it writes nothing, say so: extension Plain: Freezable {}"
    )
    holder.plain = nil
    holder.text = "a"
    #expect(
      message { _ = try holder.frozen() }
        == """
        Holder.text: a detached copy would share an object of the class \
        \(type(of: NSMutableString(string: "a"))), which is no model. If nobody can change it, \
        list its type in sharedTypes
        """)
    holder.text = nil
    holder.any = Person()
    #expect(
      message { _ = try holder.frozen() }
        == "Holder.any can't be frozen: it holds a model, and Any? would show it as it is: declare the model's type"
    )
    holder.any = [1, 2]
    #expect(message { _ = try holder.frozen() } == "")
  }

  // MARK: What it opens

  actor Cache {
    private var all: [Int: Frozen<Issue>] = [:]
    func put(_ issue: Frozen<Issue>) { all[issue.id] = issue }
    func get(_ id: Int) -> Frozen<Issue>? { all[id] }
  }

  @Test func passesBetweenTasks() async throws {
    let cache = Cache()
    await cache.put(try Frozen(issue()))
    let frozen = try #require(await cache.get(7))
    #expect(await Task.detached { frozen.labels[0].name }.value == "l")
    let made = try await Task { try Frozen(JSONAdapter.model(of: Issue.self, from: Self.text)) }
      .value
    let stream = AsyncStream<Frozen<Issue>> {
      $0.yield(made)
      $0.finish()
    }
    for await issue in stream { #expect(issue == frozen) }
  }

  static let samples = (1...3).map { id -> Frozen<Issue> in
    let issue = Issue()
    issue.id = id
    // A class of the test can be frozen.
    return try! issue.frozen()
  }

  @Test(arguments: samples) func isAnArgument(_ issue: Frozen<Issue>) {
    #expect((1...3).contains(issue.id))
  }
}
