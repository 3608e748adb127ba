/// The seconds that one run took, over all samples.
struct Distribution: Codable {
  let median: Double
  let lowerQuartile: Double
  let upperQuartile: Double
  let minimum: Double
  let maximum: Double
  let samples: Int

  init(_ values: [Double]) {
    let sorted = values.sorted()
    func quantile(_ part: Double) -> Double {
      let position = part * Double(sorted.count - 1)
      let below = Int(position)
      let above = min(below + 1, sorted.count - 1)
      return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }
    median = quantile(0.5)
    lowerQuartile = quantile(0.25)
    upperQuartile = quantile(0.75)
    minimum = quantile(0)
    maximum = quantile(1)
    samples = sorted.count
  }
}
