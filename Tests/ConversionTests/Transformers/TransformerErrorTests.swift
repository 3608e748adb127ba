import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct TransformerErrorTests {
  private func found(_ value: Any?) -> String {
    TransformerError(.unparsable(expected: "anything"), input: value).inputDescription
  }

  @Test func describesWhatWasFound() throws {
    #expect(found(nil) == "null")
    #expect(found(NSNull()) == "null")
    #expect(found(Int?.none as Any) == "null")
    #expect(found(Int?.some(5) as Any) == "number 5")
    #expect(found("abc") == "string \"abc\"")
    #expect(found("a\"b\n") == "string \"a\\\"b\\n\"")
    #expect(found(5) == "number 5")
    #expect(found(5.0) == "number 5")
    #expect(found(5.5) == "number 5.5")
    #expect(found(Decimal(5)) == "number 5")
    #expect(found(true) == "true")
    #expect(found(try boxed("[true, 1, 1.0, 0.1, 18446744073709551616]")) == "array")
    #expect(found(try boxed("true")) == "true")
    #expect(found(try boxed("1")) == "number 1")
    #expect(found(try boxed("1.0")) == "number 1")
    #expect(found(try boxed("0.1")) == "number 0.1")
    #expect(found(try boxed("12345678901234567890")) == "number 12345678901234567890")
    #expect(found(try boxed("18446744073709551616")) == "number 18446744073709551616")
    #expect(found(["a": 1]) == "object")
    #expect(found(URL(filePath: "/a")) == "URL")
  }

  @Test func cutsLongText() {
    let text = String(repeating: "ä", count: 1_000_000)
    #expect(found(text).count == 60)
    #expect(found(text) == "string \"" + String(repeating: "ä", count: 50) + "…\"")
    #expect(found(String(repeating: "x", count: 51)).count == 60)
    #expect(found(String(repeating: "\n", count: 500)).count == 60)
    let towering = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(found(towering).utf8.count < 1000)
  }

  @Test func readsAsASentence() {
    func message(_ reason: TransformerError.Kind, _ input: Any?) -> String {
      TransformerError(reason, input: input).description
    }
    #expect(
      message(.invalidInput(expected: "a URL as text"), 5)
        == "expected a URL as text, found number 5")
    #expect(
      message(.unparsable(expected: "an ISO 8601 date"), "2014-13-45")
        == "\"2014-13-45\" is not an ISO 8601 date")
    #expect(message(.unrepresentable(target: "text"), 5) == "number 5 cannot be written as text")
    #expect(
      message(.notReversible, "x")
        == "the transformer goes one way only, so \"x\" cannot be reversed")
  }

  @Test func bridgesToNSError() throws {
    let inner = TransformerError(.unparsable(expected: "a URL"), input: "")
    let error = TransformerError(.element(index: 3, underlying: inner), input: [""])
    let bridged = error as NSError
    #expect(bridged.domain == "Peridot.TransformerError")
    #expect(bridged.code == 5)
    #expect(bridged.localizedDescription == "element 3: \"\" is not a URL")
    #expect(bridged.userInfo[NSUnderlyingErrorKey] is TransformerError)
    #expect(bridged.userInfo["Peridot.TransformerError.inputDescription"] as? String == "array")
    #expect(error.localizedDescription == "element 3: \"\" is not a URL")
  }
}
