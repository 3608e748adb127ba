import Foundation
import Peridot

/// Many small objects to an archive and back, compared with a property list of Codable classes.
enum EventArchiveWorkload {
  static func comparisons() throws -> [Comparison] {
    let count = 500
    let document = MadeDocument.events(count: count)
    let events = try JSONAdapter.models(of: CatalogEvent.self, from: document)
    let records = try JSONDecoder().decode([CatalogEventRecord].self, from: document)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let decoder = PropertyListDecoder()
    let archive = try events.archivedData()
    let plist = try encoder.encode(records)
    let check = {
      guard try [CatalogEvent].unarchive(from: archive) == events else {
        throw PeerMismatch("restored events differ")
      }
      let decoded = try decoder.decode([CatalogEventRecord].self, from: plist)
      try SameJSON.expect([
        ("Peridot", try SameJSON.parse(try JSONAdapter.data(from: events))),
        ("property list", try SameJSON.parse(try JSONEncoder().encode(decoded))),
      ])
    }
    return [
      Comparison(
        workload: "events", direction: "archive", bytes: archive.count, objects: count,
        target: .times(3),
        subject: Contender(name: "Peridot") { consume(try events.archivedData()) },
        peers: [
          Contender(name: "PropertyListEncoder") { consume(try encoder.encode(records)) }
        ],
        check: check),
      Comparison(
        workload: "events", direction: "restore", bytes: archive.count, objects: count,
        target: .times(4),
        subject: Contender(name: "Peridot") {
          consume(try [CatalogEvent].unarchive(from: archive))
        },
        peers: [
          Contender(name: "PropertyListDecoder") {
            consume(try decoder.decode([CatalogEventRecord].self, from: plist))
          }
        ],
        check: check),
    ]
  }
}
