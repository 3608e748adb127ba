/// How much memory one way of doing a job needs at most.
struct MemoryUse: Codable {
  static let columns = [
    "peak memory", "by", "peak", "above the document", "result", "ratio", "target",
  ]

  let job: String
  let name: String
  /// The most that the process had resident, in bytes.
  let peak: Int
  /// How much of it came on top of what the process had before the job, the document included.
  let increase: Int
  /// The size of the result itself; nil if it is unknown.
  let result: Int?
  /// The largest ratio of the increase to the result's size; nil without a target.
  let limit: Double?

  private var ratio: Double? {
    result.map { Double(increase) / Double($0) }
  }

  var row: [String] {
    [
      job, name, megabytes(peak), megabytes(increase), result.map(megabytes) ?? "-",
      ratio.map { "\(Report.decimal($0))x" } ?? "-", target,
    ]
  }

  private var target: String {
    guard let limit else { return "" }
    return "<= \(Report.decimal(limit))x" + (ratio.map { $0 <= limit ? " yes" : " NO" } ?? "")
  }

  private func megabytes(_ bytes: Int) -> String {
    "\(Report.decimal(Double(bytes) / 1e6)) MB"
  }
}
