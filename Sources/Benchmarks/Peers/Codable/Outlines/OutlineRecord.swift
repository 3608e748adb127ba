/// The Codable twin of ``Outline``.
final class OutlineRecord: Codable {
  var name: String
  var rings: [[[Double]]]
}
