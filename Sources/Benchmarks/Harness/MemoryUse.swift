/// How much memory one way of doing a job needs at most.
struct MemoryUse: Encodable {
  static let columns = ["peak memory", "by", "peak", "above the document"]

  let job: String
  let name: String
  /// The most that the process had resident, in bytes.
  let peak: Int
  /// How much of it came on top of what the process had before the job, the document included.
  let increase: Int

  var row: [String] {
    [job, name, megabytes(peak), megabytes(increase)]
  }

  private func megabytes(_ bytes: Int) -> String {
    "\(Report.decimal(Double(bytes) / 1e6)) MB"
  }
}
