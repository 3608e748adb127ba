import Foundation
import Peridot
import Testing

@testable import TestSupport

/// Counts what its hooks are given.
private final class Counter: @unchecked Sendable {
  // Sendable: used by one test at a time, on one thread.
  @TaskLocal static var current: Counter?
  var prepared = 0
  var finished = 0
}

private final class Branch: Model, JSONSerializing, JSONPreparing, JSONFinishing {
  var name = ""
  var child: Branch?
  var children: [Branch] = []
  var named: [String: Branch] = [:]
  var lots: [[String: [Branch]]] = []
  var plain: Twig?
  var deep: Branch?
  var payload: [Int] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "path.to"] }

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    Counter.current?.prepared += 1
    if json["reject"] != nil { throw CocoaError(.featureUnsupported) }
    var json = json
    if let name = json["NAME"] as? String {
      json["name"] = name + "!"
      json["NAME"] = nil
    }
    return json
  }

  func finish(_ json: inout [String: Any]) throws {
    Counter.current?.finished += 1
    json["NAME"] = json.removeValue(forKey: "name")
    for (key, value) in json {
      switch value {
      case let elements as [Any] where elements.isEmpty: json[key] = nil
      case let members as [String: Any] where members.isEmpty: json[key] = nil
      default: break
      }
    }
  }
}

/// Between two that have hooks.
private final class Twig: Model, JSONSerializing {
  var branch: Branch?
  var items: [Branch] = []
}

private class Leaf: Model, JSONSerializing, JSONPreparing {
  var next: Leaf?
  var key = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json.string(forKey: "kind") {
    case "green": GreenLeaf.self
    case nil: json.object(forKey: "meta")?.string(forKey: "kind") == "green" ? GreenLeaf.self : self
    default: self
    }
  }

  class func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

private final class GreenLeaf: Leaf {
  var shade = ""
  var other: Leaf?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["shade": "meta.shade"] }
}

private final class Entry: Model, JSONSerializing, JSONPreparing {
  var id = 0
  var title = ""
  var entries: [Entry] = []
  var best: Entry?

  override class var identityKey: String? { "id" }

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    if let title = json["TITLE"] { json["title"] = title }
    return json
  }
}

