/// What ``Numbers`` is to JSONDecoder and JSONEncoder.
final class NumbersRecord: Codable {
  var integers: [Int]
  var prices: [Double]
  var measures: [Double]
}
