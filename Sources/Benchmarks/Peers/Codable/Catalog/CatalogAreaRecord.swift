/// The Codable twin of ``CatalogArea``.
final class CatalogAreaRecord: Codable {
  var areaID: Int
  var blockIDs: [Int]
}
