import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Node: Model {
  var name = ""
  var next: Node?
  weak var parent: Node?

  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
}

private enum Shape<Content> {
  case empty
  case one(Content)
  case labeled(name: String, content: Content)
  indirect case boxed(Content, Shape)
  case list([Content])
  case byKey([String: Content])
  case anything(Any)
  case nothing
}

private indirect enum Chain {
  case end(Node)
  case link(Chain)
}

private struct Both: Hashable {
  var number = 1
  var node: Node
}

private enum Key: Hashable {
  case node(Node)
  case both(Both, times: Int)
}

private struct Holding: Codable, Hashable {
  enum Content: Codable, Hashable {
    case none
    case number(Int)
  }

  var content = Content.none
}

private final class Cache: NSObject {}

private struct Wrapper {
  weak var node: Node?
}

private actor Counter {}

private class Holder: Model {
  var shape = Shape<Node>.empty
  var shapes: [Shape<Node>?] = []
  var chain: Chain?
  var byKey: [Key: Node] = [:]
  var keys: Set<Key> = []
  var holding = Holding()
  var any: Any?
  var node: Node?
  weak var outside: Node?
  weak var listener: NSObject?
}

private final class Closed: Holder {
  var action: (() -> Void)?
  var object: Cache?
  var objects: [String: [Cache]] = [:]
  var counter: Counter?
  var wrapper: Wrapper?
  var pointer: UnsafeMutablePointer<Int>?
  var error: (any Error)?
  var form: Shape<Cache> = .empty
  var slice: ArraySlice<Int>?
}

private final class Trusting: Model {
  var object: Cache?
  var any: Any?
  weak var listener: NSObject?

  override class var sharedTypes: [Any.Type] { [Cache.self] }
}

@Suite struct DetachedCopyTests {
  /// The nodes that a value leads to, in order.
  private func nodes(in shape: Shape<Node>) -> [Node] {
    switch shape {
    case .empty, .nothing: []
    case .one(let node), .labeled(_, let node): [node]
    case .boxed(let node, let inner): [node] + nodes(in: inner)
    case .list(let list): list
    case .byKey(let members): members.sorted { $0.key < $1.key }.map(\.value)
    case .anything(let value):
      (value as? Shape<Node>).map(nodes) ?? [value as? Node].compactMap { $0 }
    }
  }

