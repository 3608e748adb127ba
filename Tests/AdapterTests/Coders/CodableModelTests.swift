import Foundation
import Peridot
import Testing

private enum Kind: String, Codable {
  case bug, idea
}

/// An enum that is not Codable.
private enum Level: Int {
  case low, high
}

private struct Point: Codable, Equatable {
  var x = 0
  var y = 0
}

private class Ticket: Model, CodableModel {
  var title = ""
  var count = 0
  var ratio = 0.0
  var isOpen = false
  var created = Date(timeIntervalSinceReferenceDate: 0)
  var link: URL?
  var token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var bytes = Data()
  var price = Decimal(0)
  var kind = Kind.bug
  var point = Point()
  var tags: [String] = []
  var dates: [Date] = []
  var sizes: [String: Int] = [:]
  var note: String?
  var parent: Ticket?
  var children: [Ticket] = []
  var small: Int8?
  var float: Float = 0
}

/// The same as the compiler codes it.
private final class Twin: Codable {
  var title = ""
  var count = 0
  var ratio = 0.0
  var isOpen = false
  var created = Date(timeIntervalSinceReferenceDate: 0)
  var link: URL?
  var token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var bytes = Data()
  var price = Decimal(0)
  var kind = Kind.bug
  var point = Point()
  var tags: [String] = []
  var dates: [Date] = []
  var sizes: [String: Int] = [:]
  var note: String?
  var parent: Twin?
  var children: [Twin] = []
  var small: Int8?
  var float: Float = 0
}

private func filledTwin() -> Twin {
  let twin = Twin()
  twin.title = "é\u{1F600}\"/"
  twin.count = .max
  twin.ratio = 0.1
  twin.isOpen = true
  twin.created = Date(timeIntervalSinceReferenceDate: 777_000_000.125)
  twin.link = URL(string: "https://example.org/a?b=c#d")
  twin.bytes = Data([0, 1, 254, 255])
  twin.price = Decimal(string: "12345678901234567890.12345") ?? 0
  twin.kind = .idea
  twin.point = Point(x: 3, y: -4)
  twin.tags = ["a", ""]
  twin.dates = [Date(timeIntervalSinceReferenceDate: 1)]
  twin.sizes = ["a": 1, "b": -2]
  twin.note = "note"
  twin.parent = Twin()
  twin.children = [Twin(), Twin()]
  twin.small = -128
  twin.float = 1.5
  return twin
}

@Suite struct CodableModelTests {
  /// A coder of Foundation's, for both directions.
  struct Coder: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let encode: @Sendable (any Encodable) throws -> Data
    let decode: @Sendable (any Decodable.Type, Data) throws -> any Decodable

    static func json(
      _ name: String, _ set: @escaping @Sendable (JSONEncoder, JSONDecoder) -> Void = { _, _ in }
    ) -> Coder {
      @Sendable func coders() -> (JSONEncoder, JSONDecoder) {
        let coders = (JSONEncoder(), JSONDecoder())
        coders.0.outputFormatting = .sortedKeys
        set(coders.0, coders.1)
        return coders
      }
      return Coder(
        testDescription: name, encode: { try coders().0.encode($0) },
        decode: { try coders().1.decode($0, from: $1) })
    }

    static func propertyList(_ format: PropertyListSerialization.PropertyListFormat) -> Coder {
      Coder(
        testDescription: "property list \(format.rawValue)",
        encode: {
          let encoder = PropertyListEncoder()
          encoder.outputFormat = format
          return try encoder.encode($0)
        }, decode: { try PropertyListDecoder().decode($0, from: $1) })
    }

