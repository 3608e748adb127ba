import Foundation
import Fuzz
import Peridot
import Testing

final class ArchiveGraphNode: Model {
  var number = 0
  var text: String?
  var values: [Double?] = []
  var left: ArchiveGraphNode?
  var right: ArchiveGraphNode?
  var others: [ArchiveGraphNode] = []
  var named: [String: ArchiveGraphNode] = [:]
  weak var parent: ArchiveGraphNode?

  /// Makes nodes that refer to each other in every way, cycles among them.
  static func graph(seed: UInt64) -> [ArchiveGraphNode] {
    var random = SeededGenerator(seed: seed)
    let nodes = (0..<Int.random(in: 1...12, using: &random)).map { _ in ArchiveGraphNode() }
    for node in nodes {
      node.number = Int.random(in: 0...2, using: &random)
      node.text = [nil, "", "$null", "text"].randomElement(using: &random) ?? nil
      node.values = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        [nil, 0, 0.5, .infinity].randomElement(using: &random) ?? nil
      }
      node.left = Bool.random(using: &random) ? nodes.randomElement(using: &random) : nil
      node.right = Bool.random(using: &random) ? nodes.randomElement(using: &random) : nil
      node.parent = Bool.random(using: &random) ? nodes.randomElement(using: &random) : nil
      node.others = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
        nodes.randomElement(using: &random)
      }
      for key in ["a", "$b"] where Bool.random(using: &random) {
        node.named[key] = nodes.randomElement(using: &random)
      }
    }
    return nodes
  }

  func cut() {
    left = nil
    right = nil
    others = []
    named = [:]
  }
}

@Suite struct RandomGraphTests {
  /// Returns what a graph is made of, with a number for each node in the order of a walk.
  private func outline(_ root: ArchiveGraphNode) -> [String] {
    var numbers: [ObjectIdentifier: Int] = [:]
    var nodes: [ArchiveGraphNode] = []
    func number(_ node: ArchiveGraphNode?) -> Int? {
      guard let node else { return nil }
      if let known = numbers[ObjectIdentifier(node)] { return known }
      numbers[ObjectIdentifier(node)] = nodes.count
      nodes.append(node)
      return nodes.count - 1
    }
    _ = number(root)
    var lines: [String] = []
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      let named = node.named.sorted { $0.key < $1.key }.map {
        "\($0.key)=\(number($0.value) ?? -1)"
      }
      let references = [number(node.left), number(node.right)] + node.others.map { number($0) }
      lines.append("\(node.number) \(node.text as Any) \(node.values) \(references) \(named)")
      index += 1
    }
    // A weak reference that leads nowhere else is lost on purpose.
    for (line, node) in zip(lines.indices, nodes) {
      lines[line] += " \(node.parent.flatMap { numbers[ObjectIdentifier($0)] } as Any)"
    }
    return lines
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func survivesEveryWay(_ seed: UInt64) throws {
    let nodes = ArchiveGraphNode.graph(seed: seed)
    let root = nodes[0]
    defer { for node in nodes { node.cut() } }
    let expected = outline(root)

    let own = try root.archivedData()
    #expect(outline(try ArchiveGraphNode.unarchive(from: own)) == expected, "seed \(seed)")
    let throughFoundation = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchiveGraphNode.self, from: own))
    #expect(outline(throughFoundation) == expected, "seed \(seed)")

    let foundation = try NSKeyedArchiver.archivedData(
      withRootObject: root, requiringSecureCoding: true)
    // Foundation leaves out a weak reference to what it meets only later.
    let withoutParents = expected.map { $0.split(separator: " ").dropLast().joined() }
    let copies = [
      try ArchiveGraphNode.unarchive(from: foundation),
      try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchiveGraphNode.self, from: foundation)),
    ]
    for copy in copies {
      let outline = outline(copy).map { $0.split(separator: " ").dropLast().joined() }
      #expect(outline == withoutParents, "seed \(seed)")
    }
  }
}
