import Peridot

/// A picture in all its sizes.
final class WeiboPicture: Model, JSONSerializing, JSONKeyStyling {
  var picID = ""
  var objectID = ""
  var photoTag = 0
  var thumbnail: WeiboPictureMetadata?
  var bmiddle: WeiboPictureMetadata?
  var middlePlus: WeiboPictureMetadata?
  var large: WeiboPictureMetadata?
  var largest: WeiboPictureMetadata?
  var original: WeiboPictureMetadata?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "middlePlus": "middleplus"
    ]
  }
}
