import Foundation
import Peridot
import Testing

/// What a mapping says, under coders.
@Suite struct CodableModelMappingTests: FoundationJSONCoding {
  // MARK: Paths

  private final class Paths: Model, CodableModel {
    var city = ""
    var zip: Int?
    var id = 0
    var first: String?
    var names: [String] = []
    var span: [Int] = []
    var gone = "kept"
    var only: Int?
    var at: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "city": "address.city", "zip": "address.zip", "id": .firstOf("id", "meta.ID", "_id"),
        "first": "tags[0]", "names": "people[*].name", "span": ["from", "to"],
        "gone": .excluded, "only": .writeOnly("only"), "at": "meta.at",
      ]
    }

    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "span"
        ? .closure(
          forward: { (json: [String: Any]) in
            [json["from"] as? Int ?? -1, json["to"] as? Int ?? -1]
          }, reverse: { (span: [Int]) in ["from": span[0], "to": span[1]] }) : nil
    }
  }

  @Test func everyFormOfPathIsRead() throws {
    let text =
      #"{"address":{"city":"a","zip":1},"meta":{"ID":3,"at":5},"tags":["b","c"],"people":[{"name":"d"},{"name":"e"}],"from":1,"to":2,"gone":"x","only":4}"#
    let paths = try Self.decode(Paths.self, text)
    #expect((paths.city, paths.zip, paths.id) == ("a", 1, 3))
    #expect(paths.first == "b")
    #expect(paths.names == ["d", "e"])
    #expect(paths.span == [1, 2])
    #expect((paths.gone, paths.only) == ("kept", nil))
    #expect(paths.at == Date(timeIntervalSinceReferenceDate: 5))
    paths.only = 6
    #expect(
      try Self.text(paths)
        == #"{"address":{"city":"a","zip":1},"from":1,"id":3,"meta":{"at":5},"only":6,"people":[{"name":"d"},{"name":"e"}],"tags":["b"],"to":2}"#
    )
  }

  @Test func theFirstAlternativeWithAValueCounts() throws {
    #expect(try Self.decode(Paths.self, #"{"id":null,"_id":2}"#).id == 2)
    #expect(try Self.decode(Paths.self, #"{"id":1,"_id":2}"#).id == 1)
    #expect(try Self.decode(Paths.self, "{}").id == 0)
  }

  @Test func anEmptyNodeIsLeftOut() throws {
    final class Nested: Model, CodableModel {
      var a: Int?
      var b: Int?
      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["a": "x.y.a", "b": "x.b"]
      }
    }
    #expect(try Self.text(Nested()) == "{}")
    let nested = try Self.decode(Nested.self, #"{"x":{"y":null,"b":1}}"#)
    #expect(try Self.text(nested) == #"{"x":{"b":1}}"#)
  }

  private final class Author: Model, JSONSerializing {
    var login = ""
    var joined: Date?
  }

  private final class Post: Model, CodableModel {
    var id = 0
    var author = Author()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["author": .root] }
  }

  @Test func aModelMayBeTheObjectItself() throws {
    let post = try Self.decode(Post.self, #"{"id":1,"joined":3,"login":"a"}"#)
    #expect(post.author.login == "a")
    #expect(post.author.joined == Date(timeIntervalSinceReferenceDate: 3))
    #expect(try Self.text(post) == #"{"id":1,"joined":3,"login":"a"}"#)
    let decoder = RowDecoder(["id": 1, "login": "b"])
    #expect(try decoder.decode(Post.self).author.login == "b")
    #expect(decoder.notes.wrongs == [])
  }

  private class Part: Model, JSONSerializing {
    override class var cluster: Cluster? { cluster(tag: "meta.type", ["small": SmallPart.self]) }
  }

  private final class SmallPart: Part {
    var size = 0
  }

  private final class Box: Model, CodableModel {
    var first = 0
    var count = 0
    var part: Part = SmallPart()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["first": "list[0]", "count": "meta.count", "part": .root]
    }
  }

  private final class TwoParts: Model, CodableModel {
    var part: Part = SmallPart()
    var first = 0
    var author = Author()
    var count = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["first": "list[0]", "count": "meta.count", "part": .root, "author": .root]
    }
  }

  @Test func aModelAtTheObjectItselfWritesIntoTheObjectsOnOtherPaths() throws {
    let json = #"{"list":[1],"meta":{"count":2,"type":"small"},"size":3}"#
    let box = try Self.decode(Box.self, json)
    #expect(try Self.text(box) == json)
    let other = #"{"list":[1],"login":"a","meta":{"count":2,"type":"small"},"size":3}"#
    let parts = try Self.decode(TwoParts.self, other)
    #expect(try Self.text(parts) == other)
  }

  // MARK: Snake case

  private final class Snake: Model, CodableModel {
    var avatarURL: URL?
    var city = ""
    var plain = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["avatarURL": "avatar_url", "city": "home_address.city_name"]
    }
  }

  @Test func namesThatTheDecoderHasTurnedIntoCamelCaseAreFound() throws {
    let text = #"{"avatar_url":"https://a.b","home_address":{"city_name":"c"},"plain":1}"#
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let snake = try decoder.decode(Snake.self, from: Data(text.utf8))
    #expect(snake.avatarURL?.absoluteString == "https://a.b")
    #expect((snake.city, snake.plain) == ("c", 1))
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(snake), as: UTF8.self) == text)
  }

  // MARK: Dates

  private final class Dated: Model, CodableModel {
    var at = Date(timeIntervalSinceReferenceDate: 0)
    var all: [Date] = []
    var named: [String: Date?] = [:]
    var twitter: Date?

    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "twitter" ? .twitterDate : nil
    }
  }

  @Test func datesAreTheCodersAndElseThePolicys() throws {
    let text =
      #"{"all":["2001-01-01T00:00:01Z"],"at":"2001-01-01T00:00:02.5Z","named":{"a":"2001-01-01T00:00:03Z","b":null},"twitter":"Mon Jan 01 00:00:04 +0000 2001"}"#
    let dated = try Self.decode(Dated.self, text)
    #expect(dated.at == Date(timeIntervalSinceReferenceDate: 2.5))
    #expect(dated.all == [Date(timeIntervalSinceReferenceDate: 1)])
    #expect(dated.named == ["a": Date(timeIntervalSinceReferenceDate: 3), "b": nil])
    #expect(dated.twitter == Date(timeIntervalSinceReferenceDate: 4))
    #expect(
      try Self.text(dated)
        == #"{"all":[1],"at":2.5,"named":{"a":3,"b":null},"twitter":"Mon Jan 01 00:00:04 +0000 2001"}"#
    )
    #expect(
      try Self.decode(Dated.self, #"{"at":7}"#).at == Date(timeIntervalSinceReferenceDate: 7))
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    let milliseconds = try decoder.decode(Dated.self, from: Data(#"{"at":7000}"#.utf8))
    #expect(milliseconds.at == Date(timeIntervalSince1970: 7))
    // What the strategy takes and finds wrong is wrong.
    decoder.dateDecodingStrategy = .iso8601
    #expect(throws: DecodingError.self) {
      try decoder.decode(Dated.self, from: Data(#"{"at":"2001-01-01"}"#.utf8))
    }
  }

  // MARK: Hooks

  private final class Kept: Model, CodableModel, JSONExtrasKeeping {
    var jsonExtras: [String: Any] = [:]
    var a = 0
    var city = ""
    var at: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["city": "address.city"] }
  }

  @Test func extrasAreKept() throws {
    let text = #"{"a":1,"address":{"city":"b","street":"c"},"at":5,"more":[1,{"x":null}],"n":null}"#
    let kept = try Self.decode(Kept.self, text)
    #expect((kept.a, kept.city) == (1, "b"))
    #expect(kept.jsonExtras.keys.sorted() == ["address", "more", "n"])
    #expect((kept.jsonExtras["address"] as? [String: Any])?["street"] as? String == "c")
    #expect(try Self.text(kept) == text)
  }

  private final class Prepared: Model, CodableModel, JSONPreparing, JSONFinishing {
    var name = ""
    var inner: Prepared?

    static func prepare(_ json: [String: Any]) throws -> [String: Any] {
      var json = json
      if let name = json.removeValue(forKey: "NAME") { json["name"] = name }
      return json
    }

    func finish(_ json: inout [String: Any]) throws {
      json["NAME"] = json.removeValue(forKey: "name")
    }
  }

  @Test func objectsArePreparedAndFinished() throws {
    let text = #"{"NAME":"a","inner":{"NAME":"b"}}"#
    let prepared = try Self.decode([Prepared].self, "[\(text)]")[0]
    #expect(prepared.name == "a")
    #expect(prepared.inner?.name == "b")
    #expect(try Self.text(prepared) == text)
  }

  private final class Checked: Model, CodableModel {
    var age = 0
    var name = ""
    var loaded = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["age": "the.age", "loaded": .excluded]
    }
    override class var requiredPropertyKeys: Set<String> { ["name"] }

    override func validate(_ value: inout Any?, forKey key: String) throws {
      if key == "age", let age = value as? Int, age < 0 { throw Refusal(reason: "too young") }
    }

    override func didLoad(from source: ModelSource) throws { loaded += source == .json ? 1 : 100 }
  }

  private struct Refusal: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }

  private struct Page: Codable {
    var checked: [Checked]
  }

  @Test func modelsAreValidatedAndLoaded() throws {
    #expect(try Self.decode(Checked.self, #"{"name":"a"}"#).loaded == 1)
    let invalid = #expect(throws: DecodingError.self) {
      try Self.decode(Page.self, #"{"checked":[{"name":"a"},{"name":"b","the":{"age":-1}}]}"#)
    }
    guard case .dataCorrupted(let context) = invalid else {
      Issue.record("\(invalid as Any)")
      return
    }
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == [
        "checked", "1", "the", "age",
      ])
    let underlying = try #require(context.underlyingError as? JSONAdapterError)
    #expect(underlying.kind == .validationFailed)
    #expect(underlying.propertyKey == "age")
    #expect(underlying.path == "$.checked[1].the.age")
    #expect(underlying.underlying is Refusal)
    #expect(context.debugDescription == "Checked.age: too young at $.checked[1].the.age")
    let missing = #expect(throws: DecodingError.self) {
      try Self.decode(Page.self, #"{"checked":[{}]}"#)
    }
    guard case .keyNotFound(let key, let context) = missing else {
      Issue.record("\(missing as Any)")
      return
    }
    #expect(key.stringValue == "name")
    #expect(context.codingPath.map(\.intValue) == [nil, 0])
    #expect((context.underlyingError as? JSONAdapterError)?.missingKeys == ["name"])
  }

  // MARK: Class clusters

  private class Shape: Model, CodableModel {
    var kind = ""

    override class func classForParsing(_ json: JSONObject) -> Model.Type? {
      switch json.string(forKey: "kind") {
      case "circle": Circle.self
      case "square": Square.self
      case "none": nil
      default: self
      }
    }
  }

  private final class Circle: Shape {
    var radius = 0.0
  }

  private final class Square: Shape {
    var side = 0
  }

  @Test func classClustersChooseTheirClass() throws {
    let shapes = try Self.decode(
      [Shape].self, #"[{"kind":"circle","radius":1.5},{"kind":"square","side":2},{}]"#)
    #expect((shapes[0] as? Circle)?.radius == 1.5)
    #expect((shapes[1] as? Square)?.side == 2)
    #expect(type(of: shapes[2]) == Shape.self)
    #expect(
      try Self.text(shapes)
        == #"[{"kind":"circle","radius":1.5},{"kind":"square","side":2},{"kind":""}]"#)
    let refused = #expect(throws: DecodingError.self) {
      try Self.decode([Circle].self, #"[{"kind":"square"}]"#)
    }
    #expect(
      (refused.flatMap(Self.context)?.underlyingError as? JSONAdapterError)?.description
        == "Circle: Circle.classForParsing(_:) gave Square, which is not a subclass of Circle at $[0]"
    )
    let none = #expect(throws: DecodingError.self) {
      try Self.decode(Shape.self, #"{"kind":"none"}"#)
    }
    #expect(
      none.flatMap(Self.context)?.debugDescription
        == "Shape: Shape.classForParsing(_:) found no class at $")
  }

  private static func context(_ error: DecodingError) -> DecodingError.Context? {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  private class Payload: Model, JSONSerializing {}

  private final class Push: Payload {
    var commits = 0
  }

  private final class Event: Model, CodableModel {
    var type = ""
    var payload: Payload?
    var any: Model?
    var many: [String: [Payload]] = [:]

    override class func classForParsing(_ json: JSONObject, forKey key: String) -> Model.Type? {
      json.string(forKey: "type") == "push" ? Push.self : nil
    }
  }

  @Test func aHolderChoosesTheClassOfWhatItHolds() throws {
    let text =
      #"{"any":{"commits":2},"many":{"a":[{"commits":3}]},"payload":{"commits":1},"type":"push"}"#
    let event = try Self.decode(Event.self, text)
    #expect((event.payload as? Push)?.commits == 1)
    #expect((event.any as? Push)?.commits == 2)
    #expect((event.many["a"]?.first as? Push)?.commits == 3)
    #expect(try Self.text(event) == text)
    let other = try Self.decode(Event.self, #"{"type":"x","payload":{},"any":null}"#)
    #expect(type(of: try #require(other.payload)) == Payload.self)
    #expect(throws: DecodingError.self) { try Self.decode(Event.self, #"{"any":{}}"#) }
  }

  // MARK: Transformers

  private final class Transformed: Model, CodableModel {
    var url: URL?
    var seconds = Date(timeIntervalSince1970: 0)
    var flag = false
    var price = Decimal(0)
    var words: [String] = []
    var grade = 0

    override class func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "url": .url
      case "seconds": .epochSeconds
      case "flag": .boolean
      case "price": .decimal
      case "words":
        .closure(
          forward: { (text: String) in text.split(separator: " ").map(String.init) },
          reverse: { (words: [String]) in words.joined(separator: " ") })
      case "grade": .mapping(["low": 1, "high": 2], default: 0)
      default: nil
      }
    }
  }

  @Test func transformersWork() throws {
    let text =
      #"{"flag":true,"grade":"high","price":1.25,"seconds":5,"url":"https://a.b","words":"c d"}"#
    let model = try Self.decode(Transformed.self, text)
    #expect(model.url?.host == "a.b")
    #expect(model.seconds == Date(timeIntervalSince1970: 5))
    #expect((model.flag, model.price, model.words) == (true, 1.25, ["c", "d"]))
    #expect(model.grade == 2)
    #expect(try Self.text(model) == text)
    let failed = #expect(throws: DecodingError.self) {
      try Self.decode(Transformed.self, #"{"url":""}"#)
    }
    let context = try #require(failed.flatMap(Self.context))
    #expect(context.codingPath.map(\.stringValue) == ["url"])
    #expect((context.underlyingError as? JSONAdapterError)?.kind == .transformFailed)
  }
}
