/// The Codable twin of ``TwitterMetadata``.
final class TwitterMetadataRecord: Codable {
  var resultType: String
  var isoLanguageCode: String

  private enum CodingKeys: String, CodingKey {
    case resultType = "result_type"
    case isoLanguageCode = "iso_language_code"
  }
}
