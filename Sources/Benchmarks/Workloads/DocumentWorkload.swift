import Foundation
import Peridot

/// One document that is read into one model, and written again.
struct DocumentWorkload<M: JSONSerializing & Handwritten, Record: Codable> {
  let name: String
  let document: Data
  /// How many objects the document holds, for the rate.
  var objects = 1
  var policy = ConversionPolicy.strict
  var coders = PeerCoders.iso8601
  /// Another way to read the same with JSONDecoder.
  var otherCoders: (name: String, coders: PeerCoders)?
  var readTarget: Target?
  var writeTarget: Target?
  /// A reader and a writer for this very document, by hand.
  var limit: Limit<M>?
  /// The same, made from the classes.
  var madeLimit: Limit<M>?

  func comparisons() throws -> [Comparison] {
    [try reading(), try writing()]
  }

  private var limits: [(String, Limit<M>)] {
    [limit.map { ("limit", $0) }, madeLimit.map { ("made limit", $0) }].compactMap { $0 }
  }

  private func reading() throws -> Comparison {
    let (document, policy, decoder) = (document, policy, coders.decoder)
    var peers = [
      Contender(name: "JSONDecoder") {
        consume(try decoder.decode(Record.self, from: document))
      },
      Contender(name: "JSONSerialization") { consume(try readByHand()) },
    ]
    if let (name, coders) = otherCoders {
      peers.append(
        Contender(name: name) {
          consume(try coders.decoder.decode(Record.self, from: document))
        })
    }
    for (name, limit) in limits {
      peers.append(Contender(name: name) { consume(limit.read(document)) })
    }
    return Comparison(
      workload: name, direction: "bytes to model", bytes: document.count, objects: objects,
      target: readTarget,
      subject: Contender(name: "Peridot") {
        consume(try JSONAdapter.model(of: M.self, from: document, policy: policy))
      },
      peers: peers, check: check)
  }

  private func writing() throws -> Comparison {
    let (policy, encoder) = (policy, coders.encoder)
    let model: M = try JSONAdapter.model(from: document, policy: policy)
    let record = try coders.decoder.decode(Record.self, from: document)
    var peers = [
      Contender(name: "JSONEncoder") { consume(try encoder.encode(record)) },
      Contender(name: "JSONSerialization") {
        consume(
          try JSONSerialization.data(
            withJSONObject: model.handwritten, options: .withoutEscapingSlashes))
      },
    ]
    for (name, limit) in limits {
      peers.append(Contender(name: name) { consume(limit.write(model)) })
    }
    return Comparison(
      workload: name, direction: "model to bytes",
      bytes: try JSONAdapter.data(from: model, policy: policy).count, objects: objects,
      target: writeTarget,
      subject: Contender(name: "Peridot") {
        consume(try JSONAdapter.data(from: model, policy: policy))
      },
      peers: peers, check: check)
  }

  private func readByHand() throws -> M {
    guard let json = try SameJSON.parse(document) as? [String: Any] else {
      throw PeerMismatch("\(name) is no object")
    }
    return M(handwritten: json)
  }

  /// Every side reads the document, and writes what it read: all have to come to the same.
  private func check() throws {
    let model: M = try JSONAdapter.model(from: document, policy: policy)
    var results: [(String, Any)] = [
      ("Peridot", try SameJSON.parse(try JSONAdapter.data(from: model, policy: policy))),
      (
        "JSONSerialization",
        try SameJSON.parse(
          try JSONSerialization.data(withJSONObject: try readByHand().handwritten))
      ),
    ]
    for coders in [coders, otherCoders?.coders].compactMap({ $0 }) {
      let record = try coders.decoder.decode(Record.self, from: document)
      results.append(("Codable", try SameJSON.parse(try coders.encoder.encode(record))))
    }
    for (limitName, limit) in limits {
      guard limit.read(document) == model else {
        throw PeerMismatch("the \(limitName) of \(name) differs")
      }
      results.append((limitName, try SameJSON.parse(limit.write(model))))
    }
    try SameJSON.expect(results)
  }
}
