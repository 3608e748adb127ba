import Peridot
import Testing

@testable import PeridotRecords

@Suite struct RecordErrorPathTests {
  @Test func hasThePathThatTheInnerErrorKnows() {
    let element = TransformerError(.unparsable(expected: "a URL"), input: "x")
    let list = TransformerError(.element(index: 2, underlying: element), input: nil)
    let table = TransformerError(.member(key: "links", underlying: list), input: nil)
    #expect(RecordError(.transformFailed, found: "", underlying: table).path == ".links[2]")
    #expect(RecordError(.transformFailed, found: "", underlying: element).path == "")
    #expect(RecordError(.database, found: "").path == "")
  }
}
