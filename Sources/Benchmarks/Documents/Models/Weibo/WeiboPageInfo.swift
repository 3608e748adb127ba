import Peridot

/// The page that a status points to.
final class WeiboPageInfo: Model, JSONSerializing, JSONKeyStyling {
  var pageID = ""
  var pageTitle = ""
  var pageDescription = ""
  var pagePic = ""
  var pageURL = ""
  var objectType: String?
  var objectID: String?
  var type = 0
  var tips: String?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "pageDescription": "page_desc"
    ]
  }
}
