import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Tally: @unchecked Sendable {
  // Sendable: each test has its own, used by one thread.
  var alive = 0
}

private final class Counted: NSObject {
  let tally: Tally

  init(_ tally: Tally) {
    self.tally = tally
    super.init()
    tally.alive += 1
  }

  deinit { tally.alive -= 1 }
}

private enum Case {
  case empty
  case one(Counted)
  case two(Counted, Int)
}

private struct Parts {
  var first: Counted?
  var rest: [Counted] = []
}

private final class Holder: Model, JSONSerializing {
  var object: Counted?
  var list: [Counted] = []
  var members: [String: Counted] = [:]
  var any: Any?
  var pair: (Counted?, Int) = (nil, 0)
  var choice = Case.empty
  var parts = Parts()
  var action: (() -> Void)?
  var transform: ((Int) -> Int)?
  var generic: Result<Counted, CancellationError>?
  weak var observed: Counted?
  var child: Holder?
  var children: [Holder] = []
  var number = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    Dictionary(
      uniqueKeysWithValues: [
        "object", "list", "members", "any", "pair", "choice", "parts", "action", "transform",
        "generic",
      ].map { ($0, .excluded) })
  }

  override func validate() throws {
    try super.validate()
    if number < 0 { throw CancellationError() }
  }
}

/// Counts objects that were set, overwritten, copied, merged, updated and rolled back.
@Suite struct ReferenceCountTests {
  private let tally = Tally()

  private func made() -> Counted { Counted(tally) }

  private func values() -> [String: Any] {
    let (one, two, three) = (made(), made(), made())
    return [
      "object": made(), "list": [made(), made()], "members": ["a": made()], "any": made(),
      "pair": (Optional(made()), 1), "choice": Case.two(made(), 1),
      "parts": Parts(first: made(), rest: [made()]),
      "action": { _ = one } as () -> Void,
      "generic": Result<Counted, CancellationError>.success(two), "observed": three,
    ]
  }

  private func holder() throws -> Holder {
    let holder = try Holder(dictionary: values())
    let captured = made()
    holder.transform = { [captured] in $0 + (captured.tally.alive > 0 ? 1 : 0) }
    return holder
  }

  @Test func releasesWhatWasSet() throws {
    do {
      let holder = try holder()
      #expect(tally.alive == 12)
      #expect(holder.observed == nil)
      for key in Holder.propertyKeys { _ = holder[key] }
      _ = holder.dictionaryValue
      #expect(tally.alive == 12)
    }
    #expect(tally.alive == 0)
  }

  @Test func releasesWhatWasOverwritten() throws {
    let holder = try holder()
    for _ in 0..<3 {
      for (key, value) in values() { try holder.setValue(value, forPropertyKey: key) }
      #expect(tally.alive == 12)
    }
    for property in Holder.properties where property.isOptional {
      try holder.setValue(nil, forPropertyKey: property.key)
    }
    try holder.setValue([Counted](), forPropertyKey: "list")
    try holder.setValue([String: Counted](), forPropertyKey: "members")
    try holder.setValue((Counted?.none, 0), forPropertyKey: "pair")
    try holder.setValue(Case.empty, forPropertyKey: "choice")
    try holder.setValue(Parts(), forPropertyKey: "parts")
    #expect(tally.alive == 0)
  }

  @Test func keepsWeakTargetsOnlyWhileOthersDo() throws {
    let holder = Holder()
    do {
      let target = made()
      try holder.setValue(target, forPropertyKey: "observed")
      #expect(holder["observed"] as? Counted === target)
      let copy = holder.with { _ in }
      #expect(copy.observed === target)
      #expect(holder.deeplyCopied().observed === target)
    }
    #expect(holder.observed == nil)
    #expect(holder["observed"] == nil)
    #expect(tally.alive == 0)
  }

  @Test func sharesAndReleasesInCopies() throws {
    do {
      let holder = try holder()
      holder.child = try self.holder()
      let copies = (0..<5).map { _ in holder.with { $0.number += 1 } }
      let deep = (0..<5).map { _ in holder.deeplyCopied() }
      #expect(tally.alive == 24)
      for copy in copies + deep { copy.object = made() }
      #expect(tally.alive == 34)
      #expect(deep[0].transform?(1) == 2)
      _ = copies.map(\.hash)
      _ = copies.map { $0 == holder }
      _ = holder.description
    }
    #expect(tally.alive == 0)
  }

  @Test func releasesWhatWasMergedOver() throws {
    do {
      let holder = try holder()
      for rule in [MergeRule.overwrite, .skipNil, .deep, [.deep, .skipNil]] {
        let other = try self.holder()
        other.child = try self.holder()
        other.children = [try self.holder()]
        holder.mergeValues(from: other, rule: rule)
      }
      holder.mergeValues(from: Holder())
      #expect(tally.alive == 0)
    }
    let (one, two) = (try holder(), try holder())
    one.mergeValues(from: two)
    #expect(tally.alive == 12)
  }

  @Test func releasesAfterUpdatesAndRollBacks() throws {
    do {
      let holder = try holder()
      holder.child = try self.holder()
      for round in 0..<3 {
        try JSONAdapter.update(holder, from: #"{"number": \#(round), "child": {"number": 1}}"#)
        #expect(throws: JSONAdapterError.self) {
          try JSONAdapter.update(
            holder, from: #"{"child": {"number": 5}, "children": [{}], "number": -1}"#)
        }
        #expect(holder.child?.number == 1)
        #expect(holder.number == round)
      }
      #expect(tally.alive == 24)
      try JSONAdapter.update(holder, from: #"{"child": null}"#)
      #expect(tally.alive == 12)
    }
    #expect(tally.alive == 0)
  }

  @Test func releasesModelsThatFailToLoad() {
    #expect(throws: ModelError.self) {
      try Holder(dictionary: ["object": made(), "list": [made()], "number": "x"])
    }
    #expect(tally.alive == 0)
  }
}
