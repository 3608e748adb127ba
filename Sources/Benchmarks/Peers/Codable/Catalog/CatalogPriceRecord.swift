/// What ``CatalogPrice`` is to JSONDecoder and JSONEncoder.
final class CatalogPriceRecord: Codable {
  var amount: Int
  var audienceID: Int
  var seatCategoryID: Int
}
