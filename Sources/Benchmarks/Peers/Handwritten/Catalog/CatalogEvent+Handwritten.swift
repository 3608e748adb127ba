import Foundation

extension CatalogEvent: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["id"] as? Int { id = value }
    if let value = json["name"] as? String { name = value }
    if let value = json["summary"] as? String { summary = value }
    if let value = json["logo"] as? String { logo = value }
    if let value = json["start"] as? Int { start = value }
    if let value = json["subject"] as? String { subject = value }
    if let value = json["venue"] as? String { venue = value }
    if let value = json["isOpen"] as? Bool { isOpen = value }
    if let value = json["subTopicIDs"] as? [Int] { subTopicIDs = value }
    if let value = json["topicIDs"] as? [Int] { topicIDs = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(10)
    json["id"] = id
    json["name"] = name
    if let summary { json["summary"] = summary }
    if let logo { json["logo"] = logo }
    json["start"] = start
    if let subject { json["subject"] = subject }
    json["venue"] = venue
    json["isOpen"] = isOpen
    json["subTopicIDs"] = subTopicIDs.map { $0 as Any }
    json["topicIDs"] = topicIDs.map { $0 as Any }
    return json
  }
}
