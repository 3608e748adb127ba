/// The Codable twin of ``TwitterUserEntities``.
final class TwitterUserEntitiesRecord: Codable {
  var summary: TwitterURLListRecord?
  var url: TwitterURLListRecord?

  private enum CodingKeys: String, CodingKey {
    case summary = "description"
    case url
  }
}
