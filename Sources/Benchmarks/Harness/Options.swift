/// The options of the command line.
struct Options {
  /// The workloads to run; empty for all.
  var names: [String] = []
  var json = false
  var quick = false
  /// Whether to draw the charts of the documents, and measure nothing.
  var charts = false
  /// Whether to write the tables and charts of the documents.
  var page = false

  static let usage = """
    usage: Benchmarks [--json] [--quick] [workload…]
           Benchmarks --page [--quick]
           Benchmarks --charts
    """

  init(_ arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--json": json = true
      case "--quick": quick = true
      case "--charts": charts = true
      case "--page": page = true
      default: names.append(argument)
      }
    }
  }
}
