import Peridot

/// One size of a picture.
final class TwitterMediaSize: Model, JSONSerializing {
  var width = 0
  var height = 0
  var resize = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "width": "w",
      "height": "h",
    ]
  }
}
