import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct JSONTextPositionTests {
  /// Text of all that counts for lines and columns, and much that does not.
  private func bytes(_ random: inout SeededRandom, parts count: Int = 60) -> [UInt8] {
    let parts = [
      "\n", "\r", "\r\n", "é", "\u{1F600}", "\u{FEFF}", "\t", "a", "plain text of some length ",
    ]
    var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
    // In some texts only a few of them occur.
    let least = Int.random(in: 0..<parts.count, using: &random)
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      text += parts[Int.random(in: least..<parts.count, using: &random)]
    }
    return Array(text.utf8)
  }

  @Test(arguments: 1...40) func isThatOfTheWholeText(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for round in 0..<20 {
      // Some are longer than is counted at once.
      let bytes = bytes(&random, parts: round == 0 ? 2_000 : 60)
      var position = JSONReader.TextPosition()
      var start = 0
      while start < bytes.count {
        let end = Int.random(in: start...bytes.count, using: &random)
        position.advance(over: bytes, from: start, to: end)
        start = end
        // Within a scalar, and behind a carriage return, there is no place to speak of.
        guard start < bytes.count, !(0x80..<0xC0).contains(bytes[start]), bytes[start] != 0x0A
        else {
          continue
        }
        let expected = JSONBytes(bytes).location(of: start)
        #expect(
          (position.line, position.column) == expected && position.offset == start, "seed \(seed)")
      }
    }
  }
}
