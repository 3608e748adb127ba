import Foundation
import Peridot
import Testing

private final class Limited: Model, CodableModel {
  var second = 0
  var nested = 0
  var plain = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["second": "list[1]", "nested": "meta.rows[0].value"]
  }
  override class var declaredProperties: [Property] {
    [
      property("second", \.second, limits: .within(0...10)),
      property("nested", \.nested, limits: .within(0...10)),
      property("plain", \.plain, limits: .within(0...10)),
    ]
  }
}

private final class LimitedHolder: Model, CodableModel {
  var list: [Limited] = []
}

private class Folded: Model, CodableModel, JSONKeyStyling {
  var userName = 100

  static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var declaredProperties: [Property] {
    [property("userName", \.userName, limits: .within(0...10), formerly: ["caption"])]
  }
}

private final class FoldedAtRoot: Model, CodableModel {
  var user = Folded()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["user": .root] }
}

private class FoldedEvent: Model, CodableModel, JSONKeyStyling {
  static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var cluster: Cluster? {
    cluster(tag: "type", content: "payload", ["push": FoldedPush.self])
  }
}

private final class FoldedPush: FoldedEvent {
  var size = 0

  override class var declaredProperties: [Property] {
    [property("size", \.size, limits: .within(0...10))]
  }
}

/// The coding path of a value that a limit refuses.
@Suite struct LimitPathTests {
  @Test(arguments: [
    (#"{"list":[1,11]}"#, "list,1"),
    (#"{"meta":{"rows":[{"value":11}]}}"#, "meta,rows,0,value"),
    (#"{"plain":11}"#, "plain"),
  ])
  func goesThroughIndexes(_ text: String, _ expected: String) throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(Limited.self, from: Data(text.utf8))
    }
    #expect(path(error) == expected)
    let inner = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(LimitedHolder.self, from: Data(#"{"list":[{},\#(text)]}"#.utf8))
    }
    #expect(path(inner) == "list,1," + expected)
  }

  private func path(_ error: DecodingError) -> String? {
    guard case .dataCorrupted(let context) = error else { return nil }
    return context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
      .joined(separator: ",")
  }

  /// A member whose name the class reads in any case has its own name in the document.
  @Test(arguments: [
    (Folded.self as any CodableModel.Type, #"{"username":11}"#, "username"),
    (Folded.self, #"{"USERNAME":1,"username":11}"#, "username"),
    (Folded.self, #"{"userName":11,"username":1}"#, "userName"),
    (Folded.self, #"{"CAPTION":11}"#, "CAPTION"),
    (Folded.self, "{}", "userName"),
    (FoldedAtRoot.self, #"{"username":11}"#, "username"),
    (FoldedEvent.self, #"{"type":"push","payload":{"SIZE":11}}"#, "payload,SIZE"),
  ])
  func hasTheNameInTheDocument(
    _ type: any CodableModel.Type, _ text: String, _ expected: String
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
    #expect(path(error) == expected)
  }

  /// The value that a refused member leaves is not refused, too.
  @Test func isToldOnce() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.strict.with { $0.collectsErrors = true }
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode(Folded.self, from: Data(#"{"username":"x"}"#.utf8))
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["username"])
    let inner = try #require(context.underlyingError as? JSONAdapterError)
    #expect(inner.kind == .typeMismatch)
    #expect(inner.errors.isEmpty)
  }
}
