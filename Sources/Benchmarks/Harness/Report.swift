import Foundation

/// Numbers in tables for people.
enum Report {
  static let columns = [
    "workload", "direction", "by", "median", "quartiles", "MB/s", "objects/s", "ratio", "target",
  ]

  static func rows(_ measurement: Measurement) -> [[String]] {
    measurement.sides.enumerated().map { index, side in
      let seconds = side.seconds
      return [
        index == 0 ? measurement.workload : "",
        index == 0 ? measurement.direction : "",
        side.name,
        time(seconds.median),
        "\(time(seconds.lowerQuartile))..\(time(seconds.upperQuartile))",
        side.bytesPerSecond.map { decimal($0 / 1e6) } ?? "-",
        count(side.objectsPerSecond),
        index == 0 ? "" : "\(decimal(side.ratio))x",
        index == 1 ? target(measurement) : "",
      ]
    }
  }

  static let targetColumns = ["workload", "direction", "peer", "target", "measured", "reached"]

  /// The row of a comparison in the table of targets; nil without a target.
  static func targetRow(_ measurement: Measurement) -> [String]? {
    guard let target = measurement.target, let reached = measurement.reached else { return nil }
    let peer = measurement.sides[1]
    let measured =
      target.hasPrefix(">")
      ? "\(decimal(peer.ratio))x" : "\(decimal(1 / peer.ratio)) of time"
    return [
      measurement.workload, measurement.direction, peer.name, target, measured,
      reached ? "yes" : "NO",
    ]
  }

  /// Returns rows of equal columns, with bars between them, as Markdown reads them too.
  static func table(_ columns: [String], _ rows: [[String]]) -> String {
    let widths = columns.indices.map { column in
      ([columns] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule =
      "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
    return ([line(columns), rule] + rows.map(line)).joined(separator: "\n")
  }

  static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-6: "\(decimal(seconds * 1e9)) ns"
    case ..<1e-3: "\(decimal(seconds * 1e6)) us"
    case ..<1: "\(decimal(seconds * 1e3)) ms"
    default: "\(decimal(seconds)) s"
    }
  }

  static func count(_ number: Double) -> String {
    switch number {
    case ..<1e3: decimal(number)
    case ..<1e6: "\(decimal(number / 1e3))k"
    default: "\(decimal(number / 1e6))M"
    }
  }

  /// Returns `number` with three digits or so.
  static func decimal(_ number: Double) -> String {
    let places = number < 10 ? 2 : number < 100 ? 1 : 0
    return String(format: "%.\(places)f", number)
  }

  private static func target(_ measurement: Measurement) -> String {
    guard let target = measurement.target, let reached = measurement.reached else { return "" }
    return "\(target) \(reached ? "yes" : "NO")"
  }
}
