import Foundation
import Peridot
import Testing

private final class Signed: Model, CodableModel {
  var byName: [String: Double] = [:]
  var rows: [Float] = []
  var any: Any?
  var counts: [String: Int] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["rows": "rows[*].value", "byName": "list[0].by"]
  }
}

@Suite struct MinusZeroTests {
  // JSONDecoder takes -0 for an Int, which has no sign.
  @Test func keepsItsSignUnderACoder() throws {
    let text = #"{"list":[{"by":{"a":-0}}],"rows":[{"value":-0},{"value":0}],"any":-0}"#
    let signed = try JSONDecoder().decode(Signed.self, from: Data(text.utf8))
    #expect(signed.byName["a"]?.sign == .minus)
    #expect(signed.rows.map(\.sign) == [.minus, .plus])
    #expect((signed.any as? Double)?.sign == .minus)
    let other: Signed = try JSONAdapter.model(from: text)
    #expect(other.byName["a"]?.sign == .minus)
    #expect((other.any as? Double)?.sign == .minus)
  }

  @Test func isZeroForAnInteger() throws {
    let signed = try JSONDecoder().decode(Signed.self, from: Data(#"{"counts":{"a":-0}}"#.utf8))
    #expect(signed.counts == ["a": 0])
  }
}
