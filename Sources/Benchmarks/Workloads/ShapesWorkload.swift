import Foundation
import Peridot

/// 10,000 objects of a class cluster, which asks one member for the class, beside one plain class.
enum ShapesWorkload {
  static func comparisons() throws -> [Comparison] {
    let document = MadeDocument.shapes(count: 10_000)
    return [
      Comparison(
        workload: "cluster", direction: "bytes to model", bytes: document.count, objects: 10_000,
        target: .within(1.3),
        subject: Contender(name: "classForParsing") {
          consume(try JSONAdapter.models(of: Shape.self, from: document))
        },
        peers: [
          Contender(name: "one class") {
            consume(try JSONAdapter.models(of: PlainShape.self, from: document))
          }
        ],
        check: {
          let shapes = try JSONAdapter.models(of: Shape.self, from: document)
          guard shapes.allSatisfy({ $0 is Circle || $0 is Square }) else {
            throw PeerMismatch("a shape of no subclass")
          }
          let plain = try JSONAdapter.models(of: PlainShape.self, from: document)
          try SameJSON.expect([
            ("classForParsing", try SameJSON.parse(try JSONAdapter.data(from: shapes))),
            ("one class", try SameJSON.parse(try JSONAdapter.data(from: plain))),
          ])
        })
    ]
  }
}
