import Peridot

/// An event in a catalog.
final class CatalogEvent: Model, JSONSerializing {
  var id = 0
  var name = ""
  var summary: String?
  var logo: String?
  var start = 0
  var subject: String?
  var venue = ""
  var isOpen = false
  var subTopicIDs: [Int] = []
  var topicIDs: [Int] = []
}
