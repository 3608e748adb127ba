import Peridot

// Classes that are written by hand for what no random class has: models in payloads and in keys.

final class GraphLeaf: Model {
  var number = 0
}

indirect enum GraphPayload {
  case nothing
  case leaf(GraphLeaf)
  case node(GraphNode)
  case both(GraphLeaf, GraphNode)
  case inner(GraphPayload)
  case list([GraphLeaf])
}

struct GraphBox {
  var node: GraphNode?
  var payloads: [GraphPayload] = []
}

final class GraphNode: Model {
  var number = 0
  var payload = GraphPayload.nothing
  var payloads: [GraphPayload] = []
  var box = GraphBox()
  var keyed: [GraphLeaf: Int] = [:]
  var any: Any?
  var next: GraphNode?
  weak var parent: GraphNode?
}

/// An object that no copy can have of its own.
final class GraphOutsider {}

/// A random graph of models, with models in several places at once and cycles.
struct CopiedGraph {
  private var nodes: [GraphNode] = []
  private var leaves: [GraphLeaf] = []
  /// Whether a node has an object that is no model.
  private(set) var hasOutsider = false

  static func root(_ draw: inout Draw) -> CopiedGraph { CopiedGraph(&draw) }

  /// The node from which all others that count can be reached.
  var root: GraphNode { nodes[0] }

  private init(_ draw: inout Draw) {
    for number in 0..<draw.number(in: 1...4) {
      let node = GraphNode()
      node.number = number
      nodes.append(node)
    }
    for number in 0..<draw.number(in: 1...3) {
      let leaf = GraphLeaf()
      leaf.number = number
      leaves.append(leaf)
    }
    for node in nodes {
      if draw.oneIn(2) { node.payload = payload(depth: 2, &draw) }
      node.payloads = (0..<draw.below(3)).map { _ in payload(depth: 1, &draw) }
      if draw.oneIn(3) { node.box.node = draw.pick(nodes) }
      if draw.oneIn(3) { node.box.payloads = [payload(depth: 1, &draw)] }
      if draw.oneIn(3) { node.keyed = [draw.pick(leaves): 1] }
      if draw.oneIn(3) { node.any = any(&draw) }
      if draw.oneIn(2) { node.next = draw.pick(nodes) }
      if draw.oneIn(3) { node.parent = draw.pick(nodes) }
    }
    if draw.oneIn(6) {
      root.any = draw.oneIn(2) ? GraphOutsider() : [GraphOutsider()]
      hasOutsider = true
    }
  }

  private func payload(depth: Int, _ draw: inout Draw) -> GraphPayload {
    switch draw.below(depth > 0 ? 6 : 5) {
    case 0: .nothing
    case 1: .leaf(draw.pick(leaves))
    case 2: .node(draw.pick(nodes))
    case 3: .both(draw.pick(leaves), draw.pick(nodes))
    case 4: .list((0..<draw.below(3)).map { _ in draw.pick(leaves) })
    default: .inner(payload(depth: depth - 1, &draw))
    }
  }

  private func any(_ draw: inout Draw) -> Any {
    switch draw.below(3) {
    case 0: draw.pick(nodes)
    case 1: [draw.pick(leaves), 5] as [Any]
    default: payload(depth: 1, &draw)
    }
  }
}

/// A walk through a graph that numbers its objects in the order in which they are met.
struct GraphWalk {
  private(set) var numbers: [ObjectIdentifier: Int] = [:]
  private var text = ""
  private var parents: [(child: Int, parent: GraphNode?)] = []

  /// The graph as text: equal for graphs that are alike.
  private(set) var words = ""

  init(_ root: GraphNode) {
    visit(root)
    // What is met by weak references alone is not part of the graph.
    words = text + parents.map { "\($0.child)<\($0.parent.flatMap(number) ?? -1)" }.joined()
  }

  private func number(_ object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// Tells the object's number; true if it was not met before.
  private mutating func meets(_ object: AnyObject) -> Bool {
    if let number = number(object) {
      text += "#\(number)"
      return false
    }
    numbers[ObjectIdentifier(object)] = numbers.count
    text += "new"
    return true
  }

  private mutating func visit(_ node: GraphNode) {
    guard meets(node) else { return }
    parents.append((numbers.count - 1, node.parent))
    text += "(\(node.number) "
    visit(node.payload)
    for payload in node.payloads { visit(payload) }
    text += " box "
    if let inner = node.box.node { visit(inner) }
    for payload in node.box.payloads { visit(payload) }
    for key in node.keyed.keys { visit(key) }
    text += " any "
    switch node.any {
    case let node as GraphNode: visit(node)
    case let payload as GraphPayload: visit(payload)
    case let list as [Any]: for case let leaf as GraphLeaf in list { visit(leaf) }
    default: break
    }
    text += " next "
    if let next = node.next { visit(next) }
    text += ")"
  }

  private mutating func visit(_ leaf: GraphLeaf) {
    if meets(leaf) { text += "leaf\(leaf.number)" }
  }

  private mutating func visit(_ payload: GraphPayload) {
    switch payload {
    case .nothing: text += "-"
    case .leaf(let leaf): visit(leaf)
    case .node(let node): visit(node)
    case .both(let leaf, let node):
      visit(leaf)
      visit(node)
    case .inner(let payload):
      text += "inner "
      visit(payload)
    case .list(let leaves): for leaf in leaves { visit(leaf) }
    }
  }
}
