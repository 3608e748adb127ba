/// What ``CatalogPerformance`` is to JSONDecoder and JSONEncoder.
final class CatalogPerformanceRecord: Codable {
  var id: Int
  var eventID: Int
  var start: Int
  var venueCode: String
  var prices: [CatalogPriceRecord]
  var seatCategories: [CatalogSeatCategoryRecord]
}
