import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

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
  var any: Any?
  var home: URL?
  var id: UUID?
  var price: Decimal?
  var papers: [String: Paper] = [:]
  var byDate: [Date: Any] = [:]
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["byDate": .excluded] }
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

private struct Unfit {}

/// A key of a dictionary that shares its name with another.
private struct Folded: RawRepresentable, Hashable {
  var text: String
  var isOther = false
  var rawValue: String { text }
  init(text: String, isOther: Bool = false) { (self.text, self.isOther) = (text, isOther) }
  init?(rawValue: String) { self.init(text: rawValue) }
  static func == (first: Folded, second: Folded) -> Bool { first.isOther == second.isOther }
  func hash(into hasher: inout Hasher) { hasher.combine(isOther) }
}

private final class Twice: Model, JSONSerializing {
  var table: [Folded: Int] = [:]
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

  // MARK: Archives

  /// Archives that are refused for something that is named by `text`, or holds it.
  private static let refused: [(HandmadeArchive, Int)] = [hostile, long, hostile + long].flatMap {
    text in
    let builds: [(inout HandmadeArchive) -> Int] = [
      { $0.add(text, []) },
      { $0.add("NSArray", [(text, $0.integer(1))]) },
      { $0.string(text) },
      { $0.add("WordsTests.Paper", [("count", $0.string(text))]) },
      { $0.add("WordsTests.Paper", [("count", $0.add(text, [(text, 0)]))]) },
      { $0.add("WordsTests.Paper", [("grade", $0.string(text))]) },
      { $0.add("WordsTests.Paper", [("text", $0.collection(text, []))]) },
      { $0.add("WordsTests.Paper", [("text", $0.string("a" + text))]) },
      { $0.add("WordsTests.Paper", [("any", $0.add(text, []))]) },
      {
        $0.add(
          "WordsTests.Paper",
          [("home", $0.add("NSURL", [("NS.relative", $0.string("http://[" + text))]))])
      },
      {
        $0.add("WordsTests.Paper", [("id", $0.add("NSUUID", [("NS.uuidbytes", $0.string(text))]))])
      },
      { $0.add("WordsTests.Paper", [("price", $0.string(text))]) },
      { $0.add("WordsTests.Paper", [("pair", $0.string(text))]) },
      { $0.add("WordsTests.Paper", [("pair", $0.blob(Array(text.utf8)))]) },
      { archive in
        let members = [(archive.string(text), archive.string(text))]
        return archive.add("WordsTests.Paper", [("counts", archive.dictionary(members))])
      },
      { archive in
        let members = [(archive.string(text), archive.string(text))]
        return archive.add("WordsTests.Paper", [("grades", archive.dictionary(members))])
      },
      { archive in
        let members = [(archive.string(text), archive.add(text, []))]
        return archive.add("WordsTests.Paper", [("any", archive.dictionary(members))])
      },
      { archive in
        // A long key at each of many levels.
        let key = String(text.prefix(2_000))
        var any = archive.add(text, [])
        for _ in 0..<100 { any = archive.dictionary([(archive.string(key), any)]) }
        return archive.add("WordsTests.Paper", [("any", any)])
      },
    ]
    return builds.map { build in
      var archive = HandmadeArchive()
      let root = build(&archive)
      return (archive, root)
    }
  }

  @Test func hideNothingOfAnArchive() {
    for (index, (archive, root)) in Self.refused.enumerated() {
      var archive = archive
      let data = archive.data(root: root)
      let error = #expect(throws: ArchiveError.self, "\(index)") {
        try Paper.unarchive(from: data)
      }
      expectSafe(error?.description ?? "\n")
      expectSafe(error?.message.description ?? "\n")
      expectSafe(error?.localizedDescription ?? "\n")
    }
  }

  /// Foundation traps where such a date is printed.
  @Test func nameADateThatIsNoNumber() {
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(Boxed.text(date) == Boxed.text(AnyHashable(date)))
    #expect(Boxed.name(date).count < 60)
    let paper = Paper()
    paper.byDate = [date: Unfit.self]
    let error = #expect(throws: ArchiveError.self) { try paper.archivedData() }
    expectSafe(error?.description ?? "\n")
  }

  // MARK: Paths

  @Test func keepBothEndsOfAPath() {
    #expect(Boxed.words(path: "$.a[1]") == "$.a[1]")
    #expect(Boxed.words(step: "[" + long + "]") == "[" + String(repeating: "x", count: 57) + "…]")
    let steps = (0..<200).map { ".step\($0)" }
    let words = Boxed.words(path: "$" + steps.joined())
    #expect(words.hasPrefix("$.step0.step1"))
    #expect(words.hasSuffix(".step198.step199"))
    #expect(words.contains("….step"))
    #expect(words.unicodeScalars.count <= Boxed.pathLimit)
    #expect(Boxed.words(path: String(repeating: "é", count: 1_000)).count <= Boxed.pathLimit)
    #expect(Boxed.words(path: "$" + String(repeating: "é", count: 399)).count == 400)
  }

  @Test func keepBothEndsOfThePathOfADeepMistake() {
    let key = json(hostile + "z")
    let document =
      String(repeating: #"{"papers": {\#(key): "#, count: 100) + #"{"count": "x"}"#
      + String(repeating: "}}", count: 100)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Paper.self, from: document)
    }
    #expect(error?.description.contains(" at $.papers[") == true)
    #expect(error?.description.contains("].count (line 1") == true)
    #expect(error?.path.count ?? 0 > 1_500)
    expectSafe(error?.description ?? "\n")
    _ = try? JSONAdapter.model(of: Paper.self, from: document, policy: .lenient) {
      expectSafe("\($0)")
    }
    let paper = Paper()
    var last = paper
    for _ in 0..<200 {
      let next = Paper()
      last.papers = [hostile: next]
      last = next
    }
    last.any = Unfit.self
    let refused = #expect(throws: ArchiveError.self) { try paper.archivedData() }
    #expect(refused?.description.hasPrefix("$.papers[") == true)
    #expect(refused?.description.contains("].any") == true)
    expectSafe(refused?.description ?? "\n")
  }

  @Test func hideNothingOfWhatIsWritten() {
    let twice = Twice()
    twice.table = [Folded(text: hostile + long): 1, Folded(text: hostile + long, isOther: true): 2]
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.data(from: twice) }
    expectSafe(error?.description ?? "\n")
    expectSafe(error?.found ?? "\n")
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
    // What can still change would be shared between threads; of a text, a copy is kept.
    #expect(input(NSMutableString(string: "x")) as? String == "x")
    #expect(input(Paper()) == nil)
    #expect(input([Paper()]) == nil)
    let error = #expect(throws: TransformerError.self) { try ValueTransformer.url.forward(5) }
    #expect(error?.input as? Int == 5)
  }
}
