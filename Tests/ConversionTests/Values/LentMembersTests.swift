import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

private final class Counted {
  nonisolated(unsafe) static var alive = 0
  init() { Counted.alive += 1 }
  deinit { Counted.alive -= 1 }
}

/// What going through a dictionary gives, each member in words, in the dictionary's order.
private func members(of dictionary: [String: Any], lends: Bool) -> [String] {
  var members = LentMembers(dictionary, lends: lends)
  var found: [String] = []
  while members.next() {
    let length = members.withKey { $0.text.utf8.count }
    found.append("\(members.key) \(length) \(members.text ?? "no text") \(members.boxed)")
  }
  let hasMore = members.next()
  #expect(!hasMore)
  return found
}

@Suite struct LentMembersTests {
  @Test func lendsMembersHere() {
    #if canImport(ObjectiveC)
      #expect(!LentMembers.isUsable)
    #else
      #expect(LentMembers.isUsable)
    #endif
  }

  @Test(arguments: [true, false])
  func goesThroughAllMembers(lends: Bool) {
    guard !lends || LentMembers.isUsable else { return }
    var dictionary: [String: Any] = [
      "": "", "short": "text", "fifteen bytes..": "a text of more than fifteen bytes",
      "a name of more than fifteen bytes": NSNumber(value: 7), "ñandú 🐦": NSNumber(value: 2.5),
      "int": 7, "truth": true, "object-truth": NSNumber(value: true), "null": NSNull(),
      "array": [1, "two"] as [Any], "object": ["a": 1] as [String: Any],
      "date": Date(timeIntervalSinceReferenceDate: 1), "optional": Int?.none as Any,
    ]
    for index in 0..<1_000 { dictionary["key \(index)"] = index % 2 == 0 ? "\(index)" : index }
    let expected = dictionary.map { name, value in
      let text = lends ? value as? String : nil
      return "\(name) \(name.utf8.count) \(text ?? "no text") \(Boxed(json: value))"
    }
    #expect(members(of: dictionary, lends: lends) == expected)
    #expect(members(of: [:], lends: lends) == [])
  }

  /// What was lent is the dictionary's own: nothing is released twice, or kept.
  @Test func countsNothing() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<100 {
        let dictionary = Dictionary(
          uniqueKeysWithValues: (0..<20).map { ("a name of many bytes \($0)", Counted() as Any) })
        #expect(members(of: dictionary, lends: LentMembers.isUsable).count == 20)
        #expect(Counted.alive == 20)
        withExtendedLifetime(dictionary) {}
      }
      #expect(Counted.alive == 0)
    }
  }

  @Test func takesElementsFromArrays() {
    let elements: [Any] = [
      1, Int.min, "text", "a text of more than fifteen bytes", true, false, 2.5, 2.0, -0.0,
      Double.infinity, NSNumber(value: 2.5), NSNumber(value: 2.0), NSNumber(value: true),
      NSNumber(value: UInt64.max), NSDecimalNumber(string: "1.25"), NSNull(), ["a": 1],
      ["a": 1] as [String: Any], [1, "two"] as [Any], [1, 2], Date(), Int8(3), Float(0.5),
    ]
    for index in elements.indices {
      #expect("\(Boxed(elementOf: elements, at: index))" == "\(Boxed(json: elements[index]))")
    }
  }
}
