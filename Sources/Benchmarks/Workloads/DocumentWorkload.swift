import Foundation
import Peridot

/// One document that is read into one model, and written again.
struct DocumentWorkload<M: JSONSerializing & Handwritten, Record: Codable> {
  let name: String
  let document: Data
  /// How many objects the document holds, for the rate.
  let objects: Int
  var policy = ConversionPolicy.strict
  var readTarget: Target?
  var writeTarget: Target?

  func comparisons() throws -> [Comparison] {
    let decoder = PeerCoders.decoder()
    let encoder = PeerCoders.encoder()
    let (document, policy) = (document, policy)
    let model: M = try JSONAdapter.model(from: document, policy: policy)
    let record = try decoder.decode(Record.self, from: document)
    let reading = Comparison(
      workload: name, direction: "bytes to model", bytes: document.count, objects: objects,
      target: readTarget,
      subject: Contender(name: "Peridot") {
        consume(try JSONAdapter.model(of: M.self, from: document, policy: policy))
      },
      peers: [
        Contender(name: "JSONDecoder") {
          consume(try decoder.decode(Record.self, from: document))
        },
        Contender(name: "JSONSerialization") {
          consume(try Self.readByHand(document))
        },
      ],
      check: { try Self.check(document, policy) })
    let writing = Comparison(
      workload: name, direction: "model to bytes",
      bytes: try JSONAdapter.data(from: model, policy: policy).count, objects: objects,
      target: writeTarget,
      subject: Contender(name: "Peridot") {
        consume(try JSONAdapter.data(from: model, policy: policy))
      },
      peers: [
        Contender(name: "JSONEncoder") { consume(try encoder.encode(record)) },
        Contender(name: "JSONSerialization") {
          consume(
            try JSONSerialization.data(
              withJSONObject: model.handwritten, options: .withoutEscapingSlashes))
        },
      ],
      check: { try Self.check(document, policy) })
    return [reading, writing]
  }

  private static func readByHand(_ document: Data) throws -> M {
    guard let json = try SameJSON.parse(document) as? [String: Any] else {
      throw PeerMismatch("no object")
    }
    return M(handwritten: json)
  }

  /// All three read the document, and write what they read in the same words.
  private static func check(_ document: Data, _ policy: ConversionPolicy) throws {
    let model: M = try JSONAdapter.model(from: document, policy: policy)
    let record = try PeerCoders.decoder().decode(Record.self, from: document)
    try SameJSON.expect([
      ("Peridot", try SameJSON.parse(try JSONAdapter.data(from: model, policy: policy))),
      ("Codable", try SameJSON.parse(try PeerCoders.encoder().encode(record))),
      (
        "JSONSerialization",
        try SameJSON.parse(
          try JSONSerialization.data(withJSONObject: try readByHand(document).handwritten))
      ),
    ])
  }
}
