import Foundation
import Peridot

/// A status, with the one that it repeats.
final class TwitterStatus: Model, JSONSerializing, JSONKeyStyling {
  var metadata: TwitterMetadata?
  var createdAt: Date?
  var id: Int64 = 0
  var idStr = ""
  var text = ""
  var source = ""
  var truncated = false
  var inReplyToStatusID: Int64?
  var inReplyToStatusIDStr: String?
  var inReplyToUserID: Int64?
  var inReplyToUserIDStr: String?
  var inReplyToScreenName: String?
  var user: TwitterUser?
  var retweetedStatus: TwitterStatus?
  var retweetCount = 0
  var favoriteCount = 0
  var entities: TwitterEntities?
  var favorited = false
  var retweeted = false
  var possiblySensitive: Bool?
  var lang = ""

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "createdAt" ? .twitterDate : nil
  }
}
