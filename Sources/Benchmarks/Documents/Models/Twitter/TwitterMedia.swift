import Peridot

/// A picture of a status.
final class TwitterMedia: Model, JSONSerializing, JSONKeyStyling {
  var id: Int64 = 0
  var idStr = ""
  var indices: [Int] = []
  var mediaURL = ""
  var mediaSecureURL = ""
  var url = ""
  var displayURL = ""
  var expandedURL = ""
  var type = ""
  var sizes: [String: TwitterMediaSize] = [:]
  var sourceStatusID: Int64?
  var sourceStatusIDStr: String?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "mediaSecureURL": "media_url_https"
    ]
  }
}
