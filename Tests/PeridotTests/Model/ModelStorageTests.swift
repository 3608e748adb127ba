import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Node: Model {
  var name = ""
  var cache = 0
  var token = 0
  weak var parent: Node?
  var children: [Node] = []

  override class func storageBehavior(forKey key: String) -> PropertyStorage {
    switch key {
    case "token": .excluded
    case "cache": .transitory
    default: super.storageBehavior(forKey: key)
    }
  }
}

private final class LoudNode: Node {
  var extra = 0

  override class func storageBehavior(forKey key: String) -> PropertyStorage {
    key == "parent" ? .permanent : super.storageBehavior(forKey: key)
  }
}

@Suite struct ModelStorageTests {
  private func node() -> Node {
    let node = Node()
    node.name = "n"
    node.cache = 1
    node.token = 2
    return node
  }

  @Test func asksTheClass() {
    #expect(Node.storageBehavior(forKey: "name") == .permanent)
    #expect(Node.storageBehavior(forKey: "parent") == .transitory)
    #expect(Node.storageBehavior(forKey: "token") == .excluded)
    #expect(LoudNode.storageBehavior(forKey: "token") == .excluded)
    #expect(Node.storageBehavior(forKey: "nobody") == .excluded)
    #expect(LoudNode.storageBehavior(forKey: "parent") == .permanent)
  }

  @Test func excludedTakesPartInNothing() throws {
    #expect(Node.propertyKeys == ["name", "cache", "parent", "children"])
    let node = node()
    #expect(node.dictionaryValue["token"] == nil)
    #expect(node.with { _ in }.token == 0)
    #expect(node.deeplyCopied().token == 0)
    let other = Node()
    other.mergeValues(from: node)
    #expect(other.token == 0)
    other.token = 9
    #expect(other == node)
    #expect(other.hash == node.hash)
    #expect(other.changedKeys(from: node) == [])
    let error = #expect(throws: ModelError.self) { try Node(dictionary: ["token": 1]) }
    #expect(error?.kind == .unknownKey)
    #expect(!node.debugDescription.contains("token"))
  }

  @Test func transitoryIsCopiedButNotCompared() throws {
    let node = node()
    #expect(node.dictionaryValue["cache"] as? Int == 1)
    #expect(node.with { _ in }.cache == 1)
    let other = Node()
    other.mergeValues(from: node)
    #expect(other.cache == 1)
    other.cache = 5
    #expect(other == node)
    #expect(other.hash == node.hash)
    #expect(other.changedKeys(from: node) == ["cache"])
    #expect(!node.description.contains("cache"))
    #expect(node.debugDescription.contains("cache: 1"))
  }

  @Test func weakIsTransitory() {
    let (parent, child, twin) = (node(), node(), node())
    child.parent = parent
    #expect(child == twin)
    let (loud, loudTwin) = (LoudNode(), LoudNode())
    loud.parent = parent
    #expect(loud != loudTwin)
    loudTwin.parent = twin
    #expect(loud == loudTwin)
  }
}
