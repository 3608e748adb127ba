import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

/// A user's transformer with Foundation's plain pair.
private final class Doubling: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Int).map { $0 * 2 }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Int).map { $0 / 2 }
  }
}

/// A user's transformer that goes one way.
private final class Counting: ValueTransformer, @unchecked Sendable {
  override class func allowsReverseTransformation() -> Bool {
    false
  }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String)?.count
  }
}

/// A user's transformer that is its own inverse.
private final class Negating: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Int).map { -$0 }
  }
}

/// A user's transformer that throws.
private final class Checking: ValueTransformer, TransformerErrorHandling, @unchecked Sendable {
  override class func allowsReverseTransformation() -> Bool {
    false
  }

  func transform(_ value: Any?) throws -> Any? {
    guard let value = value as? Int, value > 0 else {
      throw TransformerError(.invalidInput(expected: "a positive number"), input: value)
    }
    return value
  }
}

/// Asks the registry when it ends.
private final class Asking: ValueTransformer, @unchecked Sendable {
  // Sendable: a constant.
  static let ended = Mutex(0)
  private let name: NSValueTransformerName

  init(_ name: NSValueTransformerName) {
    self.name = name
    super.init()
  }

  deinit {
    _ = ValueTransformer(forName: name)
    Self.ended.withLock { $0 += 1 }
  }
}

@Suite struct ValueTransformerTests {
  @Test func callsAPlainSubclass() throws {
    #expect(try Doubling().forward(4, as: Int.self) == 8)
    #expect(try Doubling().reverse(8, as: Int.self) == 4)
    #expect(try Doubling().forward("x") == nil)
    #expect(Doubling().canReverse)
    #expect(try Negating().reverse(4, as: Int.self) == -4)
  }

  @Test func doesNotReverseAPlainSubclassThatGoesOneWay() {
    #expect(!Counting().canReverse)
    expectError("the transformer goes one way only, so number 3 cannot be reversed") {
      try Counting().reverse(3)
    }
  }

  @Test func callsTheThrowingMembersWhereThereAreSome() throws {
    #expect(try Checking().forward(4, as: Int.self) == 4)
    #expect(!Checking().isReversible)
    expectError("expected a positive number, found number -4") { try Checking().forward(-4) }
    expectError("the transformer goes one way only, so number 3 cannot be reversed") {
      try Checking().reverse(3)
    }
  }

  @Test func worksInsideOfOthers() throws {
    #expect(try ValueTransformer.array(of: Doubling()).forward([1, 2], as: [Int].self) == [2, 4])
    #expect(try Doubling().inverted().forward(8, as: Int.self) == 4)
    expectError("element 1: expected a positive number, found number -1") {
      try ValueTransformer.array(of: Checking()).forward([1, -1])
    }
  }

  #if !canImport(ObjectiveC)
    @Test func registersByName() throws {
      let name = NSValueTransformerName("ValueTransformerTests.registersByName")
      #expect(ValueTransformer(forName: name) == nil)
      let transformer = Doubling()
      ValueTransformer.setValueTransformer(transformer, forName: name)
      #expect(ValueTransformer(forName: name) === transformer)
      #expect(Doubling(forNameForTest: name) === transformer)
      #expect(ValueTransformer.valueTransformerNames().contains(name))
      ValueTransformer.setValueTransformer(nil, forName: name)
      #expect(ValueTransformer(forName: name) == nil)
      #expect(!ValueTransformer.valueTransformerNames().contains(name))
    }

    @Test func registersPeridotsOwn() throws {
      let name = NSValueTransformerName("ValueTransformerTests.registersPeridotsOwn")
      ValueTransformer.setValueTransformer(.url, forName: name)
      #expect(ValueTransformer(forName: name) === ValueTransformer.url)
      ValueTransformer.setValueTransformer(nil, forName: name)
    }

    @Test func hasFoundationsNames() throws {
      let negate = try #require(ValueTransformer(forName: .negateBooleanTransformerName))
      #expect(negate.transformedValue(true) as? Bool == false)
      #expect(negate.transformedValue(NSNumber(value: false)) as? Bool == true)
      #expect(negate.reverseTransformedValue(true) as? Bool == false)
      let isNil = try #require(ValueTransformer(forName: .isNilTransformerName))
      #expect(isNil.transformedValue(nil) as? Bool == true)
      #expect(isNil.transformedValue(1) as? Bool == false)
      let isNotNil = try #require(ValueTransformer(forName: .isNotNilTransformerName))
      #expect(isNotNil.transformedValue(nil) as? Bool == false)
      #expect(isNotNil.transformedValue(1) as? Bool == true)
      #expect(!type(of: isNil).allowsReverseTransformation())
    }

    @Test func registersFromManyTasks() async {
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            let name = NSValueTransformerName("ValueTransformerTests.task\(task)")
            for _ in 0..<200 {
              ValueTransformer.setValueTransformer(.uuid, forName: name)
              #expect(ValueTransformer(forName: name) != nil)
              ValueTransformer.setValueTransformer(nil, forName: name)
            }
          }
        }
      }
    }

    @Test func releasesAReplacedTransformerWithoutTheLock() async {
      await #expect(processExitsWith: .success) {
        let name = NSValueTransformerName("ValueTransformerTests.replaced")
        ValueTransformer.setValueTransformer(Asking(name), forName: name)
        ValueTransformer.setValueTransformer(Asking(name), forName: name)
        ValueTransformer.setValueTransformer(nil, forName: name)
        precondition(Asking.ended.withLock { $0 } == 2)
      }
    }

    @Test func trapsWhereAOneWayTransformerIsReversed() async {
      await #expect(processExitsWith: .failure) {
        _ = Counting().reverseTransformedValue(3)
      }
    }
  #endif

  @Test func standsBehindADot() throws {
    func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "url": .url
      case "tags": .array(of: .string(trimmed: true))
      case "date": .iso8601Date
      default: nil
      }
    }
    #expect(transformer(forKey: "url") === ValueTransformer.url)
    #expect(transformer(forKey: "name") == nil)
    #expect(try transformer(forKey: "tags")?.forward([" a "], as: [String].self) == ["a"])
  }
}

#if !canImport(ObjectiveC)
  extension Doubling {
    /// An initializer with another name, since a subclass inherits the one of its superclass.
    fileprivate convenience init?(forNameForTest name: NSValueTransformerName) {
      self.init(forName: name)
    }
  }
#endif
