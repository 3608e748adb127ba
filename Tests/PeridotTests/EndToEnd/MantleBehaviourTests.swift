import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum IssueState: String { case open, closed }

private final class Author: Model, JSONSerializing {
  var login = ""
  var url: URL?
}

private final class Report: Model, JSONSerializing {
  var url: URL?
  var number = 0
  var state = IssueState.open
  var reporterLogin: String?
  var assignee: Author?
  var updatedAt: Date?
  var title = "untitled"
  var retrievedAt: Date?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "url": "html_url", "reporterLogin": "user.login", "updatedAt": "updated_at",
      "retrievedAt": .excluded,
    ]
  }

  override func didLoad(from source: ModelSource) throws {
    if retrievedAt == nil { retrievedAt = Date(timeIntervalSince1970: 1) }
  }
}

private class Message: Model, JSONSerializing {
  var sender = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    if json.contains("image_url") { return PictureMessage.self }
    if json.contains("body") { return TextMessage.self }
    return nil
  }
}

private final class PictureMessage: Message {
  var imageURL: URL?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["imageURL": "image_url"] }
}

private final class TextMessage: Message {
  var body = ""
}

private final class Place: Model, JSONSerializing {
  var coordinate: [String: Any] = [:]
  var whole: [String: Any]?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["coordinate": ["lat", "lng"], "whole": .excluded]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "coordinate"
      ? .closure(forward: { (json: [String: Any]) in json }, reverse: { $0 }) : nil
  }
}

private struct Invalid: Error {}

private final class Checked: Model, JSONSerializing {
  var name = ""
  var count = 1

  override func validate(_ value: inout Any?, forKey key: String) throws {
    guard key == "name" else { return }
    if value as? String == "bad" { throw Invalid() }
    if let text = value as? String { value = text.trimmingCharacters(in: .whitespaces) }
  }

  override func mergeValue(forKey key: String, from other: Model) {
    guard key == "count" else { return super.mergeValue(forKey: key, from: other) }
    count += (other as? Checked)?.count ?? 0
  }
}

/// Leaves a password out, as a Mantle adapter subclass would.
private final class PublicAdapter: JSONAdapter, @unchecked Sendable {
  override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    keys.subtracting(["title"])
  }
}

/// What Mantle's documentation and tests say, in Peridot's words.
@Suite struct MantleBehaviourTests {
  private let json = """
    {"html_url": "https://example.com/1", "number": 5, "state": "closed", "plan": {"x": 1},
     "user": {"login": "mona", "id": 3}, "assignee": {"login": "hubot"},
     "updated_at": "2014-05-06T07:08:09Z"}
    """

  @Test func readsAModelByKeyPaths() throws {
    let report: Report = try JSONAdapter.model(from: json)
    #expect(report.url?.absoluteString == "https://example.com/1")
    #expect(report.state == .closed)
    #expect(report.reporterLogin == "mona")
    #expect(report.assignee?.login == "hubot")
    #expect(report.updatedAt == Date(timeIntervalSince1970: 1_399_360_089))
    #expect(report.title == "untitled")
    #expect(report.retrievedAt == Date(timeIntervalSince1970: 1))
  }

  @Test func writesWhatItRead() throws {
    let report: Report = try JSONAdapter.model(from: json)
    #expect(
      try JSONAdapter.string(from: report) == """
        {"html_url":"https://example.com/1","number":5,"state":"closed",\
        "user":{"login":"mona"},"assignee":{"login":"hubot"},\
        "updated_at":"2014-05-06T07:08:09Z","title":"untitled"}
        """)
  }

  @Test func createsModelsFromPropertyValues() throws {
    let report = try Report(dictionary: ["number": 3, "reporterLogin": NSNull()])
    #expect(report.number == 3)
    #expect(report.title == "untitled")
    #expect(report.dictionaryValue["reporterLogin"] is NSNull)
    #expect(throws: ModelError.self) { try Report(dictionary: ["nothing": 1]) }
    #expect(throws: ModelError.self) { try Report(dictionary: ["number": NSNull()]) }
    #expect(throws: ModelError.self) { try Report(dictionary: ["number": "3"]) }
  }

  @Test func validatesAndReplacesGivenValues() throws {
    #expect(try Checked(dictionary: ["name": " a "]).name == "a")
    let refused = #expect(throws: ModelError.self) { try Checked(dictionary: ["name": "bad"]) }
    #expect(refused?.propertyKey == "name" && refused?.underlying is Invalid)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Checked.self, from: #"{"name": "bad"}"#)
    }
    #expect(error?.kind == .validationFailed)
    #expect(error?.underlying is Invalid)
  }

  @Test func mergesByAKeysOwnRule() throws {
    let first = try Checked(dictionary: ["name": "a", "count": 2])
    first.mergeValues(from: try Checked(dictionary: ["name": "b", "count": 3]))
    #expect(first.name == "b")
    #expect(first.count == 5)
  }

  @Test func choosesAClassByTheJSON() throws {
    let picture: Message = try JSONAdapter.model(from: #"{"sender": "a", "image_url": "http://x"}"#)
    #expect((picture as? PictureMessage)?.imageURL?.host() == "x")
    let messages: [Message] = try JSONAdapter.models(
      from: #"[{"body": "b"}, {"image_url": "http://x"}]"#)
    #expect(messages.map { "\(type(of: $0))" } == ["TextMessage", "PictureMessage"])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Message.self, from: #"{"sender": "a"}"#)
    }
    #expect(error?.kind == .noClassFound)
  }

  @Test func readsSeveralPathsIntoOneProperty() throws {
    let place: Place = try JSONAdapter.model(from: #"{"lat": 1.5, "lng": 2.5, "x": 0}"#)
    #expect(place.coordinate as? [String: Double] == ["lat": 1.5, "lng": 2.5])
    #expect(try JSONAdapter.string(from: place) == #"{"lat":1.5,"lng":2.5}"#)
  }

  @Test func namesTheWrongValue() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Report.self, from: #"{"html_url": "http://x", "number": "5"}"#)
    }
    #expect(error?.propertyKey == "number")
    #expect(error?.path == "$.number")
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Report.self, from: "[]") }
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.models(of: Report.self, from: #"[{}, null]"#)
    }
  }

  @Test func leavesOutKeysByTheAdapter() throws {
    let report = Report()
    #expect(
      try PublicAdapter().dictionary(from: report).keys.sorted() == ["number", "state"])
    #expect(
      try JSONAdapter(policy: .strict.with { $0.nilOnExport = .null }).dictionary(from: report)[
        "html_url"]
        is NSNull)
  }

  @Test func copiesAndComparesValues() throws {
    let report: Report = try JSONAdapter.model(from: json)
    let copy = try #require(report.copy() as? Report)
    #expect(copy == report)
    #expect(copy !== report)
    #expect(copy.assignee === report.assignee)
    #expect(copy.hash == report.hash)
    copy.number += 1
    #expect(copy != report)
    #expect(copy.changedKeys(from: report) == ["number"])
  }

  @Test func reportsAllMistakesOfAMapping() {
    final class Wrong: Model, JSONSerializing {
      var a = 0
      override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["b": "x", "c": "y"] }
    }
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Wrong.self) }
    #expect(error?.kind == .invalidMapping)
    #expect(error?.found.contains("\"b\"") == true)
    #expect(error?.found.contains("\"c\"") == true)
  }
}
