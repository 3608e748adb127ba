import Foundation

extension TwitterHashtag: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["text"] as? String { text = value }
    if let value = json["indices"] as? [Int] { indices = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["text"] = text
    json["indices"] = indices
    return json
  }
}
