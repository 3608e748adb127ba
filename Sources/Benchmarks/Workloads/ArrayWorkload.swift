import Foundation
import Peridot

/// One array of objects that is read into models, and written again.
struct ArrayWorkload<M: JSONSerializing & Handwritten, Record: Codable> {
  let name: String
  let document: Data
  var policy = ConversionPolicy.strict
  var readTarget: Target?
  var writeTarget: Target?

  func comparisons() throws -> [Comparison] {
    let decoder = PeerCoders.decoder()
    let encoder = PeerCoders.encoder()
    let (document, policy) = (document, policy)
    let models: [M] = try JSONAdapter.models(from: document, policy: policy)
    let records = try decoder.decode([Record].self, from: document)
    let reading = Comparison(
      workload: name, direction: "bytes to model", bytes: document.count, objects: models.count,
      target: readTarget,
      subject: Contender(name: "Peridot") {
        consume(try JSONAdapter.models(of: M.self, from: document, policy: policy))
      },
      peers: [
        Contender(name: "JSONDecoder") {
          consume(try decoder.decode([Record].self, from: document))
        },
        Contender(name: "JSONSerialization") {
          consume(try Self.readByHand(document))
        },
      ],
      check: { try Self.check(document, policy) })
    let writing = Comparison(
      workload: name, direction: "model to bytes",
      bytes: try JSONAdapter.data(from: models, policy: policy).count, objects: models.count,
      target: writeTarget,
      subject: Contender(name: "Peridot") {
        consume(try JSONAdapter.data(from: models, policy: policy))
      },
      peers: [
        Contender(name: "JSONEncoder") { consume(try encoder.encode(records)) },
        Contender(name: "JSONSerialization") {
          consume(
            try JSONSerialization.data(
              withJSONObject: models.map(\.handwritten), options: .withoutEscapingSlashes))
        },
      ],
      check: {})
    return [reading, writing]
  }

  private static func readByHand(_ document: Data) throws -> [M] {
    guard let json = try SameJSON.parse(document) as? [[String: Any]] else {
      throw PeerMismatch("no array of objects")
    }
    return json.map { M(handwritten: $0) }
  }

  /// All three read the document, and write what they read in the same words.
  private static func check(_ document: Data, _ policy: ConversionPolicy) throws {
    let models: [M] = try JSONAdapter.models(from: document, policy: policy)
    let records = try PeerCoders.decoder().decode([Record].self, from: document)
    try SameJSON.expect([
      ("Peridot", try SameJSON.parse(try JSONAdapter.data(from: models, policy: policy))),
      ("Codable", try SameJSON.parse(try PeerCoders.encoder().encode(records))),
      (
        "JSONSerialization",
        try SameJSON.parse(
          try JSONSerialization.data(withJSONObject: try readByHand(document).map(\.handwritten)))
      ),
    ])
  }
}
