import Foundation

/// The Codable twin of ``WeiboStatus``.
final class WeiboStatusRecord: Codable {
  var statusID: Int64
  var idString: String
  var mid: String
  var mblogid: String
  var createdAt: Date?
  var user: WeiboUserRecord?
  var text: String
  var source: String
  var sourceType: Int
  var sourceAllowsClick: Int
  var scheme: String
  var typeName: String
  var filterID: String
  var thumbnailPic: String
  var bmiddlePic: String
  var originalPic: String
  var pictureIDs: [String]
  var pictures: [String: WeiboPictureRecord]
  var pageInfo: WeiboPageInfoRecord?
  var links: [WeiboURLRecord]?
  var favorited: Bool
  var truncated: Bool
  var repostsCount: Int
  var commentsCount: Int
  var attitudesCount: Int
  var attitudesStatus: Int
  var recomState: Int
  var bizFeature: Int64
  var mlevel: Int
  var userType: Int
  var geo: String
  var inReplyToStatusID: String
  var inReplyToUserID: String
  var inReplyToScreenName: String

  private enum CodingKeys: String, CodingKey {
    case statusID = "id"
    case idString = "idstr"
    case mid
    case mblogid
    case createdAt = "created_at"
    case user
    case text
    case source
    case sourceType = "source_type"
    case sourceAllowsClick = "source_allowclick"
    case scheme
    case typeName = "mblogtypename"
    case filterID
    case thumbnailPic = "thumbnail_pic"
    case bmiddlePic = "bmiddle_pic"
    case originalPic = "original_pic"
    case pictureIDs = "pic_ids"
    case pictures = "pic_infos"
    case pageInfo = "page_info"
    case links = "url_struct"
    case favorited
    case truncated
    case repostsCount = "reposts_count"
    case commentsCount = "comments_count"
    case attitudesCount = "attitudes_count"
    case attitudesStatus = "attitudes_status"
    case recomState = "recom_state"
    case bizFeature = "biz_feature"
    case mlevel
    case userType
    case geo
    case inReplyToStatusID = "in_reply_to_status_id"
    case inReplyToUserID = "in_reply_to_user_id"
    case inReplyToScreenName = "in_reply_to_screen_name"
  }
}
