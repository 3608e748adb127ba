// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension TwitterEntities: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let objects = json["hashtags"] as? [[String: Any]] {
      hashtags = objects.map { TwitterHashtag(handwritten: $0) }
    }
    if let objects = json["symbols"] as? [[String: Any]] {
      symbols = objects.map { TwitterHashtag(handwritten: $0) }
    }
    if let objects = json["urls"] as? [[String: Any]] {
      urls = objects.map { TwitterURL(handwritten: $0) }
    }
    if let objects = json["user_mentions"] as? [[String: Any]] {
      userMentions = objects.map { TwitterMention(handwritten: $0) }
    }
    if let objects = json["media"] as? [[String: Any]] {
      media = objects.map { TwitterMedia(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["hashtags"] = hashtags.map(\.handwritten)
    json["symbols"] = symbols.map(\.handwritten)
    json["urls"] = urls.map(\.handwritten)
    json["user_mentions"] = userMentions.map(\.handwritten)
    if let media { json["media"] = media.map(\.handwritten) }
    return json
  }
}

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

extension TwitterHashtag: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["text"] as? String { text = value }
    if let value = json["indices"] as? [Int] { indices = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["text"] = text
    json["indices"] = indices.map { $0 as Any }
    return json
  }
}

/// The Codable twin of ``TwitterHashtag``.
final class TwitterHashtagRecord: Codable {
  var text: String
  var indices: [Int]
}

extension TwitterMedia: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["id"] as? Int64 { id = value }
    if let value = json["id_str"] as? String { idStr = value }
    if let value = json["indices"] as? [Int] { indices = value }
    if let value = json["media_url"] as? String { mediaURL = value }
    if let value = json["media_url_https"] as? String { mediaSecureURL = value }
    if let value = json["url"] as? String { url = value }
    if let value = json["display_url"] as? String { displayURL = value }
    if let value = json["expanded_url"] as? String { expandedURL = value }
    if let value = json["type"] as? String { type = value }
    if let objects = json["sizes"] as? [String: [String: Any]] {
      sizes = objects.mapValues { TwitterMediaSize(handwritten: $0) }
    }
    if let value = json["source_status_id"] as? Int64 { sourceStatusID = value }
    if let value = json["source_status_id_str"] as? String { sourceStatusIDStr = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(12)
    json["id"] = id
    json["id_str"] = idStr
    json["indices"] = indices.map { $0 as Any }
    json["media_url"] = mediaURL
    json["media_url_https"] = mediaSecureURL
    json["url"] = url
    json["display_url"] = displayURL
    json["expanded_url"] = expandedURL
    json["type"] = type
    json["sizes"] = sizes.mapValues(\.handwritten)
    if let sourceStatusID { json["source_status_id"] = sourceStatusID }
    if let sourceStatusIDStr { json["source_status_id_str"] = sourceStatusIDStr }
    return json
  }
}

/// The Codable twin of ``TwitterMedia``.
final class TwitterMediaRecord: Codable {
  var id: Int64
  var idStr: String
  var indices: [Int]
  var mediaURL: String
  var mediaSecureURL: String
  var url: String
  var displayURL: String
  var expandedURL: String
  var type: String
  var sizes: [String: TwitterMediaSizeRecord]
  var sourceStatusID: Int64?
  var sourceStatusIDStr: String?

  private enum CodingKeys: String, CodingKey {
    case id
    case idStr = "id_str"
    case indices
    case mediaURL = "media_url"
    case mediaSecureURL = "media_url_https"
    case url
    case displayURL = "display_url"
    case expandedURL = "expanded_url"
    case type
    case sizes
    case sourceStatusID = "source_status_id"
    case sourceStatusIDStr = "source_status_id_str"
  }
}

extension TwitterMediaSize: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["w"] as? Int { width = value }
    if let value = json["h"] as? Int { height = value }
    if let value = json["resize"] as? String { resize = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["w"] = width
    json["h"] = height
    json["resize"] = resize
    return json
  }
}

