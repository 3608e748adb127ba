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
  /// Whether to count instructions, and compare them with the ledger.
  var instructions = false
  /// Whether to write the counts into the ledger.
  var write = false

  static let usage = """
    usage: Benchmarks [--json] [--quick] [workload…]
           Benchmarks --page [--quick]
           Benchmarks --charts
           Benchmarks --instructions [--write] [row…]
    """

  init(_ arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--json": json = true
      case "--quick": quick = true
      case "--charts": charts = true
      case "--page": page = true
      case "--instructions": instructions = true
      case "--write": write = true
      default: names.append(argument)
      }
    }
  }
}
