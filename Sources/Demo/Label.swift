import Peridot

/// A label of an issue.
final class Label: Model, JSONSerializing {
  var id = 0
  var name = ""
  var color = ""
  /// `description` belongs to NSObject, so the property has another name.
  var summary: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["summary": "description"]
  }

  override class var identityKey: String? { "id" }
}