/// The Codable twin of ``TwitterMediaSize``.
final class TwitterMediaSizeRecord: Codable {
  var width: Int
  var height: Int
  var resize: String

  private enum CodingKeys: String, CodingKey {
    case width = "w"
    case height = "h"
    case resize
  }
}

extension TwitterMention: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["screen_name"] as? String { screenName = value }
    if let value = json["name"] as? String { name = value }
    if let value = json["id"] as? Int64 { id = value }
    if let value = json["id_str"] as? String { idStr = value }
    if let value = json["indices"] as? [Int] { indices = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["screen_name"] = screenName
    json["name"] = name
    json["id"] = id
    json["id_str"] = idStr
    json["indices"] = indices.map { $0 as Any }
    return json
  }
}

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

extension TwitterMetadata: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["result_type"] as? String { resultType = value }
    if let value = json["iso_language_code"] as? String { isoLanguageCode = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["result_type"] = resultType
    json["iso_language_code"] = isoLanguageCode
    return json
  }
}

/// The Codable twin of ``TwitterMetadata``.
final class TwitterMetadataRecord: Codable {
  var resultType: String
  var isoLanguageCode: String

  private enum CodingKeys: String, CodingKey {
    case resultType = "result_type"
    case isoLanguageCode = "iso_language_code"
  }
}

extension TwitterSearchMetadata: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["completed_in"] as? Double { completedIn = value }
    if let value = json["max_id"] as? Int64 { maxID = value }
    if let value = json["max_id_str"] as? String { maxIDStr = value }
    if let value = json["next_results"] as? String { nextResults = value }
    if let value = json["query"] as? String { query = value }
    if let value = json["refresh_url"] as? String { refreshURL = value }
    if let value = json["count"] as? Int { count = value }
    if let value = json["since_id"] as? Int64 { sinceID = value }
    if let value = json["since_id_str"] as? String { sinceIDStr = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(9)
    json["completed_in"] = completedIn
    json["max_id"] = maxID
    json["max_id_str"] = maxIDStr
    if let nextResults { json["next_results"] = nextResults }
    json["query"] = query
    json["refresh_url"] = refreshURL
    json["count"] = count
    json["since_id"] = sinceID
    json["since_id_str"] = sinceIDStr
    return json
  }
}

/// The Codable twin of ``TwitterSearchMetadata``.
final class TwitterSearchMetadataRecord: Codable {
  var completedIn: Double
  var maxID: Int64
  var maxIDStr: String
  var nextResults: String?
  var query: String
  var refreshURL: String
  var count: Int
  var sinceID: Int64
  var sinceIDStr: String

  private enum CodingKeys: String, CodingKey {
    case completedIn = "completed_in"
    case maxID = "max_id"
    case maxIDStr = "max_id_str"
    case nextResults = "next_results"
    case query
    case refreshURL = "refresh_url"
    case count
    case sinceID = "since_id"
    case sinceIDStr = "since_id_str"
  }
}

