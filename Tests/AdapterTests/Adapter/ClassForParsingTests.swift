import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

private class Message: Model, JSONSerializing {
  var sender = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json.string(forKey: "kind") {
    case "picture": Picture.self
    case "text": TextMessage.self
    case "circle": Circle.self
    case "stranger": Stranger.self
    case "unknown": nil
    default: self
    }
  }
}

private class Picture: Message {
  var url = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("frames") ? Animation.self : self
  }
}

private final class Animation: Picture {
  var frames = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

private final class TextMessage: Message {
  var body = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

private final class Circle: Message {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { Message.self }
}

/// Tells its class by which members are there, and by a member that is no property.
private class Part: Model, JSONSerializing {
  var name = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    if json.contains("radius") { return Disc.self }
    if json.contains("width") { return Plate.self }
    return json.string(forKey: "type") == "hidden" ? Hidden.self : nil
  }
}

private final class Disc: Part {
  var radius = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("width") ? Plate.self : self
  }
}

private final class Plate: Part {
  var width = 0
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

private final class Hidden: Part {
  var depth = 0
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

private final class Machine: Model, JSONSerializing {
  var part: Part?
  var byName: [String: Part] = [:]
  var sort: Sort?
}

private class Sort: Model, JSONSerializing {
  var kind = ""
  var size = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json.string(forKey: "kind") {
    case "small": Small.self
    case "large": Large.self
    default: nil
    }
  }
}

private final class Small: Sort {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    let type = super.classForParsing(json)
    return type == Small.self ? self : type
  }
}

private final class Large: Sort {
  var extra = 1
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

private final class Stranger: Model, JSONSerializing {
  var sender = ""
}

private final class Inbox: Model, JSONSerializing {
  var first: Message?
  var all: [Message] = []
  var named: [String: Message] = [:]
  var rows: [[Message?]] = []
  var pictures: [Picture] = []
}

/// A cluster whose own class reads the member that identifies the class.
private class Tagged: Model, JSONSerializing {
  static let kept = Mutex<[JSONObject]>([])

  var tag = ""
  var value = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    if json.contains("keep") { kept.withLock { $0.append(json) } }
    return switch json.string(forKey: "tag") {
    case "plain": PlainTagged.self
    case "untagged": UntaggedTagged.self
    case "prepared": PreparedTagged.self
    default: self
    }
  }
}

private final class PlainTagged: Tagged {}

private final class UntaggedTagged: Tagged {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["tag": .excluded] }
}

