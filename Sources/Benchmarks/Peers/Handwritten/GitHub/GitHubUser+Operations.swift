/// Copying, merging and comparing, written by hand.
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
}
