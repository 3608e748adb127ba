/// What ``CatalogSeatCategory`` is to JSONDecoder and JSONEncoder.
final class CatalogSeatCategoryRecord: Codable {
  var seatCategoryID: Int
  var areas: [CatalogAreaRecord]
}
