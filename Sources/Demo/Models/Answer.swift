import Peridot

/// An answer that arrives piece by piece.
final class Answer: Model, JSONSerializing {
  var text = ""
  var steps: [String] = []
}
