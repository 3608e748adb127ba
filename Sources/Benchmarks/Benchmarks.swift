import Foundation

/// Peridot side by side with Foundation, in one run.
@main
struct Benchmarks {
  static func main() throws {
    let options = Options(Array(CommandLine.arguments.dropFirst()))
    let known = Workload.all.map(\.name)
    let unknown = options.names.filter { !known.contains($0) }
    guard unknown.isEmpty else {
      print("No workload \(unknown.joined(separator: ", ")).\n\(Options.usage)")
      print("workloads: \(known.joined(separator: " "))")
      exit(2)
    }
    let stopwatch = Stopwatch(effort: options.quick ? .quick : .full)
    var measurements: [Measurement] = []
    for workload in Workload.all
    where options.names.isEmpty || options.names.contains(workload.name) {
      for comparison in try workload.comparisons() {
        try comparison.check()
        let times = try stopwatch.measure(comparison.contenders)
        measurements.append(Measurement(comparison, times))
      }
    }
    if options.json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(measurements), as: UTF8.self))
    } else {
      print(Report.table(Report.columns, measurements.flatMap(Report.rows)))
    }
  }
}
