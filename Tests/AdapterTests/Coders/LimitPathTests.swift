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

/// The coding path of a value that a limit refuses.
@Suite struct LimitPathTests {
  @Test(arguments: [
    (#"{"list":[1,11]}"#, "list,1"),
    (#"{"meta":{"rows":[{"value":11}]}}"#, "meta,rows,0,value"),
    (#"{"plain":11}"#, "plain"),
  ])
  func goesThroughIndexes(_ text: String, _ expected: String) throws {
    func path(_ error: DecodingError) -> String? {
      guard case .dataCorrupted(let context) = error else { return nil }
      return context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
        .joined(separator: ",")
    }
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(Limited.self, from: Data(text.utf8))
    }
    #expect(path(error) == expected)
    let inner = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(LimitedHolder.self, from: Data(#"{"list":[{},\#(text)]}"#.utf8))
    }
    #expect(path(inner) == "list,1," + expected)
  }
}
