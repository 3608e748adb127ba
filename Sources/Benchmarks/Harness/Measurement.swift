/// The measured times of one comparison.
struct Measurement: Codable {
  /// One side's times.
  struct Side: Codable {
    let name: String
    let seconds: Distribution
    /// How many times as long as Peridot it took: the ratio of the medians.
    let ratio: Double
    let bytesPerSecond: Double?
    let objectsPerSecond: Double
  }

  let workload: String
  let direction: String
  let bytes: Int?
  let objects: Int
  let sides: [Side]
  let target: String?
  let reached: Bool?

  init(_ comparison: Comparison, _ distributions: [Distribution]) {
    workload = comparison.workload
    direction = comparison.direction
    bytes = comparison.bytes
    objects = comparison.objects
    let subject = distributions[0].median
    sides = zip(comparison.contenders, distributions).map { contender, seconds in
      Side(
        name: contender.name, seconds: seconds, ratio: seconds.median / subject,
        bytesPerSecond: comparison.bytes.map { Double($0) / seconds.median },
        objectsPerSecond: Double(comparison.objects) / seconds.median)
    }
    target = comparison.target?.text
    reached = comparison.target?.isReached(by: sides[1].ratio)
  }
}
