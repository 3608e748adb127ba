import Foundation
import Observation
import Peridot
import Testing

@testable import TestSupport

private class Node: Model, JSONSerializing {
  var id = 0
  var text = ""
  var note: String?
  var child: Node?
  var children: [Node] = []
  var words: [String] = []
  var more: [String?]?
  var numbers: [Double]?
  var flags: [String: Bool] = [:]
  var matrix: [[Int]] = []
  var inner = ""
  var date: Date?
  var thing: Thing?
  var things: [Thing] = []

  override class var declaredProperties: [Property] {
    [property("inner", \.inner, at: "deep.er.inner")]
  }
}

private class Thing: Model, JSONSerializing {
  var name = ""
  override class var cluster: Cluster? {
    cluster(tag: "kind", ["tool": Tool.self, "toy": Toy.self])
  }
}
private final class Tool: Thing { var weight = 0 }
private final class Toy: Thing { var owner: Node? }

/// Makes documents.
private struct Documents {
  var random: SeededRandom

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func text() -> String {
    let parts = [
      "a", "é", "😀", #"\n"#, #"\""#, #"\u00e9"#, #"\ud83d\ude00"#, #"\\"#, "e\u{301}", "xyz ", "}",
      "[",
    ]
    return "\"" + (0..<pick(6)).map { _ in parts[pick(parts.count)] }.joined() + "\""
  }

  mutating func space() -> String { pick(6) == 0 ? [" ", "\n", "\r\n "][pick(3)] : "" }

  mutating func list(_ value: (inout Self) -> String) -> String {
    var values: [String] = []
    for _ in 0..<pick(4) { values.append(space() + value(&self) + space()) }
    return "[" + values.joined(separator: ",") + "]"
  }

  mutating func thing(_ depth: Int) -> String {
    let isTool = pick(2) == 0
    var members = ["\"kind\":\(isTool ? "\"tool\"" : "\"toy\"")", "\"name\":\(text())"]
    members.append(
      isTool ? "\"weight\":\(pick(100))" : "\"owner\":\(depth > 0 ? node(depth - 1) : "null")")
    members.shuffle(using: &random)
    return "{" + members.joined(separator: ",") + "}"
  }

  mutating func node(_ depth: Int) -> String {
    var members: [String] = []
    for _ in 0..<pick(7) {
      let kind = pick(depth > 0 ? 15 : 10)
      let (name, value): (String, String) =
        switch kind {
        case 0: ("id", "\(pick(1000))")
        case 1: ("text", text())
        case 2: ("note", pick(4) == 0 ? "null" : text())
        case 3: ("words", list { $0.text() })
        case 4: ("more", list { $0.pick(3) == 0 ? "null" : $0.text() })
        case 5: ("numbers", list { ["1.5", "-2e3", "0"][$0.pick(3)] })
        case 6: ("flags", "{\"\(pick(9))\":true}")
        case 7: ("matrix", list { $0.list { "\($0.pick(9))" } })
        case 8: ("deep", "{\"er\":{\(pick(2) == 0 ? "" : "\"inner\":\(text())")}}")
        case 9: (["date", "unknown", "t\\u0065xt"][pick(3)], "\"2020-01-01T00:00:00Z\"")
        case 10, 11: ("child", pick(5) == 0 ? "null" : node(depth - 1))
        case 12: ("children", list { $0.node(depth - 1) })
        case 13: ("thing", thing(depth))
        default: ("things", list { $0.thing(depth) })
        }
      members.append(space() + "\"\(name)\"" + space() + ":" + space() + value + space())
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}

/// The bytes of a text's JSON that don't shrink: what a preview shows.
private func sizes(_ node: Node) -> [String: Int] {
  [
    "text": node.text.utf8.count, "words": node.words.joined().utf8.count,
    "children": node.children.count,
  ]
}