extension TwitterStatus: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let object = json["metadata"] as? [String: Any] {
      metadata = TwitterMetadata(handwritten: object)
    }
    if let text = json["created_at"] as? String, let date = PeerDates.formatter.date(from: text) {
      createdAt = date
    }
    if let value = json["id"] as? Int64 { id = value }
    if let value = json["id_str"] as? String { idStr = value }
    if let value = json["text"] as? String { text = value }
    if let value = json["source"] as? String { source = value }
    if let value = json["truncated"] as? Bool { truncated = value }
    if let value = json["in_reply_to_status_id"] as? Int64 { inReplyToStatusID = value }
    if let value = json["in_reply_to_status_id_str"] as? String { inReplyToStatusIDStr = value }
    if let value = json["in_reply_to_user_id"] as? Int64 { inReplyToUserID = value }
    if let value = json["in_reply_to_user_id_str"] as? String { inReplyToUserIDStr = value }
    if let value = json["in_reply_to_screen_name"] as? String { inReplyToScreenName = value }
    if let object = json["user"] as? [String: Any] {
      user = TwitterUser(handwritten: object)
    }
    if let object = json["retweeted_status"] as? [String: Any] {
      retweetedStatus = TwitterStatus(handwritten: object)
    }
    if let value = json["retweet_count"] as? Int { retweetCount = value }
    if let value = json["favorite_count"] as? Int { favoriteCount = value }
    if let object = json["entities"] as? [String: Any] {
      entities = TwitterEntities(handwritten: object)
    }
    if let value = json["favorited"] as? Bool { favorited = value }
    if let value = json["retweeted"] as? Bool { retweeted = value }
    if let value = json["possibly_sensitive"] as? Bool { possiblySensitive = value }
    if let value = json["lang"] as? String { lang = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(21)
    if let metadata { json["metadata"] = metadata.handwritten }
    if let createdAt { json["created_at"] = PeerDates.formatter.string(from: createdAt) }
    json["id"] = id
    json["id_str"] = idStr
    json["text"] = text
    json["source"] = source
    json["truncated"] = truncated
    if let inReplyToStatusID { json["in_reply_to_status_id"] = inReplyToStatusID }
    if let inReplyToStatusIDStr { json["in_reply_to_status_id_str"] = inReplyToStatusIDStr }
    if let inReplyToUserID { json["in_reply_to_user_id"] = inReplyToUserID }
    if let inReplyToUserIDStr { json["in_reply_to_user_id_str"] = inReplyToUserIDStr }
    if let inReplyToScreenName { json["in_reply_to_screen_name"] = inReplyToScreenName }
    if let user { json["user"] = user.handwritten }
    if let retweetedStatus { json["retweeted_status"] = retweetedStatus.handwritten }
    json["retweet_count"] = retweetCount
    json["favorite_count"] = favoriteCount
    if let entities { json["entities"] = entities.handwritten }
    json["favorited"] = favorited
    json["retweeted"] = retweeted
    if let possiblySensitive { json["possibly_sensitive"] = possiblySensitive }
    json["lang"] = lang
    return json
  }
}

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

extension TwitterTimeline: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let objects = json["statuses"] as? [[String: Any]] {
      statuses = objects.map { TwitterStatus(handwritten: $0) }
    }
    if let object = json["search_metadata"] as? [String: Any] {
      searchMetadata = TwitterSearchMetadata(handwritten: object)
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["statuses"] = statuses.map(\.handwritten)
    if let searchMetadata { json["search_metadata"] = searchMetadata.handwritten }
    return json
  }
}

/// The Codable twin of ``TwitterTimeline``.
final class TwitterTimelineRecord: Codable {
  var statuses: [TwitterStatusRecord]
  var searchMetadata: TwitterSearchMetadataRecord?

  private enum CodingKeys: String, CodingKey {
    case statuses
    case searchMetadata = "search_metadata"
  }
}

extension TwitterURL: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["url"] as? String { url = value }
    if let value = json["expanded_url"] as? String { expandedURL = value }
    if let value = json["display_url"] as? String { displayURL = value }
    if let value = json["indices"] as? [Int] { indices = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["url"] = url
    json["expanded_url"] = expandedURL
    json["display_url"] = displayURL
    json["indices"] = indices.map { $0 as Any }
    return json
  }
}

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

