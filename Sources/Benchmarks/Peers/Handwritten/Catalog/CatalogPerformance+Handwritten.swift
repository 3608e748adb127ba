import Foundation

extension CatalogPerformance: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["id"] as? Int { id = value }
    if let value = json["eventID"] as? Int { eventID = value }
    if let value = json["start"] as? Int { start = value }
    if let value = json["venueCode"] as? String { venueCode = value }
    if let objects = json["prices"] as? [[String: Any]] {
      prices = objects.map { CatalogPrice(handwritten: $0) }
    }
    if let objects = json["seatCategories"] as? [[String: Any]] {
      seatCategories = objects.map { CatalogSeatCategory(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["id"] = id
    json["eventID"] = eventID
    json["start"] = start
    json["venueCode"] = venueCode
    json["prices"] = prices.map(\.handwritten)
    json["seatCategories"] = seatCategories.map(\.handwritten)
    return json
  }
}