    static let all = [
      json("JSON"),
      json("dates as ISO 8601") {
        $0.dateEncodingStrategy = .iso8601
        $1.dateDecodingStrategy = .iso8601
      },
      json("dates as seconds, data as numbers") {
        $0.dateEncodingStrategy = .secondsSince1970
        $1.dateDecodingStrategy = .secondsSince1970
        $0.dataEncodingStrategy = .deferredToData
        $1.dataDecodingStrategy = .deferredToData
      },
      json("snake case") {
        $0.keyEncodingStrategy = .convertToSnakeCase
        $1.keyDecodingStrategy = .convertFromSnakeCase
      },
      propertyList(.binary), propertyList(.xml),
    ]
  }

  @Test(arguments: Coder.all)
  func isCodedAsItsTwin(_ coder: Coder) throws {
    for filled in [Twin(), filledTwin()] {
      let data = try coder.encode(filled)
      // What the coder itself loses is lost for both.
      let twin = try #require(try coder.decode(Twin.self, data) as? Twin)
      let ticket = try #require(try coder.decode(Ticket.self, data) as? Ticket)
      // The order in a property list is that of a dictionary, so the values are compared.
      let again = try #require(try coder.decode(Twin.self, try coder.encode(ticket)) as? Twin)
      let plain = Coder.json("")
      #expect(try plain.encode(again) == plain.encode(twin))
      #expect(try plain.encode(ticket) == plain.encode(twin))
    }
  }

  @Test func goesWhereverCodableIsAskedFor() throws {
    struct Page: Codable {
      var first: Ticket
      var all: [Ticket]
      var named: [String: Ticket?]
    }
    func load<Value: Decodable>(_ text: String) throws -> Value {
      try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
    let page: Page = try load(
      #"{"first": {"title": "a"}, "all": [{"title": "b"}], "named": {"c": {"title": "d"}, "e": null}}"#
    )
    #expect(page.first.title == "a")
    #expect(page.all.map(\.title) == ["b"])
    #expect(page.named["c"]??.title == "d")
    #expect(page.named["e"] == .some(nil))
    let tickets: [Ticket] = try load(#"[{"count": 1}, {"count": 2}]"#)
    #expect(tickets.map(\.count) == [1, 2])
    let absent: Ticket? = try load("null")
    #expect(absent == nil)
  }

  // MARK: Subclasses

  private class Epic: Ticket {
    var goal = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["goal": "the_goal"] }
  }

  private final class Box<Value: Codable & Sendable>: Model, CodableModel {
    var value: Value?
  }

  @Test func subclassesInheritIt() throws {
    let epic = try JSONDecoder().decode(
      Epic.self, from: Data(#"{"title": "a", "the_goal": "b"}"#.utf8))
    #expect(type(of: epic) == Epic.self)
    #expect((epic.title, epic.goal) == ("a", "b"))
    #expect(String(decoding: try JSONEncoder().encode(epic), as: UTF8.self).contains("the_goal"))
    let box = try JSONDecoder().decode(
      Box<Point>.self, from: Data(#"{"value":{"x":1,"y":2}}"#.utf8))
    #expect(box.value == Point(x: 1, y: 2))
    #expect(try JSONEncoder().encode(Box<Int>()) == Data("{}".utf8))
  }

  // MARK: Values that are not Codable

  /// A model that is only JSONSerializing.
  private final class Person: Model, JSONSerializing {
    var name = ""
    var since: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["name": "full_name"] }
  }

  private final class Team: Model, CodableModel {
    var lead: Person?
    var first = Person()
    var all: [Person] = []
    var absent: [Person?] = []
    var named: [String: Person] = [:]
    var members: Set<Person> = []
    var levels: [Level] = []
    var level = Level.low
    var initial: Character = "a"
    var byLevel: [Level: Character] = [:]
  }

  @Test func modelsThatAreNotCodableWorkAsProperties() throws {
    let json = Data(
      #"""
      {"absent":[null,{"full_name":"e"}],"all":[{"full_name":"c"},{"full_name":"d"}],"byLevel":{"1":"y"},
      "first":{"full_name":"b"},"initial":"x","lead":{"full_name":"a","since":12.5},"level":1,
      "levels":[1,0],"members":[{"full_name":"g"}],"named":{"x":{"full_name":"f"}}}
      """#.utf8.filter { $0 != UInt8(ascii: "\n") })
    let team = try JSONDecoder().decode(Team.self, from: json)
    #expect(team.lead?.name == "a")
    // The coder's own form of a date, within too.
    #expect(team.lead?.since == Date(timeIntervalSinceReferenceDate: 12.5))
    #expect(team.first.name == "b")
    #expect(team.all.map(\.name) == ["c", "d"])
    #expect(team.absent.map { $0?.name } == [nil, "e"])
    #expect(team.named.mapValues(\.name) == ["x": "f"])
    #expect(team.members.map(\.name) == ["g"])
    #expect(team.levels == [.high, .low])
    #expect(team.level == .high)
    #expect(team.initial == "x")
    #expect(team.byLevel == [.high: "y"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(team) == json)
    let list = try PropertyListEncoder().encode(team)
    #expect(try PropertyListDecoder().decode(Team.self, from: list) == team)
  }

  private final class Bag: Model, CodableModel {
    var any: Any?
    var members: [String: Any] = [:]
    var elements: [Any] = []
    var number: NSNumber?
  }

  @Test func untypedValuesAreFoundByTrying() throws {
    let json = Data(
      #"{"any":[1,2.5,"a",true,null],"elements":[{"a":[]}],"members":{"big":18446744073709551615,"digits":1234567890123456789.25},"number":7}"#
        .utf8)
    let bag = try JSONDecoder().decode(Bag.self, from: json)
    let any = try #require(bag.any as? [Any])
    #expect(any[0] as? Int == 1)
    #expect(any[1] as? Double == 2.5)
    #expect(any[3] as? Bool == true)
    #expect(any[4] is NSNull)
    #expect(bag.number == 7)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(bag), as: UTF8.self)
        == String(decoding: json, as: UTF8.self))
  }

  @Test func untypedValuesKeepDatesAndDataWhereTheCoderHasThem() throws {
    let bag = Bag()
    bag.members = ["at": Date(timeIntervalSinceReferenceDate: 1), "bytes": Data([1, 2])]
    let data = try PropertyListEncoder().encode(bag)
    let plist = try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    let members = try #require(plist["members"] as? [String: Any])
    #expect(members["at"] as? Date == Date(timeIntervalSinceReferenceDate: 1))
    #expect(members["bytes"] as? Data == Data([1, 2]))
    let again = try PropertyListDecoder().decode(Bag.self, from: data)
    #expect(again.members["at"] as? Date == Date(timeIntervalSinceReferenceDate: 1))
    #expect(again.members["bytes"] as? Data == Data([1, 2]))
  }
}
