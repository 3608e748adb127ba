/// The Codable twin of ``TwitterMention``.
final class TwitterMentionRecord: Codable {
  var screenName: String
  var name: String
  var id: Int64
  var idStr: String
  var indices: [Int]

  private enum CodingKeys: String, CodingKey {
    case screenName = "screen_name"
    case name
    case id
    case idStr = "id_str"
    case indices
  }
}
