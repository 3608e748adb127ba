/// The Codable twin of ``WeiboURL``.
final class WeiboURLRecord: Codable {
  var result: Bool
  var shortURL: String
  var originalURL: String
  var urlTitle: String
  var urlTypePic: String
  var urlType: Int
  var log: String
  var pageID: String?
  var storageType: String?

  private enum CodingKeys: String, CodingKey {
    case result
    case shortURL = "short_url"
    case originalURL = "ori_url"
    case urlTitle = "url_title"
    case urlTypePic = "url_type_pic"
    case urlType = "url_type"
    case log
    case pageID = "page_id"
    case storageType = "storage_type"
  }
}
