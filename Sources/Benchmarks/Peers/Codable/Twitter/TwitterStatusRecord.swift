import Foundation

/// The Codable twin of ``TwitterStatus``.
final class TwitterStatusRecord: Codable {
  var metadata: TwitterMetadataRecord?
  var createdAt: Date?
  var id: Int64
  var idStr: String
  var text: String
  var source: String
  var truncated: Bool
  var inReplyToStatusID: Int64?
  var inReplyToStatusIDStr: String?
  var inReplyToUserID: Int64?
  var inReplyToUserIDStr: String?
  var inReplyToScreenName: String?
  var user: TwitterUserRecord?
  var retweetedStatus: TwitterStatusRecord?
  var retweetCount: Int
  var favoriteCount: Int
  var entities: TwitterEntitiesRecord?
  var favorited: Bool
  var retweeted: Bool
  var possiblySensitive: Bool?
  var lang: String

  private enum CodingKeys: String, CodingKey {
    case metadata
    case createdAt = "created_at"
    case id
    case idStr = "id_str"
    case text
    case source
    case truncated
    case inReplyToStatusID = "in_reply_to_status_id"
    case inReplyToStatusIDStr = "in_reply_to_status_id_str"
    case inReplyToUserID = "in_reply_to_user_id"
    case inReplyToUserIDStr = "in_reply_to_user_id_str"
    case inReplyToScreenName = "in_reply_to_screen_name"
    case user
    case retweetedStatus = "retweeted_status"
    case retweetCount = "retweet_count"
    case favoriteCount = "favorite_count"
    case entities
    case favorited
    case retweeted
    case possiblySensitive = "possibly_sensitive"
    case lang
  }
}
