import Foundation
import Peridot

/// 10,000 objects of a class cluster, chosen by one member, compared with one plain class.
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
        }),
      try declared(document),
      try written(document),
    ]
  }

  /// A declared cluster, compared with one chosen by code.
  private static func declared(_ document: Data) throws -> Comparison {
    Comparison(
      workload: "cluster", direction: "bytes to model", bytes: document.count, objects: 10_000,
      target: .within(1.05),
      subject: Contender(name: "cluster") {
        consume(try JSONAdapter.models(of: TaggedShape.self, from: document))
      },
      peers: [
        Contender(name: "classForParsing") {
          consume(try JSONAdapter.models(of: Shape.self, from: document))
        }
      ],
      check: {
        let tagged = try JSONAdapter.models(of: TaggedShape.self, from: document)
        let shapes = try JSONAdapter.models(of: Shape.self, from: document)
        try SameJSON.expect([
          ("cluster", try SameJSON.parse(try JSONAdapter.data(from: tagged))),
          ("classForParsing", try SameJSON.parse(try JSONAdapter.data(from: shapes))),
        ])
      })
  }

  /// A tag that is written, compared with a property that holds it.
  private static func written(_ document: Data) throws -> Comparison {
    let tagged = try JSONAdapter.models(of: TaggedShape.self, from: document)
    let shapes = try JSONAdapter.models(of: Shape.self, from: document)
    return Comparison(
      workload: "cluster", direction: "model to bytes", bytes: document.count, objects: 10_000,
      target: .within(1.05),
      subject: Contender(name: "cluster") { consume(try JSONAdapter.data(from: tagged)) },
      peers: [
        Contender(name: "a property") { consume(try JSONAdapter.data(from: shapes)) }
      ],
      check: {})
  }
}
