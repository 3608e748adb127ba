// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

/// Copying, merging, comparing and values by name.
extension GitHubUser {
  func handwrittenCopy() -> GitHubUser {
    let copy = GitHubUser()
    copy.handwrittenMerge(from: self)
    return copy
  }

  func handwrittenMerge(from other: GitHubUser) {
    login = other.login
    id = other.id
    avatarURL = other.avatarURL
    gravatarID = other.gravatarID
    url = other.url
    htmlURL = other.htmlURL
    followersURL = other.followersURL
    followingURL = other.followingURL
    gistsURL = other.gistsURL
    starredURL = other.starredURL
    subscriptionsURL = other.subscriptionsURL
    organizationsURL = other.organizationsURL
    reposURL = other.reposURL
    eventsURL = other.eventsURL
    receivedEventsURL = other.receivedEventsURL
    type = other.type
    siteAdmin = other.siteAdmin
    name = other.name
    company = other.company
    blog = other.blog
    location = other.location
    email = other.email
    hireable = other.hireable
    bio = other.bio
    publicRepos = other.publicRepos
    publicGists = other.publicGists
    followers = other.followers
    following = other.following
  }

  func isEqualByHand(to other: GitHubUser) -> Bool {
    login == other.login
      && id == other.id
      && avatarURL == other.avatarURL
      && gravatarID == other.gravatarID
      && url == other.url
      && htmlURL == other.htmlURL
      && followersURL == other.followersURL
      && followingURL == other.followingURL
      && gistsURL == other.gistsURL
      && starredURL == other.starredURL
      && subscriptionsURL == other.subscriptionsURL
      && organizationsURL == other.organizationsURL
      && reposURL == other.reposURL
      && eventsURL == other.eventsURL
      && receivedEventsURL == other.receivedEventsURL
      && type == other.type
      && siteAdmin == other.siteAdmin
      && name == other.name
      && company == other.company
      && blog == other.blog
      && location == other.location
      && email == other.email
      && hireable == other.hireable
      && bio == other.bio
      && publicRepos == other.publicRepos
      && publicGists == other.publicGists
      && followers == other.followers
      && following == other.following
  }

  var handwrittenHash: Int {
    var hasher = Hasher()
    hasher.combine(login)
    hasher.combine(id)
    hasher.combine(avatarURL)
    hasher.combine(gravatarID)
    hasher.combine(url)
    hasher.combine(htmlURL)
    hasher.combine(followersURL)
    hasher.combine(followingURL)
    hasher.combine(gistsURL)
    hasher.combine(starredURL)
    hasher.combine(subscriptionsURL)
    hasher.combine(organizationsURL)
    hasher.combine(reposURL)
    hasher.combine(eventsURL)
    hasher.combine(receivedEventsURL)
    hasher.combine(type)
    hasher.combine(siteAdmin)
    hasher.combine(name)
    hasher.combine(company)
    hasher.combine(blog)
    hasher.combine(location)
    hasher.combine(email)
    hasher.combine(hireable)
    hasher.combine(bio)
    hasher.combine(publicRepos)
    hasher.combine(publicGists)
    hasher.combine(followers)
    hasher.combine(following)
    return hasher.finalize()
  }

  var handwrittenDictionaryValue: [String: Any] {
    var values: [String: Any] = [:]
    values.reserveCapacity(28)
    values["login"] = login
    values["id"] = id
    values["avatarURL"] = avatarURL
    values["gravatarID"] = gravatarID
    values["url"] = url
    values["htmlURL"] = htmlURL
    values["followersURL"] = followersURL
    values["followingURL"] = followingURL
    values["gistsURL"] = gistsURL
    values["starredURL"] = starredURL
    values["subscriptionsURL"] = subscriptionsURL
    values["organizationsURL"] = organizationsURL
    values["reposURL"] = reposURL
    values["eventsURL"] = eventsURL
    values["receivedEventsURL"] = receivedEventsURL
    values["type"] = type
    values["siteAdmin"] = siteAdmin
    values["name"] = name as Any? ?? NSNull()
    values["company"] = company as Any? ?? NSNull()
    values["blog"] = blog as Any? ?? NSNull()
    values["location"] = location as Any? ?? NSNull()
    values["email"] = email as Any? ?? NSNull()
    values["hireable"] = hireable as Any? ?? NSNull()
    values["bio"] = bio as Any? ?? NSNull()
    values["publicRepos"] = publicRepos
    values["publicGists"] = publicGists
    values["followers"] = followers
    values["following"] = following
    return values
  }

