import Foundation
import Peridot
import Testing

@testable import TestSupport

// Clusters of all forms, which hold each other.

private class Node: Model, CodableModel {
  var id = 0
  var next: Node?
  override class var cluster: Cluster? {
    cluster(
      tag: "kind", ["leaf": Leaf.self, "branch": Branch.self, "shape": Shape.self],
      unknown: .kept(OtherNode.self))
  }
}
private final class Leaf: Node {
  var text: String?
  var count = 0
}
private final class Branch: Node {
  var nodes: [Node] = []
  var boxes: [String: Box] = [:]
  var wraps: [Wrap?] = []
  var guess: Guess?
  var letter: Letter?
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["guess": "deep.guess"] }
}
private final class OtherNode: Node, JSONKeeping {
  var keptJSON = RawJSON()
}
/// A base of its own, by the same tag.
private class Shape: Node {
  override class var cluster: Cluster? { cluster(tag: "kind", ["disc": Disc.self]) }
}
private final class Disc: Shape {
  var radius = 0.0
}

/// Beside, by integers, with a base of its own inside.
private class Box: Model, CodableModel {
  var name = ""
  override class var cluster: Cluster? {
    cluster(tag: "t.n", content: "c", [1: PlainBox.self, 2: NodeBox.self, 3: DeepBox.self])
  }
}
private final class PlainBox: Box {}
private final class NodeBox: Box {
  var node: Node?
}
private class DeepBox: Box {
  override class var cluster: Cluster? {
    cluster(tag: "isFull", [true: FullBox.self, false: EmptyBox.self], unknown: .base)
  }
}
private final class FullBox: DeepBox {
  var guesses: [Guess] = []
}
private final class EmptyBox: DeepBox {}

private class Wrap: Model, CodableModel {
  override class var cluster: Cluster? {
    cluster(around: ["n": NumberWrap.self, "w": WrapWrap.self])
  }
}
private final class NumberWrap: Wrap {
  var number: Int?
}
private final class WrapWrap: Wrap {
  var wrap: Wrap?
  var node: Node?
}

private class Guess: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? {
    cluster(deducedFrom: ["a": GuessA.self, "b": GuessB.self], unknown: .base)
  }
}
private final class GuessA: Guess {
  var a: Int?
}
private final class GuessB: Guess {
  var b: String?
  var node: Node?
}

private class Body: Model, CodableModel {
  var id = 0
}
private final class TextBody: Body {
  var text = ""
}
private final class NodeBody: Body {
  var node: Node?
}
private final class Letter: Model, CodableModel {
  var kind = ""
  var body: Body?
  var others: Set<Body> = []
  override class func cluster(forKey key: String) -> Cluster? {
    switch key {
    case "body": Body.cluster(tag: "kind", ["text": TextBody.self, "node": NodeBody.self])
    case "others": Body.cluster(tag: "other", [1: TextBody.self, 2: NodeBody.self])
    default: nil
    }
  }
}

/// Makes random graphs.
private struct Graphs {
  var random: SeededRandom
  var left = 12
  /// Whether a patch can lead there: it cannot have null for a value, and an update does not make an object
  /// of a superclass of one.
  var suitsPatches = true

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func maybe<Value>(_ make: (inout Graphs) throws -> Value?) rethrows -> Value? {
    guard left > 0, below(3) > 0 else { return nil }
    left -= 1
    return try make(&self)
  }

  private mutating func list<Value>(_ make: (inout Graphs) throws -> Value?) rethrows -> [Value] {
    var list: [Value] = []
    for _ in 0..<below(4) {
      if let value = try maybe(make) { list.append(value) }
    }
    return list
  }

  private mutating func text() -> String {
    ["", "a", "é\"\\", "leaf", "\u{1F600}", "a longer text than fits"][below(6)]
  }

  mutating func node() throws -> Node {
    let node: Node
    switch below(5) {
    case 0:
      let leaf = Leaf()
      leaf.text = below(2) == 0 ? nil : text()
      leaf.count = below(1000)
      node = leaf
    case 1, 2:
      let branch = Branch()
      branch.nodes = try list { try $0.node() }
      for box in try list({ try $0.box() }) { branch.boxes["k\(below(5))"] = box }
      branch.wraps = try list { try $0.wrap() }
      branch.guess = try maybe { try $0.guess() }
      branch.letter = try maybe { try $0.letter() }
      node = branch
    case 3:
      let disc = Disc()
      disc.radius = Double(below(100)) / 4
      node = disc
    default:
      let text = #"{ "id":\#(below(9)), "kind":"other\#(below(3))", "x":[1, null, {"y": "z"}] }"#
      return try JSONAdapter.model(of: Node.self, from: text)
    }
    node.id = below(100)
    node.next = try maybe { try $0.node() }
    return node
  }

  private mutating func box() throws -> Box {
    let box: Box
    switch below(5) {
    case 0: box = PlainBox()
    case 1: box = EmptyBox()
    case 2:
      box = DeepBox()
      suitsPatches = false
    case 3:
      let full = FullBox()
      full.guesses = try list { try $0.guess() }
      box = full
    default:
      let held = NodeBox()
      held.node = try maybe { try $0.node() }
      box = held
    }
    box.name = text()
    return box
  }

