/// The Codable twin of ``CatalogPrice``.
final class CatalogPriceRecord: Codable {
  var amount: Int
  var audienceID: Int
  var seatCategoryID: Int
}
