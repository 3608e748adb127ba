/// What ``Catalog`` is to JSONDecoder and JSONEncoder.
final class CatalogRecord: Codable {
  var areaNames: [String: String]
  var events: [String: CatalogEventRecord]
  var performances: [CatalogPerformanceRecord]
  var subTopics: [String: [Int]]
}
