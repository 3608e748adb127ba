import Foundation

extension EscapedText: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["title"] as? String { title = value }
    if let value = json["lines"] as? [String] { lines = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["title"] = title
    json["lines"] = lines
    return json
  }
}
