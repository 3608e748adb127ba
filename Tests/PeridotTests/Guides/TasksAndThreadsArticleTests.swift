// The code of Sources/Peridot/Documentation.docc/TasksAndThreads.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct TasksAndThreadsArticleTests {
  final class Person: Model, JSONSerializing {
    var login = ""
    var id = 0
  }

  func load(_ data: Data) async throws -> sending Person {
    try JSONAdapter.model(from: data)
  }

  actor Team {
    private var people: [Person] = []

    func add(_ person: sending Person) { people.append(person) }
    func all() throws -> sending [Person] { try people.detached() }
  }

  @Test func anActorHandsCopiesOut() async throws {
    let team = Team()
    await team.add(try await load(Data(#"{"login": "mona"}"#.utf8)))
    try await team.all()[0].login = "changed"
    #expect(try await team.all()[0].login == "mona")
  }

  final class Money: NSObject {}

  final class Order: Model {
    var total = Money()

    override class var sharedTypes: [Any.Type] { [Money.self] }
  }

  @Test func sharesWhatNobodyChanges() throws {
    let order = Order()
    let copy = try order.detached()
    #expect(copy !== order && copy.total === order.total)
  }

  enum Service {
    static let adapter = JSONAdapter(policy: .lenient)
  }

  @Test func readsInTheBackground() async throws {
    let person = try await load(Data(#"{"login": "mona"}"#.utf8))
    #expect(person.login == "mona")
    #expect(try Service.adapter.model(of: Person.self, from: #"{"id": "7"}"#).id == 7)
  }

  /// The article has the line of the file that the package's own checks name.
  @Test func suppressesWhatTheSanitizerGetsWrong() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: GuideCodeTests.root.appending(path: path), encoding: .utf8)
    }
    let lines = try text(".ci/thread-sanitizer.suppressions").split(separator: "\n")
    let line = try #require(lines.last)
    let article = try text("Sources/Peridot/Documentation.docc/TasksAndThreads.md")
    #expect(article.contains("\n\(line)\n"))
  }
}
