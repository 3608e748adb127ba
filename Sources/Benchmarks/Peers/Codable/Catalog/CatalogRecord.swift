/// The Codable twin of ``Catalog``.
final class CatalogRecord: Codable {
  var areaNames: [String: String]
  var events: [String: CatalogEventRecord]
  var performances: [CatalogPerformanceRecord]
  var subTopics: [String: [Int]]
}
