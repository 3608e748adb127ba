import Peridot

/// An array of numbers that are not integers.
final class Doubles: Model, JSONSerializing {
  var values: [Double] = []
}
