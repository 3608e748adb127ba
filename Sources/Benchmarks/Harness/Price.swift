/// The cost of a feature above its base.
struct Price: Codable {
  static let columns = ["feature", "what", "without it", "with it", "price", "target"]

  let feature: String
  let what: String
  /// The seconds of one run without the feature, and with it.
  let base: Distribution
  let seconds: Distribution
  /// The seconds that the feature costs each time it is used, or the factor.
  let price: Double
  let target: String
  let reached: Bool

  var row: [String] {
    [
      feature, what, Report.time(base.median), Report.time(seconds.median), text,
      "\(target) \(reached ? "yes" : "NO")",
    ]
  }

  /// Whether the price is a factor.
  private let isFactor: Bool

  private var text: String { text(of: price) }

  /// The words for a price of this feature.
  func text(of price: Double) -> String {
    if isFactor { return "\(Report.decimal(price))x" }
    return price < 0 ? "none" : "+" + Report.time(price)
  }

  init(_ feature: PricedFeature, _ stopwatch: Stopwatch) throws {
    let distributions = try stopwatch.measure([
      Contender(name: "without", run: feature.base), Contender(name: "with", run: feature.run),
    ])
    self.feature = feature.name
    what = feature.what
    base = distributions[0]
    seconds = distributions[1]
    switch feature.limit {
    case .seconds(let limit):
      price = (seconds.median - base.median) / Double(feature.uses)
      isFactor = false
      target = "<= " + Report.time(limit)
      reached = price <= limit
    case .factor(let limit):
      price = seconds.median / base.median
      isFactor = true
      target = "<= \(Report.decimal(limit))x"
      reached = price <= limit
    }
  }
}
