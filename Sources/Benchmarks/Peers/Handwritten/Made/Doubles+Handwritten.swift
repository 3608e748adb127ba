import Foundation

extension Doubles: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["values"] as? [Double] { values = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["values"] = values.map { $0 as Any }
    return json
  }
}
