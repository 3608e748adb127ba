/// What the command line asks for.
struct Options {
  /// The workloads to run; empty for all.
  var names: [String] = []
  var json = false
  var quick = false

  static let usage = "usage: Benchmarks [--json] [--quick] [workload…]"

  init(_ arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--json": json = true
      case "--quick": quick = true
      default: names.append(argument)
      }
    }
  }
}
