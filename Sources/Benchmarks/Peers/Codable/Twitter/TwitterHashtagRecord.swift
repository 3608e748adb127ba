/// The Codable twin of ``TwitterHashtag``.
final class TwitterHashtagRecord: Codable {
  var text: String
  var indices: [Int]
}
