/// A feature whose price is measured: one piece of work without it, and one with it.
struct PricedFeature {
  enum Limit {
    /// One use of the feature should cost at most this many seconds.
    case seconds(Double)
    /// The work should take at most this many times as long.
    case factor(Double)
  }

  let name: String
  /// The kind of work, such as `read`.
  let what: String
  let limit: Limit
  /// How often one run uses the feature.
  var uses = 1
  let base: () throws -> Void
  let run: () throws -> Void
}
