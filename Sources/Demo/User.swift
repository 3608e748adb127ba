import Foundation
import Peridot

/// An account, as it appears wherever somebody is named.
final class User: Model, JSONSerializing, JSONKeyStyling {
  var id = 0
  var login = ""
  var avatarURL: URL?
  var type = AccountType.user
  var siteAdmin = false

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var identityKey: String? { "id" }
}

/// What kind of account it is.
enum AccountType: String {
  case user = "User"
  case bot = "Bot"
  case organization = "Organization"
}