  convenience init(handwrittenValues values: [String: Any]) {
    self.init()
    if let value = values["login"] as? String { login = value }
    if let value = values["id"] as? Int64 { id = value }
    if let value = values["avatarURL"] as? String { avatarURL = value }
    if let value = values["gravatarID"] as? String { gravatarID = value }
    if let value = values["url"] as? String { url = value }
    if let value = values["htmlURL"] as? String { htmlURL = value }
    if let value = values["followersURL"] as? String { followersURL = value }
    if let value = values["followingURL"] as? String { followingURL = value }
    if let value = values["gistsURL"] as? String { gistsURL = value }
    if let value = values["starredURL"] as? String { starredURL = value }
    if let value = values["subscriptionsURL"] as? String { subscriptionsURL = value }
    if let value = values["organizationsURL"] as? String { organizationsURL = value }
    if let value = values["reposURL"] as? String { reposURL = value }
    if let value = values["eventsURL"] as? String { eventsURL = value }
    if let value = values["receivedEventsURL"] as? String { receivedEventsURL = value }
    if let value = values["type"] as? String { type = value }
    if let value = values["siteAdmin"] as? Bool { siteAdmin = value }
    if let value = values["name"] as? String { name = value }
    if let value = values["company"] as? String { company = value }
    if let value = values["blog"] as? String { blog = value }
    if let value = values["location"] as? String { location = value }
    if let value = values["email"] as? String { email = value }
    if let value = values["hireable"] as? Bool { hireable = value }
    if let value = values["bio"] as? String { bio = value }
    if let value = values["publicRepos"] as? Int { publicRepos = value }
    if let value = values["publicGists"] as? Int { publicGists = value }
    if let value = values["followers"] as? Int { followers = value }
    if let value = values["following"] as? Int { following = value }
  }
}

/// The `NSSecureCoding` twin of ``GitHubUser``.
final class GitHubUserCoding: NSObject, NSSecureCoding {
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

  static var supportsSecureCoding: Bool { true }

  init(_ user: GitHubUser) {
    login = user.login
    id = user.id
    avatarURL = user.avatarURL
    gravatarID = user.gravatarID
    url = user.url
    htmlURL = user.htmlURL
    followersURL = user.followersURL
    followingURL = user.followingURL
    gistsURL = user.gistsURL
    starredURL = user.starredURL
    subscriptionsURL = user.subscriptionsURL
    organizationsURL = user.organizationsURL
    reposURL = user.reposURL
    eventsURL = user.eventsURL
    receivedEventsURL = user.receivedEventsURL
    type = user.type
    siteAdmin = user.siteAdmin
    name = user.name
    company = user.company
    blog = user.blog
    location = user.location
    email = user.email
    hireable = user.hireable
    bio = user.bio
    publicRepos = user.publicRepos
    publicGists = user.publicGists
    followers = user.followers
    following = user.following
    super.init()
  }

