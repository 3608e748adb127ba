import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Step: Model, JSONSerializing {
  var id = 0
  var text = ""
  var next: Step?
  var count: Int?
}

private final class Answer: Model, JSONSerializing {
  var id = ""
  var title = "none"
  var summary: String?
  var score = 0.0
  var isDone = false
  var step: Step?
  var steps: [Step] = []
  var words: [String]?
  var numbers: [Int] = []
  var table: [String: Int] = [:]
  var link: URL?
  var place = ""
  var password = ""

  override class var declaredProperties: [Property] {
    [
      property("id", \.id, isIdentity: true), property("place", \.place, at: "where.name"),
      property("password", \.password, isSecret: true),
    ]
  }
}

private final class Checked: Model, JSONSerializing {
  nonisolated(unsafe) static var log: [String] = []
  var name = ""
  var part: Checked?
  var size = 0

  override class var declaredProperties: [Property] {
    [
      property("name", \.name, isRequired: true), property("size", \.size, limits: .within(0...9)),
    ]
  }

  override func didLoad(from source: ModelSource) throws { Self.log.append(name) }
}

private class Shape: Model, JSONSerializing {
  var name = ""
  override class var cluster: Cluster? {
    cluster(tag: "type", ["circle": Circle.self, "square": Square.self])
  }
}
private final class Circle: Shape { var radius = 0.0 }
private final class Square: Shape { var note = "" }

private final class Drawing: Model, JSONSerializing {
  var shapes: [Shape] = []
  var front: Shape?
}

private final class Extras: Model, JSONSerializing, JSONExtrasKeeping {
  var name = ""
  var jsonExtras: [String: Any] = [:]
}

/// Gives the chunks one after the other; returns a word about the object after each that changed it.
private func words<M: JSONSerializing>(
  _ growing: Growing<M>, _ chunks: [String], _ word: (M) -> String
) throws -> [String] {
  var words: [String] = []
  for chunk in chunks where try growing.append(chunk) {
    words.append(growing.model.map(word) ?? "nil")
  }
  try growing.finish()
  return words
}

private func words<M: JSONSerializing>(
  _ type: M.Type, _ chunks: [String], _ word: (M) -> String
) throws -> [String] {
  try words(Growing(type), chunks, word)
}

