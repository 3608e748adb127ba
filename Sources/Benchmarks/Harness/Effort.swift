/// How much measuring a comparison is worth.
struct Effort {
  /// The shortest sample, in seconds; work that takes less is repeated within a sample.
  let sampleLength: Double
  /// How long a contender runs before its first sample, in seconds.
  let warmUp: Double
  let leastSamples: Int
  let mostSamples: Int
  /// No further samples after this many seconds, once there are enough.
  let budget: Double

  static let full = Effort(
    sampleLength: 0.004, warmUp: 0.05, leastSamples: 9, mostSamples: 51, budget: 1.5)
  static let quick = Effort(
    sampleLength: 0.002, warmUp: 0.01, leastSamples: 5, mostSamples: 11, budget: 0.4)
}
