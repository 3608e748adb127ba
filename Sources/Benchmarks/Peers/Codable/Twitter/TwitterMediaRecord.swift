/// The Codable twin of ``TwitterMedia``.
final class TwitterMediaRecord: Codable {
  var id: Int64
  var idStr: String
  var indices: [Int]
  var mediaURL: String
  var mediaSecureURL: String
  var url: String
  var displayURL: String
  var expandedURL: String
  var type: String
  var sizes: [String: TwitterMediaSizeRecord]
  var sourceStatusID: Int64?
  var sourceStatusIDStr: String?

  private enum CodingKeys: String, CodingKey {
    case id
    case idStr = "id_str"
    case indices
    case mediaURL = "media_url"
    case mediaSecureURL = "media_url_https"
    case url
    case displayURL = "display_url"
    case expandedURL = "expanded_url"
    case type
    case sizes
    case sourceStatusID = "source_status_id"
    case sourceStatusIDStr = "source_status_id_str"
  }
}
