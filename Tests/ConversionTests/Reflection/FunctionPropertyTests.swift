import Peridot
import Testing

@testable import TestSupport

private final class Handlers: Model {
  var action: () -> Void = {}
  var optionalAction: (() -> Void)?
  var transform: (Int) -> Int = { $0 }
  var optionalTransform: ((Int) -> Int)?
  var sendable: @Sendable (String) async throws -> String = { $0 }
  var actions: [() -> Void] = []
  var transforms: [(Int) -> Int] = []
  var named: (name: String, run: (Int) -> Int) = ("", { $0 })
  var table: [String: (Int) -> Int] = [:]
  var last = 1
}

private final class OtherHandlers: Model {
  var padding = 0
  var transform: (Int) -> Int = { -$0 }
  var optionalTransform: ((Int) -> Int)? = { -$0 }
}

@Suite struct FunctionPropertyTests {
  private final class Counter { var count = 0 }

  @Test func callsActionsThroughValues() throws {
    let counter = Counter()
    let handlers = Handlers()
    handlers.action = { counter.count += 1 }
    (handlers["action"] as? () -> Void)?()
    #expect(counter.count == 1)
    try handlers.setValue({ counter.count += 10 } as () -> Void, forPropertyKey: "action")
    handlers.action()
    #expect(counter.count == 11)
    #expect(handlers["optionalAction"] == nil)
    try handlers.setValue({ counter.count += 100 } as () -> Void, forPropertyKey: "optionalAction")
    handlers.optionalAction?()
    (handlers["optionalAction"] as? () -> Void)?()
    #expect(counter.count == 211)
    try handlers.setValue(nil, forPropertyKey: "optionalAction")
    #expect(handlers.optionalAction == nil)
  }

  @Test func carriesOtherClosuresSealed() async throws {
    let handlers = Handlers()
    handlers.transform = { $0 * 2 }
    handlers.optionalTransform = { $0 * 3 }
    handlers.sendable = { $0 + "!" }
    handlers.named = ("x", { $0 * 4 })
    let again = try Handlers(dictionary: handlers.dictionaryValue)
    #expect(again.transform(5) == 10)
    #expect(again.optionalTransform?(5) == 15)
    #expect(try await again.sendable("a") == "a!")
    #expect(again.named.name == "x")
    #expect(again.named.run(5) == 20)
    #expect(again.last == 1)
    // A `() -> Void` taken out of a dictionary may have another wrapping, which the optimizer
    // removes; a copied closure is the same in any build.
    #expect(again.changedKeys(from: handlers).filter { $0 != "action" } == [])
    #expect(handlers.with { _ in } == handlers)
    #expect(handlers.deeplyCopied().changedKeys(from: handlers) == [])
  }

  @Test func setsNil() throws {
    let handlers = Handlers()
    #expect(handlers["optionalTransform"] == nil)
    handlers.optionalTransform = { $0 }
    #expect(handlers["optionalTransform"] != nil)
    try handlers.setValue(nil, forPropertyKey: "optionalTransform")
    #expect(handlers.optionalTransform == nil)
    let error = #expect(throws: ModelError.self) {
      try handlers.setValue(nil, forPropertyKey: "transform")
    }
    #expect(error?.kind == .nilValue)
    #expect(throws: ModelError.self) { try handlers.setValue(3, forPropertyKey: "transform") }
  }

  @Test func keepsCollectionsOfClosuresCallable() throws {
    let counter = Counter()
    let handlers = Handlers()
    handlers.actions = [{ counter.count += 1 }]
    handlers.transforms = [{ $0 + 1 }]
    handlers.table = ["double": { $0 * 2 }]
    (handlers["actions"] as? [() -> Void])?.first?()
    #expect(counter.count == 1)
    #expect((handlers["transforms"] as? [(Int) -> Int])?.first?(1) == 2)
    try handlers.setValue([{ $0 + 5 }] as [(Int) -> Int], forPropertyKey: "transforms")
    #expect(handlers.transforms.first?(1) == 6)
    let copy = handlers.deeplyCopied()
    #expect(copy.table["double"]?(4) == 8)
    copy.actions.first?()
    #expect(counter.count == 2)
  }

  @Test func mergesClosures() {
    let handlers = Handlers()
    let other = OtherHandlers()
    handlers.mergeValues(from: other)
    #expect(handlers.transform(3) == -3)
    #expect(handlers.optionalTransform?(3) == -3)
    #expect(handlers.changedKeys(from: other) == [])
    other.optionalTransform = nil
    handlers.mergeValues(from: other, rule: .skipNil)
    #expect(handlers.optionalTransform?(3) == -3)
    handlers.mergeValues(from: other)
    #expect(handlers.optionalTransform == nil)
  }
}
