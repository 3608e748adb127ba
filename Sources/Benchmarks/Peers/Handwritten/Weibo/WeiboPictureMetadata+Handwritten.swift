import Foundation

extension WeiboPictureMetadata: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["url"] as? String { url = value }
    if let value = json["width"] as? Int {
      width = value
    } else if let text = json["width"] as? String, let value = Int(text) {
      width = value
    }
    if let value = json["height"] as? Int {
      height = value
    } else if let text = json["height"] as? String, let value = Int(text) {
      height = value
    }
    if let value = json["type"] as? String { type = value }
    if let value = json["cut_type"] as? Int { cutType = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["url"] = url
    json["width"] = width
    json["height"] = height
    json["type"] = type
    json["cut_type"] = cutType
    return json
  }
}