private final class PreparedTagged: Tagged, JSONPreparing {
  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

@Suite struct ClassForParsingTests {
  @Test func choosesTheClassAtTheRoot() throws {
    let message: Message = try JSONAdapter.model(
      from: #"{"kind":"text","sender":"s","body":"b"}"#)
    #expect((message as? TextMessage)?.body == "b")
    #expect(message.sender == "s")
    let plain: Message = try JSONAdapter.model(from: #"{"sender":"s"}"#)
    #expect(type(of: plain) == Message.self)
  }

  @Test func asksTheChosenClassAgain() throws {
    let message: Message = try JSONAdapter.model(from: #"{"kind":"picture","frames":3}"#)
    #expect((message as? Animation)?.frames == 3)
  }

  @Test func choosesTheClassOfEachElement() throws {
    let inbox: Inbox = try JSONAdapter.model(
      from: """
        {"first":{"kind":"text"},"all":[{},{"kind":"picture"},{"kind":"text"}],
         "named":{"a":{"kind":"picture","frames":1}},"rows":[[null,{"kind":"text"}]],
         "pictures":[{"frames":2},{}]}
        """)
    func name(_ model: Model?) -> String { model.map { "\(type(of: $0))" } ?? "nil" }
    #expect(name(inbox.first) == "TextMessage")
    #expect(inbox.all.map(name) == ["Message", "Picture", "TextMessage"])
    #expect(name(inbox.named["a"]) == "Animation")
    #expect(inbox.rows.map { $0.map(name) } == [["nil", "TextMessage"]])
    #expect(inbox.pictures.map(name) == ["Animation", "Picture"])
    let models = try JSONAdapter.models(of: Message.self, from: #"[{"kind":"text"},{}]"#)
    #expect(models.map(name) == ["TextMessage", "Message"])
    // No property holds the kind.
    #expect(
      try JSONAdapter.string(from: inbox.all, policy: .strict.with { $0.unreadableClass = .write })
        == """
        [{"sender":""},{"sender":"","url":""},{"sender":"","body":""}]
        """)
  }

  @Test func refusesWhenThereIsNoClass() {
    let error = adapterError {
      try JSONAdapter.model(of: Message.self, from: #" {"kind":"unknown"}"#)
    }
    #expect(
      error?.description
        == "Message: Message.classForParsing(_:) found no class at $ (line 1, column 2)")
    #expect(error?.kind == .noClassFound)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Inbox.self, from: #"{"rows":[[null],[{"kind":"unknown"}]]}"#)
      } == """
        Message: Message.classForParsing(_:) found no class at $.rows[1][0] (line 1, column 18)
        """)
  }

  @Test func refusesACircle() {
    #expect(
      adapterMessage { try JSONAdapter.model(of: Message.self, from: #"{"kind":"circle"}"#) } == """
        Message: classForParsing(_:) runs in a circle: Message, Circle, Message at $ \
        (line 1, column 1)
        """)
  }

  @Test func refusesAClassThatIsNoSubclass() {
    let error = adapterError {
      try JSONAdapter.model(of: Inbox.self, from: #"{"all":[{"kind":"stranger"}]}"#)
    }
    #expect(
      error?.description == """
        Message: Message.classForParsing(_:) gave Stranger, which is not a subclass of Message \
        at $.all[0] (line 1, column 9)
        """)
    #expect(error?.kind == .noClassFound)
  }

  @Test(arguments: ["plain", "untagged", "prepared", "other"])
  func takesTheLastOfMembersWithOneName(_ first: String) throws {
    for last in ["plain", "untagged", "prepared", "other"] {
      for name in ["tag", #"t\u0061g"#] {
        let text = #"""
          [{"tag":"\#(first)","value":1,"\#(name)":"\#(last)"},{"tag":"plain","value":2}]
          """#
        let models = try JSONAdapter.models(of: Tagged.self, from: text)
        let expected: Tagged.Type =
          switch last {
          case "plain": PlainTagged.self
          case "untagged": UntaggedTagged.self
          case "prepared": PreparedTagged.self
          default: Tagged.self
          }
        #expect(models.map { type(of: $0) == expected }.first == true, "\(first), \(last)")
        #expect(models.map(\.value) == [1, 2])
        #expect(models.last is PlainTagged)
      }
    }
  }

  @Test func aKeptObjectGivesTheLastMember() throws {
    Tagged.kept.withLock { $0 = [] }
    let model = try JSONAdapter.model(
      of: Tagged.self, from: #"{"keep":1,"tag":"other","value":1,"tag":"plain"}"#)
    #expect(model is PlainTagged)
    let kept = Tagged.kept.withLock { $0 }
    #expect(kept.map { $0.string(forKey: "tag") } == kept.map { _ in "plain" })
    #expect(!kept.isEmpty)
  }

  @Test func saysWhatIsWrongBehindTheMemberThatTellsTheClass() {
    let error = adapterError {
      try JSONAdapter.model(of: Tagged.self, from: #"{"tag":"plain","value":}"#)
    }
    #expect(error?.kind == .invalidJSON)
    #expect(error?.byteOffset == 23)
  }

  @Test func updatesAModelWhoseClassTheUpdateDoesNotName() throws {
    let machine: Machine = try JSONAdapter.model(
      from: """
        {"part":{"radius":1},"byName":{"a":{"type":"hidden","depth":2}},
         "sort":{"kind":"small","size":3}}
        """)
    let (part, hidden, sort) = (machine.part, machine.byName["a"], machine.sort)
    try JSONAdapter.update(
      machine,
      from: #"{"part":{"name":"n"},"byName":{"a":{"depth":4}},"sort":{"size":5}}"#)
    #expect(machine.part === part)
    #expect(part?.name == "n")
    #expect(machine.byName["a"] === hidden)
    #expect((hidden as? Hidden)?.depth == 4)
    #expect(machine.sort === sort)
    #expect(sort?.size == 5)
    let root = try #require(part)
    try JSONAdapter.update(root, from: #"{"name":"m"}"#)
    #expect(root.name == "m")
  }

  @Test func replacesAModelWhoseClassAnUpdateChanges() throws {
    let machine: Machine = try JSONAdapter.model(
      from: #"{"part":{"radius":1,"name":"n"},"sort":{"kind":"small","size":3}}"#)
    try JSONAdapter.update(machine, from: #"{"sort":{"kind":"large","size":4}}"#)
    #expect((machine.sort as? Large)?.size == 4)
    try JSONAdapter.update(machine, from: #"{"part":{"width":2}}"#)
    #expect((machine.part as? Plate)?.width == 2)
    let error = adapterError {
      try JSONAdapter.update(machine, from: #"{"sort":{"kind":"unknown"}}"#)
    }
    #expect(error?.kind == .noClassFound)
    #expect((machine.sort as? Large)?.size == 4)
  }

  @Test func appliesAPatchToAClassCluster() throws {
    let old: Sort = try JSONAdapter.model(from: #"{"kind":"small","size":3}"#)
    let new: Sort = try JSONAdapter.model(from: #"{"kind":"small","size":4}"#)
    try JSONAdapter.apply(mergePatch: JSONAdapter.mergePatch(from: old, to: new), to: old)
    #expect(old == new)
  }
}
