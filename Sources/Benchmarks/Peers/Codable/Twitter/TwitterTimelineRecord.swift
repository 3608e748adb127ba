/// The Codable twin of ``TwitterTimeline``.
final class TwitterTimelineRecord: Codable {
  var statuses: [TwitterStatusRecord]
  var searchMetadata: TwitterSearchMetadataRecord?

  private enum CodingKeys: String, CodingKey {
    case statuses
    case searchMetadata = "search_metadata"
  }
}
