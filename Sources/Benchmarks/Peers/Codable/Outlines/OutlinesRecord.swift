/// The Codable twin of ``Outlines``.
final class OutlinesRecord: Codable {
  var name: String
  var outlines: [OutlineRecord]
}