@Suite struct NestedHookTests {
  private static let kinds: [(open: String, close: String)] = [
    (#""child":{"#, "}"), (#""children":[{"NAME":"first"},{"#, "}]"),
    (#""named":{"a":{"#, "}}"), (#""lots":[{"x":[{"#, "}]}]"),
    (#""plain":{"branch":{"#, "}}"), (#""plain":{"items":[{"#, "}]}"),
    (#""path":{"to":{"#, "}}"),
  ]

  /// A document of `depth` levels, each with a name and `size` numbers.
  private static func document(_ depth: Int, size: Int) -> String {
    let payload = Array(repeating: "7", count: size).joined(separator: ",")
    var text = ""
    for level in 0..<depth {
      let kind = kinds[level % kinds.count]
      text += "\"NAME\":\"n\(level)\",\"payload\":[\(payload)],\(kind.open)"
    }
    text += #""NAME":"last""#
    for level in (0..<depth).reversed() { text += kinds[level % kinds.count].close }
    return "{\(text)}"
  }

  @Test(.timeLimit(.minutes(60)), arguments: [1, 20, 150])
  func preparesAndFinishesEachObjectOnce(_ depth: Int) throws {
    // Each level that lies in an array has a brother.
    let count = depth + 1 + (0..<depth).filter { $0 % Self.kinds.count == 1 }.count
    let text = Self.document(depth, size: 100)
    let counter = Counter()
    try Counter.$current.withValue(counter) {
      let model = try JSONAdapter.model(of: Branch.self, from: text)
      #expect(counter.prepared == count)
      #expect(model.name == "n0!")
      let written = try JSONAdapter.data(from: model)
      #expect(counter.finished == count)
      let again = try JSONAdapter.model(of: Branch.self, from: written)
      #expect(again.payload == model.payload)
      let names = String(decoding: written, as: UTF8.self).components(separatedBy: "NAME").count - 1
      #expect(names == count)
    }
  }

  /// Eight times the document takes 8 to 10 times as long; 50 times where each hook is given all that
  /// lies deeper anew.
  @Test func costsWhatTheDocumentIsLong() throws {
    func seconds(_ depth: Int) throws -> Double {
      let text = Self.document(depth, size: 200)
      var best = Duration.seconds(1000)
      for _ in 0..<3 {
        let start = ContinuousClock.now
        let model = try JSONAdapter.model(of: Branch.self, from: text)
        _ = try JSONAdapter.data(from: model)
        best = min(best, ContinuousClock.now - start)
      }
      return best / .seconds(1)
    }
    let (short, long) = (try seconds(20), try seconds(160))
    #expect(long < 40 * short, "eight times as long: \(short) s and \(long) s")
  }

  @Test func keepsTheOrderOfMembersWithinEachOther() throws {
    let model = try JSONAdapter.model(
      of: Branch.self,
      from: #"{"NAME":"a","children":[{"NAME":"b","child":{"NAME":"c","payload":[1]}}]}"#)
    #expect(
      try JSONAdapter.string(from: model)
        == #"{"children":[{"child":{"payload":[1],"NAME":"c!"},"NAME":"b!"}],"NAME":"a!"}"#)
    #expect(
      try JSONAdapter.string(from: model, options: .sortedKeys)
        == #"{"NAME":"a!","children":[{"NAME":"b!","child":{"NAME":"c!","payload":[1]}}]}"#)
    let dictionary = try JSONAdapter.dictionary(from: model)
    #expect(dictionary["NAME"] as? String == "a!")
    #expect(((dictionary["children"] as? [Any])?[0] as? [String: Any])?["NAME"] as? String == "b!")
  }

  @Test func saysWhereAnObjectFarInsideIsWrong() {
    #expect(
      adapterMessage {
        try JSONAdapter.model(
          of: Branch.self, from: #"{"plain":{"items":[{},{"named":{"x":{"payload":[1,"2"]}}}]}}"#)
      } == """
        Branch.payload: expected Int, found string "2" at \
        $.plain.items[1].named.x.payload[1] (line 1, column 51): \
        set acceptsNumericStrings in the policy to take text for numbers
        """)
    let error = adapterError {
      try JSONAdapter.model(of: Branch.self, from: #"{"child":{"children":[{"reject":1}]}}"#)
    }
    #expect(error?.path == "$.child.children[0]")
    #expect(error?.kind == .validationFailed)
    #expect(error?.underlying is CocoaError)
  }

  @Test func choosesClassesWithinPreparedObjects() throws {
    let model = try JSONAdapter.model(
      of: Leaf.self,
      from: #"""
        {"kind":"green","meta":{"shade":"dark"},"key":1,"other":{"key":2,
        "next":{"key":3,"meta":{"kind":"green","shade":"light"},"other":{"kind":"plain","key":4}}}}
        """#)
    let green = try #require(model as? GreenLeaf)
    #expect(green.shade == "dark")
    #expect(green.other?.key == 2)
    #expect(green.other.map { type(of: $0) == Leaf.self } == true)
    let inner = try #require(green.other?.next as? GreenLeaf)
    #expect(inner.shade == "light")
    #expect(inner.key == 3)
    #expect(inner.other?.key == 4)
  }

  @Test func updatesModelsWithinPreparedObjects() throws {
    let model = try JSONAdapter.model(
      of: Entry.self,
      from: #"{"id":1,"TITLE":"a","best":{"id":9,"TITLE":"b"},"entries":[{"id":2},{"id":3}]}"#)
    let (best, second) = (try #require(model.best), model.entries[1])
    try JSONAdapter.update(
      model,
      from: #"{"best":{"TITLE":"c"},"entries":[{"id":3,"TITLE":"new","entries":[{"id":5}]}]}"#)
    #expect(model.title == "a")
    #expect(model.best === best)
    #expect(best.title == "c" && best.id == 9)
    #expect(model.entries.map(\.id) == [3])
    #expect(model.entries[0] === second)
    #expect(second.title == "new")
    #expect(second.entries.map(\.id) == [5])
  }
}
