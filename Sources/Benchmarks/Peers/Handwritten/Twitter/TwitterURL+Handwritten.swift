import Foundation

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
    json["indices"] = indices
    return json
  }
}
