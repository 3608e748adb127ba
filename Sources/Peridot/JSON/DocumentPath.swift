import Foundation

/// The path from the root of a document to a value, for errors and issues.
///
/// Paths of one document share their common steps, because there can be as many paths as values,
/// and each can be as long as the document is deep.
enum DocumentPath: Sendable {
  case steps([JSONKeyPath.Component])
  /// The path to a node of a tree, and further steps.
  case node(Int, in: Tree, then: [JSONKeyPath.Component])
  /// A text that somebody has set.
  case text(String)

  static let root = Self.steps([])

  var components: [JSONKeyPath.Component] {
    switch self {
    case .steps(let steps): steps
    case .node(let node, let tree, let steps): tree.path(to: node) + steps
    // The "$" replaces a name, because a path doesn't begin with a dot or brackets.
    case .text(let text): Array(JSONKeyPath(text).components.dropFirst())
    }
  }

  /// The path for a message, such as `$.items[3].id`, with long names shortened.
  var text: String {
    switch self {
    case .text(let text): text
    case .steps, .node: "$" + components.step
    }
  }

  /// The path in the form of RFC 6901.
  var pointer: String {
    components.map { component in
      let name =
        switch component {
        case .key(let name): name
        case .index(let index): "\(index)"
        case .each: "*"
        }
      return "/"
        + name.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
    }.joined()
  }

  /// The path of a value further in.
  func then(_ steps: [JSONKeyPath.Component]) -> Self {
    if steps.isEmpty { return self }
    switch self {
    case .node(let node, let tree, let first): return .node(node, in: tree, then: first + steps)
    case .steps, .text: return .steps(components + steps)
    }
  }

  /// The path in the outer document, which contains this one's at `outer`.
  func inside(_ outer: [JSONKeyPath.Component]) -> Self {
    outer.isEmpty ? self : .steps(outer + components)
  }
}

extension DocumentPath {
  /// The steps of many paths of one document.
  final class Tree: Sendable {
    /// The node of the document itself.
    static let root = -1

    /// A tree under construction.
    struct Builder {
      private(set) var steps: [(parent: Int, component: JSONKeyPath.Component)] = []

      /// Returns the node for a step from another node.
      mutating func add(_ component: JSONKeyPath.Component, to parent: Int) -> Int {
        steps.append((parent, component))
        return steps.count - 1
      }

      consuming func paths(to nodes: [Int]) -> [DocumentPath] {
        let tree = Tree(steps)
        return nodes.map { .node($0, in: tree, then: []) }
      }
    }

    private let steps: [(parent: Int, component: JSONKeyPath.Component)]

    private init(_ steps: [(parent: Int, component: JSONKeyPath.Component)]) {
      self.steps = steps
    }

    func path(to node: Int) -> [JSONKeyPath.Component] {
      var path: [JSONKeyPath.Component] = []
      var node = node
      while node != Self.root {
        path.append(steps[node].component)
        node = steps[node].parent
      }
      return path.reversed()
    }
  }
}
