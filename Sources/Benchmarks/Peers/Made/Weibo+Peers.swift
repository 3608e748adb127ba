// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension WeiboPageInfo: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["page_id"] as? String { pageID = value }
    if let value = json["page_title"] as? String { pageTitle = value }
    if let value = json["page_desc"] as? String { pageDescription = value }
    if let value = json["page_pic"] as? String { pagePic = value }
    if let value = json["page_url"] as? String { pageURL = value }
    if let value = json["object_type"] as? String { objectType = value }
    if let value = json["object_id"] as? String { objectID = value }
    if let value = json["type"] as? Int { type = value }
    if let value = json["tips"] as? String { tips = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(9)
    json["page_id"] = pageID
    json["page_title"] = pageTitle
    json["page_desc"] = pageDescription
    json["page_pic"] = pagePic
    json["page_url"] = pageURL
    if let objectType { json["object_type"] = objectType }
    if let objectID { json["object_id"] = objectID }
    json["type"] = type
    if let tips { json["tips"] = tips }
    return json
  }
}

/// The Codable twin of ``WeiboPageInfo``.
final class WeiboPageInfoRecord: Codable {
  var pageID: String
  var pageTitle: String
  var pageDescription: String
  var pagePic: String
  var pageURL: String
  var objectType: String?
  var objectID: String?
  var type: Int
  var tips: String?

  private enum CodingKeys: String, CodingKey {
    case pageID = "page_id"
    case pageTitle = "page_title"
    case pageDescription = "page_desc"
    case pagePic = "page_pic"
    case pageURL = "page_url"
    case objectType = "object_type"
    case objectID = "object_id"
    case type
    case tips
  }
}

