public import Peridot

extension Model {
  /// Returns an object in which every property has a value, another one than in a new object.
  ///
  ///     let user = User.sample(seed: 7)
  ///
  /// The values are the same for the same seed, differ from each other where their types have
  /// enough of them, and keep to the limits, transformers and `validate(_:forKey:)` of the class.
  /// Models are filled, too, to a few levels. What stays as in a new object: a weak property, one
  /// that is never set, and one for which no allowed value is found, such as a text that has to
  /// match a pattern of your own. Set these by `Model.with(_:)`.
  public static func sample(seed: Int = 1) -> Self {
    Sampler(seed: seed).model(Self.self)
  }
}
