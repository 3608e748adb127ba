/// The Codable twin of ``WeiboPictureMetadata``.
final class WeiboPictureMetadataRecord: Codable {
  var url: String
  var width: Int
  var height: Int
  var type: String
  var cutType: Int

  private enum CodingKeys: String, CodingKey {
    case url
    case width
    case height
    case type
    case cutType = "cut_type"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    url = try container.decode(String.self, forKey: .url)
    width = try container.decodeLoose(forKey: .width)
    height = try container.decodeLoose(forKey: .height)
    type = try container.decode(String.self, forKey: .type)
    cutType = try container.decode(Int.self, forKey: .cutType)
  }
}
