/// A field whose JSON is put into the written object afterwards.
struct AssembledField: Sendable {
  enum Target: Sendable {
    case path([JSONKeyPath.Component])
    case all([(text: String, path: [JSONKeyPath.Component])])
    /// The object itself, where another property may write the same member with the same value
    /// only, or with any.
    case root(mustAgree: Bool)
  }

  let field: Int
  let target: Target

  /// The step from the object to the field's value, as a path of an error has it.
  var step: String {
    if case .path(let path) = target { path.step } else { "" }
  }

  /// The places that the value is put to; none for the object itself.
  var paths: [[JSONKeyPath.Component]] {
    switch target {
    case .path(let path): [path]
    case .all(let paths): paths.map(\.path)
    case .root: []
    }
  }
}
