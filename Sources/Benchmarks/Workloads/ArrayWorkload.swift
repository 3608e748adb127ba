import Foundation
import Peridot

/// One array of objects that is read into models, and written again.
struct ArrayWorkload<M: JSONSerializing & Handwritten, Record: Codable> {
  let name: String
  let document: Data
  var coders = PeerCoders.iso8601
  var readTarget: Target?

  func comparisons() throws -> [Comparison] {
    [try reading(), try writing()]
  }

  private func reading() throws -> Comparison {
    let (document, decoder) = (document, coders.decoder)
    return Comparison(
      workload: name, direction: "bytes to model", bytes: document.count,
      objects: try JSONAdapter.models(of: M.self, from: document).count, target: readTarget,
      subject: Contender(name: "Peridot") {
        consume(try JSONAdapter.models(of: M.self, from: document))
      },
      peers: [
        Contender(name: "JSONDecoder") {
          consume(try decoder.decode([Record].self, from: document))
        },
        Contender(name: "JSONSerialization") { consume(try readByHand()) },
      ],
      check: check)
  }

  private func writing() throws -> Comparison {
    let encoder = coders.encoder
    let models: [M] = try JSONAdapter.models(from: document)
    let records = try coders.decoder.decode([Record].self, from: document)
    return Comparison(
      workload: name, direction: "model to bytes",
      bytes: try JSONAdapter.data(from: models).count, objects: models.count,
      subject: Contender(name: "Peridot") { consume(try JSONAdapter.data(from: models)) },
      peers: [
        Contender(name: "JSONEncoder") { consume(try encoder.encode(records)) },
        Contender(name: "JSONSerialization") {
          consume(
            try JSONSerialization.data(
              withJSONObject: models.map(\.handwritten), options: .withoutEscapingSlashes))
        },
      ],
      check: {})
  }

  private func readByHand() throws -> [M] {
    guard let json = try SameJSON.parse(document) as? [[String: Any]] else {
      throw PeerMismatch("\(name) is no array of objects")
    }
    return json.map { M(handwritten: $0) }
  }

  /// Every side reads the document, and writes what it read: all have to come to the same.
  private func check() throws {
    let models: [M] = try JSONAdapter.models(from: document)
    let records = try coders.decoder.decode([Record].self, from: document)
    try SameJSON.expect([
      ("Peridot", try SameJSON.parse(try JSONAdapter.data(from: models))),
      ("Codable", try SameJSON.parse(try coders.encoder.encode(records))),
      (
        "JSONSerialization",
        try SameJSON.parse(
          try JSONSerialization.data(withJSONObject: try readByHand().map(\.handwritten)))
      ),
    ])
  }
}
