import Peridot

/// Events by their identifiers, with their performances.
final class Catalog: Model, JSONSerializing {
  var areaNames: [String: String] = [:]
  var events: [String: CatalogEvent] = [:]
  var performances: [CatalogPerformance] = []
  var subTopics: [String: [Int]] = [:]
}
