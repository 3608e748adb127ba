/// What ``EscapedText`` is to JSONDecoder and JSONEncoder.
final class EscapedTextRecord: Codable {
  var title: String
  var lines: [String]
}
