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
