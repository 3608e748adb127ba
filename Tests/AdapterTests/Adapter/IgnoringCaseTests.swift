import Foundation
import Peridot
import Testing

@testable import TestSupport

private class User: Model, CodableModel, JSONKeyStyling {
  var userID = 0
  var name: String?
  var emails: [String] = []
  var stated = ""
  var boss: User?

  static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var archiveName: String { "IgnoringCaseTests.User" }
  override class var identityKey: String? { "userID" }
  override class var declaredProperties: [Property] {
    [
      property("userID", \.userID, isRequired: true),
      property("stated", \.stated, at: "Stated.Place"),
    ]
  }
}

private final class Team: Model, CodableModel {
  var users: [User] = []

  override class var archiveName: String { "IgnoringCaseTests.Team" }
}

private final class Old: Model, JSONSerializing, JSONKeyStyling, JSONExtrasKeeping {
  var title = ""
  var jsonExtras: [String: Any] = [:]

  static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var declaredProperties: [Property] {
    [property("title", \.title, formerly: ["caption"])]
  }
}

private class Event: Model, JSONSerializing, JSONKeyStyling {
  static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var cluster: Cluster? {
    cluster(tag: "type", content: "payload", ["push": Push.self])
  }
}

private final class Push: Event {
  var size = 0
}

/// The members of an object in a cluster, of which one had another name.
private class Renamed: Model, CodableModel, JSONKeyStyling {
  var size = 0

  class var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var declaredProperties: [Property] {
    [property("size", \.size, formerly: ["breadth"])]
  }
}

private class Beside: Renamed {
  override class var cluster: Cluster? {
    cluster(tag: "kind", content: "payload", ["push": Pushed.self])
  }
}

private final class Pushed: Beside {}

private class Around: Renamed {
  override class var cluster: Cluster? { cluster(around: ["push": Wrapped.self]) }
}

private final class Wrapped: Around {}

private class Inside: Renamed {
  override class var cluster: Cluster? { cluster(tag: "kind", ["push": Tagged.self]) }
}

private final class Tagged: Inside {}

private enum Owner: JSONUnion {
  case user(User)
  case old(Old)
}

private final class Holder: Model, JSONSerializing {
  var owner: Owner?
}

private final class Alike: Model, JSONSerializing, JSONKeyStyling {
  var userID = 0
  var userId = 0
  var other = 0

  static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["other": "USERID"] }
}

@Suite struct IgnoringCaseTests {
  private let policies = [
    ConversionPolicy.strict, .lenient, .strict.with { $0.repeatedKeys = .fail },
    .strict.with { $0.unknownKeys = .fail },
  ]

  @Test func crossesEveryRoad() throws {
    let json = #"{"BOSS":{"userid":2},"Emails":["a"],"NAME":"x","Stated":{"Place":"s"},"UserId":1}"#
    let written =
      #"{"Stated":{"Place":"s"},"boss":{"Stated":{"Place":""},"emails":[],"userID":2},"#
      + #""emails":["a"],"name":"x","userID":1}"#
    for policy in policies {
      try expectCrossing(of: User.self, json, written: written, policy: policy)
    }
  }

  @Test func readsListsStreamsAndPlaces() async throws {
    let list = #"[{"USERID":1},{"userid":2,"nAmE":"x"}]"#
    #expect(try JSONAdapter.models(of: User.self, from: list).map(\.userID) == [1, 2])
    #expect(try JSONAdapter.model(of: User.self, from: list, at: "[1]").name == "x")
    let pieces = AsyncStream<[UInt8]> { stream in
      stream.yield(Array(list.utf8))
      stream.finish()
    }
    var ids: [Int] = []
    for try await user in JSONAdapter.stream(of: User.self, from: pieces) {
      ids.append(user.userID)
    }
    #expect(ids == [1, 2])
    let members: [String: Any] = ["USERID": 3, "Boss": ["userId": 4]]
    let user = try JSONAdapter.model(of: User.self, from: members)
    #expect(user.userID == 3 && user.boss?.userID == 4)
  }

