import Foundation

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
    json["indices"] = indices
    return json
  }
}
