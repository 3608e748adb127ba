import Foundation
import Peridot

/// A payload that nobody looks at: kept as its bytes, compared with a dictionary of it.
enum RawWorkload {
  static func comparisons() throws -> [Comparison] {
    let document = Data(#"{"payload":"#.utf8) + (try Resource.weibo.data()) + Data("}".utf8)
    let raw = try JSONAdapter.model(of: RawPayload.self, from: document)
    let dictionary = try JSONAdapter.model(of: AnyPayload.self, from: document)
    return [
      Comparison(
        workload: "raw", direction: "bytes to model", bytes: document.count, objects: 1,
        target: .within(0.2),
        subject: Contender(name: "RawJSON") {
          consume(try JSONAdapter.model(of: RawPayload.self, from: document))
        },
        peers: [
          Contender(name: "[String: Any]") {
            consume(try JSONAdapter.model(of: AnyPayload.self, from: document))
          }
        ],
        check: {}),
      Comparison(
        workload: "raw", direction: "model to bytes", bytes: document.count, objects: 1,
        target: .within(0.2),
        subject: Contender(name: "RawJSON") { consume(try JSONAdapter.data(from: raw)) },
        peers: [
          Contender(name: "[String: Any]") { consume(try JSONAdapter.data(from: dictionary)) }
        ],
        check: {
          try SameJSON.expect([
            ("RawJSON", try SameJSON.parse(try JSONAdapter.data(from: raw))),
            ("[String: Any]", try SameJSON.parse(try JSONAdapter.data(from: dictionary))),
          ])
        }),
    ]
  }
}
