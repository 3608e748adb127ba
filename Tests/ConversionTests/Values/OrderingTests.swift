import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// The order of names, few or many, is that of their UTF-8.
@Suite struct OrderingTests {
  @Test(arguments: [UInt64(1), 77, 20_261_123])
  func ordersNamesByBytes(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let alphabets = ["ab", "abc/", "a\0b", "0123456789", "abé", "日本é", "aÅ😀", "ée\u{301}\u{323}"]
    for _ in 0..<400 {
      let prefix = ["", "node_modules/", "é"].randomElement(using: &random) ?? ""
      let letters = Array(alphabets.randomElement(using: &random) ?? "a")
      let names = Set(
        (0..<Int.random(in: 0...80, using: &random)).map { _ in
          prefix
            + String(
              (0..<Int.random(in: 0...12, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? "a"
              })
        })
      let list = Array(names)
      let sorted = list.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(list.order.map { list[$0] } == sorted, "seed \(seed)")
      let members = Dictionary(uniqueKeysWithValues: list.map { ($0, $0.count) })
      #expect(members.sortedByName.map(\.key) == sorted, "seed \(seed)")
      #expect(list.orderedByName { $0 } == sorted, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("", ""), ("a", "a"), (" a", "a"), ("a\n", "a"), ("\u{a0}a b\u{2003}", "a b"), (" \t\r\n", ""),
    ("a\u{301} ", "a\u{301}"), ("é", "é"), ("\u{feff}a", "\u{feff}a"), ("1.5", "1.5"),
  ])
  func trimsAsFoundation(_ text: String, _ trimmed: String) {
    #expect(text.trimmed == trimmed)
    #expect(text.trimmed == text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
