import Foundation

/// The tables of `Docs/Benchmarks.md`: the medians of several processes, and the ranges that they span.
///
/// Targets, which only the authors know, are in `--json` alone.
struct PageTables {
  private let runs: [Results]

  /// Measures all workloads in some processes, one after the other, because the addresses of a process
  /// change how fast it is.
  init(processes: Int, quick: Bool) throws {
    let arguments = ["--json"] + (quick ? ["--quick"] : [])
    runs = try (0..<processes).map { _ in
      try JSONDecoder().decode(Results.self, from: OwnProcess.output(arguments))
    }
  }

  /// The tables by the names that the page gives them.
  var tables: [(name: String, table: String)] {
    [
      ("comparisons", Self.comparisonColumns, comparisons),
      ("memory", Array(MemoryUse.columns.dropLast()), memory),
      ("growth", GrowthStep.columns, middle.growth.map(\.row)),
      ("first uses", FirstUse.columns, middle.firstUses.map(\.row)),
      ("prices", Self.priceColumns, prices(\.prices)),
      ("cliffs", Self.priceColumns, prices(\.cliffs)),
    ].map { ($0.0, Report.table($0.1, $0.2)) }
  }

  private var middle: Results { runs[runs.count / 2] }

  private var memory: [[String]] { middle.memory.map { $0.row.dropLast() } }

  private static let comparisonColumns = [
    "workload", "direction", "by", "median", "range", "MB/s", "objects/s", "ratio", "its range",
  ]

  private var comparisons: [[String]] {
    middle.comparisons.indices.flatMap { place in
      let all = runs.map { $0.comparisons[place] }
      return all[0].sides.indices.map { index -> [String] in
        let times = Range(all.map(\.sides[index].seconds.median))
        let ratios = Range(all.map(\.sides[index].ratio))
        let isFirst = index == 0
        return [
          isFirst ? all[0].workload : "", isFirst ? all[0].direction : "",
          all[0].sides[index].name, Report.time(times.median), times.text(Report.time),
          all[0].bytes.map { Report.decimal(Double($0) / times.median / 1e6) } ?? "-",
          Report.count(Double(all[0].objects) / times.median),
          isFirst ? "" : "\(Report.decimal(ratios.median))x",
          isFirst ? "" : ratios.text { "\(Report.decimal($0))x" },
        ]
      }
    }
  }

  private static let priceColumns = [
    "feature", "what", "without it", "with it", "price", "its range",
  ]

  private func prices(_ list: KeyPath<Results, [Price]>) -> [[String]] {
    middle[keyPath: list].indices.map { place in
      let all = runs.map { $0[keyPath: list][place] }
      let price = Range(all.map(\.price))
      return [
        all[0].feature, all[0].what, Report.time(Range(all.map(\.base.median)).median),
        Report.time(Range(all.map(\.seconds.median)).median), all[0].text(of: price.median),
        price.text(all[0].text),
      ]
    }
  }

  /// The medians of the processes.
  private struct Range {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    var median: Double { sorted[sorted.count / 2] }

    func text(_ form: (Double) -> String) -> String {
      "\(form(sorted[0]))..\(form(sorted[sorted.count - 1]))"
    }
  }
}
