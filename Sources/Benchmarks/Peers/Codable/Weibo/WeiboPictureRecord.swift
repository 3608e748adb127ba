/// The Codable twin of ``WeiboPicture``.
final class WeiboPictureRecord: Codable {
  var picID: String
  var objectID: String
  var photoTag: Int
  var thumbnail: WeiboPictureMetadataRecord?
  var bmiddle: WeiboPictureMetadataRecord?
  var middlePlus: WeiboPictureMetadataRecord?
  var large: WeiboPictureMetadataRecord?
  var largest: WeiboPictureMetadataRecord?
  var original: WeiboPictureMetadataRecord?

  private enum CodingKeys: String, CodingKey {
    case picID = "pic_id"
    case objectID = "object_id"
    case photoTag = "photo_tag"
    case thumbnail
    case bmiddle
    case middlePlus = "middleplus"
    case large
    case largest
    case original
  }
}
