import Foundation

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
