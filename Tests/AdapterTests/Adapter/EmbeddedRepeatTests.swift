import Foundation
import Peridot
import Testing

private final class Inner: Model, JSONSerializing {
  var id = 0
  var next: Inner?
}

private final class Outer: Model, JSONSerializing {
  var inner: Inner?
  var list: [Inner] = []
}

/// `repeatedKeys = .fail` for JSON within text.
@Suite struct EmbeddedRepeatTests {
  private func policy(_ rule: ConversionPolicy.RepeatedKeysRule) -> ConversionPolicy {
    var policy = ConversionPolicy.strict
    policy.parsesEmbeddedJSON = true
    policy.repeatedKeys = rule
    return policy
  }

  @Test(arguments: [
    (#"{"inner":"{\"id\":1,\"id\":2}"}"#, "$.inner"),
    (#"{"inner":{"next":"{\"id\":1,\"id\":2}"}}"#, "$.inner.next"),
    (#"{"list":[{},"{\"next\":{\"id\":1,\"id\":2}}"]}"#, "$.list[1]"),
  ])
  func isRefused(_ text: String, _ path: String) throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Outer.self, from: text, policy: policy(.fail))
    }
    #expect(error.kind == .typeMismatch && error.path.hasPrefix(path))
    #expect(error.expected == "a name that occurs once in its object")
  }

  @Test func isReadWhereTheLastCounts() throws {
    let outer = try JSONAdapter.model(
      of: Outer.self, from: #"{"inner":"{\"id\":1,\"id\":2}"}"#,
      policy: policy(.last))
    #expect(outer.inner?.id == 2)
  }
}
