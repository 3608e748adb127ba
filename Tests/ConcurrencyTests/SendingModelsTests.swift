import Foundation
import Peridot
import Testing

private final class Member: Model, JSONSerializing {
  var login = ""
  var friends: [Member] = []
}

private enum Service {
  static let adapter = JSONAdapter(policy: .lenient)

  static func load(_ data: Data) async throws -> sending Member {
    try JSONAdapter.model(from: data)
  }

  static func loadLeniently(_ data: Data) async throws -> sending [Member] {
    try adapter.models(from: data)
  }
}

@MainActor private final class Screen {
  var member: Member?

  func show(_ data: Data) async throws {
    member = try await Service.load(data)
  }
}

/// Keeps models, and hands copies out.
private actor Club {
  private let founder = Member()
  private var members: [Member] = []
  private var byLogin: [String: Member] = [:]

  func add(_ login: String) {
    let member = Member()
    member.login = login
    member.friends = [founder]
    members.append(member)
    byLogin[login] = member
  }

  func first() throws -> sending Member? { try members.first?.detached() }
  func all() throws -> sending [Member] { try members.detached() }
  func named() throws -> sending [String: Member] { try byLogin.detached() }
  func logins() -> [String] { members.map(\.login) }
}

@Suite struct SendingModelsTests {
  private let data = Data(#"{"login": "mona", "friends": [{"login": "hubot"}]}"#.utf8)

  @Test func readsInATask() async throws {
    let data = data
    let login = try await Task.detached {
      let member = try await Service.load(data)
      member.friends.append(Member())
      return "\(member.login) \(member.friends.count)"
    }.value
    #expect(login == "mona 2")
  }

  @Test @MainActor func readsForTheMainActor() async throws {
    let screen = Screen()
    try await screen.show(data)
    #expect(screen.member?.friends.map(\.login) == ["hubot"])
    let member = try await Service.load(data)
    member.login = "changed"
    #expect(screen.member?.login == "mona")
  }

  @Test func anActorHandsCopiesOut() async throws {
    let club = Club()
    await club.add("mona")
    await club.add("hubot")
    let first = try #require(try await club.first())
    let all = try await club.all()
    let named = try await club.named()
    first.login = "changed"
    all[1].login = "changed"
    named["mona"]?.login = "changed"
    #expect(all[0].friends[0] === all[1].friends[0])
    #expect(await club.logins() == ["mona", "hubot"])
  }

  @Test func readsWithASharedAdapter() async throws {
    let logins = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<16 {
        group.addTask {
          let data = Data("[{\"login\": \(number)}]".utf8)
          return try await Service.loadLeniently(data).map(\.login)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(logins) == Set((0..<16).map { "\($0)" }))
  }
}
