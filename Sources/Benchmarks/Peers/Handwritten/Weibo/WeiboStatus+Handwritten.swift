import Foundation

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
    json["pic_infos"] = pictures.mapValues { $0.handwritten }
    if let pageInfo { json["page_info"] = pageInfo.handwritten }
    if let links { json["url_struct"] = links.map { $0.handwritten } }
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
