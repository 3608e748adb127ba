import Foundation

extension Outline: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["name"] as? String { name = value }
    if let value = json["rings"] as? [[[Double]]] { rings = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["name"] = name
    json["rings"] = rings.map { $0.map { $0.map { $0 as Any } } }
    return json
  }
}
