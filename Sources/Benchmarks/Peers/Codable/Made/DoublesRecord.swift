/// What ``Doubles`` is to JSONDecoder and JSONEncoder.
final class DoublesRecord: Codable {
  var values: [Double]
}
