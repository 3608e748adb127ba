import Foundation
import Peridot

/// A user from a dictionary as JSONSerialization gives it, and back, beside code written by hand.
enum DictionaryWorkload {
  static func comparisons() throws -> [Comparison] {
    let json = try SameJSON.parse(try Resource.user.data())
    guard let dictionary = json as? [String: Any] else { throw PeerMismatch("no object") }
    let user = try JSONAdapter.model(of: GitHubUser.self, from: dictionary)
    let check = {
      try SameJSON.expect([
        ("Peridot", try JSONAdapter.dictionary(from: user)),
        ("by hand", GitHubUser(handwritten: dictionary).handwritten),
      ])
    }
    return [
      Comparison(
        workload: "dictionary", direction: "dictionary to model", target: .times(1),
        subject: Contender(name: "Peridot") {
          consume(try JSONAdapter.model(of: GitHubUser.self, from: dictionary))
        },
        peers: [
          Contender(name: "by hand") { consume(GitHubUser(handwritten: dictionary)) }
        ],
        check: check),
      Comparison(
        workload: "dictionary", direction: "model to dictionary", target: .times(0.5),
        subject: Contender(name: "Peridot") {
          consume(try JSONAdapter.dictionary(from: user))
        },
        peers: [Contender(name: "by hand") { consume(user.handwritten) }],
        check: check),
    ]
  }
}
