import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Twice: Model, JSONSerializing {
  var name = ""
  var title = ""
  var label = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["title": "name", "label": .readOnly("name")]
  }
}

@Suite struct SamePlaceTests {
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
