import Foundation

/// Compares Peridot with Foundation, in one run.
@main
struct Benchmarks {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == MemoryWorkload.childArgument {
      return try MemoryWorkload.runChild(Array(arguments.dropFirst()))
    }
    if arguments.first == FirstUseWorkload.childArgument {
      return try FirstUseWorkload.runChild(Array(arguments.dropFirst()))
    }
    if arguments.first == CountingChild.argument {
      return try CountingChild.run(arguments[1], library: arguments.dropFirst(2).first)
    }
    let options = Options(arguments)
    if options.instructions { return try LedgerCommand.run(options.names, stores: options.write) }
    if options.charts { return try Charts.write() }
    let workloads = Workload.all
    let unknown = Set(options.names).subtracting(workloads.map(\.name))
    guard unknown.isEmpty else {
      print("No workload \(unknown.sorted().joined(separator: ", ")).\n\(Options.usage)")
      print("workloads: \(workloads.map(\.name).joined(separator: " "))")
      exit(2)
    }
    guard !options.page || options.names.isEmpty && !_isDebugAssertConfiguration() else {
      print("--page measures all workloads of a release build.\n\(Options.usage)")
      exit(2)
    }
    if options.page {
      try MeasuredPage.write(PageTables(processes: 3, quick: options.quick))
      return try Charts.write()
    }
    let stopwatch = Stopwatch(effort: options.quick ? .quick : .full)
    var results = Results()
    for workload in workloads
    where options.names.isEmpty || options.names.contains(workload.name) {
      do {
        try workload.run(stopwatch, &results)
      } catch {
        print("\(workload.name): \(error)")
        exit(1)
      }
    }
    print(options.json ? try results.json() : results.text)
  }
}