  private mutating func wrap() throws -> Wrap {
    if below(2) == 0 {
      let wrap = NumberWrap()
      wrap.number = below(2) == 0 ? nil : below(50)
      return wrap
    }
    let wrap = WrapWrap()
    wrap.wrap = try maybe { try $0.wrap() }
    wrap.node = try maybe { try $0.node() }
    return wrap
  }

  private mutating func guess() throws -> Guess {
    let guess: Guess
    switch below(3) {
    case 0:
      guess = Guess()
      suitsPatches = false
    case 1:
      let first = GuessA()
      first.a = below(8) == 0 ? nil : below(50)
      if first.a == nil { suitsPatches = false }
      guess = first
    default:
      let second = GuessB()
      second.b = below(8) == 0 ? nil : text()
      if second.b == nil { suitsPatches = false }
      second.node = try maybe { try $0.node() }
      guess = second
    }
    guess.id = below(100)
    return guess
  }

  private mutating func body(ofText isText: Bool) throws -> Body {
    let body: Body
    if isText {
      let made = TextBody()
      made.text = text()
      body = made
    } else {
      let made = NodeBody()
      made.node = try maybe { try $0.node() }
      body = made
    }
    body.id = below(1000)
    return body
  }

  private mutating func letter() throws -> Letter {
    let letter = Letter()
    let isText = below(2) == 0
    letter.body = try maybe { try $0.body(ofText: isText) }
    letter.kind = letter.body == nil ? text() : isText ? "text" : "node"
    letter.others = Set(try list { try $0.body(ofText: isText) }.prefix(1))
    return letter
  }
}

@Suite struct ClusterGraphTests {
  /// The number of graphs; PERIDOT_CLUSTER_GRAPHS asks for more.
  private static let count =
    ProcessInfo.processInfo.environment["PERIDOT_CLUSTER_GRAPHS"].flatMap { Int($0) } ?? 1000
  private static let seed =
    ProcessInfo.processInfo.environment["PERIDOT_CLUSTER_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 0...9_999_999)

  /// What is written is read again as equal objects of the same classes, by every door.
  @Test func comesBackByEveryDoor() async throws {
    print("seed of random clusters: \(Self.seed)")
    var texts: [(text: String, node: Node)] = []
    var last = Branch()
    var withNulls = ConversionPolicy.strict
    withNulls.nilOnExport = .null
    var withoutDefaults = ConversionPolicy.strict
    withoutDefaults.defaultsOnExport = .omit
    withoutDefaults.emptyOnExport = .omit
    for number in 0..<Self.count {
      var graphs = Graphs(random: SeededRandom(seed: Self.seed &+ UInt64(number)))
      let node = try graphs.node()
      let note: Comment = "seed \(Self.seed), graph \(number)"
      do {
        let text = try JSONAdapter.string(from: node)
        if try JSONAdapter.model(of: Node.self, from: text) != node {
          Issue.record("read, \(note)")
        }
        if text != (try JSONAdapter.string(from: JSONAdapter.model(of: Node.self, from: text))) {
          Issue.record("written again, \(note)")
        }
        let short = try JSONAdapter.string(from: node, policy: withoutDefaults)
        if try JSONAdapter.model(of: Node.self, from: short) != node || short.count > text.count {
          Issue.record("without defaults, \(note): \(text) became \(short)")
        }
        texts.append((text, node))
        if texts.count == 500 || number == Self.count - 1 {
          try await stream(texts, note)
          texts = []
        }
        let dictionary = try JSONAdapter.dictionary(from: node)
        if try JSONAdapter.model(of: Node.self, from: dictionary) != node {
          Issue.record("dictionary, \(note)")
        }
        if try JSONDecoder().decode(Node.self, from: JSONEncoder().encode(node)) != node {
          Issue.record("coder, \(note)")
        }
        guard graphs.suitsPatches else { continue }
        let branch = Branch()
        branch.next = node
        branch.nodes = [node]
        if number % 3 == 0 { branch.boxes = last.boxes }
        let target: Branch = last.deeplyCopied()
        let patch = try JSONAdapter.mergePatch(from: target, to: branch)
        try JSONAdapter.apply(mergePatch: patch, to: target)
        if target != branch {
          let (old, new) = (
            try JSONAdapter.string(from: last), try JSONAdapter.string(from: branch)
          )
          Issue.record(
            "patch, \(note): \(old) and \(new) by \(String(decoding: patch, as: UTF8.self))")
        }
        let whole: Branch = last.deeplyCopied()
        let named = try JSONAdapter.string(from: branch, policy: withNulls)
        try JSONAdapter.update(whole, from: named)
        if type(of: try #require(whole.next)) != type(of: node) { Issue.record("update, \(note)") }
        last = branch
      } catch {
        Issue.record("\(error), \(note)")
      }
    }
  }

  private func stream(_ texts: [(text: String, node: Node)], _ note: Comment) async throws {
    let lines = texts.map(\.text).joined(separator: "\n")
    let chunks = AsyncStream<Data> { stream in
      var rest = Data(lines.utf8)[...]
      while !rest.isEmpty {
        stream.yield(Data(rest.prefix(1000)))
        rest = rest.dropFirst(1000)
      }
      stream.finish()
    }
    var index = 0
    for try await node in JSONAdapter.stream(of: Node.self, from: chunks) {
      if node != texts[index].node { Issue.record("stream, \(note)") }
      index += 1
    }
    #expect(index == texts.count)
  }
}
