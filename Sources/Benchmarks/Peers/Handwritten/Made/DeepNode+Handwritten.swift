import Foundation

extension DeepNode: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["name"] as? String { name = value }
    if let value = json["level"] as? Int { level = value }
    if let object = json["child"] as? [String: Any] {
      child = DeepNode(handwritten: object)
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["name"] = name
    json["level"] = level
    if let child { json["child"] = child.handwritten }
    return json
  }
}
