/// The Codable twin of ``CatalogPerformance``.
final class CatalogPerformanceRecord: Codable {
  var id: Int
  var eventID: Int
  var start: Int
  var venueCode: String
  var prices: [CatalogPriceRecord]
  var seatCategories: [CatalogSeatCategoryRecord]
}
