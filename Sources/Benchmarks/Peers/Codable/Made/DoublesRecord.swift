/// The Codable twin of ``Doubles``.
final class DoublesRecord: Codable {
  var values: [Double]
}
