import Foundation
import Testing

@testable import Peridot

/// What counts digits, in integers of 32 bits, as watches and WebAssembly have them.
@Suite struct ThirtyTwoBitTests {
  private func exponent<Value: FixedWidthInteger>(_ text: String, as: Value.Type) -> Value {
    text.utf8.reduce(into: 0) { $0.appendToExponent($1 &- 0x30) }
  }

  @Test(arguments: ["0", "3", "308", "16777215", "99999999"])
  func readsExponents(_ text: String) {
    #expect(exponent(text, as: Int32.self) == Int32(text))
    #expect(exponent(text, as: Int64.self) == Int64(text))
  }

  @Test func cutsOffWhatNoTextMakesUpFor() {
    let digits = String(repeating: "9", count: 400)
    #expect(exponent(digits, as: Int32.self) == 99_999_999)
    #expect(exponent(digits, as: Int64.self) == 99_999_999_999_999_999)
    // There is room for the digits of a text in front of a point and behind.
    #expect(Int32.exponentLimit == 16_777_215)
    #expect(!Int32(99_999_999).addingReportingOverflow(1_900_000_000).overflow)
    #expect(Int64.exponentLimit == 72_057_594_037_927_935)
  }

  @Test func readsNumbersWithExponents() {
    #expect(Decimal(exactly: "1e3") == 1000)
    #expect(Decimal(exactly: "1e99999999999") == nil)
  }
}
