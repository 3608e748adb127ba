import Foundation
import Peridot

/// The author of a status.
final class TwitterUser: Model, JSONSerializing, JSONKeyStyling {
  var id: Int64 = 0
  var idStr = ""
  var name = ""
  var screenName = ""
  var location = ""
  var summary = ""
  var url: String?
  var entities: TwitterUserEntities?
  var isProtected = false
  var followersCount = 0
  var friendsCount = 0
  var listedCount = 0
  var createdAt: Date?
  var favouritesCount = 0
  var utcOffset: Int?
  var timeZone: String?
  var geoEnabled = false
  var verified = false
  var statusesCount = 0
  var lang = ""
  var contributorsEnabled = false
  var isTranslator = false
  var isTranslationEnabled = false
  var profileBackgroundColor = ""
  var profileBackgroundImageURL = ""
  var profileBackgroundImageSecureURL = ""
  var profileBackgroundTile = false
  var profileImageURL = ""
  var profileImageSecureURL = ""
  var profileBannerURL: String?
  var profileLinkColor = ""
  var profileSidebarBorderColor = ""
  var profileSidebarFillColor = ""
  var profileTextColor = ""
  var profileUseBackgroundImage = false
  var defaultProfile = false
  var defaultProfileImage = false
  var following = false
  var followRequestSent = false
  var notifications = false

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "summary": "description",
      "isProtected": "protected",
      "profileBackgroundImageSecureURL": "profile_background_image_url_https",
      "profileImageSecureURL": "profile_image_url_https",
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "createdAt" ? .twitterDate : nil
  }
}
