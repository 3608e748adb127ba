import Foundation

/// The instructions of each operation, and the bytes of machine code of each room, as the repository
/// holds them in `Docs/Ledger.tsv`, and their largest functions, in `Docs/LedgerFunctions.tsv`.
struct Ledger {
  /// The compiler and processor with which the figures were counted.
  var compiler: String
  var counts: [String: InstructionCount] = [:]

  private static var docs: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs")
      .standardizedFileURL
  }

  private static let figures = docs.appending(path: "Ledger.tsv")
  private static let functions = docs.appending(path: "LedgerFunctions.tsv")

  /// The compiler and processor at hand.
  static func compilerHere() throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    return lines.prefix(2).joined(separator: ", ")
  }

  /// The ledger of the repository; nil if it has none.
  static func stored() throws -> Ledger? {
    guard FileManager.default.fileExists(atPath: figures.path) else { return nil }
    var ledger = Ledger(compiler: "")
    for cells in try rows(of: figures) {
      if cells.count == 1 {
        ledger.compiler = cells[0]
      } else if let number = Int(cells[1]) {
        ledger.counts[cells[0]] = InstructionCount(total: number)
      }
    }
    for cells in try rows(of: functions) where cells.count == 3 {
      ledger.counts[cells[0]]?.functions[cells[2]] = Int(cells[1])
    }
    return ledger
  }

  private static func rows(of file: URL) throws -> [[String]] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: "\t").map(String.init)
    }
  }

  /// Writes these rows, in their order.
  func store(_ rows: [String]) throws {
    var figures = "\(compiler)\n"
    var functions = ""
    for row in rows {
      guard let count = counts[row] else { continue }
      figures += "\(row)\t\(count.total)\n"
      for (name, instructions) in count.largest {
        functions += "\(row)\t\(instructions)\t\(name)\n"
      }
    }
    try figures.write(to: Self.figures, atomically: true, encoding: .utf8)
    try functions.write(to: Self.functions, atomically: true, encoding: .utf8)
  }

  /// Compares new counts with these figures.
  ///
  /// - Returns: A line for each row that differs by more than 3 %, and whether one is above.
  func comparison(
    with now: [String: InstructionCount], of rows: [String]
  ) -> (lines: [String], hasGrown: Bool) {
    var lines: [String] = []
    var hasGrown = false
    for row in rows {
      guard let count = now[row] else { continue }
      guard let before = counts[row] else {
        lines.append("\(row): new, \(count.total); write it down")
        continue
      }
      let ratio = Double(count.total) / Double(max(1, before.total))
      let change = "\(row): \(before.total) -> \(count.total)"
      let percent = String(format: "%+.1f %%", (ratio - 1) * 100)
      if ratio > 1.03 {
        hasGrown = true
        lines.append("\(change), \(percent)")
        lines += Self.growth(from: before, to: count)
      } else if ratio < 0.97 {
        lines.append("\(change), \(percent); write it down")
      }
    }
    return (lines, hasGrown)
  }

  /// The functions that grew most.
  private static func growth(from before: InstructionCount, to now: InstructionCount) -> [String] {
    let least = max(1, (now.total - before.total) / 20)
    return now.functions.map { (name: $0.key, change: $0.value - (before.functions[$0.key] ?? 0)) }
      .filter { $0.change >= least }
      .sorted { ($1.change, $0.name) < ($0.change, $1.name) }
      .prefix(8)
      .map { "    \(String(format: "%+d", $0.change)) \($0.name)" }
  }
}
