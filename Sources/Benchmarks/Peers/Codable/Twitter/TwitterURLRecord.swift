/// The Codable twin of ``TwitterURL``.
final class TwitterURLRecord: Codable {
  var url: String
  var expandedURL: String
  var displayURL: String
  var indices: [Int]

  private enum CodingKeys: String, CodingKey {
    case url
    case expandedURL = "expanded_url"
    case displayURL = "display_url"
    case indices
  }
}
