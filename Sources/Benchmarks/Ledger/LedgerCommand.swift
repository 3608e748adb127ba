import Foundation

/// Counts the operations of the ledger, and compares them with the repository's figures.
enum LedgerCommand {
  /// - Parameters:
  ///   - names: Beginnings of the operations' names; empty for all.
  ///   - stores: Whether to write the figures down.
  static func run(_ names: [String], stores: Bool) throws {
    let all = CountedOperation.all
    let operations = all.filter { operation in
      names.isEmpty || names.contains { operation.name.hasPrefix($0) }
    }
    guard let callgrind = try Callgrind() else { exit(2) }
    let compiler = try Ledger.compilerHere()
    var counts = try callgrind.counts(of: operations)
    Demangler.demangle(&counts)
    if names.isEmpty {
      counts.merge(try MachineCode.counts()) { $1 }
      counts[SmallProgram.row] = try SmallProgram.count()
    }
    let rows = all.map(\.name) + MachineCode.rows + [SmallProgram.row]
    let stored = try Ledger.stored()
    for row in rows {
      guard let count = counts[row] else { continue }
      let before = stored?.counts[row].map {
        String(format: " %6.3f", Double(count.total) / Double(max(1, $0.total)))
      }
      print("\(count.total)".leftPadded(to: 12) + (before ?? "    new") + "  " + row)
    }
    if stores {
      var ledger =
        stored?.compiler == compiler
        ? stored ?? Ledger(compiler: compiler)
        : Ledger(compiler: compiler)
      ledger.counts.merge(counts) { $1 }
      return try ledger.store(rows)
    }
    guard let stored, stored.compiler == compiler else {
      print("The ledger has figures of another compiler, which can't be compared:")
      print("  \(stored?.compiler ?? "none")\n  \(compiler)")
      return
    }
    let (lines, hasGrown) = stored.comparison(with: counts, of: rows)
    if !lines.isEmpty { print("\nRows that differ by more than 3 %:") }
    for line in lines { print(line) }
    if hasGrown {
      print(
        "\nA row grew. Make it as cheap as it was, or write it down with its reason in the commit:")
      print("swift run -c release Benchmarks --instructions --write [row…]")
      exit(1)
    }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
