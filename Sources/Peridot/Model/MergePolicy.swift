/// The way in which a merge takes the values of the other model.
///
/// The options combine: `[.deep, .skipNil]` merges nested models and keeps what the other lacks.
public struct MergePolicy: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Every value of the other model replaces ours, nil included.
  public static let overwrite: MergePolicy = []

  /// A value that is nil in the other model leaves ours.
  public static let skipNil = MergePolicy(rawValue: 1)

  /// Nested models are merged in place where the classes match, those in arrays and sets where
  /// their identity keys match, those in dictionaries under the same key.
  ///
  /// A model without a counterpart is taken over as it is, and from then on refers to the models
  /// that others were merged into.
  public static let deep = MergePolicy(rawValue: 2)
}
