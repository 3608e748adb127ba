/// The Codable twin of ``Numbers``.
final class NumbersRecord: Codable {
  var integers: [Int]
  var prices: [Double]
  var measures: [Double]
}
