import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Forgetful: Model, JSONSerializing {
  var first = 1
  var last = 2
  var full: Int { first + last }

  override class var properties: [Property] { [Property("full", \Forgetful.full)] }
}

private final class Twice: Model, JSONSerializing {
  var name = ""
  var title = ""
  var label = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["title": "name", "label": .readOnly("name")]
  }
}

@Suite struct ForgottenPropertyTests {
  @Test func namesTheStoredPropertiesThatAnOverrideLeavesOut() throws {
    let words =
      "properties has no \"first\", \"last\": begin it with super.properties, and leave properties out "
      + "by excludedPropertyKeys"
    for call in [
      { try JSONAdapter.check(Forgetful.self) },
      { _ = try JSONAdapter.model(of: Forgetful.self, from: "{}") },
    ] {
      let error = try #require(throws: JSONAdapterError.self, performing: call)
      #expect(error.kind == .invalidMapping && "\(error)".contains(words), "\(error)")
    }
    let error = try #require(throws: ModelError.self) { try Forgetful(dictionary: [:]) }
    #expect("\(error)" == "Forgetful.\(words)")
  }

  @Test func reportsTwoPropertiesAtOnePlace() throws {
    let error = try #require(throws: JSONAdapterError.self) { try JSONAdapter.check(Twice.self) }
    #expect(
      "\(error)".contains(
        "\n- \"name\" and \"title\" are mapped to one place, name: make one of them .readOnly or "
          + ".writeOnly"), "\(error)")
    // Values that agree are written.
    #expect(try JSONAdapter.string(from: Twice()) == #"{"name":""}"#)
  }
}
