import Foundation
import Peridot
import Testing

// Tags that are text tell the class where they stand, without being made text.

private class Push: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? {
    cluster(
      tag: "type",
      [
        "push": Push.self, "issue": Issue.self, "a longer tag, of more than one word": Long.self,
        "schön": Fine.self, "with \"quotes\"": Quoted.self, "": Empty.self,
      ], unknown: .kept(Other.self))
  }
}
private final class Issue: Push, JSONExtrasKeeping {
  var title = ""
  var jsonExtras: [String: Any] = [:]
}
private final class Long: Push {}
private final class Fine: Push {}
private final class Quoted: Push {}
private final class Empty: Push {}
private final class Other: Push, JSONKeeping {
  var keptJSON = RawJSON()
}

/// Some objects of it have a tag, and others have none.
private class Base: Model, CodableModel, JSONExtrasKeeping {
  var id = 0
  var jsonExtras: [String: Any] = [:]
  override class var cluster: Cluster? {
    cluster(tag: "type", ["sub": Sub.self], unknown: .base)
  }
}
private final class Sub: Base {}

/// A class that is listed, and chooses its subclasses by code.
private class Chosen: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? { cluster(tag: "type", ["inner": Inner.self]) }
}
private class Inner: Chosen {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.int(forKey: "id") == 1 ? First.self : Inner.self
  }
}
private final class First: Inner {}

@Suite struct ClusterTagTextTests {
  /// The classes of the elements of an array, by the doors that read one.
  private func classes<M: CodableModel>(_ type: M.Type, of text: String) throws -> [String] {
    let models = try JSONAdapter.models(of: type, from: text)
    let array = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
    #expect(try JSONAdapter.models(of: type, from: array) == models)
    #expect(try JSONDecoder().decode([M].self, from: Data(text.utf8)) == models)
    let again = try JSONAdapter.models(of: type, from: JSONAdapter.data(from: models))
    #expect(again == models)
    let dictionaries = try JSONAdapter.array(from: models)
    #expect(try JSONAdapter.models(of: type, from: dictionaries) == models)
    return models.map { "\(Swift.type(of: $0))" }
  }

  @Test func tellsTheClassWhereverItStands() throws {
    let objects: [(text: String, name: String)] = [
      (#"{"type":"push","id":1}"#, "Push"), (#"{"type":"issue","id":2,"title":"t"}"#, "Issue"),
      (#"{"id":3,"type":"issue"}"#, "Issue"), (#"{"id":44,"type":"push"}"#, "Push"),
      (#"{ "type" : "issue" , "id" : 5 }"#, "Issue"),
      (#"{"type":"a longer tag, of more than one word","id":6}"#, "Long"),
      (#"{"type":"schön","id":7}"#, "Fine"), (#"{"type":"sch\u00f6n","id":7}"#, "Fine"),
      (#"{"type":"with \"quotes\"","id":8}"#, "Quoted"),
      (#"{"type":"p\u0075sh","id":9}"#, "Push"), (#"{"t\u0079pe":"issue","id":9}"#, "Issue"),
      (#"{"type":"","id":10}"#, "Empty"), (#"{"type":"pus","id":11}"#, "Other"),
      (#"{"type":"pushy","id":12}"#, "Other"), (#"{"type":1,"id":13}"#, "Other"),
      (#"{"type":["push"],"id":14}"#, "Other"), (#"{"id":15}"#, "Other"),
      (#"{"more":{"type":"issue"},"type":"push","id":16}"#, "Push"),
    ]
    // In several orders, as what was found in one object is tried first in the next.
    for step in [1, 5, 7, 11, 13] {
      let order = (0..<(3 * objects.count)).map { objects[$0 * step % objects.count] }
      let text = "[" + order.map(\.text).joined(separator: ",") + "]"
      #expect(try classes(Push.self, of: text) == order.map(\.name))
    }
  }

  @Test func theLastOfSeveralCounts() throws {
    let text = """
      [{"type":"push","id":1},{"type":"push","id":2,"type":"issue"},{"type":"issue","id":3},
      {"type":"x","type":"push"}]
      """
    let models = try JSONAdapter.models(of: Push.self, from: text)
    #expect(models.map { "\(type(of: $0))" } == ["Push", "Issue", "Issue", "Push"])
    #expect(models.map(\.id) == [1, 2, 3, 0])
  }

  @Test func isNoExtraMemberOfTheClassesThatItStandsFor() throws {
    let text = #"[{"type":"issue","id":1,"x":2},{"type":"issue","id":1}]"#
    let models = try JSONAdapter.models(of: Push.self, from: text)
    #expect(models.map { ($0 as? Issue)?.jsonExtras.keys.sorted() } == [["x"], []])
    let bases = #"[{"type":"sub","id":1},{"type":"else","id":1},{"id":1}]"#
    let array = try #require(JSONSerialization.jsonObject(with: Data(bases.utf8)) as? [Any])
    for models in [
      try JSONAdapter.models(of: Base.self, from: bases),
      try JSONAdapter.models(of: Base.self, from: array),
    ] {
      #expect(models.map { "\(type(of: $0))" } == ["Sub", "Base", "Base"])
      #expect(models.map { $0.jsonExtras as NSDictionary } == [[:], ["type": "else"], [:]])
    }
  }

  @Test func codeOfTheClassThatItStandsForIsAskedForEachObject() throws {
    let text = #"[{"type":"inner","id":0},{"type":"inner","id":1},{"type":"inner","id":2}]"#
    #expect(try classes(Chosen.self, of: text) == ["Inner", "First", "Inner"])
  }

  @Test func malformedTagsAreMistakesOfTheDocument() throws {
    for tag in [#""pu"#, "\"pu\nsh\"", #""pu\x""#, "push"] {
      let text = #"[{"type":"push"},{"type":\#(tag),"id":1}]"#
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.models(of: Push.self, from: text)
      }
    }
    var bytes = Array(#"[{"type":"push"},{"type":"push?","id":1}]"#.utf8)
    bytes[bytes.count - 9] = 0xFF
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.models(of: Push.self, from: Data(bytes))
    }
  }

  @Test func isWrittenInEachLayout() throws {
    let issue = Issue()
    issue.title = "t"
    let models: [Push] = [issue, Quoted()]
    #expect(
      try JSONAdapter.string(from: models)
        == #"[{"type":"issue","id":0,"title":"t"},{"type":"with \"quotes\"","id":0}]"#)
    #expect(
      try JSONAdapter.string(from: models, options: [.sortedKeys])
        == #"[{"id":0,"title":"t","type":"issue"},{"id":0,"type":"with \"quotes\""}]"#)
    #expect(
      try JSONAdapter.string(from: models, options: [.prettyPrinted]) == """
        [
          {
            "type": "issue",
            "id": 0,
            "title": "t"
          },
          {
            "type": "with \\"quotes\\"",
            "id": 0
          }
        ]
        """)
    let numbers = try JSONAdapter.string(from: models, keys: ["id"])
    #expect(numbers == #"[{"type":"issue","id":0},{"type":"with \"quotes\"","id":0}]"#)
  }
}
