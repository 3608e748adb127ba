import ClientModels
import Foundation
import MainActorModels
import Observation
import Peridot
import Testing

@testable import TestSupport

/// No line is written for its properties.
@Observable private class Issue: Model, JSONSerializing {
  var title = ""
  var number = 0
  var labels: [String] = []
  private(set) var author: Author?
  weak var parent: Issue?
  @ObservationIgnored var plain = 1
  @ObservationIgnored var _own = 2
  @ObservationIgnored var own = 3
  @ObservationIgnored var _secret: (() -> Int)?
  @ObservationIgnored lazy var later = 4
  @ObservationIgnored var checked = ""
  var _kept = 5
  var fullTitle: String { "#\(number) \(title)" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["author": "user"] }
  override class var excludedPropertyKeys: Set<String> { ["secret"] }
  override class var archiveName: String { "Tests.ObservedIssue" }

  func take(_ author: Author) { self.author = author }
}

/// A subclass with the macro has a registrar of its own.
@Observable private final class Bug: Issue {
  var severity: Int? = 1
  var closure: (() -> Int)?

  override class var archiveName: String { "Tests.ObservedBug" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["closure": .excluded] }

  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    super.encodingBehaviorsByPropertyKey.merging(["closure": .excluded]) { $1 }
  }
}

/// A subclass without the macro.
private final class Task: Issue {
  var _hidden = 1
  var due: String?

  override class var archiveName: String { "Tests.ObservedTask" }
}

private final class Author: Model, JSONSerializing {
  var login = ""

  override class var archiveName: String { "Tests.ObservedAuthor" }
}

@Observable private final class Box<Value: Codable & Equatable>: Model, JSONSerializing {
  var value: Value?

  override class var archiveName: String { "Tests.ObservedBox.\(Value.self)" }
}

@Observable private final class Extras: Model, JSONSerializing, JSONExtrasKeeping {
  var jsonExtras: [String: Any] = [:]
  @ObservationIgnored var id = 0
}

/// Tells its observers.
@Observable private class Account: Model, JSONSerializing {
  var name = ""
  var balance = 0 {
    didSet {
      log.append("balance \(oldValue) to \(balance)")
      parent?.log.append(name)
    }
  }
  var owner: Author?
  weak var parent: Account?
  var children: [Account] = []
  @ObservationIgnored var log: [String] = []
  @ObservationIgnored var plain = 0

  override class var declaredProperties: [Property] {
    [
      property("name", \.name),
      property("balance", \.balance),
      property("owner", \.owner),
      property("parent", \.parent),
      property("children", \.children),
    ]
  }

  override class var archiveName: String { "Tests.ObservedAccount" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["log": .excluded] }
  override class var identityKey: String? { "name" }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    if key == "name" { value = (value as? String)?.lowercased() }
    if key == "plain", value as? Int == 13 { throw CancellationError() }
  }
}

/// Asks for its setters in new models, too.
@Observable private final class SelfCounting: Model, JSONSerializing {
  var level = 0 { didSet { changes += 1 } }
  @ObservationIgnored var changes = 0

  override class var declaredProperties: [Property] {
    [property("level", \.level, facets: .accessors)]
  }

  override class var excludedPropertyKeys: Set<String> { ["changes"] }
}

private final class Folder: Model, JSONSerializing {
  var name = ""
  var accounts: [Account] = []
  var issue: Issue?
}

/// Counts how often the observers of each name are told.
private func told(_ reads: [(String, () -> Void)], by change: () throws -> Void) rethrows
  -> [String]
{
  final class Names: @unchecked Sendable {
    // Sendable: everything happens on one thread.
    var names: [String] = []
  }
  let names = Names()
  for (name, read) in reads {
    withObservationTracking(read) { names.names.append(name) }
  }
  try change()
  return names.names.sorted()
}

private func told(_ account: Account, by change: () throws -> Void) rethrows -> [String] {
  try told(
    [
      ("name", { _ = account.name }), ("balance", { _ = account.balance }),
      ("owner", { _ = account.owner }), ("children", { _ = account.children }),
    ], by: change)
}

/// Counts the changes of a balance. What is told once is not told again, so it is observed again each
/// time.
private final class BalanceWatch: @unchecked Sendable {
  // Sendable: everything happens on one thread.
  private let account: Account
  private(set) var count = 0

  init(_ account: Account) {
    self.account = account
    observe()
  }

  private func observe() {
    withObservationTracking {
      _ = account.balance
    } onChange: {
      self.count += 1
      self.observe()
    }
  }
}

