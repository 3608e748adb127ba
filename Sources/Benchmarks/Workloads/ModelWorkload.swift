import Foundation
import Peridot

/// Merging, copying, comparing and hashing a user, and its dictionary value both ways, compared with code
/// written by hand.
enum ModelWorkload {
  static func comparisons() throws -> [Comparison] {
    let data = try Resource.user.data()
    let user = try JSONAdapter.model(of: GitHubUser.self, from: data)
    let twin = try JSONAdapter.model(of: GitHubUser.self, from: data)
    let target = GitHubUser()
    let values = user.dictionaryValue
    let check = {
      guard let copy = user.copy() as? GitHubUser, copy.isEqualByHand(to: user),
        user.handwrittenCopy() == user, user == twin, user.isEqualByHand(to: twin)
      else { throw PeerMismatch("copies of a user differ") }
      let merged = GitHubUser()
      merged.mergeValues(from: user)
      guard merged.isEqualByHand(to: user) else { throw PeerMismatch("merged users differ") }
      guard try GitHubUser(dictionary: user.handwrittenDictionaryValue) == user,
        GitHubUser(handwrittenValues: values) == user
      else { throw PeerMismatch("users of dictionary values differ") }
    }
    return [
      Comparison(
        workload: "model", direction: "merge",
        subject: Contender(name: "Peridot") { target.mergeValues(from: user) },
        peers: [Contender(name: "by hand") { target.handwrittenMerge(from: user) }],
        check: check),
      Comparison(
        workload: "model", direction: "copy",
        subject: Contender(name: "Peridot") { consume(user.copy()) },
        peers: [Contender(name: "by hand") { consume(user.handwrittenCopy()) }],
        check: check),
      Comparison(
        workload: "model", direction: "equality",
        subject: Contender(name: "Peridot") { consume(user == twin) },
        peers: [Contender(name: "by hand") { consume(user.isEqualByHand(to: twin)) }],
        check: check),
      Comparison(
        workload: "model", direction: "hash",
        subject: Contender(name: "Peridot") { consume(user.hash) },
        peers: [Contender(name: "by hand") { consume(user.handwrittenHash) }],
        check: check),
      Comparison(
        workload: "model", direction: "dictionaryValue",
        subject: Contender(name: "Peridot") { consume(user.dictionaryValue) },
        peers: [Contender(name: "by hand") { consume(user.handwrittenDictionaryValue) }],
        check: check),
      Comparison(
        workload: "model", direction: "init(dictionary:)",
        subject: Contender(name: "Peridot") { consume(try GitHubUser(dictionary: values)) },
        peers: [Contender(name: "by hand") { consume(GitHubUser(handwrittenValues: values)) }],
        check: check),
    ]
  }
}
