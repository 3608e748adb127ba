/// What ``Outline`` is to JSONDecoder and JSONEncoder.
final class OutlineRecord: Codable {
  var name: String
  var rings: [[[Double]]]
}
