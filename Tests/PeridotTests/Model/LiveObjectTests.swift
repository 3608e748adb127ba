import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

private let live = Atomic(0)

private struct Failure: Error {}

/// Counts its objects, and can fail in each of its hooks.
private final class Counted: Model, JSONSerializing, JSONExtrasKeeping {
  var id = 0
  var name = "a"
  var number: NSNumber = 1
  var child: Counted?
  var list: [Counted] = []
  var all: Set<Counted> = []
  var table: [String: Counted] = [:]
  var grid: [[Counted]?] = []
  var any: Any?
  var box = CountedBox()
  var tree: CountedTree?
  weak var parent: Counted?
  var jsonExtras: [String: Any] = [:]

  required init() {
    super.init()
    live.add(1, ordering: .relaxed)
  }

  deinit { live.subtract(1, ordering: .relaxed) }

  override class var archiveName: String { "Counted" }
  override class var identityKey: String? { "id" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["parent": .excluded, "box": .excluded]
  }

  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    super.encodingBehaviorsByPropertyKey.merging(["tree": .excluded]) { $1 }
  }

  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ["any": [Counted.self]]
  }

  override func validate() throws {
    try super.validate()
    if name == "invalid" { throw Failure() }
  }

  override func didLoad(from source: ModelSource) throws {
    for model in list { model.parent = self }
    child?.parent = self
    if name == "unloadable" { throw Failure() }
  }
}

private struct CountedBox: Codable {
  var one: Counted?
  var several: [Counted] = []

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: Key.self) }
  enum Key: CodingKey {}
}

/// A Codable class, whose objects count too.
private final class CountedTree: Codable {
  var next: CountedTree?

  init(next: CountedTree? = nil) {
    self.next = next
    live.add(1, ordering: .relaxed)
  }

  init(from decoder: any Decoder) throws {
    live.add(1, ordering: .relaxed)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    next = try members.decodeIfPresent(CountedTree.self, forKey: .next)
  }

  enum CodingKeys: CodingKey { case next }

  deinit { live.subtract(1, ordering: .relaxed) }
}

private final class MergingCounted: Model {
  var id = 0
  var next: MergingCounted?
  var list: [MergingCounted] = []
  weak var parent: MergingCounted?

  required init() {
    super.init()
    live.add(1, ordering: .relaxed)
  }

  deinit { live.subtract(1, ordering: .relaxed) }

  override func mergeValue(forKey key: String, from other: Model) {
    super.mergeValue(forKey: key, from: other)
  }
}

private func node(_ id: Int, depth: Int) -> Counted {
  let root = Counted()
  root.id = id
  root.jsonExtras = ["kept": [1, "two"]]
  guard depth > 0 else { return root }
  func inner(_ id: Int) -> Counted {
    let inner = node(id, depth: depth - 1)
    inner.parent = root
    return inner
  }
  root.child = inner(1)
  root.list = [inner(2), inner(3)]
  root.all = [inner(4), inner(5)]
  root.table = ["a": inner(6)]
  root.grid = [[inner(7)], nil]
  root.any = ["deep": [inner(8)] as [Any]] as [String: Any]
  root.box.one = inner(9)
  root.box.several = [inner(10)]
  root.tree = CountedTree(next: CountedTree())
  return root
}

private func ring(_ count: Int) -> [MergingCounted] {
  let links = (0..<count).map { id in
    let link = MergingCounted()
    link.id = id
    return link
  }
  for (link, next) in zip(links, links.dropFirst()) {
    link.next = next
    next.parent = link
  }
  links[count - 1].parent = links[0]
  return links
}

private let document =
  #"{"id":1,"child":{"id":2,"name":"b","tree":{"next":{}}},"list":[{"id":3},{"id":4}],"all":[{"id":5}],"#
  + #""table":{"a":{"id":6}},"grid":[[{"id":7}],null],"any":{"x":[1]},"other":{"y":2}}"#

