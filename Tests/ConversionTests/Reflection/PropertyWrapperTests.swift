import Foundation
import Observation
import Peridot
import Testing

@testable import TestSupport

/// A rule, and a projected value of which the model knows nothing.
@propertyWrapper private struct Clamped: PropertyWrapper {
  private let range: ClosedRange<Int>
  private var value: Int
  private(set) var projectedValue = 0

  init(wrappedValue: Int, _ range: ClosedRange<Int> = 0...100) {
    value = wrappedValue
    self.range = range
  }

  var wrappedValue: Int {
    get { value }
    set {
      value = min(max(newValue, range.lowerBound), range.upperBound)
      projectedValue += 1
    }
  }
}

@propertyWrapper private struct Plain<Value>: PropertyWrapper {
  var wrappedValue: Value
}

/// Keeps its value in an object.
@propertyWrapper private final class Shared<Value> {
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Shared: PropertyWrapper {}

/// Does not conform.
@propertyWrapper private struct Silent {
  var wrappedValue = 1
}

private class Player: Model, JSONSerializing {
  @Clamped(1...10) var level = 1
  @Plain var name = ""
  @Plain var friend: Player?
  @Plain var friends: [Player] = []
  @Plain var seen: Date?
  @Plain var patch: Int??
  @Shared var score = 0
  @Silent var left
  @Plain private(set) var secret = "s"
  var plain = 0

  override class var identityKey: String? { "name" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["secret": "hidden.secret"] }
  override class var archiveName: String { "Tests.WrappedPlayer" }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    if key == "level", value as? Int == 7 { throw CancellationError() }
    if key == "name" { value = (value as? String)?.trimmingCharacters(in: .whitespaces) }
  }
}

private final class Captain<Rank: Codable>: Player {
  @Plain var rank: Rank?

  override class var archiveName: String { "Tests.WrappedCaptain.\(Rank.self)" }
}

@Observable private final class Watched: Model, JSONSerializing {
  var title = ""
  @ObservationIgnored @Clamped var level = 1
}

@Suite struct PropertyWrapperTests {
  private static let text = #"""
    {"level":5,"name":"a","friend":{"level":2,"name":"b","friends":[],"score":0,"hidden":{"secret":"s"},"plain":0},"friends":[],"seen":"2026-01-02T03:04:05Z","patch":null,"score":9,"hidden":{"secret":"x"},"plain":1}
    """#

  @Test func aConformingWrapperMakesAProperty() {
    let keys = [
      "level", "name", "friend", "friends", "seen", "patch", "score", "secret", "plain",
    ]
    #expect(Player.propertyKeys == keys)
    #expect(Captain<Int>.propertyKeys == keys + ["rank"])
    #expect(Player.property(forKey: "level")?.valueType == Int.self)
    #expect(Player.property(forKey: "friend")?.isOptional == true)
    #expect(Watched.propertyKeys == ["title", "level"])
    #expect(Player.unsupportedVariables.isEmpty)
  }

  @Test func isReadAndWrittenByTheWrappersRules() throws {
    let player: Player = try JSONAdapter.model(from: Self.text)
    #expect(player.level == 5 && player.$level == 1 && player.friend?.level == 2)
    #expect(player.seen == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(player.patch == .some(nil) && player.score == 9 && player.secret == "x")
    #expect(try JSONAdapter.string(from: player) == Self.text)
    let again: Player = try JSONAdapter.model(from: JSONAdapter.dictionary(from: player))
    #expect(again == player && again.hash == player.hash)
    let beyond: Player = try JSONAdapter.model(from: #"{"level":50}"#)
    #expect(beyond.level == 10)
    let captain: Captain<[Int]> = try JSONAdapter.model(from: #"{"level":-3,"rank":[1]}"#)
    #expect(captain.level == 1 && captain.rank == [1])
    let watched: Watched = try JSONAdapter.model(from: #"{"title":"t","level":101}"#)
    #expect(watched.title == "t" && watched.level == 100)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Player.self, from: #"{"level":"x"}"#)
    }
    #expect(
      error?.description
        == #"Player.level: expected Int, found string "x" at $.level (line 1, column 10)"#
        + ": no policy reads it")
  }

  @Test func takesPartInWhatModelsDo() throws {
    let player: Player = try JSONAdapter.model(from: Self.text)
    for copy in [
      player.copied(), player.deeplyCopied(), try Player.unarchive(from: player.archivedData()),
      try Player(dictionary: player.dictionaryValue.filter { $0.key != "patch" }).with {
        $0.patch = .some(nil)
      },
    ] {
      #expect(copy == player && copy.changedKeys(from: player).isEmpty)
      copy.score += 1
      copy.level = 6
      #expect(copy.changedKeys(from: player) == ["level", "score"] && player.score == 9)
    }
    #expect(player.deeplyCopied().friend !== player.friend)
    #expect(player.copied().friend === player.friend)
    #expect(player["level"] as? Int == 5)
    try player.setValue(99, forPropertyKey: "level")
    #expect(player.level == 10)
    #expect(throws: ModelError.self) { try player.setValue("x", forPropertyKey: "level") }
    let other = Player()
    other.mergeValues(from: player)
    #expect(other == player && other.friend === player.friend)
    player.name = " a "
    try player.validate()
    #expect(player.name == "a")
  }

  @Test func updatesAndRollsBack() throws {
    let player: Player = try JSONAdapter.model(from: Self.text)
    let friend = player.friend
    try JSONAdapter.update(player, from: #"{"friend":{"level":3},"friends":[{"name":"c"}]}"#)
    #expect(player.friend === friend && friend?.level == 3 && player.friends.first?.name == "c")
    let first = player.friends.first
    try JSONAdapter.update(player, from: #"{"friends":[{"name":"d"},{"name":"c","level":4}]}"#)
    #expect(player.friends.last === first && first?.level == 4)
    let (before, count) = (player.deeplyCopied(), player.$level)
    for text in [
      #"{"level":8,"score":1,"friend":{"level":9},"plain":"x"}"#, #"{"score":1,"level":7}"#,
    ] {
      #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(player, from: text) }
      #expect(player == before && player.$level == count && player.friend === friend)
    }
  }

  @Test func endsWithAWeakParentAndACycle() throws {
    let player = Player()
    player.friend = player
    #expect(player.deeplyCopied().friend?.friend != nil)
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: player) }
    player.friend = nil
  }

  @Test func changingItWhileItIsReadTraps() async {
    await #expect(processExitsWith: .failure) {
      let player = Player()
      func change(_ level: inout Int) { try? JSONAdapter.update(player, from: #"{"level":3}"#) }
      change(&player.level)
    }
  }
}
