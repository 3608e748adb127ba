import Foundation
import Peridot

/// A model from a dictionary as JSONSerialization gives it, and back, compared with code written by hand.
struct DictionaryWorkload<M: JSONSerializing & Handwritten> {
  let name: String
  let document: Data
  var objects = 1
  var policy = ConversionPolicy.strict

  func comparisons() throws -> [Comparison] {
    let policy = policy
    guard let dictionary = try SameJSON.parse(document) as? [String: Any] else {
      throw PeerMismatch("no object")
    }
    let model = try JSONAdapter.model(of: M.self, from: dictionary, policy: policy)
    let check = {
      try SameJSON.expect([
        ("Peridot", try JSONAdapter.dictionary(from: model, policy: policy)),
        ("by hand", M(handwritten: dictionary).handwritten),
      ])
    }
    return [
      Comparison(
        workload: "dictionary", direction: "\(name) to model", objects: objects,
        target: .times(1),
        subject: Contender(name: "Peridot") {
          consume(try JSONAdapter.model(of: M.self, from: dictionary, policy: policy))
        },
        peers: [Contender(name: "by hand") { consume(M(handwritten: dictionary)) }],
        check: check),
      Comparison(
        workload: "dictionary", direction: "\(name) to dictionary", objects: objects,
        target: .times(1),
        subject: Contender(name: "Peridot") {
          consume(try JSONAdapter.dictionary(from: model, policy: policy))
        },
        peers: [Contender(name: "by hand") { consume(model.handwritten) }],
        check: check),
    ]
  }
}
