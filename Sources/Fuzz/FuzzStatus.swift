import Foundation
import Peridot

/// A user as GitHub, Weibo and Twitter have them, as a target for damaged JSON.
final class FuzzUser: Model, JSONSerializing, JSONKeyStyling {
  var id: Int64 = 0
  var login: String?
  var name: String?
  var url: URL?
  var avatarURL: URL?
  var type = ""
  var siteAdmin = false
  var hireable: Bool?
  var publicRepos: Int?
  var followersCount = 0
  var ratio: Double?
  var createdAt: Date?
  var extra: [String: Any] = [:]

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "createdAt" ? .date(format: "EEE MMM dd HH:mm:ss Z yyyy") : nil
  }
}

/// A status of Weibo or Twitter.
final class FuzzStatus: Model, JSONSerializing, JSONKeyStyling {
  var id: UInt64 = 0
  var idStr: String?
  var text = ""
  var truncated = false
  var retweetCount: Int32?
  var sourceType: Int8?
  var price: Decimal?
  var user: FuzzUser?
  var retweetedStatus: FuzzStatus?
  var picIds: [String] = []
  var picInfos: [String: Any]?
  var entities: [String: Any]?
  var hashtags: [[String: Any]] = []
  var visibleType: Int?
  var userName: String?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "hashtags": .readOnly("entities.hashtags"), "visibleType": "visible.type",
      "userName": .readOnly("user.name"),
      "picIds": .firstOf("pic_ids", "pics"),
    ]
  }
}

/// Statuses of Twitter.
final class FuzzTimeline: Model, JSONSerializing {
  var statuses: [FuzzStatus] = []
}
