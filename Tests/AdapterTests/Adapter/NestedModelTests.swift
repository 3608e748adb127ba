import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Role: String {
  case owner, guest
}

private final class Person: Model, JSONSerializing {
  var name = ""
  var friend: Person?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["name": "full_name"] }
}

/// A model that has not opted in can still be nested.
private final class Badge: Model {
  var label = ""
}

private final class Team: Model, JSONSerializing {
  var lead = Person()
  var deputy: Person?
  var members: [Person] = []
  var guests: [Person]?
  var seats: [Person?] = []
  var rows: [[Person]] = []
  var badges: Set<Badge> = []
  var byName: [String: Person] = [:]
  var byNumber: [Int: [Person]] = [:]
  var byRole: [Role: Person] = [:]
  weak var parent: Team?
}

private final class Linked: Model, JSONSerializing {
  weak var owner: Person?
  var kept: Person?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["owner": "owner"] }
}

@Suite struct NestedModelTests {
  private let text = """
    {"lead":{"full_name":"a","friend":{"full_name":"b"}},"deputy":{"full_name":"c"},\
    "members":[{"full_name":"d"},{"full_name":"e"}],"guests":[],"seats":[{"full_name":"f"},null],\
    "rows":[[{"full_name":"g"}],[]],"badges":[{"label":"x"}],"byName":{"h":{"full_name":"h"}},\
    "byNumber":{"7":[{"full_name":"i"}]},"byRole":{"guest":{"full_name":"j"}}}
    """

  @Test func readsAndWritesModelsInEveryCollection() throws {
    let team: Team = try JSONAdapter.model(from: text)
    #expect(team.lead.friend?.name == "b")
    #expect(team.deputy?.name == "c")
    #expect(team.members.map(\.name) == ["d", "e"])
    #expect(team.guests == [])
    #expect(team.seats.map { $0?.name } == ["f", nil])
    #expect(team.rows.map { $0.map(\.name) } == [["g"], []])
    #expect(team.badges.map(\.label) == ["x"])
    #expect(team.byName["h"]?.name == "h")
    #expect(team.byNumber[7]?.map(\.name) == ["i"])
    #expect(team.byRole[.guest]?.name == "j")
    #expect(try JSONAdapter.string(from: team) == text)
    let dictionary = try JSONAdapter.dictionary(from: team)
    #expect(try JSONAdapter.model(of: Team.self, from: dictionary) == team)
  }

  @Test(arguments: [
    (
      #"{"lead":{"full_name":1}}"#,
      "Person.name: expected String, found number 1 at $.lead.full_name"
    ),
    (#"{"lead":null}"#, "Team.lead: expected object, found null at $.lead"),
    (#"{"lead":[]}"#, "Team.lead: expected object, found array at $.lead"),
    (#"{"members":[{},5]}"#, "Team.members: expected object, found number 5 at $.members[1]"),
    (#"{"members":[null]}"#, "Team.members: expected object, found null at $.members[0]"),
    (#"{"members":{}}"#, "Team.members: expected array, found object at $.members"),
    (
      #"{"rows":[[],[{},{"friend":{"friend":{"full_name":null}}}]]}"#,
      "Person.name: expected String, found null at $.rows[1][1].friend.friend.full_name"
    ),
    (
      #"{"badges":[{"label":[]}]}"#,
      "Badge.label: expected String, found array at $.badges[0].label"
    ),
    (#"{"byName":{"a b":7}}"#, #"Team.byName: expected object, found number 7 at $.byName["a b"]"#),
    (
      #"{"byNumber":{"7":[{"full_name":true}]}}"#,
      #"Person.name: expected String, found true at $.byNumber["7"][0].full_name"#
    ),
    (
      #"{"byRole":{"boss":{}}}"#,
      #"Team.byRole: expected Role as a member's name (guest, owner), found "boss" at $.byRole.boss"#
    ),
  ])
  func saysWhereANestedModelIsWrong(_ text: String, _ expected: String) throws {
    let error = adapterError { try JSONAdapter.model(of: Team.self, from: text) }
    let message = try #require(error?.description)
    #expect(message.hasPrefix(expected + " (line 1, column "))
  }

  @Test func leavesWeakPropertiesOutUnlessMapped() throws {
    let person = Person()
    let team = Team()
    team.parent = team
    #expect(!(try JSONAdapter.string(from: team).contains("parent")))
    let linked = Linked()
    linked.owner = person
    #expect(try JSONAdapter.string(from: linked) == #"{"owner":{"full_name":""}}"#)
  }

  @Test func writesTheClassThatAModelHas() throws {
    #expect(
      try JSONAdapter.string(from: [Person(), Person()]) == #"[{"full_name":""},{"full_name":""}]"#)
  }
}
