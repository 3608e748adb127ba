import Peridot
import PeridotRecords

/// A coloured word on an issue.
final class Label: Model, JSONSerializing, RecordSerializing {
  var id = 0
  var name = ""
  var color = Color()
  var isDefault = false
  var explanation: String?

  override class var identityKey: String? { "id" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["isDefault": "default", "explanation": "description"]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "color" else { return nil }
    return .closure(forward: { try Color(hex: $0) }, reverse: { (color: Color) in color.hex })
  }

  override class func recordTransformer(forKey key: String) -> ValueTransformer? {
    transformer(forKey: key)
  }
}
