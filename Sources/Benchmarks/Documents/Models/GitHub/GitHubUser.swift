import Peridot

/// A user of GitHub.
final class GitHubUser: Model, JSONSerializing, JSONKeyStyling {
  var login = ""
  var id: Int64 = 0
  var avatarURL = ""
  var gravatarID = ""
  var url = ""
  var htmlURL = ""
  var followersURL = ""
  var followingURL = ""
  var gistsURL = ""
  var starredURL = ""
  var subscriptionsURL = ""
  var organizationsURL = ""
  var reposURL = ""
  var eventsURL = ""
  var receivedEventsURL = ""
  var type = ""
  var siteAdmin = false
  var name: String?
  var company: String?
  var blog: String?
  var location: String?
  var email: String?
  var hireable: Bool?
  var bio: String?
  var publicRepos = 0
  var publicGists = 0
  var followers = 0
  var following = 0

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var identityKey: String? { "id" }
}
