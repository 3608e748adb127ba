/// The Codable twin of ``EscapedText``.
final class EscapedTextRecord: Codable {
  var title: String
  var lines: [String]
}
