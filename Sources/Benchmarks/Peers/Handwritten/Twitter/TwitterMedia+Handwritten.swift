import Foundation

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
    json["indices"] = indices
    json["media_url"] = mediaURL
    json["media_url_https"] = mediaSecureURL
    json["url"] = url
    json["display_url"] = displayURL
    json["expanded_url"] = expandedURL
    json["type"] = type
    json["sizes"] = sizes.mapValues { $0.handwritten }
    if let sourceStatusID { json["source_status_id"] = sourceStatusID }
    if let sourceStatusIDStr { json["source_status_id_str"] = sourceStatusIDStr }
    return json
  }
}
