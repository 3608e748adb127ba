import Foundation
import Peridot
import PeridotRecords

/// A person or a bot.
final class User: Model, JSONSerializing, RecordSerializing {
  enum Kind: String {
    case person = "User"
    case bot = "Bot"
    case organization = "Organization"
  }

  var login = ""
  var id = 0
  var avatar: URL?
  var page: URL?
  var kind = Kind.person
  var isAdministrator = false

  override class var identityKey: String? { "id" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "avatar": "avatar_url", "page": "html_url", "kind": "type",
      "isAdministrator": "site_admin",
    ]
  }
}
