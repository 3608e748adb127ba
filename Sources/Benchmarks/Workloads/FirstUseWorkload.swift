import Foundation
import Peridot

/// The first use of a class, which makes its plan: 64 classes with thirty properties each, and
/// classes of 5 to 200 properties, each in processes of its own.
enum FirstUseWorkload {
  /// The argument that makes this executable such a process.
  static let childArgument = "--first-use-child"

  private struct Times {
    var first: [Double] = []
    var second: [Double] = []
  }

  private static let types: [any Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, UInt.self, Bool.self, Double.self, String.self,
  ]

  static func run(_ stopwatch: Stopwatch, _ results: inout Results) throws {
    try runThirty(&results)
    for properties in [5, 20, 50, 100, 200] { try runGrowth(properties, &results) }
  }

  private static func runThirty(_ results: inout Results) throws {
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
      firstUse(job, "Peridot", models), firstUse(job, "JSONDecoder", records),
    ]
  }

  private static func firstUse(_ job: String, _ name: String, _ times: Times) -> FirstUse {
    FirstUse(
      job: job, name: name, first: Distribution(times.first), second: Distribution(times.second))
  }

  private static func runGrowth(_ properties: Int, _ results: inout Results) throws {
    var all = Times()
    for _ in 0..<15 {
      let data = try OwnProcess.output([childArgument, "\(properties)"])
      let times = String(decoding: data, as: UTF8.self).split(separator: " ").compactMap {
        Double($0)
      }
      guard times.count == 2 else {
        throw PeerMismatch("The process that reads \(properties) properties failed.")
      }
      all.first.append(times[0])
      all.second.append(times[1])
    }
    results.firstUses.append(firstUse("\(properties) properties, alone", "Peridot", all))
  }

  /// Reads two objects with as many properties as the argument says, and prints the times.
  static func runChild(_ arguments: [String]) throws {
    // What is made once in a process is not what is measured.
    let user = try Resource.user.data()
    consume(try JSONAdapter.model(of: GitHubUser.self, from: user))
    let times =
      switch arguments {
      case ["5"]: try times(Properties5.self, properties: 5)
      case ["20"]: try times(Properties20.self, properties: 20)
      case ["50"]: try times(Properties50.self, properties: 50)
      case ["100"]: try times(Properties100.self, properties: 100)
      case ["200"]: try times(Properties200.self, properties: 200)
      default: throw PeerMismatch("no class \(arguments)")
      }
    print(times.map { "\($0)" }.joined(separator: " "), terminator: "")
  }

  private static func times<M: JSONSerializing>(
    _: M.Type, properties: Int
  ) throws -> [Double] {
    let document = MadeDocument.wide(properties: properties)
    let read = { consume(try JSONAdapter.model(of: M.self, from: document)) }
    return [try wallTime(read), try wallTime(read)]
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
