import Peridot

/// A model with a mapping written by hand, for JSONSerialization.
protocol Handwritten: Model {
  init(handwritten json: [String: Any])
  var handwritten: [String: Any] { get }
}
