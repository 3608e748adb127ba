import Foundation
import Peridot

/// A status, with its author and pictures.
final class WeiboStatus: Model, JSONSerializing, JSONKeyStyling {
  var statusID: Int64 = 0
  var idString = ""
  var mid = ""
  var mblogid = ""
  var createdAt: Date?
  var user: WeiboUser?
  var text = ""
  var source = ""
  var sourceType = 0
  var sourceAllowsClick = 0
  var scheme = ""
  var typeName = ""
  var filterID = ""
  var thumbnailPic = ""
  var bmiddlePic = ""
  var originalPic = ""
  var pictureIDs: [String] = []
  var pictures: [String: WeiboPicture] = [:]
  var pageInfo: WeiboPageInfo?
  var links: [WeiboURL]?
  var favorited = false
  var truncated = false
  var repostsCount = 0
  var commentsCount = 0
  var attitudesCount = 0
  var attitudesStatus = 0
  var recomState = 0
  var bizFeature: Int64 = 0
  var mlevel = 0
  var userType = 0
  var geo = ""
  var inReplyToStatusID = ""
  var inReplyToUserID = ""
  var inReplyToScreenName = ""

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "statusID": "id",
      "idString": "idstr",
      "sourceAllowsClick": "source_allowclick",
      "typeName": "mblogtypename",
      "filterID": "filterID",
      "pictureIDs": "pic_ids",
      "pictures": "pic_infos",
      "links": "url_struct",
      "userType": "userType",
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "createdAt" ? .twitterDate : nil
  }
}