  @Test(arguments: [
    #"{"USERID":1,"userID":2}"#, #"{"userID":2,"USERID":1}"#,
    #"{"userid":3,"userID":2,"USERID":1}"#, #"{"USERID":"x","userID":2}"#,
    #"{"userID":1,"USERID":5,"userID":2}"#, #"{"USERID":1,"userid":2}"#,
    #"{"boss":{"userid":1,"USERID":0},"BOSS":{"userid":7},"UserID":1,"userid":2}"#,
  ])
  func theExactNameWinsThenTheLast(_ json: String) throws {
    #expect(try JSONAdapter.model(of: User.self, from: json).userID == 2)
    let user = User()
    user.boss = User()
    try JSONAdapter.update(user, from: json)
    #expect(user.userID == 2)
    let team = try JSONAdapter.model(of: Team.self, from: #"{"users":[{"userid":9},\#(json)]}"#)
    #expect(team.users.map(\.userID) == [9, 2])
    let embedding = ConversionPolicy.strict.with { $0.parsesEmbeddedJSON = true }
    let text = try JSONSerialization.data(withJSONObject: ["users": [json]])
    #expect(
      try JSONAdapter.model(of: Team.self, from: text, policy: embedding).users.map(\.userID) == [2]
    )

    let failing = ConversionPolicy.strict.with { $0.repeatedKeys = .fail }
    if json.contains("x") { return }
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: User.self, from: json, policy: failing)
    }
    #expect(error.expected == "a name that occurs once in its object")
  }

  /// A lenient policy reports a member that did not fit, if it counts.
  @Test(arguments: [
    #"{"users":[{"USERID":"x","userID":2}]}"#, #"{"users":"[{\"USERID\":\"x\",\"userID\":2}]"}"#,
  ])
  func aMemberThatDoesNotCountIsNotReported(_ json: String) throws {
    var issues: [String] = []
    let team = try JSONAdapter.model(of: Team.self, from: json, policy: .lenient) {
      issues.append("\($0)")
    }
    #expect(team.users.map(\.userID) == [2])
    #expect(issues == [])
  }

  @Test func formerNamesWithinClusters() throws {
    func size<M: Renamed>(_: M.Type, _ json: String) throws -> Int {
      let model: M = try JSONAdapter.model(from: json)
      #expect(type(of: model) != M.self)
      let values = try JSONSerialization.jsonObject(with: Data(json.utf8))
      #expect(try JSONAdapter.model(of: M.self, from: values) == model)
      #expect(try JSONAdapter.model(of: M.self, from: JSONAdapter.string(from: model)) == model)
      #expect(try JSONDecoder().decode(M.self, from: Data(json.utf8)) == model)
      return model.size
    }
    for name in ["breadth", "BREADTH", "size", "Size"] {
      #expect(try size(Beside.self, #"{"kind":"push","payload":{"\#(name)":1}}"#) == 1, "\(name)")
      #expect(try size(Around.self, #"{"push":{"\#(name)":2}}"#) == 2, "\(name)")
      #expect(try size(Inside.self, #"{"kind":"push","\#(name)":3}"#) == 3, "\(name)")
    }
    let both = #"{"kind":"push","payload":{"BREADTH":1,"SIZE":4}}"#
    #expect(try size(Beside.self, both) == 4)
    let known = ConversionPolicy.strict.with { $0.unknownKeys = .fail }
    #expect(try JSONAdapter.model(of: Beside.self, from: both, policy: known).size == 4)
    let repeated = #"{"push":{"SIZE":4,"Size":5}}"#
    #expect(try size(Around.self, repeated) == 5)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Around.self, from: repeated, policy: .strict.with { $0.repeatedKeys = .fail })
    }
    #expect(error.expected == "a name that occurs once in its object" && error.column == 26)
  }

  @Test func placesOfRepeatedNames() throws {
    let failing = ConversionPolicy.strict.with {
      $0.repeatedKeys = .fail
      $0.collectsErrors = true
    }
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: User.self, from: #"{"USERID":1,"userID":2,"Boss":{"userID":1,"Userid":2}}"#,
        policy: failing)
    }
    #expect(error.errors.map(\.path) == ["$.userID", "$.Boss.Userid"])
    for other in ["userID", "userId"] {
      let values: [String: Any] = ["USERID": 1, other: 2, "name": "x"]
      let error = try #require(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: User.self, from: values, policy: failing)
      }
      #expect(error.path == "$.USERID")
    }
    // Of two others in a dictionary, which has no order, the last by name counts.
    let user = try JSONAdapter.model(of: User.self, from: ["USERID": 1, "userId": 2, "UserID": 3])
    #expect(user.userID == 2)
    #expect(try JSONAdapter.model(of: User.self, from: ["USERID": 1, "userID": 2]).userID == 2)
  }

  @Test func errorsHaveTheNameOfTheDocument() throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: User.self, from: #"{"userid":1,"NAME":5}"#)
    }
    #expect(error.path == "$.NAME" && error.propertyKey == "name")
    let missing = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: User.self, from: #"{"NAME":"x"}"#)
    }
    #expect(missing.missingKeys == ["userID"])
    let unknown = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: User.self, from: #"{"userid":1,"stated":"x"}"#,
        policy: .strict.with { $0.unknownKeys = .fail })
    }
    #expect(unknown.kind == .unknownKey && unknown.path == "$.stated")
    // Only the letters A to Z have two cases.
    #expect(try JSONAdapter.model(of: User.self, from: #"{"userid":1,"ſtated":"x"}"#).stated == "")
  }

  @Test func updatesFindTheIdentity() throws {
    let team = try JSONAdapter.model(
      of: Team.self, from: #"{"users":[{"userID":1,"name":"a"},{"userID":2}]}"#)
    let first = team.users[0]
    try JSONAdapter.update(team, from: #"{"users":[{"USERID":2},{"UserId":1,"EMAILS":["x"]}]}"#)
    #expect(team.users[1] === first && first.name == "a" && first.emails == ["x"])
    try JSONAdapter.apply(mergePatch: #"{"users":[{"userid":1,"NAME":null}]}"#, to: team)
    #expect(team.users.count == 1 && team.users[0] === first && first.name == nil)
  }

  @Test func formerNamesExtrasAndClusters() throws {
    let old = try JSONAdapter.model(of: Old.self, from: #"{"CAPTION":"x","More":1}"#)
    #expect(old.title == "x")
    #expect(old.jsonExtras as NSDictionary == ["More": 1] as NSDictionary)
    #expect(try JSONAdapter.string(from: old) == #"{"title":"x","More":1}"#)
    let push = try JSONAdapter.model(
      of: Event.self, from: #"{"type":"push","payload":{"SIZE":5}}"#)
    #expect((push as? Push)?.size == 5)
    #expect(
      throws: JSONAdapterError.self,
      performing: {
        try JSONAdapter.model(of: Event.self, from: #"{"Type":"push","payload":{}}"#)
      })
    let holder = try JSONAdapter.model(of: Holder.self, from: #"{"owner":{"USERID":1,"NAME":"x"}}"#)
    guard case .user(let user) = holder.owner else {
      Issue.record("another case")
      return
    }
    #expect(user.userID == 1 && user.name == "x")
  }

  @Test func takesLinearTime() throws {
    // An attempt that passed the names of each object once more at each depth would take a minute.
    let depth = 100
    let wide = (0..<2_000).map { #""x\#($0)":[[]]"# }.joined(separator: ",")
    let json =
      String(repeating: #"{"USERID":1,"Boss":"#, count: depth)
      + #"{"userid":1,\#(wide),"UserId":2}"#
      + String(repeating: "}", count: depth)
    let clock = ContinuousClock()
    var user: User? = try JSONAdapter.model(of: User.self, from: json)
    let time = clock.measure { user = try? JSONAdapter.model(of: User.self, from: json) }
    for _ in 0..<depth { user = user?.boss }
    #expect(user?.userID == 2)
    #expect(time < .seconds(10))
    // Many names that are one.
    let names = (0..<4_096).map { number in
      String(
        "usernameofid".enumerated().map { index, letter in
          number >> index & 1 == 1 ? Character(letter.uppercased()) : letter
        })
    }
    let many =
      "{" + names.map { #""\#($0)":1"# }.joined(separator: ",") + #","USERID":1,"UserId":2}"#
    #expect(try JSONAdapter.model(of: User.self, from: many).userID == 2)
  }

  @Test func describesAndChecks() throws {
    try JSONAdapter.check(User.self)
    #expect(ClassDescription(of: User.self).ignoresCase)
    #expect(!ClassDescription(of: Team.self).ignoresCase)
    let error = try #require(throws: JSONAdapterError.self) { try JSONAdapter.check(Alike.self) }
    #expect(
      error.found == "\n"
        + #"- "userID" and "userId" are one name if case is ignored: state a place for one of them"#
    )
    let comparison = JSONAdapter.compare(
      User.self,
      with: #"{"USERID":1,"Name":"","EMAILS":[],"Stated":{"Place":""},"boss":null,"odd":1}"#)
    #expect(comparison.unreadMembers == ["$.odd"] && comparison.unfedProperties.isEmpty)
  }
}
