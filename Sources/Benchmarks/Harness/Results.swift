import Foundation

/// The results of one run.
struct Results: Codable {
  var comparisons: [Measurement] = []
  var memory: [MemoryUse] = []
  var growth: [GrowthStep] = []
  var firstUses: [FirstUse] = []
  var prices: [Price] = []
  var cliffs: [Price] = []

  /// The tables that have rows, for a terminal, in Markdown.
  var text: String {
    [
      (Report.columns, comparisons.flatMap(Report.rows)),
      (Report.targetColumns, comparisons.compactMap(Report.targetRow)),
      (MemoryUse.columns, memory.map(\.row)), (GrowthStep.columns, growth.map(\.row)),
      (FirstUse.columns, firstUses.map(\.row)), (Price.columns, prices.map(\.row)),
      (Price.columns, cliffs.map(\.row)),
    ].filter { !$0.1.isEmpty }.map(Report.table).joined(separator: "\n\n")
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
