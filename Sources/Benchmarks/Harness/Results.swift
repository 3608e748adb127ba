import Foundation

/// All that was measured in one run.
struct Results: Encodable {
  var comparisons: [Measurement] = []
  var memory: [MemoryUse] = []
  var growth: [GrowthStep] = []
  var firstUses: [FirstUse] = []
  var prices: [Price] = []

  /// The tables that a person reads, in Markdown.
  var text: String {
    var parts: [String] = []
    if !comparisons.isEmpty {
      parts.append(Report.table(Report.columns, comparisons.flatMap(Report.rows)))
    }
    if !memory.isEmpty { parts.append(Report.table(MemoryUse.columns, memory.map(\.row))) }
    if !growth.isEmpty { parts.append(Report.table(GrowthStep.columns, growth.map(\.row))) }
    if !firstUses.isEmpty { parts.append(Report.table(FirstUse.columns, firstUses.map(\.row))) }
    if !prices.isEmpty { parts.append(Report.table(Price.columns, prices.map(\.row))) }
    return parts.joined(separator: "\n\n")
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