extension TwitterURLList: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let objects = json["urls"] as? [[String: Any]] {
      urls = objects.map { TwitterURL(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["urls"] = urls.map(\.handwritten)
    return json
  }
}

/// The Codable twin of ``TwitterURLList``.
final class TwitterURLListRecord: Codable {
  var urls: [TwitterURLRecord]
}

extension TwitterUser: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["id"] as? Int64 { id = value }
    if let value = json["id_str"] as? String { idStr = value }
    if let value = json["name"] as? String { name = value }
    if let value = json["screen_name"] as? String { screenName = value }
    if let value = json["location"] as? String { location = value }
    if let value = json["description"] as? String { summary = value }
    if let value = json["url"] as? String { url = value }
    if let object = json["entities"] as? [String: Any] {
      entities = TwitterUserEntities(handwritten: object)
    }
    if let value = json["protected"] as? Bool { isProtected = value }
    if let value = json["followers_count"] as? Int { followersCount = value }
    if let value = json["friends_count"] as? Int { friendsCount = value }
    if let value = json["listed_count"] as? Int { listedCount = value }
    if let text = json["created_at"] as? String, let date = PeerDates.formatter.date(from: text) {
      createdAt = date
    }
    if let value = json["favourites_count"] as? Int { favouritesCount = value }
    if let value = json["utc_offset"] as? Int { utcOffset = value }
    if let value = json["time_zone"] as? String { timeZone = value }
    if let value = json["geo_enabled"] as? Bool { geoEnabled = value }
    if let value = json["verified"] as? Bool { verified = value }
    if let value = json["statuses_count"] as? Int { statusesCount = value }
    if let value = json["lang"] as? String { lang = value }
    if let value = json["contributors_enabled"] as? Bool { contributorsEnabled = value }
    if let value = json["is_translator"] as? Bool { isTranslator = value }
    if let value = json["is_translation_enabled"] as? Bool { isTranslationEnabled = value }
    if let value = json["profile_background_color"] as? String { profileBackgroundColor = value }
    if let value = json["profile_background_image_url"] as? String {
      profileBackgroundImageURL = value
    }
    if let value = json["profile_background_image_url_https"] as? String {
      profileBackgroundImageSecureURL = value
    }
    if let value = json["profile_background_tile"] as? Bool { profileBackgroundTile = value }
    if let value = json["profile_image_url"] as? String { profileImageURL = value }
    if let value = json["profile_image_url_https"] as? String { profileImageSecureURL = value }
    if let value = json["profile_banner_url"] as? String { profileBannerURL = value }
    if let value = json["profile_link_color"] as? String { profileLinkColor = value }
    if let value = json["profile_sidebar_border_color"] as? String {
      profileSidebarBorderColor = value
    }
    if let value = json["profile_sidebar_fill_color"] as? String { profileSidebarFillColor = value }
    if let value = json["profile_text_color"] as? String { profileTextColor = value }
    if let value = json["profile_use_background_image"] as? Bool {
      profileUseBackgroundImage = value
    }
    if let value = json["default_profile"] as? Bool { defaultProfile = value }
    if let value = json["default_profile_image"] as? Bool { defaultProfileImage = value }
    if let value = json["following"] as? Bool { following = value }
    if let value = json["follow_request_sent"] as? Bool { followRequestSent = value }
    if let value = json["notifications"] as? Bool { notifications = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(40)
    json["id"] = id
    json["id_str"] = idStr
    json["name"] = name
    json["screen_name"] = screenName
    json["location"] = location
    json["description"] = summary
    if let url { json["url"] = url }
    if let entities { json["entities"] = entities.handwritten }
    json["protected"] = isProtected
    json["followers_count"] = followersCount
    json["friends_count"] = friendsCount
    json["listed_count"] = listedCount
    if let createdAt { json["created_at"] = PeerDates.formatter.string(from: createdAt) }
    json["favourites_count"] = favouritesCount
    if let utcOffset { json["utc_offset"] = utcOffset }
    if let timeZone { json["time_zone"] = timeZone }
    json["geo_enabled"] = geoEnabled
    json["verified"] = verified
    json["statuses_count"] = statusesCount
    json["lang"] = lang
    json["contributors_enabled"] = contributorsEnabled
    json["is_translator"] = isTranslator
    json["is_translation_enabled"] = isTranslationEnabled
    json["profile_background_color"] = profileBackgroundColor
    json["profile_background_image_url"] = profileBackgroundImageURL
    json["profile_background_image_url_https"] = profileBackgroundImageSecureURL
    json["profile_background_tile"] = profileBackgroundTile
    json["profile_image_url"] = profileImageURL
    json["profile_image_url_https"] = profileImageSecureURL
    if let profileBannerURL { json["profile_banner_url"] = profileBannerURL }
    json["profile_link_color"] = profileLinkColor
    json["profile_sidebar_border_color"] = profileSidebarBorderColor
    json["profile_sidebar_fill_color"] = profileSidebarFillColor
    json["profile_text_color"] = profileTextColor
    json["profile_use_background_image"] = profileUseBackgroundImage
    json["default_profile"] = defaultProfile
    json["default_profile_image"] = defaultProfileImage
    json["following"] = following
    json["follow_request_sent"] = followRequestSent
    json["notifications"] = notifications
    return json
  }
}