/// The error of a document whose bytes arrive in chunks of a size.
private func failure<M: JSONSerializing>(
  _ type: M.Type, _ bytes: [UInt8], by size: Int = 1
) -> JSONAdapterError? {
  let growing = Growing(type)
  do {
    for start in stride(from: 0, to: bytes.count, by: size) {
      _ = try growing.append(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    try growing.finish()
    return nil
  } catch {
    #expect(throws: JSONAdapterError.self) { try growing.append([0x20]) }
    return error as? JSONAdapterError
  }
}

@Suite struct GrowingTests {
  @Test func yieldsTheSameObjectAfterEachChange() async throws {
    let chunks = AsyncStream<String> { continuation in
      for chunk in [
        " ", "{", "\"ti", "tle\":\"ab", "cd", "\"", " , ", "\"x\":1,", "\"score\":2.5}", " ",
      ] { continuation.yield(chunk) }
      continuation.finish()
    }
    let growing = try JSONAdapter.growing(Answer.self, from: chunks)
    var seen: [String] = []
    var first: Answer?
    for try await answer in growing {
      first = first ?? answer
      #expect(answer === first && answer === growing.model)
      seen.append("\(answer.title) \(answer.score) \(growing.isOpen(answer))")
    }
    // The object, two parts of the title, the score with the end.
    #expect(seen == ["none 0.0 true", "ab 0.0 true", "abcd 0.0 true", "abcd 2.5 false"])
    #expect(growing.openPath == nil)
  }

  @Test func readsBytesDataAndArrays() async throws {
    let text = #"{"title":"é","steps":[{"text":"a"},{"text":"b"}]}"#
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in text.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var last: Answer?
    for try await answer in try JSONAdapter.growing(Answer.self, from: bytes) { last = answer }
    #expect(last?.title == "é" && last?.steps.map(\.text) == ["a", "b"])
    let data = AsyncStream<Data> { continuation in
      continuation.yield(Data(text.utf8.prefix(11)))
      continuation.yield(Data(text.utf8.dropFirst(11)))
      continuation.finish()
    }
    for try await answer in try JSONAdapter.growing(from: data) as Growing<Answer> { last = answer }
    #expect(last?.title == "é")
    let growing = Growing(Answer.self)
    #expect(try growing.append(Data(text.utf8)))
    try growing.finish()
    #expect(growing.model?.steps.count == 2)
  }

  @Test func growsTextByWholeScalars() throws {
    let chunks = [
      #"{"title":"a\"#, #"n"#, #"\u00"#, #"e9\ud83d"#, #"\ude0"#, #"0"#, "e", "\u{301}",
      #"","summary":""#,
      #"x"#, #""}"#,
    ]
    let seen = try words(Answer.self, chunks) { "\($0.title)|\($0.summary ?? "nil")" }
    #expect(
      seen == [
        "a|nil", "a\n|nil", "a\né|nil", "a\né😀|nil", "a\né😀e|nil", "a\né😀e\u{301}|nil",
        "a\né😀e\u{301}|x", "a\né😀e\u{301}|x",
      ])
    let growing = Growing(Answer.self)
    var titles: [String] = []
    for byte in #"{"title":"aé😀"}"#.utf8 where try growing.append([byte]) {
      titles.append(growing.model?.title ?? "nil")
    }
    #expect(titles == ["none", "a", "aé", "aé😀", "aé😀"])
    #expect(try words(Answer.self, [#"{"title":""#, #""}"#]) { $0.title } == ["none", ""])
  }

  @Test func readsAllOtherValuesAsAWhole() throws {
    let chunks = [
      #"{"score":1"#, "2", #","id":"a"#, #"b","password":"x"#, #"y","link":"http:"#,
      #"//a","table":{"a":1"#,
      #"},"where":{"name":"h"#, #"ere"},"isDone":tr"#, #"ue}"#,
    ]
    let seen = try words(Answer.self, chunks) {
      "\($0.score)|\($0.id)|\($0.password)|\($0.link?.absoluteString ?? "")|\($0.table)|\($0.place)|\($0.isDone)"
    }
    #expect(
      seen == [
        "0.0||||[:]||false",
        "12.0||||[:]||false", "12.0|ab|||[:]||false", "12.0|ab|xy||[:]||false",
        "12.0|ab|xy|http://a|[:]||false", #"12.0|ab|xy|http://a|["a": 1]||false"#,
        #"12.0|ab|xy|http://a|["a": 1]|here|false"#, #"12.0|ab|xy|http://a|["a": 1]|here|true"#,
      ])
  }

  @Test func placesModelsAndElementsWhenTheyBegin() throws {
    let growing = Growing(Answer.self)
    var seen: [String] = []
    var steps: [ObjectIdentifier] = []
    let chunks = [
      #"{"step":{"#, #""next":{"text":"a"#, #"b"}},"steps":["#, #"{"id":1,"text":"x"#,
      #"y"},{"id":2},{"#,
      #"}],"words":["a"#, #"b","c"],"numbers":[1,2"#, #"3]"#, "}",
    ]
    for chunk in chunks where try growing.append(chunk) {
      guard let answer = growing.model else { continue }
      let inner = answer.step?.next
      seen.append(
        "\(answer.step == nil ? "-" : "+")\(inner?.text ?? "-") \(answer.steps.map(\.text)) "
          + "\(answer.words ?? ["nil"]) \(answer.numbers)")
      if let first = answer.steps.first { steps.append(ObjectIdentifier(first)) }
    }
    try growing.finish()
    #expect(
      seen == [
        #"+- [] ["nil"] []"#, #"+a [] ["nil"] []"#, #"+ab [] ["nil"] []"#,
        #"+ab ["x"] ["nil"] []"#, #"+ab ["xy", "", ""] ["nil"] []"#,
        #"+ab ["xy", "", ""] ["a"] []"#, #"+ab ["xy", "", ""] ["ab", "c"] [1]"#,
        #"+ab ["xy", "", ""] ["ab", "c"] [1, 23]"#, #"+ab ["xy", "", ""] ["ab", "c"] [1, 23]"#,
      ])
    #expect(Set(steps).count == 1)
  }

  @Test func checksObjectsAtTheirEndsInnerOnesFirst() throws {
    Checked.log = []
    let growing = Growing(Checked.self)
    for byte in #"{"part":{"name":"in"},"name":"out"}"#.utf8 { _ = try growing.append([byte]) }
    try growing.finish()
    #expect(Checked.log == ["in", "out"])
    let text = "{\"name\":\"a\",\n \"part\":{\"name\":\"b\", \"size\": 12}}"
    for text in [text, #"{"part":{}, "name":""}"#, #"{"name":"#, #"{"name":5}"#] {
      let whole = #expect(throws: JSONAdapterError.self) {
        _ = try JSONAdapter.model(of: Checked.self, from: text)
      }
      let grown = failure(Checked.self, Array(text.utf8))
      #expect(grown?.description == whole?.description)
      #expect(grown?.byteOffset == whole?.byteOffset)
    }
  }

  @Test func waitsForTheClassOfAnObject() throws {
    let growing = Growing(Drawing.self)
    var seen: [String] = []
    let chunks = [
      #"{"shapes":[{"name":"a","type":"squ"#, #"are","note":"x"#, #"y"},{"radius":1,"ty"#,
      #"pe":"circle"}],"#,
      #""front":{"na"#, #"me":"f","type":"circle","#, #""radius":2"#, "}}",
    ]
    for chunk in chunks where try growing.append(chunk) {
      let all = (growing.model?.shapes ?? []) + [growing.model?.front].compactMap { $0 }
      seen.append(
        all.map { "\(type(of: $0)) \($0.name) \(($0 as? Square)?.note ?? "")" }
          .joined(separator: ", "))
    }
    try growing.finish()
    #expect(
      seen == [
        "", "Square a x", "Square a xy", "Square a xy, Circle  ",
        "Square a xy, Circle  , Circle f ", "Square a xy, Circle  , Circle f ",
      ])
    let root = Growing(Shape.self)
    #expect(try !root.append(#"{"name":"a","#))
    #expect(root.model == nil)
    #expect(try root.append(#""type":"square","note":"b"#))
    #expect((root.model as? Square)?.note == "b" && root.model?.name == "a")
    #expect(throws: JSONAdapterError.self) { try root.append(#"","type":"circle"}"#) }
  }

  @Test func saysWhereAnObjectIsThatChoosesNoClass() throws {
    for (text, path) in [
      (#"{"shapes":[{"type":"circle"},{"type":"x","name":"n"}]}"#, "$.shapes[1]"),
      (#"{"front":{"type":"x","name":"n"}}"#, "$.front"),
    ] {
      let whole = #expect(throws: JSONAdapterError.self) {
        _ = try JSONAdapter.model(from: text) as Drawing
      }
      let grown = failure(Drawing.self, Array(text.utf8))
      #expect(grown?.kind == .noClassFound && whole?.kind == .noClassFound)
      #expect(grown?.path == path && whole?.path == path)
      #expect(grown?.byteOffset == whole?.byteOffset)
    }
    #expect(failure(Shape.self, Array(#"{"type":"x","name":"n"}"#.utf8))?.path == "$")
  }

  @Test func readsObjectsThatSeeAllMembersAtTheirEnd() throws {
    let seen = try words(Extras.self, [#"{"name":"#, #""a"#, #"b","x":"#, "1", "}"]) {
      "\($0.name) \($0.jsonExtras)"
    }
    #expect(seen == [#"ab ["x": 1]"#])
  }

  @Test func keepsWhatCameBeforeAnError() throws {
    let growing = Growing(Answer.self)
    _ = try growing.append(#"{"title":"abc","steps":[{"text":"x"#)
    let error = #expect(throws: JSONAdapterError.self) {
      _ = try growing.append("y\",\n \"id\": tru")
      _ = try growing.append("e}]}")
    }
    #expect(error?.path == "$.steps[0].id" && error?.line == 2 && error?.column == 8)
    #expect(growing.model?.title == "abc" && growing.model?.steps.map(\.text) == ["xy"])
    #expect(throws: JSONAdapterError.self) { try growing.finish() }
  }

  @Test(arguments: [
    "", " ", "[]", "5", "{", #"{"title"#, #"{"title":"#, #"{"title":"a"#, #"{"title":"a\"#,
    #"{"title":"a","#,
    #"{"title":"a",}"#, #"{"title" "a"}"#, #"{,}"#, #"{"title":"a"}}"#, #"{"title":"a"} x"#,
    #"{"title":"\q"}"#,
    #"{"title":"\ud800abcdefgh"}"#, #"{"title":"\u12"}"#, "{\"title\":\"a\u{1}\"}",
    #"{"steps":[{"id":1},]}"#,
    #"{"steps":[{"id":1},{"id":"x"}]}"#, #"{"steps":[{"id":1}}"#, #"{"numbers":[1,2,"x"]}"#,
    #"{"score":1x}"#,
    #"{"score":01}"#, #"{"step":{"next":{"text":5}}}"#, #"{"table":{"a":1,}}"#,
    #"{"words":["a",null]}"#, #"{"title":nul}"#,
    #"{"x":é}"#, #"{"steps":[{},{},{"next":{"count":1.5}}]}"#,
    "{\"steps\":[\n{},\n  {\"text\":\"ab\\x\"}]}",
    "{\n\"title\":\"abcdefgh é 😀 ijklmnopqrstuvwxyz0123456789 é\", \"score\":[]}",
    "{\"words\":[\"abcdefghijklmnopqrstuvwxyz\", \n\"ab\ncdefghijklmnopqrstuvwxyz\"]}",
    "{\"title\":\"abcdefghijklmnopqrstuvwxyz\u{7F}\u{1F}abcdefghijklmnopqrstuvwxyz\"}",
  ])
  func throwsTheErrorOfTheWholeText(_ text: String) throws { try comparesErrors(Array(text.utf8)) }

  @Test(
    arguments: [
      [0xC3], [0xC3, 0xC3, 0xA9], [0xA9], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
      [0xFF],
      [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func throwsTheErrorOfInvalidUTF8(_ bytes: [UInt8]) throws {
    for text in ["abcdefghijklmnopqrstuvwxyz", ""] {
      try comparesErrors(
        Array("{\"title\":\"\(text)é".utf8) + bytes + Array("\(text)\",\n\"score\":1}".utf8))
    }
  }

  private func comparesErrors(_ bytes: [UInt8]) throws {
    let whole = #expect(throws: JSONAdapterError.self) {
      _ = try JSONAdapter.model(of: Answer.self, from: Data(bytes))
    }
    for size in [1, 2, 3, 4, 5, 7, 17, 40] {
      let grown = failure(Answer.self, bytes, by: size)
      #expect(grown?.description == whole?.description, "by \(size)")
      #expect(grown?.line == whole?.line && grown?.column == whole?.column, "by \(size)")
      #expect(grown?.byteOffset == whole?.byteOffset, "by \(size)")
    }
  }

  @Test func refusesDeepAndLargeText() throws {
    let deep = String(repeating: #"{"next":"#, count: 100_000)
    for text in [
      deep, String(repeating: "[", count: 100_000),
      #"{"x":"# + String(repeating: "[", count: 10_000),
    ] {
      let growing = Growing(Step.self)
      let error = #expect(throws: JSONAdapterError.self) { try growing.append(text) }
      #expect(error?.kind == .tooDeep)
      #expect(failure(Step.self, Array(text.utf8))?.kind == .tooDeep)
    }
    let large = Growing(Answer.self, maximumValueSize: 100)
    _ = try large.append(#"{"title":"\#(String(repeating: "a", count: 1000))"#)
    let error = #expect(throws: JSONAdapterError.self) {
      try large.append(#"","table":{"\#(String(repeating: "a", count: 1000))"#)
    }
    #expect(error?.kind == .tooLarge)
  }

  @Test func updatesAModelThatIsThere() throws {
    let answer = Answer()
    answer.title = "old"
    answer.summary = "kept"
    answer.steps = [Step(), Step()]
    answer.step = Step()
    let (step, first) = (answer.step, answer.steps.first)
    let chunks = [
      #"{"title":"n"#, #"ew","steps":[{"text":"a"#, #"b"}],"step":{"te"#, #"xt":"c"},"words":["d"#,
      #"e"]}"#,
    ]
    let seen = try words(Growing(answer), chunks) {
      "\($0.title) \($0.steps.map(\.text)) \($0.step?.text ?? "nil") \($0.words ?? [])"
    }
    #expect(
      seen == [
        #"n ["", ""] "# + " []", #"new ["", ""]  []"#, #"new ["ab"]  []"#, #"new ["ab"] c ["d"]"#,
        #"new ["ab"] c ["de"]"#,
      ])
    #expect(answer.summary == "kept" && answer.step === step && answer.steps.first !== first)
  }

  @Test func yieldsTheElementsOfAnArray() async throws {
    let chunks = AsyncStream<String> { continuation in
      for chunk in [
        #"{"x":{"items":[{}]},"data":{"n":1,"items":[{"id":1},{"id":2,"text":"a"#, #"b"},{"id":3"#,
        #"}]}}"#,
      ] { continuation.yield(chunk) }
      continuation.finish()
    }
    let growing = try JSONAdapter.growing(Step.self, from: chunks, at: "data.items")
    var seen: [String] = []
    for try await step in growing {
      seen.append(
        "\(step.id)\(step.text)\(growing.isOpen(step) ? " \(growing.openPath ?? "")" : ".")")
    }
    #expect(seen == ["1.", "2a $.data.items[1].text", "2ab.", "0 $.data.items[2].id", "3."])
    let missing = AsyncStream<String> { continuation in
      continuation.yield(#"{"data":{"item":[]}}"#)
      continuation.finish()
    }
    await #expect(throws: JSONAdapterError.self) {
      for try await _ in try JSONAdapter.growing(Step.self, from: missing, at: "data.items") {}
    }
  }

  @Test func endsWhenItsTaskIsCancelled() async throws {
    let (chunks, continuation) = AsyncStream<String>.makeStream()
    continuation.yield(#"{"title":"abc","steps":[{"text":"x"#)
    let task = Task { () -> String in
      let growing = try JSONAdapter.growing(Answer.self, from: chunks)
      do {
        for try await answer in growing where answer.steps.count == 1 {
          withUnsafeCurrentTask { $0?.cancel() }
        }
        return "ended"
      } catch is CancellationError {
        return "\(growing.model?.title ?? "") \(growing.model?.steps.first?.text ?? "")"
      }
    }
    #expect(try await task.value == "abc x")
  }

  @Test(arguments: [
    [], ["c"], [#"c\"#], [#"","#], [#"","next":{"text":"d"#], [#""},5]"#], [#"","id":"x"}"#],
    [#""}]}"#], [#"c"},{"text":"#, "\"d"],
  ])
  func keepsNoModelAlive(_ rest: [String]) throws {
    weak var answer: Answer?
    weak var step: Step?
    do {
      let growing = Growing(Answer.self)
      _ = try growing.append(#"{"title":"ab","words":["a","b"],"steps":[{"text":"ab"#)
      (answer, step) = (growing.model, growing.model?.steps.first)
      #expect(answer != nil && step != nil)
      for chunk in rest { _ = try? growing.append(chunk) }
      try? growing.finish()
    }
    #expect(answer == nil && step == nil)
  }

  @Test func tellsIssuesInTermsOfTheWholeText() throws {
    let policy = ConversionPolicy.strict.with { $0.badElement = .dropOtherKinds }
    let text = #"{"numbers":[1,2,"x",3,"y"],"steps":[{},{"numbers":1},5]}"#
    var whole: [String] = []
    let model = try JSONAdapter.model(of: Answer.self, from: text, policy: policy) {
      whole.append($0.path)
    }
    var grown: [String] = []
    let growing = Growing(Answer.self, policy: policy) { grown.append($0.path) }
    for byte in text.utf8 { _ = try growing.append([byte]) }
    try growing.finish()
    #expect(growing.model == model)
    #expect(grown == whole && whole == ["$.numbers[2]", "$.numbers[4]", "$.steps[2]"])
  }

  @Test func readsOtherEncodingsAndAByteOrderMark() throws {
    let text = #"{"title":"aé😀","steps":[{"text":"b"}]}"#
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
      let growing = Growing(Answer.self)
      for byte in try #require(text.data(using: encoding)) { _ = try growing.append([byte]) }
      try growing.finish()
      #expect(growing.model?.title == "aé😀" && growing.model?.steps.count == 1)
    }
    let growing = Growing(Answer.self)
    for byte in ("\u{FEFF}" + text).utf8 { _ = try growing.append([byte]) }
    try growing.finish()
    #expect(growing.model?.title == "aé😀")
  }
}

private final class Shelf: Model, JSONSerializing {
  var first = Shelf.Box()
  var boxes: [Box] = []
  var title = ""

  final class Box: Model, JSONSerializing {
    var size = 7
    var named: [String: Box] = [:]
  }
}

/// A repeated member within a value makes the reader begin that value again.
@Suite struct GrowingRepetitionTests {
  static let text = #"""
    {"first":{"named":{"a":{"size":"x"},"a":{"size":2}}},"boxes":[{"size":1},{"named":{"b":{"size":null},
    "b":{"size":3}}},{"size":4}],"title":"t","first":{"size":5}}
    """#

  @Test(arguments: [ConversionPolicy.strict, .lenient], 1...40)
  func theLastCounts(_ policy: ConversionPolicy, _ size: Int) throws {
    let text =
      policy == .strict
      ? Self.text.replacing(#""x""#, with: "8").replacing("null", with: "9") : Self.text
    let model: Shelf = try JSONAdapter.model(from: text, policy: policy)
    let growing = Growing(Shelf.self, policy: policy)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      _ = try growing.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    try growing.finish()
    #expect(growing.model == model)
    #expect(model.first.size == 5 && model.boxes[1].named["b"]?.size == 3)
  }

  /// A null that counts as absent is the last member nevertheless.
  @Test func aSkippedNullCounts() throws {
    let policy = ConversionPolicy.strict.with { $0.null = .skip }
    for text in [#"{"size":1,"size":null}"#, #"{"size":1,"size":null,"named":{},"size":3}"#] {
      let growing = Growing(Shelf.Box.self, policy: policy)
      for byte in text.utf8 { _ = try growing.append([byte]) }
      try growing.finish()
      let model = try JSONAdapter.model(of: Shelf.Box.self, from: text, policy: policy)
      #expect(growing.model == model)
      #expect(model.size == (text.count > 25 ? 3 : 7))
    }
  }

  /// The last member counts, even if a policy drops it.
  @Test(arguments: [1, 2, 7, 40])
  func aDroppedMemberCounts(_ size: Int) throws {
    let text = #"{"counts":{"a":1,"b":2,"a":"x","c":{}},"names":{"n":["u"],"n":5}}"#
    let growing = Growing(Tables.self, policy: .lenient)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      _ = try growing.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    try growing.finish()
    let model = try JSONAdapter.model(of: Tables.self, from: text, policy: .lenient)
    #expect(growing.model == model)
    #expect(model.counts == ["b": 2])
  }

  @Test func dictionariesGrowByMembers() throws {
    let growing = Growing(Tables.self)
    var seen: [String] = []
    let text =
      #"{"counts":{"a":1,"b":20},"names":{"x":["u","v"]},"parts":{"p":{"id":1},"q":{"id":2}}}"#
    for byte in text.utf8 {
      let isChanged = try growing.append([byte])
      guard let model = growing.model else { continue }
      let now =
        "\(model.counts.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }) "
        + "\(model.names?.count ?? -1) \(model.parts.keys.sorted())"
      if seen.last != now {
        #expect(isChanged)
        seen.append(now)
      }
    }
    try growing.finish()
    #expect(
      seen == [
        #"["old0"] -1 []"#, "[] -1 []", #"["a1"] -1 []"#, #"["a1", "b20"] -1 []"#,
        #"["a1", "b20"] 0 []"#, #"["a1", "b20"] 1 []"#, #"["a1", "b20"] 1 ["p"]"#,
        #"["a1", "b20"] 1 ["p", "q"]"#,
      ])
    #expect(try growing.model == JSONAdapter.model(of: Tables.self, from: text))
  }

  @Test func namesThatLookAlikeAreRefusedInAGrowingDictionary() throws {
    let text = "{\"counts\":{\"\u{E9}\":1,\"e\u{301}\":2}}"
    let whole = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Tables.self, from: text)
    }
    for size in [1, 3, 50] {
      let error = #expect(throws: JSONAdapterError.self) {
        let growing = Growing(Tables.self)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
          _ = try growing.append(bytes[start..<min(start + size, bytes.count)])
        }
        try growing.finish()
      }
      #expect(error?.kind == whole?.kind && error?.path == whole?.path)
    }
    // The same name again counts, as in a whole document.
    let growing = Growing(Tables.self)
    for byte in #"{"counts":{"a":1,"b":2,"a":3}}"#.utf8 { _ = try growing.append([byte]) }
    #expect(growing.model?.counts == ["a": 3, "b": 2])
  }

  private final class Tables: Model, JSONSerializing {
    var counts = ["old": 0]
    var names: [String: [String]]?
    var parts: [String: Part] = [:]

    final class Part: Model, JSONSerializing { var id = 0 }
  }
}
