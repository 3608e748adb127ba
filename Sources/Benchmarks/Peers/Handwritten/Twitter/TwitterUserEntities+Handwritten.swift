import Foundation

extension TwitterUserEntities: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let object = json["description"] as? [String: Any] {
      summary = TwitterURLList(handwritten: object)
    }
    if let object = json["url"] as? [String: Any] {
      url = TwitterURLList(handwritten: object)
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    if let summary { json["description"] = summary.handwritten }
    if let url { json["url"] = url.handwritten }
    return json
  }
}
