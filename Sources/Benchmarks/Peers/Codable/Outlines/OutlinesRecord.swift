/// What ``Outlines`` is to JSONDecoder and JSONEncoder.
final class OutlinesRecord: Codable {
  var name: String
  var outlines: [OutlineRecord]
}
