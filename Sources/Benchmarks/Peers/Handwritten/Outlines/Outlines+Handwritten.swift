import Foundation

extension Outlines: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["name"] as? String { name = value }
    if let objects = json["outlines"] as? [[String: Any]] {
      outlines = objects.map { Outline(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["name"] = name
    json["outlines"] = outlines.map(\.handwritten)
    return json
  }
}
