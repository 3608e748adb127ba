/// The Codable twin of ``CatalogSeatCategory``.
final class CatalogSeatCategoryRecord: Codable {
  var seatCategoryID: Int
  var areas: [CatalogAreaRecord]
}