/// What may be done with models: none keeps any alive, whether it succeeds or fails.
private let operations: [(name: String, run: @Sendable () throws -> Void)] = [
  (
    "read and write",
    {
      let model: Counted = try JSONAdapter.model(from: document)
      _ = try JSONAdapter.data(from: model)
      _ = try JSONAdapter.dictionary(from: model)
    }
  ),
  (
    "read a dictionary",
    {
      let model: Counted = try JSONAdapter.model(from: document)
      let members = try JSONAdapter.dictionary(from: model)
      _ = try JSONAdapter.model(of: Counted.self, from: members)
    }
  ),
  (
    "update",
    {
      let model = node(1, depth: 2)
      try JSONAdapter.update(model, from: document)
      try JSONAdapter.update(model, from: #"{"list":[{"id":3,"name":"z"},{"id":9}]}"#)
    }
  ),
  (
    "merge patch",
    {
      let (one, other) = (node(1, depth: 1), node(2, depth: 1))
      (one.any, other.any) = (nil, nil)
      _ = try JSONAdapter.mergePatch(from: one, to: other)
    }
  ),
  ("merge", { node(1, depth: 2).mergeValues(from: node(1, depth: 2)) }),
  (
    "merge what is not nil",
    { node(1, depth: 2).mergeValues(from: node(1, depth: 2), rule: .skipNil) }
  ),
  ("deep merge", { node(1, depth: 2).mergeValues(from: node(1, depth: 2), rule: .deep) }),
  (
    "deep merge of what is not nil",
    {
      node(1, depth: 2).mergeValues(from: node(1, depth: 2), rule: [.deep, .skipNil])
    }
  ),
  (
    "deep merge into its copy",
    {
      let model = node(1, depth: 2)
      model.deeplyCopied().mergeValues(from: model, rule: .deep)
    }
  ),
  (
    "deep merge with rules",
    {
      let (one, other) = (ring(3), ring(4))
      one[0].mergeValues(from: other[0], rule: .deep)
      one[0].mergeValues(from: other[1], rule: [.deep, .skipNil])
      one[0].mergeValues(from: other[2])
    }
  ),
  ("copy", { _ = node(1, depth: 2).copy() }),
  ("deep copy", { _ = node(1, depth: 2).deeplyCopied() }),
  ("change a copy", { _ = node(1, depth: 2).with { $0.name = "b" } }),
  (
    "compare",
    {
      let model = node(1, depth: 2)
      #expect(model == model.deeplyCopied())
      #expect(model != node(2, depth: 2))
      _ = model.changedKeys(from: node(1, depth: 1))
    }
  ),
  ("hash", { _ = node(1, depth: 2).hash }),
  (
    "describe",
    {
      let model = node(1, depth: 2)
      _ = model.description + model.debugDescription
    }
  ),
  (
    "dictionary values",
    {
      let model = node(1, depth: 1)
      _ = try Counted(dictionary: model.dictionaryValue)
      try model.setValue(node(3, depth: 1), forPropertyKey: "child")
    }
  ),
  (
    "archive",
    {
      let model = node(1, depth: 2)
      model.box = CountedBox()
      _ = try Counted.unarchive(from: model.archivedData())
      _ = try [Counted].unarchive(from: [model, node(3, depth: 0)].archivedData())
    }
  ),
  (
    "Foundation's coders",
    {
      let model = node(1, depth: 2)
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: model, requiringSecureCoding: true)
      _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: Model.self, from: data)
    }
  ),
  (
    "fail to read",
    {
      for end in stride(from: 1, to: document.utf8.count, by: 7) {
        #expect(throws: JSONAdapterError.self) {
          try JSONAdapter.model(of: Counted.self, from: String(document.prefix(end)))
        }
      }
    }
  ),
  (
    "fail in a hook",
    {
      for name in ["invalid", "unloadable"] {
        let text = document.replacing(#""id":4"#, with: #""id":4,"name":"\#(name)""#)
        #expect(throws: JSONAdapterError.self) {
          try JSONAdapter.model(of: Counted.self, from: text)
        }
        let model = node(1, depth: 1)
        #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(model, from: text) }
        #expect(throws: (any Error).self) {
          try Counted(dictionary: ["list": [Counted()], "name": name])
        }
      }
    }
  ),
  (
    "fail to convert",
    {
      for key in ["child", "list", "all", "table", "grid", "id", "tree"] {
        let text = document.replacing(#""other""#, with: #""\#(key)":true,"other""#)
        var policy = ConversionPolicy.strict
        for collects in [false, true] {
          policy.collectsErrors = collects
          #expect(throws: (any Error).self) {
            try JSONAdapter.model(of: Counted.self, from: text, policy: policy)
          }
          #expect(throws: (any Error).self) {
            try JSONAdapter.update(node(1, depth: 1), from: text, policy: policy)
          }
        }
      }
    }
  ),
  (
    "fail to set",
    {
      let model = node(1, depth: 1)
      #expect(throws: ModelError.self) { try model.setValue(1, forPropertyKey: "child") }
      #expect(throws: ModelError.self) { try Counted(dictionary: ["child": Counted(), "id": "x"]) }
      #expect(throws: Failure.self) { _ = try model.with { _ in throw Failure() } }
    }
  ),
  (
    "fail to write",
    {
      let model = node(1, depth: 1)
      model.list[1].any = model
      #expect(throws: JSONAdapterError.self) { try JSONAdapter.data(from: model) }
      model.list[1].any = Counted.self
      #expect(throws: ArchiveError.self) { try model.archivedData() }
      model.list[1].any = nil
    }
  ),
  (
    "fail to unarchive",
    {
      let model = node(1, depth: 1)
      model.box = CountedBox()
      let data = try model.archivedData()
      for end in stride(from: 0, to: data.count, by: 97) {
        #expect(throws: ArchiveError.self) { try Counted.unarchive(from: data.prefix(end)) }
      }
      for index in stride(from: 8, to: data.count, by: 31) {
        var changed = data
        changed[changed.startIndex + index] ^= 0x15
        _ = try? Counted.unarchive(from: changed)
      }
      model.name = "invalid"
      let invalid = try model.archivedData()
      #expect(throws: ArchiveError.self) { try Counted.unarchive(from: invalid) }
    }
  ),
]

@Suite(.serialized) struct LiveObjectTests {
  @Test(arguments: operations.indices)
  func leavesNothingAlive(_ index: Int) throws {
    let (name, run) = operations[index]
    for _ in 0..<3 { try run() }
    #expect(live.load(ordering: .relaxed) == 0, "\(name)")
  }
}
