/// The Codable twin of ``TwitterEntities``.
final class TwitterEntitiesRecord: Codable {
  var hashtags: [TwitterHashtagRecord]
  var symbols: [TwitterHashtagRecord]
  var urls: [TwitterURLRecord]
  var userMentions: [TwitterMentionRecord]
  var media: [TwitterMediaRecord]?

  private enum CodingKeys: String, CodingKey {
    case hashtags
    case symbols
    case urls
    case userMentions = "user_mentions"
    case media
  }
}
