import Foundation

extension WeiboUser: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["id"] as? Int64 { userID = value }
    if let value = json["idstr"] as? String { idString = value }
    if let value = json["gender"] as? String { gender = value }
    if let value = json["description"] as? String { summary = value }
    if let value = json["province"] as? String { province = value }
    if let value = json["city"] as? String { city = value }
    if let value = json["location"] as? String { location = value }
    if let value = json["domain"] as? String { domain = value }
    if let value = json["name"] as? String { name = value }
    if let value = json["screen_name"] as? String { screenName = value }
    if let value = json["remark"] as? String { remark = value }
    if let value = json["followers_count"] as? Int { followersCount = value }
    if let value = json["friends_count"] as? Int { friendsCount = value }
    if let value = json["bi_followers_count"] as? Int { biFollowersCount = value }
    if let value = json["favourites_count"] as? Int { favouritesCount = value }
    if let value = json["statuses_count"] as? Int { statusesCount = value }
    if let value = json["pagefriends_count"] as? Int { pageFriendsCount = value }
    if let value = json["url"] as? String { url = value }
    if let value = json["profile_url"] as? String { profileURL = value }
    if let value = json["profile_image_url"] as? String { profileImageURL = value }
    if let value = json["avatar_large"] as? String { avatarLarge = value }
    if let value = json["avatar_hd"] as? String { avatarHD = value }
    if let value = json["cover_image_phone"] as? String { coverImagePhone = value }
    if let value = json["follow_me"] as? Bool { followMe = value }
    if let value = json["following"] as? Bool { following = value }
    if let value = json["online_status"] as? Int { onlineStatus = value }
    if let value = json["geo_enabled"] as? Bool { geoEnabled = value }
    if let value = json["allow_all_comment"] as? Bool { allowAllComment = value }
    if let value = json["allow_all_act_msg"] as? Bool { allowAllActMessage = value }
    if let value = json["type"] as? Int { type = value }
    if let value = json["level"] as? Int { level = value }
    if let value = json["ulevel"] as? Int { userLevel = value }
    if let value = json["class"] as? Int { userClass = value }
    if let value = json["star"] as? Int { star = value }
    if let value = json["mbtype"] as? Int { mbtype = value }
    if let value = json["mbrank"] as? Int { mbrank = value }
    if let value = json["urank"] as? Int { rank = value }
    if let value = json["weihao"] as? String { weihao = value }
    if let value = json["badge"] as? [String: Int] { badge = value }
    if let value = json["credit_score"] as? Int { creditScore = value }
    if let value = json["user_ability"] as? Int { userAbility = value }
    if let value = json["block_word"] as? Int { blockWord = value }
    if let value = json["block_app"] as? Int { blockApp = value }
    if let text = json["created_at"] as? String, let date = PeerDates.formatter.date(from: text) {
      createdAt = date
    }
    if let value = json["lang"] as? String { lang = value }
    if let value = json["verified"] as? Bool { verified = value }
    if let value = json["verified_type"] as? Int { verifiedType = value }
    if let value = json["verified_level"] as? Int { verifiedLevel = value }
    if let value = json["verified_state"] as? Int { verifiedState = value }
    if let value = json["verified_contact_email"] as? String { verifiedContactEmail = value }
    if let value = json["verified_contact_mobile"] as? String { verifiedContactMobile = value }
    if let value = json["verified_trade"] as? String { verifiedTrade = value }
    if let value = json["verified_contact_name"] as? String { verifiedContactName = value }
    if let value = json["verified_source"] as? String { verifiedSource = value }
    if let value = json["verified_source_url"] as? String { verifiedSourceURL = value }
    if let value = json["verified_reason"] as? String { verifiedReason = value }
    if let value = json["verified_reason_url"] as? String { verifiedReasonURL = value }
    if let value = json["verified_reason_modified"] as? String { verifiedReasonModified = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(58)
    json["id"] = userID
    json["idstr"] = idString
    json["gender"] = gender
    json["description"] = summary
    json["province"] = province
    json["city"] = city
    json["location"] = location
    json["domain"] = domain
    json["name"] = name
    json["screen_name"] = screenName
    json["remark"] = remark
    json["followers_count"] = followersCount
    json["friends_count"] = friendsCount
    json["bi_followers_count"] = biFollowersCount
    json["favourites_count"] = favouritesCount
    json["statuses_count"] = statusesCount
    json["pagefriends_count"] = pageFriendsCount
    json["url"] = url
    json["profile_url"] = profileURL
    json["profile_image_url"] = profileImageURL
    json["avatar_large"] = avatarLarge
    json["avatar_hd"] = avatarHD
    json["cover_image_phone"] = coverImagePhone
    json["follow_me"] = followMe
    json["following"] = following
    json["online_status"] = onlineStatus
    json["geo_enabled"] = geoEnabled
    json["allow_all_comment"] = allowAllComment
    json["allow_all_act_msg"] = allowAllActMessage
    json["type"] = type
    json["level"] = level
    json["ulevel"] = userLevel
    json["class"] = userClass
    json["star"] = star
    json["mbtype"] = mbtype
    json["mbrank"] = mbrank
    json["urank"] = rank
    json["weihao"] = weihao
    json["badge"] = badge
    json["credit_score"] = creditScore
    json["user_ability"] = userAbility
    json["block_word"] = blockWord
    json["block_app"] = blockApp
    if let createdAt { json["created_at"] = PeerDates.formatter.string(from: createdAt) }
    json["lang"] = lang
    json["verified"] = verified
    json["verified_type"] = verifiedType
    json["verified_level"] = verifiedLevel
    json["verified_state"] = verifiedState
    json["verified_contact_email"] = verifiedContactEmail
    json["verified_contact_mobile"] = verifiedContactMobile
    json["verified_trade"] = verifiedTrade
    json["verified_contact_name"] = verifiedContactName
    json["verified_source"] = verifiedSource
    json["verified_source_url"] = verifiedSourceURL
    json["verified_reason"] = verifiedReason
    json["verified_reason_url"] = verifiedReasonURL
    json["verified_reason_modified"] = verifiedReasonModified
    return json
  }
}
