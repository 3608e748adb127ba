import Peridot

/// The outline of a region: rings of points, each of which is a pair of numbers.
final class Outline: Model, JSONSerializing {
  var name = ""
  var rings: [[[Double]]] = []
}
