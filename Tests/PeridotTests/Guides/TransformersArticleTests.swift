// The code of Sources/Peridot/Documentation.docc/Transformers.md
import Foundation
import Peridot
import Testing

@Suite struct TransformersArticleTests {
  final class Event: Model, JSONSerializing {
    var startsAt: Date?
    var modifiedAt: Date?
    var status = Status.unknown
    var tags: [String] = []

    enum Status: String {
      case unknown, planned, done
    }

    override class func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "startsAt": .epochSeconds
      case "modifiedAt": .rfc1123Date
      case "status": .rawValue(of: Status.self, fallback: .unknown)
      case "tags":
        .closure(
          forward: { (text: String) in text.split(separator: ",").map(String.init) },
          reverse: { (tags: [String]) in tags.joined(separator: ",") })
      default: nil
      }
    }
  }

  final class ReversingTransformer: ValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? String).map { String($0.reversed()) }
    }

    override class func allowsReverseTransformation() -> Bool { true }

    override func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }
  }

  @Test func goesBothWaysWithoutJSON() {
    let seconds: ValueTransformer = .epochSeconds
    let date = seconds.transformedValue(1_000)  // 1970-01-01 00:16:40 UTC
    let number = seconds.reverseTransformedValue(date)  // 1000
    let length: ValueTransformer = .closure(forward: { (text: String) in text.count })
    let mayWrite = type(of: length).allowsReverseTransformation()

    #expect(date as? Date == Date(timeIntervalSince1970: 1_000))
    #expect(number as? Int == 1_000)
    #expect(!mayWrite)
    #expect(ReversingTransformer().reverseTransformedValue("abc") as? String == "cba")
  }

  @Test func goesBothWays() throws {
    let json = """
      {"startsAt":784111777,"modifiedAt":"Sun, 06 Nov 1994 08:49:37 GMT",\
      "status":"planned","tags":"a,b"}
      """
    let event: Event = try JSONAdapter.model(from: json)
    #expect(event.startsAt == Date(timeIntervalSince1970: 784_111_777))
    #expect(event.modifiedAt == event.startsAt)
    #expect(event.status == .planned)
    #expect(event.tags == ["a", "b"])
    #expect(try JSONAdapter.string(from: event) == json)
    let unknown: Event = try JSONAdapter.model(from: #"{"status": "postponed"}"#)
    #expect(unknown.status == .unknown)
  }

  @Test func combines() throws {
    let bySign: ValueTransformer = .mapping(["+": 1, "-": -1], default: 0, reverseDefault: "?")
    let identifiers: ValueTransformer = .array(of: .uuid)
    let trimmedURL: ValueTransformer = .chained(.string(), .url)
    let payload: ValueTransformer = .embeddedJSON([String: Int].self)  // "{\"a\":1}"
    #expect(payload.transformedValue(#"{"a":1}"#) as? [String: Int] == ["a": 1])

    #expect(bySign.transformedValue("-") as? Int == -1)
    #expect(bySign.transformedValue("*") as? Int == 0)
    let identifier = UUID()
    #expect(identifiers.transformedValue([identifier.uuidString]) as? [UUID] == [identifier])
    #expect(trimmedURL.transformedValue(" https://a.b ") as? URL == URL(string: "https://a.b"))
    #expect(ReversingTransformer().transformedValue("abc") as? String == "cba")
  }
}
