// The code of Sources/Peridot/Documentation.docc/ModelLife.md
import Foundation
import Peridot
import Testing

@Suite struct ModelLifeArticleTests {
  /// The calls of one task.
  final class Log: @unchecked Sendable {
    @TaskLocal static var current = Log()
    var calls: [String] = []
    static func note(_ call: String) { current.calls.append(call) }
  }

  class Part: Model, JSONSerializing, JSONPreparing, JSONFinishing {
    var name = ""

    required init() {
      super.init()
      Log.note("init")
    }

    override class func classForParsing(_ json: JSONObject) -> Model.Type? {
      Log.note("classForParsing")
      return self
    }

    static func prepare(_ json: [String: Any]) throws -> [String: Any] {
      Log.note("prepare")
      return json
    }

    override class func transformer(forKey key: String) -> ValueTransformer? {
      .closure(
        forward: { (text: String) in
          Log.note("transformer of \(key)")
          return text
        },
        reverse: { (text: String) in
          Log.note("transformer of \(key)")
          return text
        })
    }

    override func validate(_ value: inout Any?, forKey key: String) throws {
      Log.note("validate \(key)")
      try super.validate(&value, forKey: key)
    }

    override func validate() throws {
      Log.note("validate")
      try super.validate()
    }

    override func didLoad(from source: ModelSource) throws {
      Log.note("didLoad \(source)")
    }

    func finish(_ json: inout [String: Any]) throws {
      Log.note("finish")
    }
  }

  func calls(_ body: () throws -> Void) rethrows -> [String] {
    let log = Log()
    try Log.$current.withValue(log) { try body() }
    return log.calls
  }

  let text = #"{"name": "a"}"#

  @Test func reading() throws {
    let part: Part = try JSONAdapter.model(from: text)
    let inside = [
      "prepare", "transformer of name", "validate", "validate name", "didLoad json",
    ]
    #expect(
      try calls { _ = try JSONAdapter.model(of: Part.self, from: text) }
        == ["classForParsing", "init"] + inside)
    #expect(
      try calls { try JSONAdapter.update(part, from: text) } == ["classForParsing"] + inside)
    #expect(
      try calls { try JSONAdapter.apply(mergePatch: text, to: part) }
        == ["classForParsing"] + inside)
  }

  @Test func otherSources() throws {
    let part: Part = try JSONAdapter.model(from: text)
    #expect(
      try calls { _ = try Part(dictionary: ["name": "a"]) }
        == ["init", "validate name", "validate", "validate name", "didLoad dictionary"])
    let archive = try part.archivedData()
    #expect(
      try calls { _ = try Part.unarchive(from: archive) }
        == ["init", "validate", "validate name", "didLoad archive"])
    #expect(calls { _ = part.copied() } == ["init", "didLoad copy"])
    #expect(calls { _ = part.deeplyCopied() } == ["init", "didLoad copy"])
  }

  @Test func callsKnowWhatTheTaskSays() throws {
    let part = try JSONAdapter.$userInfo.withValue(["server": "eu"]) {
      try JSONAdapter.model(of: Part.self, from: text)
    }
    #expect(part.name == "a")
  }

  @Test func changingAndWriting() throws {
    let (part, other) = (Part(), Part())
    #expect(try calls { try part.setValue("b", forPropertyKey: "name") } == [])
    #expect(calls { part.mergeValues(from: other) } == [])
    #expect(try calls { try part.validate() } == ["validate", "validate name"])
    #expect(try calls { _ = try part.archivedData() } == [])
    #expect(
      try calls { _ = try JSONAdapter.data(from: part) } == ["transformer of name", "finish"])
  }
}
