import Foundation
import Peridot
import Testing

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
    #expect(
      try JSONAdapter.string(from: inbox.all) == """
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
        Message: Message.classForParsing(_:) gave Stranger, which is no subclass of Message \
        at $.all[0] (line 1, column 9)
        """)
    #expect(error?.kind == .noClassFound)
  }
}