extension WeiboPicture: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["pic_id"] as? String { picID = value }
    if let value = json["object_id"] as? String { objectID = value }
    if let value = json["photo_tag"] as? Int { photoTag = value }
    if let object = json["thumbnail"] as? [String: Any] {
      thumbnail = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["bmiddle"] as? [String: Any] {
      bmiddle = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["middleplus"] as? [String: Any] {
      middlePlus = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["large"] as? [String: Any] {
      large = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["largest"] as? [String: Any] {
      largest = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["original"] as? [String: Any] {
      original = WeiboPictureMetadata(handwritten: object)
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(9)
    json["pic_id"] = picID
    json["object_id"] = objectID
    json["photo_tag"] = photoTag
    if let thumbnail { json["thumbnail"] = thumbnail.handwritten }
    if let bmiddle { json["bmiddle"] = bmiddle.handwritten }
    if let middlePlus { json["middleplus"] = middlePlus.handwritten }
    if let large { json["large"] = large.handwritten }
    if let largest { json["largest"] = largest.handwritten }
    if let original { json["original"] = original.handwritten }
    return json
  }
}

/// The Codable twin of ``WeiboPicture``.
final class WeiboPictureRecord: Codable {
  var picID: String
  var objectID: String
  var photoTag: Int
  var thumbnail: WeiboPictureMetadataRecord?
  var bmiddle: WeiboPictureMetadataRecord?
  var middlePlus: WeiboPictureMetadataRecord?
  var large: WeiboPictureMetadataRecord?
  var largest: WeiboPictureMetadataRecord?
  var original: WeiboPictureMetadataRecord?

  private enum CodingKeys: String, CodingKey {
    case picID = "pic_id"
    case objectID = "object_id"
    case photoTag = "photo_tag"
    case thumbnail
    case bmiddle
    case middlePlus = "middleplus"
    case large
    case largest
    case original
  }
}

extension WeiboPictureMetadata: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["url"] as? String { url = value }
    if let value = json["width"] as? Int {
      width = value
    } else if let text = json["width"] as? String, let value = Int(text) {
      width = value
    }
    if let value = json["height"] as? Int {
      height = value
    } else if let text = json["height"] as? String, let value = Int(text) {
      height = value
    }
    if let value = json["type"] as? String { type = value }
    if let value = json["cut_type"] as? Int { cutType = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["url"] = url
    json["width"] = width
    json["height"] = height
    json["type"] = type
    json["cut_type"] = cutType
    return json
  }
}

/// The Codable twin of ``WeiboPictureMetadata``.
final class WeiboPictureMetadataRecord: Codable {
  var url: String
  var width: Int
  var height: Int
  var type: String
  var cutType: Int

  private enum CodingKeys: String, CodingKey {
    case url
    case width
    case height
    case type
    case cutType = "cut_type"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    url = try container.decode(String.self, forKey: .url)
    width = try container.decodeLoose(forKey: .width)
    height = try container.decodeLoose(forKey: .height)
    type = try container.decode(String.self, forKey: .type)
    cutType = try container.decode(Int.self, forKey: .cutType)
  }
}

extension WeiboStatus: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["id"] as? Int64 { statusID = value }
    if let value = json["idstr"] as? String { idString = value }
    if let value = json["mid"] as? String { mid = value }
    if let value = json["mblogid"] as? String { mblogid = value }
    if let text = json["created_at"] as? String, let date = PeerDates.formatter.date(from: text) {
      createdAt = date
    }
    if let object = json["user"] as? [String: Any] {
      user = WeiboUser(handwritten: object)
    }
    if let value = json["text"] as? String { text = value }
    if let value = json["source"] as? String { source = value }
    if let value = json["source_type"] as? Int { sourceType = value }
    if let value = json["source_allowclick"] as? Int { sourceAllowsClick = value }
    if let value = json["scheme"] as? String { scheme = value }
    if let value = json["mblogtypename"] as? String { typeName = value }
    if let value = json["filterID"] as? String { filterID = value }
    if let value = json["thumbnail_pic"] as? String { thumbnailPic = value }
    if let value = json["bmiddle_pic"] as? String { bmiddlePic = value }
    if let value = json["original_pic"] as? String { originalPic = value }
    if let value = json["pic_ids"] as? [String] { pictureIDs = value }
    if let objects = json["pic_infos"] as? [String: [String: Any]] {
      pictures = objects.mapValues { WeiboPicture(handwritten: $0) }
    }
    if let object = json["page_info"] as? [String: Any] {
      pageInfo = WeiboPageInfo(handwritten: object)
    }
    if let objects = json["url_struct"] as? [[String: Any]] {
      links = objects.map { WeiboURL(handwritten: $0) }
    }
    if let value = json["favorited"] as? Bool { favorited = value }
    if let value = json["truncated"] as? Bool { truncated = value }
    if let value = json["reposts_count"] as? Int { repostsCount = value }
    if let value = json["comments_count"] as? Int { commentsCount = value }
    if let value = json["attitudes_count"] as? Int { attitudesCount = value }
    if let value = json["attitudes_status"] as? Int { attitudesStatus = value }
    if let value = json["recom_state"] as? Int { recomState = value }
    if let value = json["biz_feature"] as? Int64 { bizFeature = value }
    if let value = json["mlevel"] as? Int { mlevel = value }
    if let value = json["userType"] as? Int { userType = value }
    if let value = json["geo"] as? String { geo = value }
    if let value = json["in_reply_to_status_id"] as? String { inReplyToStatusID = value }
    if let value = json["in_reply_to_user_id"] as? String { inReplyToUserID = value }
    if let value = json["in_reply_to_screen_name"] as? String { inReplyToScreenName = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(34)
    json["id"] = statusID
    json["idstr"] = idString
    json["mid"] = mid
    json["mblogid"] = mblogid
    if let createdAt { json["created_at"] = PeerDates.formatter.string(from: createdAt) }
    if let user { json["user"] = user.handwritten }
    json["text"] = text
    json["source"] = source
    json["source_type"] = sourceType
    json["source_allowclick"] = sourceAllowsClick
    json["scheme"] = scheme
    json["mblogtypename"] = typeName
    json["filterID"] = filterID
    json["thumbnail_pic"] = thumbnailPic
    json["bmiddle_pic"] = bmiddlePic
    json["original_pic"] = originalPic
    json["pic_ids"] = pictureIDs
    json["pic_infos"] = pictures.mapValues(\.handwritten)
    if let pageInfo { json["page_info"] = pageInfo.handwritten }
    if let links { json["url_struct"] = links.map(\.handwritten) }
    json["favorited"] = favorited
    json["truncated"] = truncated
    json["reposts_count"] = repostsCount
    json["comments_count"] = commentsCount
    json["attitudes_count"] = attitudesCount
    json["attitudes_status"] = attitudesStatus
    json["recom_state"] = recomState
    json["biz_feature"] = bizFeature
    json["mlevel"] = mlevel
    json["userType"] = userType
    json["geo"] = geo
    json["in_reply_to_status_id"] = inReplyToStatusID
    json["in_reply_to_user_id"] = inReplyToUserID
    json["in_reply_to_screen_name"] = inReplyToScreenName
    return json
  }
}

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

extension WeiboURL: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["result"] as? Bool { result = value }
    if let value = json["short_url"] as? String { shortURL = value }
    if let value = json["ori_url"] as? String { originalURL = value }
    if let value = json["url_title"] as? String { urlTitle = value }
    if let value = json["url_type_pic"] as? String { urlTypePic = value }
    if let value = json["url_type"] as? Int { urlType = value }
    if let value = json["log"] as? String { log = value }
    if let value = json["page_id"] as? String { pageID = value }
    if let value = json["storage_type"] as? String { storageType = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(9)
    json["result"] = result
    json["short_url"] = shortURL
    json["ori_url"] = originalURL
    json["url_title"] = urlTitle
    json["url_type_pic"] = urlTypePic
    json["url_type"] = urlType
    json["log"] = log
    if let pageID { json["page_id"] = pageID }
    if let storageType { json["storage_type"] = storageType }
    return json
  }
}

/// The Codable twin of ``WeiboURL``.
final class WeiboURLRecord: Codable {
  var result: Bool
  var shortURL: String
  var originalURL: String
  var urlTitle: String
  var urlTypePic: String
  var urlType: Int
  var log: String
  var pageID: String?
  var storageType: String?

  private enum CodingKeys: String, CodingKey {
    case result
    case shortURL = "short_url"
    case originalURL = "ori_url"
    case urlTitle = "url_title"
    case urlTypePic = "url_type_pic"
    case urlType = "url_type"
    case log
    case pageID = "page_id"
    case storageType = "storage_type"
  }
}

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
