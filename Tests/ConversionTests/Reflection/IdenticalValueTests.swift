import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// Values in boxes, some of which fill them, and some of which do not.
@Suite struct IdenticalValueTests {
  private struct Small: Equatable {
    var first: UInt16
    var second: UInt8
  }

  private struct Large: Equatable {
    var texts = ["a", "b"]
    var numbers: (Int, Int, Int) = (1, 2, 3)

    static func == (one: Self, other: Self) -> Bool { one.numbers == other.numbers }
  }

  private struct Nothing {}

  /// Returns the value in a box whose other bytes are not zero.
  private func boxed(_ value: Any, over other: Any) -> Any? {
    var box: Any? = other
    box = value
    return box
  }

  @Test func areTheirCopies() {
    let values: [Any] = [
      true, UInt8(1), Int32(5), 1, -1.5, "text", "a text that is longer than a word", Date(),
      Small(first: 1, second: 2), Large(), [1, 2], ["a": 1], URL(fileURLWithPath: "/a"), UUID(),
      NSNumber(value: 1), NSObject(), Decimal(1), Nothing(), (1, "b"), Optional(1) as Any,
    ]
    let filler: Any = (UInt.max, UInt.max, UInt.max)
    for (index, value) in values.enumerated() {
      #expect(AnyComparison.areIdentical(boxed(value, over: filler), value), "\(value)")
      #expect(ObjectMemory.haveSameBytes(boxed(value, over: filler), value), "\(value)")
      #expect(!ObjectMemory.haveSameBytes(value, nil))
      for (other, second) in values.enumerated() where other != index {
        #expect(!ObjectMemory.haveSameBytes(value, second), "\(value), \(second)")
      }
    }
    #expect(ObjectMemory.haveSameBytes(nil, nil))
  }

  @Test func areNotOthersOfTheirType() {
    let pairs: [(Any, Any)] = [
      (true, false), (UInt8(1), UInt8(2)), (Int32(5), Int32(-5)), (1, 2), (1.5, -1.5), ("a", "b"),
      ("a text that is longer than a word", "a text that is longer than a work"),
      (Small(first: 1, second: 2), Small(first: 1, second: 3)), (Decimal(1), Decimal(2)),
      (Int.min, Int.max), ((1, 2, 3), (1, 2, 4)), (UInt64(1) << 40, UInt64(1) << 41),
    ]
    for (first, second) in pairs {
      #expect(!ObjectMemory.haveSameBytes(first, second), "\(first), \(second)")
    }
  }
}
