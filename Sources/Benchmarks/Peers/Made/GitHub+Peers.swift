// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension GitHubUser: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["login"] as? String { login = value }
    if let value = json["id"] as? Int64 { id = value }
    if let value = json["avatar_url"] as? String { avatarURL = value }
    if let value = json["gravatar_id"] as? String { gravatarID = value }
    if let value = json["url"] as? String { url = value }
    if let value = json["html_url"] as? String { htmlURL = value }
    if let value = json["followers_url"] as? String { followersURL = value }
    if let value = json["following_url"] as? String { followingURL = value }
    if let value = json["gists_url"] as? String { gistsURL = value }
    if let value = json["starred_url"] as? String { starredURL = value }
    if let value = json["subscriptions_url"] as? String { subscriptionsURL = value }
    if let value = json["organizations_url"] as? String { organizationsURL = value }
    if let value = json["repos_url"] as? String { reposURL = value }
    if let value = json["events_url"] as? String { eventsURL = value }
    if let value = json["received_events_url"] as? String { receivedEventsURL = value }
    if let value = json["type"] as? String { type = value }
    if let value = json["site_admin"] as? Bool { siteAdmin = value }
    if let value = json["name"] as? String { name = value }
    if let value = json["company"] as? String { company = value }
    if let value = json["blog"] as? String { blog = value }
    if let value = json["location"] as? String { location = value }
    if let value = json["email"] as? String { email = value }
    if let value = json["hireable"] as? Bool { hireable = value }
    if let value = json["bio"] as? String { bio = value }
    if let value = json["public_repos"] as? Int { publicRepos = value }
    if let value = json["public_gists"] as? Int { publicGists = value }
    if let value = json["followers"] as? Int { followers = value }
    if let value = json["following"] as? Int { following = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(28)
    json["login"] = login
    json["id"] = id
    json["avatar_url"] = avatarURL
    json["gravatar_id"] = gravatarID
    json["url"] = url
    json["html_url"] = htmlURL
    json["followers_url"] = followersURL
    json["following_url"] = followingURL
    json["gists_url"] = gistsURL
    json["starred_url"] = starredURL
    json["subscriptions_url"] = subscriptionsURL
    json["organizations_url"] = organizationsURL
    json["repos_url"] = reposURL
    json["events_url"] = eventsURL
    json["received_events_url"] = receivedEventsURL
    json["type"] = type
    json["site_admin"] = siteAdmin
    if let name { json["name"] = name }
    if let company { json["company"] = company }
    if let blog { json["blog"] = blog }
    if let location { json["location"] = location }
    if let email { json["email"] = email }
    if let hireable { json["hireable"] = hireable }
    if let bio { json["bio"] = bio }
    json["public_repos"] = publicRepos
    json["public_gists"] = publicGists
    json["followers"] = followers
    json["following"] = following
    return json
  }
}

/// The Codable twin of ``GitHubUser``.
final class GitHubUserRecord: Codable {
  var login: String
  var id: Int64
  var avatarURL: String
  var gravatarID: String
  var url: String
  var htmlURL: String
  var followersURL: String
  var followingURL: String
  var gistsURL: String
  var starredURL: String
  var subscriptionsURL: String
  var organizationsURL: String
  var reposURL: String
  var eventsURL: String
  var receivedEventsURL: String
  var type: String
  var siteAdmin: Bool
  var name: String?
  var company: String?
  var blog: String?
  var location: String?
  var email: String?
  var hireable: Bool?
  var bio: String?
  var publicRepos: Int
  var publicGists: Int
  var followers: Int
  var following: Int

  private enum CodingKeys: String, CodingKey {
    case login
    case id
    case avatarURL = "avatar_url"
    case gravatarID = "gravatar_id"
    case url
    case htmlURL = "html_url"
    case followersURL = "followers_url"
    case followingURL = "following_url"
    case gistsURL = "gists_url"
    case starredURL = "starred_url"
    case subscriptionsURL = "subscriptions_url"
    case organizationsURL = "organizations_url"
    case reposURL = "repos_url"
    case eventsURL = "events_url"
    case receivedEventsURL = "received_events_url"
    case type
    case siteAdmin = "site_admin"
    case name
    case company
    case blog
    case location
    case email
    case hireable
    case bio
    case publicRepos = "public_repos"
    case publicGists = "public_gists"
    case followers
    case following
  }
}

