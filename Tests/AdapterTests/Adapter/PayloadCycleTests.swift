import Foundation
import Peridot
import Testing

@testable import TestSupport

private indirect enum Link: Codable {
  case none
  case node(Node)
  case named(name: String, node: Node?)
}

private final class Node: Model, CodableModel {
  var id = 0
  var link = Link.none
}

private enum Part: JSONUnion {
  case id(Int)
  case holder(Holder)
}

private final class Holder: Model, JSONSerializing, Codable {
  var parts: [Part] = []
}

@Suite struct PayloadCycleTests {
  private func errors<M: JSONSerializing & Codable>(_ model: M) -> [String?] {
    [
      adapterMessage { try JSONAdapter.data(from: model) },
      adapterMessage { try JSONAdapter.dictionary(from: model) },
    ]
  }

  @Test func aModelThatItsEnumLeadsToContainsItself() throws {
    let node = Node()
    node.link = .node(node)
    let words = "Node: expected a tree of models, found a Node that contains itself at $."
    #expect(
      errors(node) == [words + "link.node._0.link.node._0", words + "link.node._0.link.node._0"])
    node.link = .named(name: "x", node: node)
    #expect(
      errors(node) == [
        words + "link.named.node.link.named.node", words + "link.named.node.link.named.node",
      ])
    let error = adapterError { try JSONAdapter.data(from: node) }
    #expect(error?.kind == .cycle)
    node.link = .none
    #expect(try JSONAdapter.string(from: node) == #"{"id":0,"link":{"none":{}}}"#)
  }

  @Test func aModelThatItsUnionLeadsToContainsItself() {
    let holder = Holder()
    holder.parts = [.id(1), .holder(holder)]
    let words =
      "Holder.parts: expected a tree of models, found a Holder that contains itself at $.parts[1]"
    #expect(errors(holder) == [words, words])
    holder.parts = []
  }
}
