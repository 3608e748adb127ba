/// The Codable twin of ``WeiboPageInfo``.
final class WeiboPageInfoRecord: Codable {
  var pageID: String
  var pageTitle: String
  var pageDescription: String
  var pagePic: String
  var pageURL: String
  var objectType: String?
  var objectID: String?
  var type: Int
  var tips: String?

  private enum CodingKeys: String, CodingKey {
    case pageID = "page_id"
    case pageTitle = "page_title"
    case pageDescription = "page_desc"
    case pagePic = "page_pic"
    case pageURL = "page_url"
    case objectType = "object_type"
    case objectID = "object_id"
    case type
    case tips
  }
}
