import Foundation
import Testing

@testable import Peridot

/// What ends a line, hides text or turns it around, and what stands for it in a message.
private let hostile =
  "a\u{0}\u{7}\u{8}\u{1B}\n\r\t\u{7F}\u{85}\u{9F}\u{2028}\u{2029}\u{202E}\u{2066}\"\\é👩‍👩‍👧"
private let escaped =
  #"a\u{0}\u{7}\u{8}\u{1B}\n\r\t\u{7F}\u{85}\u{9F}\u{2028}\u{2029}\u{202E}\u{2066}"#
private let long = String(repeating: "x", count: 200_000)

private enum Grade: String, CaseIterable {
  case low
  case odd = "o\u{2028}d"
}

private struct Pair: Codable {
  var url: URL
  var names: [String: Int]
}

private final class Paper: Model, JSONSerializing {
  var count = 0
  var grade = Grade.low
  var counts: [Int: Int] = [:]
  var grades: [String: Grade] = [:]
  var pair: Pair?
  var page = 0
  var text = ""
  override class var archiveName: String { "WordsTests.Paper" }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "page" ? .mapping(["a": 1]) : nil
  }
  override func validate() throws {
    if text.contains("a") { throw Refused(text: text) }
  }
}

private struct Refused: Error, CustomStringConvertible {
  var text: String
  var description: String { "refused \(text)" }
}

@Suite struct WordsTests {
  @Test func areEscapedAndCut() {
    #expect(Boxed.quoted(hostile, limit: 200) == "\"" + escaped + #"\"\\é👩‍👩‍👧""#)
    #expect(Boxed.escaped(hostile, limit: 200) == escaped + #""\é👩‍👩‍👧"#)
    #expect(Boxed.escaped(escaped, limit: 200) == escaped)
    #expect(Boxed.quoted(long).unicodeScalars.count == Boxed.wordLimit)
    #expect(Boxed.words(long).unicodeScalars.count == Boxed.wordLimit)
    #expect(Boxed.words(Decimal(sign: .plus, exponent: 120, significand: 3)).count == 60)
    #expect(Boxed.quoted(String(repeating: "x", count: 58)).hasSuffix("x\""))
    // No escape is cut in two.
    #expect(Boxed.escaped("xxxxx\u{2028}", limit: 9) == "xxxxx…")
    #expect(Boxed.escaped("", limit: 9) == "")
  }

  @Test func nameValuesOfEveryKind() {
    #expect(Boxed.words(nil) == "null")
    #expect(Boxed.words(Int??.some(nil) as Any) == "null")
    #expect(Boxed.words(Float(0.1)) == "number 0.1")
    #expect(Boxed.words(CGFloat(2)) == "number 2")
    #expect(Boxed.words(Int128.max) == "number 170141183460469231731687303715884105727")
    #expect(Boxed.words(Character("a")) == "string \"a\"")
    #expect(Boxed.words([1: 2]) == "object")
    #expect(Boxed.words(NSArray()) == "array")
    #expect(Boxed.words(Date()) == "Date")
    #expect(Boxed.words(Set<Int>()) == "Set<Int>")
  }

  private func expectSafe(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let isSafe = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) && !(0x2028...0x202E ~= $0.value)
    }
    #expect(isSafe && text.count < 1500, "\(text.debugDescription)", sourceLocation: sourceLocation)
  }

  private func json(_ text: String) -> String {
    String(decoding: jsonBytes(text), as: UTF8.self)
  }

  private func jsonBytes(_ text: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(text)
    return writer.bytes()
  }

  @Test(arguments: 0..<3)
  func hideNothingOfADocument(_ index: Int) {
    let text = [hostile, long, hostile + long][index]
    let quoted = json(text)
    let documents = [
      #"{"count": \#(quoted)}"#, #"{"grade": \#(quoted)}"#, #"{"counts": {\#(quoted): 1}}"#,
      #"{"grades": {\#(quoted): 1}}"#, #"{"grades": {"a": \#(quoted)}}"#, #"{\#(quoted): 1}"#,
      #"{"pair": {"url": "\#("http://a b")", "names": {\#(quoted): \#(quoted)}}}"#,
      #"{"pair": {"url": \#(quoted), "names": {}}}"#, #"{"page": \#(quoted)}"#,
      #"{"text": \#(quoted), "count": 5}"#,
    ]
    var policy = ConversionPolicy.strict
    policy.unknownKeys = .fail
    for document in documents {
      do {
        _ = try JSONAdapter.model(of: Paper.self, from: document, policy: policy)
      } catch let error as JSONAdapterError {
        expectSafe(error.description)
        expectSafe(error.found)
        expectSafe(error.path)
        expectSafe(error.localizedDescription)
      } catch {
        Issue.record("\(error)")
      }
      var lenient = ConversionPolicy.lenient
      lenient.unknownKeys = .report
      _ = try? JSONAdapter.model(of: Paper.self, from: document, policy: lenient) {
        expectSafe("\($0)")
        expectSafe($0.found)
        expectSafe($0.expected)
        expectSafe($0.path)
      }
    }
  }

  @Test(arguments: 0..<3)
  func hideNothingOfAValue(_ index: Int) {
    let text = [hostile, long, hostile + long][index]
    let paper = Paper()
    for (key, value) in [("count", text), (text, "x")] {
      let error = #expect(throws: ModelError.self) {
        try paper.setValue(value, forPropertyKey: key)
      }
      expectSafe(error?.description ?? "\n")
      expectSafe(error?.found ?? "\n")
    }
    for transformer: ValueTransformer in [.url, .uuid, .dictionary(of: .uuid), .mapping(["q": 1])] {
      for input: Any in [text, [text: text]] {
        do {
          _ = try transformer.forward(input)
        } catch {
          expectSafe("\(error)")
        }
      }
    }
  }

  @Test func anErrorKeepsItsInput() throws {
    func input(_ value: Any?) -> Any? {
      TransformerError(.notReversible, input: value).input
    }
    #expect(input(5) as? Int == 5)
    #expect(input("x") as? String == "x")
    #expect(input(NSNumber(value: 5)) as? NSNumber == 5)
    #expect(input(NSNull()) is NSNull)
    #expect(input(["a": [1, "b", NSNull()] as [Any]]) as? [String: [AnyHashable]] != nil)
    #expect(input(Grade.odd) as? Grade == .odd)
    #expect(input(URL(string: "x")) as? URL == URL(string: "x"))
    #expect(input(nil) == nil)
    // What can still change would be shared between threads.
    #expect(input(NSMutableString(string: "x")) == nil)
    #expect(input(Paper()) == nil)
    #expect(input([Paper()]) == nil)
    let error = #expect(throws: TransformerError.self) { try ValueTransformer.url.forward(5) }
    #expect(error?.input as? Int == 5)
  }
}