  @Test func copiesPayloadsOfEnums() {
    let (one, two) = (Node("one"), Node("two"))
    let shapes: [Shape<Node>] = [
      .empty, .one(one), .labeled(name: "n", content: one), .boxed(one, .boxed(two, .one(one))),
      .list([one, two, one]), .byKey(["a": one, "b": two]), .anything(one),
      .anything(Shape.one(two)), .nothing,
    ]
    for shape in shapes {
      let holder = Holder()
      holder.node = one
      holder.shape = shape
      holder.shapes = [nil, shape]
      holder.any = [shape]
      let copy = holder.deeplyCopied()
      let (before, after) = (nodes(in: shape), nodes(in: copy.shape))
      #expect(after.map(\.name) == before.map(\.name), "\(shape)")
      for (old, new) in zip(before, after) {
        #expect(old !== new)
        if old === one { #expect(new === copy.node) }
      }
      #expect(copy.shapes.count == 2 && copy.shapes[0] == nil)
      let inList = copy.shapes[1].map(nodes) ?? []
      #expect(zip(inList, after).allSatisfy { $0 === $1 } && inList.count == after.count)
      let inAny = (copy.any as? [Shape<Node>])?.first.map(nodes) ?? []
      #expect(zip(inAny, after).allSatisfy { $0 === $1 } && inAny.count == after.count)
      if case .labeled(let name, _) = copy.shape { #expect(name == "n") }
      if case .labeled = shape, case .labeled = copy.shape {
      } else if case .labeled = shape {
        Issue.record("another case")
      }
    }
  }

  @Test func copiesIndirectEnumsOfAnyDepth() {
    let holder = Holder()
    let node = Node("deep")
    var chain = Chain.end(node)
    for _ in 0..<20_000 { chain = .link(chain) }
    holder.chain = chain
    let copy = holder.deeplyCopied()
    var (inner, depth) = (copy.chain, 0)
    while case .link(let next)? = inner { (inner, depth) = (next, depth + 1) }
    guard case .end(let found)? = inner else { return #expect(Bool(false)) }
    #expect(depth == 20_000 && found !== node && found.name == "deep")
    release(&chain)
    release(&holder.chain)
    release(&copy.chain)
  }

  @Test func copiesModelsDeepWithinAny() throws {
    let holder = Holder()
    let node = Node("deep")
    var value: Any = node
    for _ in 0..<1_000 { value = [value, node] as [Any] }
    holder.any = value
    for copy in [holder.deeplyCopied(), try holder.detached()] {
      var (inner, depth) = (copy.any, 0)
      while let list = inner as? [Any] {
        #expect(list[1] as? Node !== node && (list[1] as? Node)?.name == "deep")
        (inner, depth) = (list[0], depth + 1)
      }
      #expect(depth == 1_000 && inner as? Node !== node)
    }
  }

  /// Takes a chain apart from its beginning: Swift itself releases it by recursion.
  private func release(_ chain: inout Chain) {
    var rest: Chain? = chain
    chain = .end(Node())
    release(&rest)
  }

  private func release(_ chain: inout Chain?) {
    while case .link(let next)? = chain { chain = next }
  }

  @Test func copiesKeysOfDictionaries() throws {
    let (one, two) = (Node("one"), Node("two"))
    let holder = Holder()
    holder.node = one
    holder.byKey = [.node(one): two, .both(Both(node: two), times: 3): one]
    holder.keys = [.node(one), .both(Both(node: two), times: 2)]
    for copy in [holder.deeplyCopied(), try holder.detached()] {
      #expect(copy.byKey == holder.byKey && copy.keys == holder.keys && copy == holder)
      for (key, value) in copy.byKey {
        switch key {
        case .node(let node): #expect(node === copy.node && value !== two && value.name == "two")
        case .both(let both, let times):
          #expect(both.node !== two && both.node.name == "two" && times == 3 && value === copy.node)
        }
      }
      #expect(copy.byKey[.node(Node("one"))]?.name == "two")
      let isShared = copy.keys.contains { key in
        switch key {
        case .node(let node): node === one
        case .both(let both, _): both.node === two
        }
      }
      #expect(!isShared)
    }
  }

  @Test func detachesFromObjectsOutside() throws {
    let (holder, other, listener) = (Holder(), Node("other"), NSObject())
    holder.node = Node("inner")
    holder.node?.next = Node("next")
    holder.node?.next?.parent = holder.node
    holder.outside = other
    holder.listener = listener
    holder.any = ["text", 1, Date(), Data([1]), NSNull(), NSNumber(value: 1)] as [Any]
    let copy = try holder.detached()
    #expect(copy.outside == nil && copy.listener == nil)
    #expect(copy.node !== holder.node && copy.node?.next?.parent === copy.node)
    #expect((copy.any as? [Any])?.count == 6)
    #expect(holder.deeplyCopied().outside === other && holder.deeplyCopied().listener === listener)
    holder.outside = holder.node?.next
    let within = try holder.detached()
    #expect(within.outside === within.node?.next && within.outside != nil)
  }

  @Test(arguments: [
    "action", "object", "objects", "any", "wrapper", "pointer", "error", "form", "slice", "deep",
  ])
  func refusesWhatWouldBeShared(_ property: String) throws {
    let holder = Holder()
    let closed = Closed()
    holder.any = closed
    let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { pointer.deallocate() }
    let expected: String
    switch property {
    case "action":
      closed.action = {}
      expected = "action: a detached copy would share a closure."
    case "object":
      closed.object = Cache()
      expected =
        "object: a detached copy would share an object of the class Cache, which is no model."
    case "objects":
      closed.objects = ["a": [Cache()]]
      expected =
        "objects[a][0]: a detached copy would share an object of the class Cache, which is no model."
    case "any":
      closed.any = [1, ("a", label: Cache())] as [Any]
      expected =
        "any[1].label: a detached copy would share an object of the class Cache, which is no model."
    case "wrapper":
      closed.wrapper = Wrapper()
      expected =
        "wrapper: a detached copy would share the weak or unowned reference node of a Wrapper."
    case "pointer":
      closed.pointer = pointer
      expected = "pointer: a detached copy would share a pointer."
    case "error":
      closed.error = NSError(domain: "d", code: 1)
      expected =
        "error: a detached copy would share an object of the class NSError, which is no model."
    case "form":
      closed.form = .boxed(Cache(), .empty)
      expected =
        "form.boxed.0: a detached copy would share an object of the class Cache, which is no model."
    case "slice":
      closed.slice = [1]
      expected = "slice"
    default:
      var value: Any = Cache()
      for _ in 0..<100 { value = [value] as [Any] }
      closed.any = value
      expected = "any…[0]"
    }
    let error = try #require(throws: ModelError.self) { try holder.detached() }
    #expect(error.kind == .sharedObject && error.modelClass == Closed.self)
    let text = "\(error)"
    #expect(text.hasPrefix("Closed.\(expected)"), "\(text)")
    #expect(text.hasSuffix(" If nobody can change it, list its type in sharedTypes"))
    #expect(throws: ModelError.self) { try [holder].detached() }
    #expect(throws: ModelError.self) { try ["a": holder].detached() }
    let copy = holder.deeplyCopied().any as? Closed
    #expect(copy !== closed && copy?.object === closed.object)
    if property == "deep" { closed.any = nil }
  }

  @Test func sharesActorsAndListedTypes() throws {
    let (closed, cache) = (Closed(), Cache())
    closed.counter = Counter()
    closed.any = Counter.self
    let copy = try closed.detached()
    #expect(copy.counter === closed.counter && copy.any as? Any.Type == Counter.self)
    let trusting = Trusting()
    trusting.object = cache
    trusting.any = [cache]
    trusting.listener = cache
    let trusted = try trusting.detached()
    #expect(trusted.object === cache && trusted.listener === cache)
    #expect((trusted.any as? [Cache])?.first === cache)
    trusting.any = NSObject()
    let error = try #require(throws: ModelError.self) { try trusting.detached() }
    #expect(error.propertyKey == "any" && error.path.isEmpty)
  }
}
