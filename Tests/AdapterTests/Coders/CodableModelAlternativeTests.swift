import Foundation
import Peridot
import Testing

/// Values that the mapping looks into before a coder reads them as the property's type.
@Suite struct CodableModelAlternativeTests: FoundationJSONCoding {
  private final class User: Model, JSONSerializing {
    var id = 0
    var age = 0
    var born: Date?
    var friend: User?
  }

  private struct Point: Codable, Equatable {
    var x = 0
    var at: Date?
  }

  private final class Reply: Model, CodableModel {
    var code = 0
    var user: User?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["user": .firstOf("data.user", "data")]
    }
  }

  @Test(arguments: [
    #"{"data":{"id":7}}"#, #"{"data":{"id":7,"age":40}}"#,
    #"{"code":3,"data":{"age":40,"friend":{"id":8,"friend":{"id":9}}}}"#,
    #"{"data":{"user":{"id":7,"age":40}}}"#, #"{"data":{"user":null,"id":7}}"#, #"{"data":null}"#,
    #"{"data":{}}"#,
  ])
  func aModelIsReadFromAnObjectThatWasLookedInto(_ text: String) throws {
    let expected = try JSONAdapter.model(of: Reply.self, from: text)
    #expect(try Self.decode(Reply.self, text) == expected)
  }

  @Test func theOuterModelKeepsItsOwnValues() throws {
    let reply = try Self.decode(Reply.self, #"{"data":{"id":7,"age":40,"born":5}}"#)
    #expect((reply.code, reply.user?.id, reply.user?.age) == (0, 7, 40))
    // By the coder's own strategy.
    #expect(reply.user?.born == Date(timeIntervalSinceReferenceDate: 5))
  }

  private final class Repository: Model, CodableModel {
    var name = ""
    var ownerID = 0
    var owner: User?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "ownerID": .firstOf("user.ident", "user_id"), "owner": .firstOf("owner", "user"),
      ]
    }
  }

  @Test(arguments: [
    #"{"user":{"id":7,"age":40},"user_id":3}"#, #"{"user":{"ident":3,"id":7},"name":"a"}"#,
    #"{"owner":{"id":1},"user":{"id":7}}"#, #"{"owner":null,"user":{"age":2}}"#,
  ])
  func twoPropertiesShareAHead(_ text: String) throws {
    let expected = try JSONAdapter.model(of: Repository.self, from: text)
    #expect(try Self.decode(Repository.self, text) == expected)
  }

  private final class Many: Model, CodableModel {
    var a = 0
    var point = Point()
    var dates: [Date] = []
    var users: [String: User] = [:]
    var list: [User] = []
    var any: Any?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "point": .firstOf("p.q", "p"), "dates": .firstOf("d[3].x", "d"),
        "users": .firstOf("u.all", "u"), "list": .firstOf("l[5]", "l"), "any": .firstOf("y.z", "y"),
      ]
    }
  }

  @Test func valuesOfEachKindAreTheCoders() throws {
    let many = try Self.decode(
      Many.self,
      #"""
      {"p":{"x":1,"at":5},"d":[1,2],"u":{"a":{"id":3,"born":4},"id":{"age":1}},
       "l":[{"id":6,"born":7},{"age":8}],"y":{"w":[1]}}
      """#)
    func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    #expect(many.a == 0)
    #expect(many.point == Point(x: 1, at: date(5)))
    #expect(many.dates == [date(1), date(2)])
    #expect(many.users.mapValues(\.id) == ["a": 3, "id": 0])
    #expect((many.users["a"]?.born, many.users["id"]?.age) == (date(4), 1))
    #expect(many.list.map(\.id) == [6, 0])
    #expect((many.list[0].born, many.list[1].age) == (date(7), 8))
    #expect(many.any as? [String: [Int]] == ["w": [1]])
  }

  private final class Node: Model, CodableModel {
    var id = 0
    var next: Node?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["id": .firstOf("meta.id", "id"), "next": .firstOf("meta.next", "meta")]
    }
  }

  @Test func aClassWithinItselfIsRead() throws {
    let text = #"{"meta":{"id":1,"meta":{"id":2,"meta":{"next":{"id":3}}}}}"#
    let expected = try JSONAdapter.model(of: Node.self, from: text)
    #expect(try Self.decode(Node.self, text) == expected)
    #expect(expected.next?.next?.next?.id == 3)
  }

  @Test func whatTheCoderRefusesHasItsPath() throws {
    let error = try #require(throws: DecodingError.self) {
      try Self.decode(Reply.self, #"{"data":{"id":7,"age":"x"}}"#)
    }
    let inner = try #require(
      { if case .typeMismatch(_, let context) = error { context } else { nil } }())
    #expect(inner.codingPath.map(\.stringValue) == ["data", "age"])
    let underlying = try #require(inner.underlyingError as? JSONAdapterError)
    #expect((underlying.propertyKey, underlying.path) == ("age", "$.data.age"))
  }

  @Test func thePolicyRepairsWithinIt() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    let reply = try decoder.decode(
      Reply.self, from: Data(#"{"data":{"id":"7","age":40,"friend":{"id":"8"}}}"#.utf8))
    #expect((reply.code, reply.user?.id, reply.user?.age) == (0, 7, 40))
    #expect(reply.user?.friend?.id == 8)
  }
}
