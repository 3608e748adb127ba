import Foundation

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
    json["statuses"] = statuses.map { $0.handwritten }
    if let searchMetadata { json["search_metadata"] = searchMetadata.handwritten }
    return json
  }
}
