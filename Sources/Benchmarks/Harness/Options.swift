/// What the command line asks for.
struct Options {
  /// The workloads to run; empty for all.
  var names: [String] = []
  var json = false
  var quick = false
  /// Whether to draw the charts of the documents, and measure nothing.
  var charts = false

  static let usage = "usage: Benchmarks [--json] [--quick] [workload…]\n       Benchmarks --charts"

  init(_ arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--json": json = true
      case "--quick": quick = true
      case "--charts": charts = true
      default: names.append(argument)
      }
    }
  }
}
