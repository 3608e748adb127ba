import Peridot

/// A link in the text of a status.
final class WeiboURL: Model, JSONSerializing, JSONKeyStyling {
  var result = false
  var shortURL = ""
  var originalURL = ""
  var urlTitle = ""
  var urlTypePic = ""
  var urlType = 0
  var log = ""
  var pageID: String?
  var storageType: String?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "originalURL": "ori_url"
    ]
  }
}
