import Foundation

/// The results of one run.
struct Results: Codable {
  var comparisons: [Measurement] = []
  var memory: [MemoryUse] = []
  var growth: [GrowthStep] = []
  var firstUses: [FirstUse] = []
  var prices: [Price] = []
  var cliffs: [Price] = []

  /// The tables for a terminal, in Markdown.
  var text: String { tables.map(\.table).joined(separator: "\n\n") }

  /// The tables that have rows, by the names that `Docs/Benchmarks.md` gives them.
  var tables: [(name: String, table: String)] {
    [
      ("comparisons", Report.columns, comparisons.flatMap(Report.rows)),
      ("targets", Report.targetColumns, comparisons.compactMap(Report.targetRow)),
      ("memory", MemoryUse.columns, memory.map(\.row)),
      ("growth", GrowthStep.columns, growth.map(\.row)),
      ("first uses", FirstUse.columns, firstUses.map(\.row)),
      ("prices", Price.columns, prices.map(\.row)), ("cliffs", Price.columns, cliffs.map(\.row)),
    ].filter { !$0.2.isEmpty }.map { ($0.0, Report.table($0.1, $0.2)) }
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
