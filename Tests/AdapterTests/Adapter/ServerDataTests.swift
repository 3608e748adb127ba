import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Blob: Model, CodableModel {
  var plain = Data()
  var forURLs = Data()
  var parts: [Data] = []
  var named: [String: Data]?

  override class var archiveName: String { "ServerDataTests.Blob" }

  override class var declaredProperties: [Property] {
    [
      property("plain", \.plain, by: .base64Data),
      property("forURLs", \.forURLs, by: .base64URLData),
      property("parts", \.parts, by: .array(of: .base64URLData)),
      property(
        "named", \.named,
        by: .using(.dictionary(of: .chained(.string(trimmed: true), .base64Data)))),
    ]
  }
}

@Suite struct ServerDataTests {
  private let json =
    #"{"forURLs":"_-8","named":{"a":"AQ=="},"parts":["_-8","AQ"],"plain":"/+8="}"#

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func crossesEveryRoad(_ policy: ConversionPolicy) throws {
    try expectCrossing(of: Blob.self, json, policy: policy)
  }

  @Test func readsOtherKindsUnderALenientPolicy() throws {
    let other =
      #"{"forURLs":"/+8=","named":{"a":"A\nQ"},"parts":["/+8","AQ=="],"plain":"_-8"}"#
    try expectCrossing(of: Blob.self, other, written: json, policy: .lenient)
    _ = try JSONAdapter.model(of: Blob.self, from: other, policy: .lenient) {
      Issue.record("\($0)")
    }
  }

  @Test(arguments: [
    ("plain", #""_-8""#), ("forURLs", #""/+8=""#), ("parts", #"["AQ","/+8="]"#),
    ("named", #"{"a":"A\nQ"}"#),
  ])
  func refusesOtherKindsUnderAStrictPolicy(_ key: String, _ value: String) throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Blob.self, from: "{\"\(key)\":\(value)}")
    }
    #expect(error.kind == .transformFailed && error.propertyKey == key)
  }
}
