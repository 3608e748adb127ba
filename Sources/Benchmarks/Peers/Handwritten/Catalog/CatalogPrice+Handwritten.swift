import Foundation

extension CatalogPrice: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["amount"] as? Int { amount = value }
    if let value = json["audienceID"] as? Int { audienceID = value }
    if let value = json["seatCategoryID"] as? Int { seatCategoryID = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["amount"] = amount
    json["audienceID"] = audienceID
    json["seatCategoryID"] = seatCategoryID
    return json
  }
}
