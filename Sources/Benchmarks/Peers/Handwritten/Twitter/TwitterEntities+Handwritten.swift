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
    json["hashtags"] = hashtags.map { $0.handwritten }
    json["symbols"] = symbols.map { $0.handwritten }
    json["urls"] = urls.map { $0.handwritten }
    json["user_mentions"] = userMentions.map { $0.handwritten }
    if let media { json["media"] = media.map { $0.handwritten } }
    return json
  }
}
