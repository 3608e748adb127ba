import Foundation
import Peridot

/// The first use of a class, which makes its plan: 64 classes with thirty properties each.
enum FirstUseWorkload {
  private struct Times {
    var first: [Double] = []
    var second: [Double] = []
  }

  private static let types: [any Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, UInt.self, Bool.self, Double.self, String.self,
  ]

  static func run(_ stopwatch: Stopwatch, _ results: inout Results) throws {
    let document = MadeDocument.wide(properties: 30)
    var models = Times()
    var records = Times()
    for type in types {
      for other in types {
        try measure(type, other, document, &models, &records)
      }
    }
    let job = "30 properties"
    results.firstUses += [
      FirstUse(
        job: job, name: "Peridot", first: Distribution(models.first),
        second: Distribution(models.second)),
      FirstUse(
        job: job, name: "JSONDecoder", first: Distribution(records.first),
        second: Distribution(records.second)),
    ]
  }

  private static func measure<A, B>(
    _ one: A.Type, _ other: B.Type, _ document: Data, _ models: inout Times,
    _ records: inout Times
  ) throws {
    // The runtime makes the generic class itself here, which is not what is measured.
    consume(FirstUseModel<A, B>())
    let decoder = JSONDecoder()
    let readModel = {
      consume(try JSONAdapter.model(of: FirstUseModel<A, B>.self, from: document))
    }
    let readRecord = {
      consume(try decoder.decode(FirstUseRecord<A, B>.self, from: document))
    }
    models.first.append(try wallTime(readModel))
    records.first.append(try wallTime(readRecord))
    models.second.append(try wallTime(readModel))
    records.second.append(try wallTime(readRecord))
  }

  /// The processor clock is too coarse for one object.
  private static func wallTime(_ work: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(work) / .seconds(1)
  }
}
