/// What ``CatalogArea`` is to JSONDecoder and JSONEncoder.
final class CatalogAreaRecord: Codable {
  var areaID: Int
  var blockIDs: [Int]
}
