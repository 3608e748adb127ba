/// The Codable twin of ``CatalogEvent``.
final class CatalogEventRecord: Codable {
  var id: Int
  var name: String
  var summary: String?
  var logo: String?
  var start: Int
  var subject: String?
  var venue: String
  var isOpen: Bool
  var subTopicIDs: [Int]
  var topicIDs: [Int]
}
