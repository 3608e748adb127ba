import Foundation

/// The tables of `Docs/Benchmarks.md`, which `Benchmarks --page` writes.
///
/// The charts show figures of that page and no others, so that a picture and the page never differ.
struct MeasuredPage {
  private let text: String

  init(path: String) throws {
    text = try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Writes each table between the comments of the page that name it.
  static func write(_ tables: PageTables) throws {
    var text = try String(contentsOfFile: Charts.page, encoding: .utf8)
    for (name, table) in tables.tables + [("run", run)] {
      guard let start = text.range(of: "<!-- measured: \(name) -->\n")?.upperBound,
        let end = text.range(of: "<!-- end -->", range: start..<text.endIndex)?.lowerBound
      else { throw MissingFigure(description: "<!-- measured: \(name) -->") }
      text.replaceSubrange(start..<end, with: "\n\(table)\n\n")
    }
    try text.write(toFile: Charts.page, atomically: true, encoding: .utf8)
  }

  /// A figure or place that the page does not have.
  struct MissingFigure: Error, CustomStringConvertible {
    let description: String
  }

  /// When and where the program ran.
  private static var run: String {
    let date = Date().formatted(.iso8601.year().month().day())
    let processors = ProcessInfo.processInfo.processorCount
    return "Measured on \(date): \(Charts.system), \(processors) processors, three processes."
  }

  /// One side of a comparison on the page.
  struct Side {
    let workload: String
    let direction: String
    let name: String
    let time: String
    let ratio: String

    /// The time in seconds.
    var seconds: Double { MeasuredPage.seconds(time) ?? 0 }
    /// How many times as long as Peridot it took.
    var factor: Double { Double(ratio.dropLast()) ?? 1 }
  }

  /// The sides of all comparisons.
  var sides: [Side] {
    var workload = ""
    var direction = ""
    return rows(below: "## All numbers").compactMap { cells in
      guard cells.count == 9, MeasuredPage.seconds(cells[3]) != nil else { return nil }
      if !cells[0].isEmpty { workload = cells[0] }
      if !cells[1].isEmpty { direction = cells[1] }
      return Side(
        workload: workload, direction: direction, name: cells[2], time: cells[3], ratio: cells[7])
    }
  }

  /// The cost of each use of a feature, in seconds.
  var prices: [(feature: String, text: String, seconds: Double)] {
    rows(below: "## Prices of features").compactMap { cells in
      guard cells.count == 6, cells[4].hasPrefix("+"),
        let seconds = MeasuredPage.seconds(String(cells[4].dropFirst()))
      else { return nil }
      return ("\(cells[0]), \(cells[1])", String(cells[4].dropFirst()), seconds)
    }
  }

  /// The cells of the table rows between a heading and the next one.
  private func rows(below heading: String) -> [[String]] {
    guard let start = text.range(of: "\n\(heading)\n")?.upperBound else { return [] }
    let section = text[start...]
    let end = section.range(of: "\n#")?.lowerBound ?? section.endIndex
    return section[..<end].split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  /// The seconds of a time such as "2.42 us"; nil for other text.
  private static func seconds(_ time: String) -> Double? {
    let parts = time.split(separator: " ")
    guard parts.count == 2, let number = Double(parts[0]) else { return nil }
    return switch parts[1] {
    case "ns": number * 1e-9
    case "us": number * 1e-6
    case "ms": number * 1e-3
    case "s": number
    default: nil
    }
  }
}
