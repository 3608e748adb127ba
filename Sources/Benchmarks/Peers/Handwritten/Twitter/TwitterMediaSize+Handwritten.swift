import Foundation

extension TwitterMediaSize: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["w"] as? Int { width = value }
    if let value = json["h"] as? Int { height = value }
    if let value = json["resize"] as? String { resize = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["w"] = width
    json["h"] = height
    json["resize"] = resize
    return json
  }
}