@Suite struct GrowingPropertyTests {
  @Test func endsAsTheWholeDocument() throws {
    var documents = Documents(random: SeededRandom(seed: 5))
    for _ in 0..<150 {
      let text = documents.node(3)
      let bytes = Array(text.utf8)
      let whole = try JSONAdapter.model(of: Node.self, from: text)
      var cuts = [Array(bytes.indices.dropFirst())]
      cuts += bytes.indices.dropFirst().map { [$0] }
      for size in [2, 3, 4, 5, 16, 40] {
        cuts.insert(Array(stride(from: size, to: bytes.count, by: size)), at: 1)
      }
      for cut in cuts.prefix(126) {
        let growing = Growing(Node.self)
        var from = 0
        for end in cut + [bytes.count] {
          _ = try growing.append(Array(bytes[from..<end]))
          from = end
        }
        try growing.finish()
        guard growing.model == whole else {
          Issue.record("\(text) cut at \(cut.count == 1 ? cut : [])")
          return
        }
      }
    }
  }

  @Test func growsWithoutRepeatedMembersOnly() throws {
    var documents = Documents(random: SeededRandom(seed: 6))
    var seen = 0
    for _ in 0..<200 {
      let text = documents.node(2)
      guard Set(text.split(separator: "\"text\"")).count <= 2, !text.contains("u0065xt"),
        text.components(separatedBy: "\"words\"").count <= 2,
        text.components(separatedBy: "\"children\"").count <= 2
      else { continue }
      seen += 1
      let growing = Growing(Node.self)
      var last: [String: Int] = [:]
      var first: Node?
      for byte in text.utf8 {
        let isChanged = try growing.append([byte])
        guard let model = growing.model else { continue }
        first = first ?? model
        #expect(model === first)
        let now = sizes(model)
        for (key, size) in now { #expect(size >= last[key] ?? 0, "\(key) of \(text)") }
        if now != last { #expect(isChanged) }
        last = now
      }
    }
    #expect(seen > 50)
  }

  @Test func showsEachScalarOfATextAtOnce() throws {
    let growing = Growing(Node.self)
    for chunk in [#"{"children":[{"child":{"children":[{"text":"#, "\""] {
      _ = try growing.append(chunk)
    }
    for index in 1...50 {
      #expect(try growing.append("ab"))
      let node = try #require(growing.model?.children.first?.child?.children.first)
      #expect(node.text.count == 2 * index && growing.isOpen(node))
      #expect(growing.openPath == "$.children[0].child.children[0].text")
    }
  }

  @Observable final class Page: Model, JSONSerializing {
    var title = ""
    var lines: [String] = []
    var parts: [Page] = []

    override class var declaredProperties: [Property] {
      [property("title", \.title), property("lines", \.lines), property("parts", \.parts)]
    }
  }

  /// A class that doesn't say how its observers are told.
  @Observable final class Silent: Model, JSONSerializing {
    var title = ""
  }

  @Test func makesWholeObjectsWhereObserversWouldMissChanges() throws {
    let growing = Growing(Silent.self)
    #expect(try !growing.append(#"{"title":"a"#))
    #expect(growing.model == nil)
    #expect(try growing.append(#"b"}"#))
    #expect(growing.model?.title == "ab")
  }

  @Test func notifiesObserversOncePerChunkAndProperty() throws {
    let growing = Growing(Page.self)
    _ = try growing.append("{ ")
    let page = try #require(growing.model)
    func notified(_ chunk: String, _ read: @escaping (Page) -> Void) throws -> Int {
      nonisolated(unsafe) var count = 0
      withObservationTracking {
        read(page)
      } onChange: {
        count += 1
      }
      _ = try growing.append(chunk)
      return count
    }
    #expect(try notified(#""title":"a"#) { _ = $0.title } == 1)
    #expect(page.title == "a")
    #expect(try notified(#"b"#) { _ = $0.title } == 1)
    #expect(try notified(#"c"#) { _ = $0.lines } == 0)
    #expect(try notified(#"","lines":["x"#) { _ = $0.lines } == 1)
    #expect(try notified(#"y","z","w"#) { _ = $0.lines } == 1)
    #expect(page.lines == ["xy", "z", "w"] && page.title == "abc")
    #expect(try notified(#""],"parts":[{"title":"p"#) { _ = $0.parts } == 1)
    let part = try #require(page.parts.first)
    nonisolated(unsafe) var count = 0
    withObservationTracking {
      _ = part.title
    } onChange: {
      count += 1
    }
    #expect(try notified("q") { _ = $0.parts } == 0)
    #expect(count == 1 && page.parts.first === part && part.title == "pq")
  }
}
