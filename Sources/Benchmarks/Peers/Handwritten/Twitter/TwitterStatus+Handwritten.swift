import Foundation

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
