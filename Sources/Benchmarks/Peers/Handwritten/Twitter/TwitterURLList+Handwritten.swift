import Foundation

extension TwitterURLList: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let objects = json["urls"] as? [[String: Any]] {
      urls = objects.map { TwitterURL(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["urls"] = urls.map { $0.handwritten }
    return json
  }
}
