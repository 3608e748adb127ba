import Foundation

extension CatalogArea: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["areaID"] as? Int { areaID = value }
    if let value = json["blockIDs"] as? [Int] { blockIDs = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["areaID"] = areaID
    json["blockIDs"] = blockIDs.map { $0 as Any }
    return json
  }
}
