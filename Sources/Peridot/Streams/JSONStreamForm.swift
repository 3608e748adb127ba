/// How a text holds the models that a ``JSONModelWriter`` writes.
public struct JSONStreamForm: Sendable {
  /// The place of the array in the document; nil for lines.
  let place: JSONKeyPath?
  let isArray: Bool

  /// One object per line: JSON lines, also called NDJSON.
  public static let lines = JSONStreamForm(place: nil, isArray: false)

  /// One array.
  public static let array = JSONStreamForm(place: nil, isArray: true)

  /// One array at a place of the document, such as `"data.items"`.
  public static func array(at place: JSONKeyPath) -> JSONStreamForm {
    JSONStreamForm(place: place, isArray: true)
  }
}
