import Foundation
import Peridot

/// Merging, copying and comparing a user, beside code written by hand.
enum ModelWorkload {
  static func comparisons() throws -> [Comparison] {
    let data = try Resource.user.data()
    let user = try JSONAdapter.model(of: GitHubUser.self, from: data)
    let twin = try JSONAdapter.model(of: GitHubUser.self, from: data)
    let target = GitHubUser()
    let check = {
      guard let copy = user.copy() as? GitHubUser, copy.isEqualByHand(to: user),
        user.handwrittenCopy() == user, user == twin, user.isEqualByHand(to: twin)
      else { throw PeerMismatch("copies of a user differ") }
      let merged = GitHubUser()
      merged.mergeValues(from: user)
      guard merged.isEqualByHand(to: user) else { throw PeerMismatch("merged users differ") }
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
    ]
  }
}
