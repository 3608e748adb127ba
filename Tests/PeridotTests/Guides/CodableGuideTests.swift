// The code of Docs/MigratingFromCodable.md
// The code of Sources/Peridot/Documentation.docc/CodableModels.md
import Foundation
import Peridot
import Testing

@Suite struct CodableGuideTests {
  final class Drawing: Codable {
    var name = "unnamed"
    var origin = Point()
    var color: String?
    var area = 0.0

    enum Keys: CodingKey { case name, origin, color, metrics }
    enum MetricsKeys: CodingKey { case area }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Keys.self)
      name = try members.decodeIfPresent(String.self, forKey: .name) ?? name
      origin = try members.decodeIfPresent(Point.self, forKey: .origin) ?? origin
      color = try members.decodeIfPresent(String.self, forKey: .color)
      if members.contains(.metrics) {
        let metrics = try members.nestedContainer(keyedBy: MetricsKeys.self, forKey: .metrics)
        area = try metrics.decodeIfPresent(Double.self, forKey: .area) ?? area
      }
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Keys.self)
      try members.encode(name, forKey: .name)
      try members.encode(origin, forKey: .origin)
      try members.encodeIfPresent(color, forKey: .color)
      var metrics = members.nestedContainer(keyedBy: MetricsKeys.self, forKey: .metrics)
      try metrics.encode(area, forKey: .area)
    }
  }

  @Test func doesWhatTheClassBeforeDid() throws {
    let text = #"{"name":"a","origin":{"x":1,"y":2},"metrics":{"area":3}}"#
    let drawing = try JSONDecoder().decode(Drawing.self, from: Data(text.utf8))
    let shape: Shape = try JSONAdapter.model(from: text)
    #expect((drawing.name, drawing.area) == (shape.name, shape.area))
    #expect(drawing.origin == shape.origin)
    let written: Shape = try JSONAdapter.model(from: JSONEncoder().encode(drawing))
    #expect(written == shape)
  }

  struct Point: Codable, Equatable {
    var x = 0
    var y = 0
  }

  final class Shape: Model, JSONSerializing {
    var name = "unnamed"  // absent: keeps its value
    var origin = Point()  // a Codable struct
    var color: String?  // absent or null: nil
    var area = 0.0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["area": "metrics.area"]  // no nested container
    }
  }

  @Test func readsAndUpdatesTheShape() throws {
    let data = Data(#"{"origin": {"x": 1, "y": 2}, "metrics": {"area": 1}}"#.utf8)
    let shape: Shape = try JSONAdapter.model(from: data)
    try JSONAdapter.update(shape, from: #"{"metrics": {"area": 4}, "origin": {"y": 3}}"#)
    #expect(shape.name == "unnamed")
    #expect(shape.origin == Point(x: 1, y: 3))
    #expect(shape.area == 4)
    #expect(
      try JSONAdapter.string(from: shape)
        == #"{"name":"unnamed","origin":{"x":1,"y":3},"metrics":{"area":4}}"#)
  }

  // MARK: CodableModel

  enum Priority: Codable, Equatable {
    case normal
    case high(Int)

    init(from decoder: any Decoder) throws {
      let level = try decoder.singleValueContainer().decode(Int.self)
      self = level > 0 ? .high(level) : .normal
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .normal: try container.encode(0)
      case .high(let level): try container.encode(level)
      }
    }
  }

  class Job: Model, CodableModel {
    var title = ""
    var page: URL?
    var due: Date?
    var priority = Priority.normal
    var owner = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["page": "html_url", "due": "due_at", "owner": "owner.login"]
    }
  }

  /// A client that knows nothing of models.
  func load<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try JSONDecoder().decode(type, from: data)
  }

  struct Page: Codable {
    let number: Int
    let jobs: [Job]
  }

  @Test func modelsGoWhereCodableIsAskedFor() throws {
    let data = Data(
      #"{"number":1,"jobs":[{"title":"a","html_url":"https://x.y/a b","due_at":"2001-01-01T00:00:05Z","priority":2,"owner":{"login":"me"}}]}"#
        .utf8)
    let page = try load(Page.self, from: data)
    let list = try PropertyListEncoder().encode(page.jobs)
    let task = try #require(try PropertyListDecoder().decode([Job].self, from: list).first)
    #expect(task.page?.absoluteString == "https://x.y/a%20b")
    #expect(task.due == Date(timeIntervalSinceReferenceDate: 5))
    #expect(task.priority == .high(2))
    #expect(task.owner == "me")
    #expect(task == page.jobs.first)
  }

  class Task: Model, CodableModel {
    var minutes = 0
  }

  final class LooseTask: Task {
    override class var conversionPolicy: ConversionPolicy? { .lenient }
  }

  @Test func aPolicyIsOfTheClassOrOfTheCoder() throws {
    let data = Data(#"{"minutes": "90"}"#.utf8)
    #expect(throws: DecodingError.self) { try load(Task.self, from: data) }
    #expect(try load(LooseTask.self, from: data).minutes == 90)
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    let task = try decoder.decode(Task.self, from: Data(#"{"minutes": "90"}"#.utf8))
    #expect(task.minutes == 90)
  }

  @Test func foundationReadsJSON5ForAModel() throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let task = try decoder.decode(Task.self, from: Data("{minutes: 90, /* of 120 */}".utf8))
    #expect(task.minutes == 90)
  }
}
