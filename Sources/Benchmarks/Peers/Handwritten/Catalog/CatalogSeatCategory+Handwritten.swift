import Foundation

extension CatalogSeatCategory: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["seatCategoryID"] as? Int { seatCategoryID = value }
    if let objects = json["areas"] as? [[String: Any]] {
      areas = objects.map { CatalogArea(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["seatCategoryID"] = seatCategoryID
    json["areas"] = areas.map(\.handwritten)
    return json
  }
}
