import MainActorModels
import Peridot
import Testing

@testable import TestSupport

@Suite struct MainActorModelTests {
  private let document = """
    {"user_name":"MONA","money":{"balance":"7"},"owner":{"name":"Ada"},"ignored":1,\
    "homepage":"https://example.com","kind":"plus"}
    """

  @Test @MainActor func readsAndWritesOnTheMainActor() throws {
    var screen = try AccountScreen(document)
    #expect(screen.account.userName == "mona")
    #expect(screen.account.balance == 7)
    #expect(screen.account.kind == .plus)
    #expect(screen.account.owner?.account === screen.account)
    #expect(screen.account.loadedFrom == ["json"])
    #expect(screen.account["title"] as? String == "mona (plus)")
    let text = try screen.rename("ada")
    #expect(screen.account.changes == 2)
    #expect(
      text == """
        {"user_name":"ada","money":{"balance":"7"},"homepage":"https://example.com",\
        "kind":"plus","observed":5,"title":"ada (plus)","finished":true}
        """)
  }

  @Test func loadsElsewhere() async throws {
    let account = try await load(document)
    #expect(account.userName == "mona")
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(account, from: #"{"money": {"balance": "-1"}}"#)
    }
    #expect(account.balance == 7)
  }

  @Test func runsHooksInAnyIsolation() throws {
    let account = try Account(dictionary: ["userName": "A", "balance": 2])
    let copy = account.with { $0.balance = 3 }
    #expect(copy.loadedFrom == ["copy"])
    account.mergeValues(from: copy)
    #expect(account.balance == 5)
    #expect(account.changedKeys(from: copy) == ["balance"])
  }
}
