import Foundation

extension Catalog: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["areaNames"] as? [String: String] { areaNames = value }
    if let objects = json["events"] as? [String: [String: Any]] {
      events = objects.mapValues { CatalogEvent(handwritten: $0) }
    }
    if let objects = json["performances"] as? [[String: Any]] {
      performances = objects.map { CatalogPerformance(handwritten: $0) }
    }
    if let value = json["subTopics"] as? [String: [Int]] { subTopics = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["areaNames"] = areaNames
    json["events"] = events.mapValues(\.handwritten)
    json["performances"] = performances.map(\.handwritten)
    json["subTopics"] = subTopics.mapValues { $0.map { $0 as Any } }
    return json
  }
}