extension GitHubUser {
  /// Reads and writes a document whose members come in the order of the properties.
  static let madeLimit = Limit<GitHubUser>(
    read: { document in LimitReader.read(document) { GitHubUser(madeLimit: &$0) } },
    write: { model in
      LimitWriter.write(capacity: 2_000) { model.writeMadeLimit(&$0) }
    })
}

extension GitHubUser {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("login")
    login = reader.string()
    reader.mark()
    reader.name("id")
    id = Int64(reader.int())
    reader.mark()
    reader.name("avatar_url")
    avatarURL = reader.string()
    reader.mark()
    reader.name("gravatar_id")
    gravatarID = reader.string()
    reader.mark()
    reader.name("url")
    url = reader.string()
    reader.mark()
    reader.name("html_url")
    htmlURL = reader.string()
    reader.mark()
    reader.name("followers_url")
    followersURL = reader.string()
    reader.mark()
    reader.name("following_url")
    followingURL = reader.string()
    reader.mark()
    reader.name("gists_url")
    gistsURL = reader.string()
    reader.mark()
    reader.name("starred_url")
    starredURL = reader.string()
    reader.mark()
    reader.name("subscriptions_url")
    subscriptionsURL = reader.string()
    reader.mark()
    reader.name("organizations_url")
    organizationsURL = reader.string()
    reader.mark()
    reader.name("repos_url")
    reposURL = reader.string()
    reader.mark()
    reader.name("events_url")
    eventsURL = reader.string()
    reader.mark()
    reader.name("received_events_url")
    receivedEventsURL = reader.string()
    reader.mark()
    reader.name("type")
    type = reader.string()
    reader.mark()
    reader.name("site_admin")
    siteAdmin = reader.bool()
    reader.mark()
    if reader.isAt("name") {
      reader.name("name")
      name = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    if reader.isAt("company") {
      reader.name("company")
      company = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    if reader.isAt("blog") {
      reader.name("blog")
      blog = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    if reader.isAt("location") {
      reader.name("location")
      location = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    if reader.isAt("email") {
      reader.name("email")
      email = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    if reader.isAt("hireable") {
      reader.name("hireable")
      hireable = reader.isNull() ? nil : reader.bool()
      reader.mark()
    }
    if reader.isAt("bio") {
      reader.name("bio")
      bio = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    reader.name("public_repos")
    publicRepos = reader.int()
    reader.mark()
    reader.name("public_gists")
    publicGists = reader.int()
    reader.mark()
    reader.name("followers")
    followers = reader.int()
    reader.mark()
    reader.name("following")
    following = reader.int()
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"login":"#)
    writer.string(login)
    writer.text(#","id":"#)
    writer.int(Int(id))
    writer.text(#","avatar_url":"#)
    writer.string(avatarURL)
    writer.text(#","gravatar_id":"#)
    writer.string(gravatarID)
    writer.text(#","url":"#)
    writer.string(url)
    writer.text(#","html_url":"#)
    writer.string(htmlURL)
    writer.text(#","followers_url":"#)
    writer.string(followersURL)
    writer.text(#","following_url":"#)
    writer.string(followingURL)
    writer.text(#","gists_url":"#)
    writer.string(gistsURL)
    writer.text(#","starred_url":"#)
    writer.string(starredURL)
    writer.text(#","subscriptions_url":"#)
    writer.string(subscriptionsURL)
    writer.text(#","organizations_url":"#)
    writer.string(organizationsURL)
    writer.text(#","repos_url":"#)
    writer.string(reposURL)
    writer.text(#","events_url":"#)
    writer.string(eventsURL)
    writer.text(#","received_events_url":"#)
    writer.string(receivedEventsURL)
    writer.text(#","type":"#)
    writer.string(type)
    writer.text(#","site_admin":"#)
    writer.bool(siteAdmin)
    if let name {
      writer.text(#","name":"#)
      writer.string(name)
    }
    if let company {
      writer.text(#","company":"#)
      writer.string(company)
    }
    if let blog {
      writer.text(#","blog":"#)
      writer.string(blog)
    }
    if let location {
      writer.text(#","location":"#)
      writer.string(location)
    }
    if let email {
      writer.text(#","email":"#)
      writer.string(email)
    }
    if let hireable {
      writer.text(#","hireable":"#)
      writer.bool(hireable)
    }
    if let bio {
      writer.text(#","bio":"#)
      writer.string(bio)
    }
    writer.text(#","public_repos":"#)
    writer.int(publicRepos)
    writer.text(#","public_gists":"#)
    writer.int(publicGists)
    writer.text(#","followers":"#)
    writer.int(followers)
    writer.text(#","following":"#)
    writer.int(following)
    writer.text("}")
  }
}
