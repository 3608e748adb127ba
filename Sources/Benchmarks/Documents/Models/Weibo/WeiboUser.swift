import Foundation
import Peridot

/// The author of a status.
final class WeiboUser: Model, JSONSerializing, JSONKeyStyling {
  var userID: Int64 = 0
  var idString = ""
  var gender = ""
  var summary = ""
  var province = ""
  var city = ""
  var location = ""
  var domain = ""
  var name = ""
  var screenName = ""
  var remark = ""
  var followersCount = 0
  var friendsCount = 0
  var biFollowersCount = 0
  var favouritesCount = 0
  var statusesCount = 0
  var pageFriendsCount = 0
  var url = ""
  var profileURL = ""
  var profileImageURL = ""
  var avatarLarge = ""
  var avatarHD = ""
  var coverImagePhone = ""
  var followMe = false
  var following = false
  var onlineStatus = 0
  var geoEnabled = false
  var allowAllComment = false
  var allowAllActMessage = false
  var type = 0
  var level = 0
  var userLevel = 0
  var userClass = 0
  var star = 0
  var mbtype = 0
  var mbrank = 0
  var rank = 0
  var weihao = ""
  var badge: [String: Int] = [:]
  var creditScore = 0
  var userAbility = 0
  var blockWord = 0
  var blockApp = 0
  var createdAt: Date?
  var lang = ""
  var verified = false
  var verifiedType = 0
  var verifiedLevel = 0
  var verifiedState = 0
  var verifiedContactEmail = ""
  var verifiedContactMobile = ""
  var verifiedTrade = ""
  var verifiedContactName = ""
  var verifiedSource = ""
  var verifiedSourceURL = ""
  var verifiedReason = ""
  var verifiedReasonURL = ""
  var verifiedReasonModified = ""

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "userID": "id",
      "idString": "idstr",
      "summary": "description",
      "pageFriendsCount": "pagefriends_count",
      "allowAllActMessage": "allow_all_act_msg",
      "userLevel": "ulevel",
      "userClass": "class",
      "rank": "urank",
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "createdAt" ? .twitterDate : nil
  }
}
