import Peridot
import PeridotRecords

/// A colored word on an issue.
final class Label: Model, JSONSerializing, RecordSerializing {
  var id = 0
  var name = ""
  var color = Color()
  var isDefault = false
  var explanation: String?

  override class var identityKey: String? { "id" }

  override class var declaredProperties: [Property] {
    [
      property("color", \.color, by: hex, facets: .column(by: hex)),
      property("isDefault", \.isDefault, at: "default"),
      property("explanation", \.explanation, at: "description"),
    ]
  }

  private static var hex: Transform<Color> {
    .closure(forward: { try Color(hex: $0) }, reverse: { $0.hex })
  }
}
