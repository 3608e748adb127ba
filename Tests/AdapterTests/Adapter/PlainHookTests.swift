import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Formless {}

private final class Finished: Model, JSONSerializing, JSONFinishing {
  var id = 1
  var name: String?
  var score = 1.5
  var list: [Int] = []
  var inner: Int?
  /// What the hook does.
  var change: ((inout [String: Any]) throws -> Void)?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["change": .excluded, "inner": "a.b"]
  }

  func finish(_ json: inout [String: Any]) throws { try change?(&json) }
}

private final class Prepared: Model, JSONSerializing, JSONPreparing {
  var id = 0
  var name = ""
  var date: Date?
  var url: URL?
  var any: Any?

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "date" ? .iso8601Date : nil
  }

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    if json["now"] != nil { json["date"] = Date(timeIntervalSince1970: 5) }
    if let title = json.removeValue(forKey: "title") { json["name"] = title }
    return json
  }
}

/// Hooks of classes that hold no models, whose objects are not put together.
@Suite struct PlainHookTests {
  private func text(_ change: @escaping (inout [String: Any]) throws -> Void) throws -> String {
    let model = Finished()
    model.change = change
    return String(decoding: try JSONAdapter.data(from: model), as: UTF8.self)
  }

  @Test func writesFinishedMembersInTheirOrder() throws {
    #expect(try text { _ in } == #"{"id":1,"score":1.5,"list":[]}"#)
    #expect(
      try text {
        $0["z"] = "new"
        $0["name"] = "was not there"
        $0["id"] = nil
        $0["b"] = true
        $0["list"] = [1, 2]
      } == #"{"score":1.5,"list":[1,2],"b":true,"name":"was not there","z":"new"}"#)
    #expect(
      try text { $0["score"] = ["b": 1, "a": [2, NSNull()]] as [String: Any] }
        == #"{"id":1,"score":{"a":[2,null],"b":1},"list":[]}"#)
    #expect(try text { $0 = [:] } == "{}")
  }

  @Test func keepsTheOrderOfMembersFurtherIn() throws {
    let model = Finished()
    model.inner = 2
    model.change = { $0["list"] = 3.0 }
    #expect(
      String(decoding: try JSONAdapter.data(from: model), as: UTF8.self)
        == #"{"id":1,"score":1.5,"list":3,"a":{"b":2}}"#)
  }

  @Test func tellsWhatAHookMadeThatHasNoForm() throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try text { $0["list"] = [1, Formless()] }
    }
    #expect(error.path == "$.list[1]")
    #expect(error.modelClass == Finished.self)
    let other = try #require(throws: JSONAdapterError.self) { try text { $0["id"] = Double.nan } }
    #expect(other.path == "$.id")
    #expect(other.kind == .notFinite)
  }

  @Test func readsWhatWasPrepared() throws {
    let model = try JSONAdapter.model(
      of: Prepared.self, from: #"{"id":3,"title":"t","now":1,"url":"http://a","any":[1,{"b":2}]}"#)
    #expect(model.id == 3)
    #expect(model.name == "t")
    #expect(model.date == Date(timeIntervalSince1970: 5))
    #expect(model.url == URL(string: "http://a"))
    #expect((model.any as? [Any])?.count == 2)
  }

  private final class Seen: Model, JSONSerializing, JSONPreparing {
    var seen: Any?

    static func prepare(_ json: [String: Any]) throws -> [String: Any] { ["seen": json] }
  }

  /// The names of the first object are learned: others have them in part, more often, or otherwise.
  @Test func givesEachObjectAsItIs() throws {
    let objects = [
      #"{"a":1,"b":"two","c":[true,null,{"d":300}]}"#, #"{"a":1,"b":"two","c":null}"#,
      #"{ "a" : 1 , "b" : 2.5 }"#, #"{"a":1}"#, "{}", #"{"c":3,"b":2,"a":1}"#,
      #"{"a":1,"b":2,"c":3,"d":4}"#, #"{"a":1,"b":2,"x":3,"c":4}"#, #"{"\u0061":1,"b":2,"c":3}"#,
      #"{"a":1,"b":2,"c":3,"a":4}"#, #"{"a":1,"a":2,"b":3,"c":4}"#, #"{"aa":1,"b":2,"c":3}"#,
      #"{"a":{},"b":[],"c":{"a":{"a":256}}}"#, #"{"a":-1,"b":1e400,"c":3}"#,
    ]
    for object in objects where !object.contains("e400") {
      let model = try JSONAdapter.model(of: Seen.self, from: object)
      let expected = try JSONSerialization.jsonObject(with: Data(object.utf8)) as? NSDictionary
      #expect(model.seen as? NSDictionary == expected, "\(object)")
    }
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Seen.self, from: objects[objects.count - 1])
    }
    #expect(error.kind == .outOfRange)
    #expect(error.path == "$.b")
    for object in [#"{"a":1,"b""#, #"{"a":1,"b":2,"c":3"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#] {
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Seen.self, from: object)
      }
    }
  }

  private final class Accented: Model, JSONSerializing, JSONFinishing {
    var e = 1
    var last = 2

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["e": "\u{e9}"] }

    func finish(_ json: inout [String: Any]) throws {
      // The same text in other bytes.
      json["e\u{301}"] = 3
    }
  }

  @Test func knowsItsMembersInOtherBytes() throws {
    #expect(
      String(decoding: try JSONAdapter.data(from: Accented()), as: UTF8.self)
        == "{\"\u{e9}\":3,\"last\":2}")
  }

  @Test func repairsAndRefusesWhatWasPrepared() throws {
    var issues: [String] = []
    let model = try JSONAdapter.model(
      of: Prepared.self, from: #"{"id":[],"title":"t"}"#, policy: .lenient
    ) { issues.append($0.path) }
    #expect(model.id == 0)
    #expect(model.name == "t")
    #expect(issues == ["$.id"])
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Prepared.self, from: #"{"title":"t","id":"x"}"#)
    }
    #expect(error.path == "$.id")
    #expect(error.propertyKey == "id")
    let unknown = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Prepared.self, from: #"{"title":"t","other":1}"#,
        policy: .strict.with { $0.unknownKeys = .fail })
    }
    #expect(unknown.path == "$.other")
  }
}
