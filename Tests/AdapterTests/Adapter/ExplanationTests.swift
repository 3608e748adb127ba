import Peridot
import Testing

private final class Owner: Model, JSONSerializing {
  var name = ""
}

private final class Repository: Model, JSONSerializing {
  var id = 0
  var topics: [String] = []
  var owner: Owner?
  var login = ""
  var first: String?
  var secret = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["login": "account.login", "first": "tags[0]", "secret": .excluded]
  }
}

@Suite struct ExplanationTests {
  @Test func saysThatAClassIsReadAndWrittenStraight() throws {
    #expect(
      try JSONAdapter.explain(Owner.self) == """
        Owner
        is read straight
        is written straight
        | place | property | is read  | is written |
        |-------|----------|----------|------------|
        | name  | name     | in place | in place   |
        """)
  }

  @Test func saysTheRoadOfEachProperty() throws {
    #expect(
      try JSONAdapter().explain(Repository.self) == """
        Repository
        is read with more than its members: paths with more than names
        is written with more than its members: paths with more than names
        | place         | property | is read                 | is written            |
        |---------------|----------|-------------------------|-----------------------|
        | id            | id       | in place                | in place              |
        | topics        | topics   | by a codec              | by a codec            |
        | owner         | owner    | by its class's plan     | by its class's plan   |
        | account.login | login    | in place                | in place              |
        | tags[0]       | first    | after the other members | after being assembled |
        """)
  }

  @Test func namesTheHooksAndRules() throws {
    let text = try JSONAdapter.explain(
      Owner.self, policy: .strict.with { $0.absentKeys = .fail })
    #expect(text.contains("\nis read with more than its members: required properties\n"))
    #expect(text.contains("\nis written straight\n"))
  }
}
