import Foundation

/// The Codable twin of ``WeiboUser``.
final class WeiboUserRecord: Codable {
  var userID: Int64
  var idString: String
  var gender: String
  var summary: String
  var province: String
  var city: String
  var location: String
  var domain: String
  var name: String
  var screenName: String
  var remark: String
  var followersCount: Int
  var friendsCount: Int
  var biFollowersCount: Int
  var favouritesCount: Int
  var statusesCount: Int
  var pageFriendsCount: Int
  var url: String
  var profileURL: String
  var profileImageURL: String
  var avatarLarge: String
  var avatarHD: String
  var coverImagePhone: String
  var followMe: Bool
  var following: Bool
  var onlineStatus: Int
  var geoEnabled: Bool
  var allowAllComment: Bool
  var allowAllActMessage: Bool
  var type: Int
  var level: Int
  var userLevel: Int
  var userClass: Int
  var star: Int
  var mbtype: Int
  var mbrank: Int
  var rank: Int
  var weihao: String
  var badge: [String: Int]
  var creditScore: Int
  var userAbility: Int
  var blockWord: Int
  var blockApp: Int
  var createdAt: Date?
  var lang: String
  var verified: Bool
  var verifiedType: Int
  var verifiedLevel: Int
  var verifiedState: Int
  var verifiedContactEmail: String
  var verifiedContactMobile: String
  var verifiedTrade: String
  var verifiedContactName: String
  var verifiedSource: String
  var verifiedSourceURL: String
  var verifiedReason: String
  var verifiedReasonURL: String
  var verifiedReasonModified: String

  private enum CodingKeys: String, CodingKey {
    case userID = "id"
    case idString = "idstr"
    case gender
    case summary = "description"
    case province
    case city
    case location
    case domain
    case name
    case screenName = "screen_name"
    case remark
    case followersCount = "followers_count"
    case friendsCount = "friends_count"
    case biFollowersCount = "bi_followers_count"
    case favouritesCount = "favourites_count"
    case statusesCount = "statuses_count"
    case pageFriendsCount = "pagefriends_count"
    case url
    case profileURL = "profile_url"
    case profileImageURL = "profile_image_url"
    case avatarLarge = "avatar_large"
    case avatarHD = "avatar_hd"
    case coverImagePhone = "cover_image_phone"
    case followMe = "follow_me"
    case following
    case onlineStatus = "online_status"
    case geoEnabled = "geo_enabled"
    case allowAllComment = "allow_all_comment"
    case allowAllActMessage = "allow_all_act_msg"
    case type
    case level
    case userLevel = "ulevel"
    case userClass = "class"
    case star
    case mbtype
    case mbrank
    case rank = "urank"
    case weihao
    case badge
    case creditScore = "credit_score"
    case userAbility = "user_ability"
    case blockWord = "block_word"
    case blockApp = "block_app"
    case createdAt = "created_at"
    case lang
    case verified
    case verifiedType = "verified_type"
    case verifiedLevel = "verified_level"
    case verifiedState = "verified_state"
    case verifiedContactEmail = "verified_contact_email"
    case verifiedContactMobile = "verified_contact_mobile"
    case verifiedTrade = "verified_trade"
    case verifiedContactName = "verified_contact_name"
    case verifiedSource = "verified_source"
    case verifiedSourceURL = "verified_source_url"
    case verifiedReason = "verified_reason"
    case verifiedReasonURL = "verified_reason_url"
    case verifiedReasonModified = "verified_reason_modified"
  }
}