@Suite struct ObservationTests {
  private static let text = #"""
    {"title":"t","number":7,"labels":["a"],"user":{"login":"mona"},"plain":2,"own":4,"checked":"c"}
    """#

  @Test func whatTheMacroHidesIsAProperty() {
    #expect(
      Issue.propertyKeys
        == ["title", "number", "labels", "author", "parent", "plain", "own", "checked"])
    #expect(Bug.propertyKeys == Issue.propertyKeys + ["severity", "closure"])
    #expect(Task.propertyKeys == Issue.propertyKeys + ["due"])
    #expect(Box<Int>.propertyKeys == ["value"])
    #expect(Issue.property(forKey: "parent")?.isWeak == true)
    #expect(Issue.unsupportedVariables.isEmpty)
  }

  @Test func readsAndWrites() throws {
    let issue: Issue = try JSONAdapter.model(from: Self.text)
    #expect(issue.fullTitle == "#7 t" && issue.labels == ["a"] && issue.author?.login == "mona")
    #expect(issue.plain == 2 && issue.own == 4 && issue._own == 2 && issue._kept == 5)
    #expect(try JSONAdapter.string(from: issue) == Self.text)
    let dictionary = try JSONAdapter.dictionary(from: issue)
    let again: Issue = try JSONAdapter.model(from: dictionary)
    #expect(again == issue && again.hash == issue.hash)
    let bug: Bug = try JSONAdapter.model(from: #"{"title":"b","severity":null}"#)
    #expect(bug.title == "b" && bug.severity == nil)
    let box: Box<[Int]> = try JSONAdapter.model(from: #"{"value":[1]}"#)
    #expect(box.value == [1])
    try JSONAdapter.check(Issue.self)
  }

  @Test func archivesCopiesAndCompares() throws {
    let issue: Bug = try JSONAdapter.model(from: Self.text)
    issue._secret = { 1 }
    issue.closure = { 2 }
    let archived = try Bug.unarchive(from: issue.archivedData())
    archived.closure = issue.closure
    for copy in [issue.copied(), issue.deeplyCopied(), archived] {
      #expect(copy.changedKeys(from: issue).allSatisfy { $0 == "closure" })
      #expect(copy.title == "t" && copy.number == 7 && copy.closure?() == 2)
      #expect(copy._secret == nil)
    }
    let changed = issue.with { $0.number += 1 }
    #expect(changed != issue && changed.changedKeys(from: issue).contains("number"))
    let given = try Issue(dictionary: ["title": "d", "author": NSNull(), "labels": ["x"]])
    #expect(given.title == "d" && given.labels == ["x"] && given["title"] as? String == "d")
    #expect(given.dictionaryValue["number"] as? Int == 0)
    let task = try Task.unarchive(
      from: JSONAdapter.model(of: Task.self, from: Self.text).archivedData())
    #expect(task.number == 7 && task.author?.login == "mona")
  }

  @Test func observersOfACopyAndOfItsOriginalAreTwo() throws {
    let issue: Issue = try JSONAdapter.model(from: Self.text)
    let copy = issue.copied()
    let heard = told([("issue", { _ = issue.title }), ("copy", { _ = copy.title })]) {
      copy.title = "x"
    }
    #expect(heard == ["copy"])
  }

  private static let override = """
    override class var declaredProperties: [Property] {
      [
        property("title", \\.title),
        property("number", \\.number),
        property("labels", \\.labels),
        property("author", \\.author),
        property("parent", \\.parent),
      ]
    }
    """

  private static let advice =
    "declaredProperties must name what @Observable hides, so that observers are notified when it changes:\n\n"

  @Test func refusesAChangeThatObserversDoNotHear() throws {
    let issue: Issue = try JSONAdapter.model(from: Self.text)
    let before = issue.copied()
    let update = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(issue, from: #"{"title":"x"}"#)
    }
    #expect(update?.kind == .invalidMapping)
    #expect(
      update?.description == "Issue: the mapping has mistakes:\n- " + Self.advice + Self.override)
    let value = #expect(throws: ModelError.self) {
      try issue.setValue("x", forPropertyKey: "title")
    }
    #expect(value?.kind == .invalidDeclaration)
    #expect(value?.description == "Issue." + Self.advice + Self.override)
    #expect(issue == before)
    try issue.setValue(9, forPropertyKey: "plain")
    #expect(issue.plain == 9)
  }

  @Test func refusesToUpdateModelsWithin() throws {
    let folder: Folder = try JSONAdapter.model(from: #"{"name":"f","issue":{"title":"t"}}"#)
    let issue = folder.issue
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(folder, from: #"{"name":"g","issue":{"title":"x"}}"#)
    }
    #expect(error?.kind == .invalidMapping && error?.modelClass == Issue.self)
    #expect(folder.name == "f" && folder.issue === issue && issue?.title == "t")
    var replacing = ConversionPolicy.strict
    replacing.nestedUpdate = .replace
    try JSONAdapter.update(folder, from: #"{"issue":{"title":"x"}}"#, policy: replacing)
    #expect(folder.issue !== issue && folder.issue?.title == "x" && issue?.title == "t")
  }

  @Test func namesTheOverrideOfEachClass() throws {
    let error = #expect(throws: ModelError.self) {
      try Bug().setValue(2, forPropertyKey: "severity")
    }
    let bug = """
      override class var declaredProperties: [Property] {
        [
          property("severity", \\.severity),
          property("closure", \\.closure),
        ]
      }
      """
    #expect(
      error?.description
        == "Bug." + Self.advice + "// in Issue\n" + Self.override + "\n\n// in Bug\n" + bug)
    let box = #expect(throws: ModelError.self) {
      try Box<Int>().setValue(2, forPropertyKey: "value")
    }
    #expect(box?.found.contains(#"property("value", \.value)"#) == true)
  }

  @Test func mergingTrapsWhereObserversDoNotHear() async {
    await #expect(processExitsWith: .failure) {
      Issue().mergeValues(from: Issue())
    }
    await #expect(processExitsWith: .failure) {
      Issue().mergeValues(from: Task(), rule: [.deep, .skipNil])
    }
    await #expect(processExitsWith: .failure) {
      Issue().mergeValue(forKey: "title", from: Issue())
    }
    await #expect(processExitsWith: .success) {
      Issue().mergeValue(forKey: "plain", from: Issue())
    }
  }

  @Test func updatesTellObservers() throws {
    let account = Account()
    let heard = try told(account) {
      try JSONAdapter.update(account, from: #"{"name":"Mona","balance":5,"plain":1}"#)
    }
    #expect(heard == ["balance", "name"])
    #expect(account.name == "mona" && account.balance == 5 && account.log == ["balance 0 to 5"])
    #expect(try told(account) { try JSONAdapter.update(account, from: "{}") } == [])
    #expect(
      try told(account) { try JSONAdapter.update(account, from: #"{"owner":{"login":"x"}}"#) }
        == ["owner"])
  }

  @Test func aNewModelIsFilledWithoutItsSetters() throws {
    let account = try JSONAdapter.model(of: Account.self, from: #"{"name":"Mona","balance":5}"#)
    #expect(account.name == "mona" && account.balance == 5 && account.log == [])
    let unarchived = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: Account.self, from: account.archivedData())
    for copy in [account.copied(), account.deeplyCopied(), try #require(unarchived)] {
      #expect(copy.name == "mona" && copy.balance == 5 && copy.log == [])
      copy.balance = 6
      #expect(copy.log == ["balance 5 to 6"])
    }
    let watched = try JSONAdapter.model(of: SelfCounting.self, from: #"{"level":5}"#)
    #expect(watched.level == 5 && watched.changes == 1)
  }

  @Test func rollingBackTellsObservers() throws {
    let account = Account()
    account.name = "mona"
    account.log = []
    for text in [#"{"name":"x","balance":5,"plain":13}"#, #"{"name":"x","balance":5,"owner":1}"#] {
      let balance = BalanceWatch(account)
      #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(account, from: text) }
      #expect(balance.count == 2)
      #expect(account.name == "mona" && account.balance == 0 && account.log == [])
    }
  }

  @Test func whatSettersChangeIsPutBackToo() throws {
    let parent: Account = try JSONAdapter.model(
      from: #"{"name":"p","children":[{"name":"a"},{"name":"b"}]}"#)
    for child in parent.children {
      child.parent = parent
      child.log = []
    }
    parent.log = []
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(
        parent,
        from: #"{"children":[{"name":"a","balance":1},{"name":"b","balance":2}],"plain":13}"#)
    }
    #expect(error?.kind == .validationFailed)
    // A balance that changes is noted in the parent's log.
    #expect(parent.log == [] && parent.children.map(\.log) == [[], []])
    #expect(parent.children.map(\.balance) == [0, 0])
  }

  @Test func settingAndMergingTellObservers() throws {
    let (account, other) = (Account(), Account())
    other.name = "other"
    other.balance = 3
    #expect(try told(account) { try account.setValue(4, forPropertyKey: "balance") } == ["balance"])
    #expect(told(account) { account.mergeValue(forKey: "name", from: other) } == ["name"])
    #expect(told(account) { account.mergeValues(from: other) } == ["balance"])
    other.balance = 8
    let child = Account()
    child.name = "c"
    child.parent = other
    other.children = [child]
    #expect(
      told(account) { account.mergeValues(from: other, rule: .deep) } == ["balance", "children"])
    #expect(account.children.first?.parent === account)
    other.balance = 9
    let merged = child.copied()
    merged.balance = 6
    other.children = [merged]
    #expect(told(child) { account.mergeValues(from: other, rule: .deep) } == ["balance"])
    #expect(account.children.first === child)
    account.balance = 1
    #expect(told(account) { _ = account.with { $0.balance = 2 } } == [])
    account.name = "LOUD"
    #expect(try told(account) { try account.validate() } == ["name"])
    #expect(account.name == "loud")
  }

  @Test func updatesWithinATreeTellObservers() throws {
    let folder: Folder = try JSONAdapter.model(
      from: #"{"accounts":[{"name":"a","balance":1},{"name":"b"}]}"#)
    let (first, second) = (folder.accounts[0], folder.accounts[1])
    let heard = try told([
      ("first", { _ = first.balance }), ("second", { _ = second.balance }),
    ]) {
      try JSONAdapter.update(folder, from: #"{"accounts":[{"name":"b","balance":2},{"name":"a"}]}"#)
    }
    #expect(heard == ["second"])
    #expect(folder.accounts.map(\.balance) == [2, 1] && folder.accounts[1] === first)
  }

  @Test func aDeclaredWeakVariableStaysWeak() throws {
    #expect(Account.property(forKey: "parent")?.isWeak == true)
    let (parent, child) = (Account(), Account())
    child.parent = parent
    parent.children = [child]
    #expect(try JSONAdapter.string(from: parent).contains("parent") == false)
    let copy = parent.deeplyCopied()
    #expect(copy.children[0].parent === copy && copy == parent)
  }

  /// Reads of a model that name no variable: a view follows them where `declaredProperties` declares it.
  @Test func readsAreTrackedWhereTheVariableIsDeclared() throws {
    func ways(_ model: some JSONSerializing, _ key: String) -> [(String, () -> Void)] {
      [
        ("subscript", { _ = model[key] }), ("==", { _ = model == type(of: model).init() }),
        ("dictionaryValue", { _ = model.dictionaryValue }),
        ("JSON", { _ = try? JSONAdapter.data(from: model) }),
        ("dictionary", { _ = try? JSONAdapter.dictionary(from: model) }),
        ("changedKeys", { _ = model.changedKeys(from: type(of: model).init()) }),
        ("mirror", { _ = Mirror(reflecting: model).children.count }),
        ("description", { _ = model.description }), ("hash", { _ = model.hash }),
      ]
    }
    let account = Account()
    let names = ways(account, "name").map(\.0)
    #expect(told(ways(account, "name")) { account.name = "n" } == names.sorted())
    let issue = Issue()
    let reads = ways(issue, "title") + [("variable", { _ = issue.title })]
    #expect(told(reads) { issue.title = "t" } == ["variable"])
  }

  @Test func keepsExtrasOfAnObservedClass() throws {
    let model: Extras = try JSONAdapter.model(from: #"{"id":1,"more":2}"#)
    #expect(Extras.propertyKeys == ["id"])
    #expect(try JSONAdapter.string(from: model) == #"{"id":1,"more":2}"#)
    let heard = try told([("extras", { _ = model.jsonExtras })]) {
      try JSONAdapter.update(model, from: #"{"more":3}"#)
    }
    #expect(heard == ["extras"])
    #expect(try JSONAdapter.string(from: model) == #"{"id":1,"more":3}"#)
  }

  /// A subclass in another module, with the macro again.
  @Observable fileprivate final class WatchedMore: Watched {
    var more = 1

    override class var declaredProperties: [Property] {
      [property("more", \.more)]
    }
  }

  @Test func knowsClassesOfOtherModules() throws {
    #expect(WatchedMore.propertyKeys == ["title", "count", "inner", "name", "more"])
    let text = #"{"title":"t","count":2,"inner":[1],"name":"n","more":3}"#
    let watched: WatchedMore = try JSONAdapter.model(from: text)
    #expect(watched.count == 2 && watched.name == "n" && watched.more == 3)
    #expect(try JSONAdapter.string(from: watched) == text)
    let heard = try told([
      ("title", { _ = watched.title }), ("count", { _ = watched.count }),
      ("more", { _ = watched.more }),
    ]) {
      try JSONAdapter.update(watched, from: #"{"count":3,"more":4,"name":" m"}"#)
    }
    #expect(heard == ["count", "more"] && watched.count == 3 && watched.name == "m")
  }

  @Test @MainActor func knowsClassesOfModulesOfTheMainActor() throws {
    #expect(Screen.propertyKeys == ["title", "tabs", "progress"])
    let screen: Screen = try JSONAdapter.model(from: #"{"title":"t","tabs":["a"],"progress":1.6}"#)
    #expect(screen.tabs == ["a"] && screen.progress == 2)
    let heard = try told([("title", { _ = screen.title }), ("tabs", { _ = screen.tabs })]) {
      try JSONAdapter.update(screen, from: #"{"tabs":[]}"#)
    }
    #expect(heard == ["tabs"])
  }
}
