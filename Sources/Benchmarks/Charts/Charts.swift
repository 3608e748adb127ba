import Foundation

/// The charts of the documents, which `Benchmarks --charts` draws from `Docs/Benchmarks.md`.
enum Charts {
  static let page = "Docs/Benchmarks.md"
  static let folder = "Docs/Charts"

  /// Writes each chart and picture into its file, and the figures of the first one into the README.
  static func write() throws {
    let page = try MeasuredPage(path: page)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let overview = try Self.overview(of: page)
    let charts = [
      ("overview", overview), ("documents", try documents(of: page)),
      ("prices", prices(of: page)),
    ]
    for (name, chart) in charts {
      try chart.svg.write(toFile: "\(folder)/\(name).svg", atomically: true, encoding: .utf8)
    }
    try Pictures.write()
    let figures = overview.groups.map { group in
      "\(group.heading) " + group.bars.map { "\($0.label) \($0.text)" }.joined(separator: ", ")
    }
    let readme = try String(contentsOfFile: "README.md", encoding: .utf8)
    try readme.replacing(
      /!\[[^\]]*\](?=\(Docs\/Charts\/overview\.svg\))/,
      with: "![Processor time. \(figures.joined(separator: "; "))]"
    ).write(toFile: "README.md", atomically: true, encoding: .utf8)
  }

  static let system = "Swift 6.3.1, Linux x86_64, release build"

  private static let note = "Processor time, less is better. \(system): Docs/Benchmarks.md"

  /// The times of one user and of 10,000, compared with Foundation's coders.
  private static func overview(of page: MeasuredPage) throws -> BarChart {
    let shown = [
      ("One user: read", "user", "bytes to model", "JSONDecoder"),
      ("One user: write", "user", "model to bytes", "JSONEncoder"),
      ("10,000 users: read", "users", "bytes to model", "JSONDecoder"),
      ("10,000 users: write", "users", "model to bytes", "JSONEncoder"),
    ]
    let groups = try shown.map { heading, workload, direction, peer in
      let own = try page.side("Peridot", workload, direction)
      let other = try page.side(peer, workload, direction)
      return BarChart.Group(
        heading: heading,
        bars: [
          .init(label: "Peridot", value: own.seconds, text: own.time),
          .init(
            label: peer, value: other.seconds, text: "\(other.time) (\(other.ratio))",
            isHighlighted: false),
        ])
    }
    return BarChart(
      title: "Reading and writing JSON, compared with Foundation", note: note, groups: groups,
      scalesEachGroup: true)
  }

  /// How many times as long as Peridot Foundation's coders take, for each document.
  private static func documents(of page: MeasuredPage) throws -> BarChart {
    let workloads = [
      "user", "users", "weibo", "deep", "wide", "escapes", "numbers", "dates", "unicode",
      "short doubles", "long doubles", "outlines", "catalog",
    ]
    let groups = try workloads.map { workload in
      let read = try page.side("JSONDecoder", workload, "bytes to model")
      let write = try page.side("JSONEncoder", workload, "model to bytes")
      return BarChart.Group(
        heading: workload,
        bars: [
          .init(label: "read", value: read.factor, text: read.ratio),
          .init(label: "write", value: write.factor, text: write.ratio, isHighlighted: false),
        ])
    }
    return BarChart(
      title: "How many times as long Foundation's coders take", note: Self.note, groups: groups,
      labelWidth: 60)
  }

  /// The cost of features above a plain class.
  private static func prices(of page: MeasuredPage) -> BarChart {
    let bars = page.prices.map {
      BarChart.Bar(label: $0.feature, value: $0.seconds, text: $0.text)
    }
    return BarChart(
      title: "What a feature costs each time it is used", note: note,
      groups: [.init(heading: "", bars: bars)], labelWidth: 300)
  }
}

extension MeasuredPage {
  /// The side of that name; throws if the page does not have it.
  fileprivate func side(_ name: String, _ workload: String, _ direction: String) throws -> Side {
    let found = sides.first {
      $0.name == name && $0.workload == workload && $0.direction == direction
    }
    guard let found else { throw MissingFigure(description: "\(workload), \(direction): \(name)") }
    return found
  }
}