/// The Codable twin of ``TwitterUser``.
final class TwitterUserRecord: Codable {
  var id: Int64
  var idStr: String
  var name: String
  var screenName: String
  var location: String
  var summary: String
  var url: String?
  var entities: TwitterUserEntitiesRecord?
  var isProtected: Bool
  var followersCount: Int
  var friendsCount: Int
  var listedCount: Int
  var createdAt: Date?
  var favouritesCount: Int
  var utcOffset: Int?
  var timeZone: String?
  var geoEnabled: Bool
  var verified: Bool
  var statusesCount: Int
  var lang: String
  var contributorsEnabled: Bool
  var isTranslator: Bool
  var isTranslationEnabled: Bool
  var profileBackgroundColor: String
  var profileBackgroundImageURL: String
  var profileBackgroundImageSecureURL: String
  var profileBackgroundTile: Bool
  var profileImageURL: String
  var profileImageSecureURL: String
  var profileBannerURL: String?
  var profileLinkColor: String
  var profileSidebarBorderColor: String
  var profileSidebarFillColor: String
  var profileTextColor: String
  var profileUseBackgroundImage: Bool
  var defaultProfile: Bool
  var defaultProfileImage: Bool
  var following: Bool
  var followRequestSent: Bool
  var notifications: Bool

  private enum CodingKeys: String, CodingKey {
    case id
    case idStr = "id_str"
    case name
    case screenName = "screen_name"
    case location
    case summary = "description"
    case url
    case entities
    case isProtected = "protected"
    case followersCount = "followers_count"
    case friendsCount = "friends_count"
    case listedCount = "listed_count"
    case createdAt = "created_at"
    case favouritesCount = "favourites_count"
    case utcOffset = "utc_offset"
    case timeZone = "time_zone"
    case geoEnabled = "geo_enabled"
    case verified
    case statusesCount = "statuses_count"
    case lang
    case contributorsEnabled = "contributors_enabled"
    case isTranslator = "is_translator"
    case isTranslationEnabled = "is_translation_enabled"
    case profileBackgroundColor = "profile_background_color"
    case profileBackgroundImageURL = "profile_background_image_url"
    case profileBackgroundImageSecureURL = "profile_background_image_url_https"
    case profileBackgroundTile = "profile_background_tile"
    case profileImageURL = "profile_image_url"
    case profileImageSecureURL = "profile_image_url_https"
    case profileBannerURL = "profile_banner_url"
    case profileLinkColor = "profile_link_color"
    case profileSidebarBorderColor = "profile_sidebar_border_color"
    case profileSidebarFillColor = "profile_sidebar_fill_color"
    case profileTextColor = "profile_text_color"
    case profileUseBackgroundImage = "profile_use_background_image"
    case defaultProfile = "default_profile"
    case defaultProfileImage = "default_profile_image"
    case following
    case followRequestSent = "follow_request_sent"
    case notifications
  }
}

extension TwitterUserEntities: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let object = json["description"] as? [String: Any] {
      summary = TwitterURLList(handwritten: object)
    }
    if let object = json["url"] as? [String: Any] {
      url = TwitterURLList(handwritten: object)
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    if let summary { json["description"] = summary.handwritten }
    if let url { json["url"] = url.handwritten }
    return json
  }
}

/// The Codable twin of ``TwitterUserEntities``.
final class TwitterUserEntitiesRecord: Codable {
  var summary: TwitterURLListRecord?
  var url: TwitterURLListRecord?

  private enum CodingKeys: String, CodingKey {
    case summary = "description"
    case url
  }
}
