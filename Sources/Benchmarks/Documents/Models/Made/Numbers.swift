import Peridot

/// Numbers of many lengths.
final class Numbers: Model, JSONSerializing {
  var integers: [Int] = []
  var prices: [Double] = []
  var measures: [Double] = []
}