  init?(coder: NSCoder) {
    super.init()
    login = Self.text(coder, "login") ?? ""
    id = coder.decodeInt64(forKey: "id")
    avatarURL = Self.text(coder, "avatarURL") ?? ""
    gravatarID = Self.text(coder, "gravatarID") ?? ""
    url = Self.text(coder, "url") ?? ""
    htmlURL = Self.text(coder, "htmlURL") ?? ""
    followersURL = Self.text(coder, "followersURL") ?? ""
    followingURL = Self.text(coder, "followingURL") ?? ""
    gistsURL = Self.text(coder, "gistsURL") ?? ""
    starredURL = Self.text(coder, "starredURL") ?? ""
    subscriptionsURL = Self.text(coder, "subscriptionsURL") ?? ""
    organizationsURL = Self.text(coder, "organizationsURL") ?? ""
    reposURL = Self.text(coder, "reposURL") ?? ""
    eventsURL = Self.text(coder, "eventsURL") ?? ""
    receivedEventsURL = Self.text(coder, "receivedEventsURL") ?? ""
    type = Self.text(coder, "type") ?? ""
    siteAdmin = coder.decodeBool(forKey: "siteAdmin")
    name = Self.text(coder, "name")
    company = Self.text(coder, "company")
    blog = Self.text(coder, "blog")
    location = Self.text(coder, "location")
    email = Self.text(coder, "email")
    hireable = coder.decodeObject(of: NSNumber.self, forKey: "hireable")?.boolValue
    bio = Self.text(coder, "bio")
    publicRepos = coder.decodeInteger(forKey: "publicRepos")
    publicGists = coder.decodeInteger(forKey: "publicGists")
    followers = coder.decodeInteger(forKey: "followers")
    following = coder.decodeInteger(forKey: "following")
  }

  func encode(with coder: NSCoder) {
    coder.encode(NSString(string: login), forKey: "login")
    coder.encode(id, forKey: "id")
    coder.encode(NSString(string: avatarURL), forKey: "avatarURL")
    coder.encode(NSString(string: gravatarID), forKey: "gravatarID")
    coder.encode(NSString(string: url), forKey: "url")
    coder.encode(NSString(string: htmlURL), forKey: "htmlURL")
    coder.encode(NSString(string: followersURL), forKey: "followersURL")
    coder.encode(NSString(string: followingURL), forKey: "followingURL")
    coder.encode(NSString(string: gistsURL), forKey: "gistsURL")
    coder.encode(NSString(string: starredURL), forKey: "starredURL")
    coder.encode(NSString(string: subscriptionsURL), forKey: "subscriptionsURL")
    coder.encode(NSString(string: organizationsURL), forKey: "organizationsURL")
    coder.encode(NSString(string: reposURL), forKey: "reposURL")
    coder.encode(NSString(string: eventsURL), forKey: "eventsURL")
    coder.encode(NSString(string: receivedEventsURL), forKey: "receivedEventsURL")
    coder.encode(NSString(string: type), forKey: "type")
    coder.encode(siteAdmin, forKey: "siteAdmin")
    coder.encode(name.map { NSString(string: $0) }, forKey: "name")
    coder.encode(company.map { NSString(string: $0) }, forKey: "company")
    coder.encode(blog.map { NSString(string: $0) }, forKey: "blog")
    coder.encode(location.map { NSString(string: $0) }, forKey: "location")
    coder.encode(email.map { NSString(string: $0) }, forKey: "email")
    coder.encode(hireable.map { NSNumber(value: $0) }, forKey: "hireable")
    coder.encode(bio.map { NSString(string: $0) }, forKey: "bio")
    coder.encode(publicRepos, forKey: "publicRepos")
    coder.encode(publicGists, forKey: "publicGists")
    coder.encode(followers, forKey: "followers")
    coder.encode(following, forKey: "following")
  }

  private static func text(_ coder: NSCoder, _ key: String) -> String? {
    coder.decodeObject(of: NSString.self, forKey: key).map { String($0) }
  }

  /// The user with the same values.
  var user: GitHubUser {
    let user = GitHubUser()
    user.login = login
    user.id = id
    user.avatarURL = avatarURL
    user.gravatarID = gravatarID
    user.url = url
    user.htmlURL = htmlURL
    user.followersURL = followersURL
    user.followingURL = followingURL
    user.gistsURL = gistsURL
    user.starredURL = starredURL
    user.subscriptionsURL = subscriptionsURL
    user.organizationsURL = organizationsURL
    user.reposURL = reposURL
    user.eventsURL = eventsURL
    user.receivedEventsURL = receivedEventsURL
    user.type = type
    user.siteAdmin = siteAdmin
    user.name = name
    user.company = company
    user.blog = blog
    user.location = location
    user.email = email
    user.hireable = hireable
    user.bio = bio
    user.publicRepos = publicRepos
    user.publicGists = publicGists
    user.followers = followers
    user.following = following
    return user
  }
}
