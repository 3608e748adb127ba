import Foundation

extension Numbers: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["integers"] as? [Int] { integers = value }
    if let value = json["prices"] as? [Double] { prices = value }
    if let value = json["measures"] as? [Double] { measures = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["integers"] = integers.map { $0 as Any }
    json["prices"] = prices.map { $0 as Any }
    json["measures"] = measures.map { $0 as Any }
    return json
  }
}
