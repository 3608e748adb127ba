import Foundation

extension WeiboPicture: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["pic_id"] as? String { picID = value }
    if let value = json["object_id"] as? String { objectID = value }
    if let value = json["photo_tag"] as? Int { photoTag = value }
    if let object = json["thumbnail"] as? [String: Any] {
      thumbnail = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["bmiddle"] as? [String: Any] {
      bmiddle = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["middleplus"] as? [String: Any] {
      middlePlus = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["large"] as? [String: Any] {
      large = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["largest"] as? [String: Any] {
      largest = WeiboPictureMetadata(handwritten: object)
    }
    if let object = json["original"] as? [String: Any] {
      original = WeiboPictureMetadata(handwritten: object)
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(9)
    json["pic_id"] = picID
    json["object_id"] = objectID
    json["photo_tag"] = photoTag
    if let thumbnail { json["thumbnail"] = thumbnail.handwritten }
    if let bmiddle { json["bmiddle"] = bmiddle.handwritten }
    if let middlePlus { json["middleplus"] = middlePlus.handwritten }
    if let large { json["large"] = large.handwritten }
    if let largest { json["largest"] = largest.handwritten }
    if let original { json["original"] = original.handwritten }
    return json
  }
}
