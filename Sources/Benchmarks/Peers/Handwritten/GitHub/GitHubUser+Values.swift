import Foundation

extension GitHubUser {
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
