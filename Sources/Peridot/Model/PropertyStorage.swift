/// How a property takes part in what a model does with all its properties.
public enum PropertyStorage: Sendable {
  /// The property takes part in nothing, and its name is not a property key.
  case excluded
  /// In dictionary values, copies, merges, validation, JSON and archives, but not in equality,
  /// hashes and descriptions.
  case transitory
  /// In everything.
  case permanent
}
