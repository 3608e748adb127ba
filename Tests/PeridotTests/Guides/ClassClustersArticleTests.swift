// The code of Sources/Peridot/Documentation.docc/ClassClusters.md
// The code of Sources/Peridot/Documentation.docc/ChoosingClasses.md
import Foundation
import Peridot
import Testing

@Suite struct ClassClustersArticleTests {
  class Event: Model, CodableModel {
    var id = 0

    override class var cluster: Cluster? {
      cluster(tag: "type", ["push": Push.self, "issue": Issue.self])
    }
  }

  final class Push: Event {
    var branch = ""
  }

  final class Issue: Event {
    var title = ""
  }

  final class Deploy: Event {}

  // {"type": "push", "payload": {"branch": "main"}}
  class Message: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(
        tag: "type", content: "payload", ["push": PushMessage.self, "text": TextMessage.self])
    }
  }

  final class PushMessage: Message {
    var branch = ""
  }

  final class TextMessage: Message {}

  // {"kind": "image", "url": "a"}, {"kind": "photo", "url": "b"} and {"url": "c"}
  class Attachment: Model, JSONSerializing {
    var url = ""

    override class var cluster: Cluster? {
      cluster(
        tag: "kind", ["image": Picture.self, "file": Document.self],
        alsoReading: ["photo": Picture.self], absent: Picture.self)
    }
  }

  final class Picture: Attachment {}
  final class Document: Attachment {}

  @Test func readsFurtherTags() throws {
    let json = #"[{"kind": "image", "url": "a"}, {"kind": "photo", "url": "b"}, {"url": "c"}]"#
    let attachments = try JSONAdapter.models(of: Attachment.self, from: json)
    #expect(attachments.allSatisfy { $0 is Picture } && attachments.map(\.url) == ["a", "b", "c"])
  }

  // {"circle": {"radius": 2}}
  class Shape: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(around: ["circle": Circle.self, "square": Square.self])
    }
  }

  final class Circle: Shape {
    var radius = 0
  }

  final class Square: Shape {}

  // {"meters": 12} or {"seconds": 3}
  class Measure: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(deducedFrom: ["meters": Length.self, "seconds": Duration.self])
    }
  }

  final class Length: Measure {
    var meters = 0
  }

  final class Duration: Measure {
    var seconds = 0
  }

  class Details: Model, JSONSerializing {}

  final class Card: Details {
    var number = ""
  }

  final class Transfer: Details {}

  // {"kind": "card", "details": {"number": "4111"}}
  final class Payment: Model, JSONSerializing {
    var details: Details?

    override class func cluster(forKey key: String) -> Cluster? {
      switch key {
      case "details": Details.cluster(tag: "kind", ["card": Card.self, "transfer": Transfer.self])
      default: nil
      }
    }
  }

  enum Priority: Int, CaseIterable {
    case low = 1
    case high = 2
  }

  class Task: Model, JSONSerializing {
    var priority = Priority.low

    override class var cluster: Cluster? {
      cluster(tag: "priority", by: Priority.self) {
        switch $0 {
        case .low: LowTask.self
        case .high: HighTask.self
        }
      }
    }
  }

  final class LowTask: Task {}

  final class HighTask: Task {
    required init() {
      super.init()
      priority = .high
    }
  }

  class Notice: Model, JSONSerializing {
    var id = 0

    override class var cluster: Cluster? {
      cluster(tag: "type", ["alert": Alert.self], unknown: .kept(OtherNotice.self))
    }
  }

  final class Alert: Notice {
    var text = ""
  }

  final class OtherNotice: Notice, JSONKeeping {
    var keptJSON = RawJSON()
  }

  @Test func writesTheTag() throws {
    Event.joinCluster(["deploy": Deploy.self])
    let text = #"[{"type":"push","id":1,"branch":"main"},{"type":"issue","id":2,"title":"Slow"}]"#
    let events = try JSONAdapter.models(of: Event.self, from: text)
    #expect(events[0] is Push)
    #expect(try JSONAdapter.string(from: events) == text)
    #expect(try JSONAdapter.model(of: Event.self, from: #"{"type":"deploy"}"#) is Deploy)
  }

  @Test func hasAllForms() throws {
    func comesBack<M: JSONSerializing>(_ type: M.Type, _ text: String) throws {
      #expect(try JSONAdapter.string(from: JSONAdapter.model(of: type, from: text)) == text)
      try JSONAdapter.check(type)
    }
    try comesBack(Message.self, #"{"type":"push","payload":{"branch":"main"}}"#)
    try comesBack(Shape.self, #"{"circle":{"radius":2}}"#)
    try comesBack(Measure.self, #"{"seconds":3}"#)
    try comesBack(Payment.self, #"{"kind":"card","details":{"number":"4111"}}"#)
    try comesBack(Task.self, #"{"priority":2}"#)
  }

  @Test func keepsWhatItDoesNotKnow() throws {
    let unknown = #"{ "id": 7, "type": "poll", "choices": [1.0, 2.50] }"#
    let notice = try JSONAdapter.model(of: Notice.self, from: unknown)
    #expect(notice.id == 7)
    #expect(try JSONAdapter.string(from: notice) == unknown)
  }

  class Figure: Model, JSONSerializing {
    override class func classForParsing(_ json: JSONObject) -> Model.Type? {
      switch json.string(forKey: "kind") {
      case "circle": Disc.self
      case "square": Tile.self
      default: nil
      }
    }
  }

  final class Disc: Figure {
    var radius = 0.0
  }

  final class Tile: Figure {
    var side = 0.0
  }

  @Test func choosesClasses() throws {
    let shapes = try JSONAdapter.models(
      of: Figure.self, from: #"[{"kind": "circle", "radius": 2}, {"kind": "square", "side": 3}]"#)
    #expect((shapes[0] as? Disc)?.radius == 2)
    #expect((shapes[1] as? Tile)?.side == 3)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Figure.self, from: #"{"kind": "line"}"#)
    }
    #expect(error?.kind == .noClassFound)
  }
}
