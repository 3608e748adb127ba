import Foundation
import Peridot
import Testing

private class Shape: Model, JSONSerializing {
  var color = ""

  override class var cluster: Cluster? {
    cluster(tag: "type", ["circle": Circle.self, "square": Square.self])
  }
}

private final class Circle: Shape {
  var radius = 0
}

private final class Square: Shape {
  var side = 0
  var angle = 0
}

private final class Sound: Model, JSONSerializing {
  var type = ""
  var side = 0
  var volume = 0
}

private enum Media: JSONUnion {
  case shape(Shape)
  case sound(Sound)
}

private final class Player: Model, JSONSerializing {
  var media: Media?
  var all: [Media] = []
}

private enum Inner: JSONUnion {
  case text(String)
  case many([String])
}

private enum Outer: JSONUnion {
  case inner(Inner)
  case number(Int)
  case map([String: Inner])
}

private final class Nest: Model, JSONSerializing {
  var outer = Outer.number(0)
}

private final class Point: Model, JSONSerializing {
  var x = 0
  var y = 0
}

private final class Size: Model, JSONSerializing {
  var x = 0
  var y = 0
}

private enum Alike: JSONUnion {
  case point(Point)
  case size(Size)
}

private final class AlikeHolder: Model, JSONSerializing {
  var alike: Alike?
}

private enum Nullable: JSONUnion {
  case text(String)
  case null
}

private final class NullableHolder: Model, JSONSerializing {
  var plain = Nullable.null
  var optional: Nullable?
}

private enum WrongInner: JSONUnion {
  case text(String)
  case url(URL)
}

private enum HoldsWrong: JSONUnion {
  case inner(WrongInner)
  case number(Int)
}

private final class WrongHolder: Model, JSONSerializing {
  var value = HoldsWrong.number(0)
}

private final class BadModel: Model, JSONSerializing {
  var a = 0
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["b": "c"] }
}

private enum HoldsBadModel: JSONUnion {
  case model(BadModel)
  case text(String)
}

private final class BadModelHolder: Model, JSONSerializing {
  var value = HoldsBadModel.text("")
}

private struct Plain {
  var a = 0
}

private enum NullsWithin: JSONUnion {
  case list([Nullable?])
  case number(Int)
}

private enum FormsWithin: JSONUnion {
  case plain(Plain)
  case nulls(NullsWithin)
}

private final class ListHolder: Model, JSONSerializing {
  var value: [FormsWithin] = []
}

@Suite struct UnionPayloadTests {
  private func name(_ json: String) throws -> String {
    let player: Player = try JSONAdapter.model(from: #"{"media":\#(json)}"#)
    switch player.media {
    case .shape(let shape)?: return "\(type(of: shape))"
    case .sound?: return "Sound"
    case nil: return "nil"
    }
  }

  @Test func ranksAClusterByTheClassThatItsTagChooses() throws {
    #expect(try name(#"{"type":"square","side":1,"angle":2}"#) == "Square")
    #expect(try name(#"{"type":"square","side":1}"#) == "Square")
    #expect(try name(#"{"type":"circle","radius":1}"#) == "Circle")
    #expect(try name(#"{"type":"noise","side":1,"volume":2}"#) == "Sound")
    #expect(try name(#"{"side":1,"volume":2}"#) == "Sound")
    #expect(try name(#"{"type":"bell","color":"red"}"#) == "Sound")
  }

  @Test func writesAClusterOnlyIfItIsReadBack() throws {
    let player = Player()
    let square = Square()
    let sound = Sound()
    player.all = [.shape(square), .sound(sound)]
    sound.type = "noise"
    let json = try JSONAdapter.string(from: player)
    let again: Player = try JSONAdapter.model(from: json)
    #expect(again == player)
    sound.type = "square"
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: player) }
  }

  @Test func updatesAModelOfACluster() throws {
    let player: Player = try JSONAdapter.model(from: #"{"media":{"type":"square","side":1}}"#)
    guard case .shape(let shape)? = player.media else {
      Issue.record("another case")
      return
    }
    try JSONAdapter.update(player, from: #"{"media":{"type":"square","angle":3}}"#)
    guard case .shape(let same)? = player.media else {
      Issue.record("another case")
      return
    }
    #expect(same === shape)
    #expect((same as? Square)?.angle == 3)
    try JSONAdapter.update(player, from: #"{"media":{"side":3}}"#)
    #expect((same as? Square)?.side == 3)
    try JSONAdapter.update(player, from: #"{"media":{"type":"circle","radius":3}}"#)
    guard case .shape(let circle as Circle)? = player.media else {
      Issue.record("another case")
      return
    }
    #expect(circle.radius == 3)
  }

  @Test(arguments: [#""a""#, #"["a","b"]"#, "5", #"{"x":"a","y":["b"]}"#])
  func readsUnionsWithinUnions(_ json: String) throws {
    let nest: Nest = try JSONAdapter.model(from: #"{"outer":\#(json)}"#)
    #expect(try JSONAdapter.string(from: nest, options: .sortedKeys) == #"{"outer":\#(json)}"#)
    #expect(nest.deeplyCopied() == nest)
  }

  private func mistakes<M: Model & JSONSerializing>(_ type: M.Type) -> String {
    do {
      try JSONAdapter.check(type)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func checkFindsTheMistakesOfAUnion() {
    #expect(
      mistakes(AlikeHolder.self) == """
        AlikeHolder: the mapping has mistakes:
        - "alike": Alike: case size is never read: its class has the members of case point's
        """)
    #expect(
      mistakes(NullableHolder.self) == """
        NullableHolder: the mapping has mistakes:
        - "optional" is of type Nullable?, whose forms can't be told apart: nil and case null both \
        stand for null: remove the case, or make it Nullable without ?
        """)
    #expect(
      mistakes(WrongHolder.self) == """
        WrongHolder: the mapping has mistakes:
        - "value": WrongInner: case url is never read: text takes every text; declare url before text
        """)
    #expect(
      mistakes(BadModelHolder.self) == """
        BadModel: the mapping has mistakes:
        - keyPathsByPropertyKey names "b", which is not a property; there are a
        """)
    #expect(
      mistakes(ListHolder.self) == """
        2 errors:
        - ListHolder: the mapping has mistakes:
        - "value": FormsWithin: case plain is of type Plain, which has no JSON form: conform it to \
        Codable, return a transformer from transformer(forKey:), or map it to .excluded
        - ListHolder: the mapping has mistakes:
        - "value": NullsWithin: case list is of type [Nullable?]: nil and case null both stand for \
        null: remove the case, or make it Nullable without ?
        """)
    #expect(mistakes(Player.self) == "")
    #expect(mistakes(Nest.self) == "")
  }
}
