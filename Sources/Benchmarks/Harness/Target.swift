/// The target of a ratio.
enum Target {
  /// Peridot should be this many times as fast as its peer.
  case times(Double)
  /// Peridot should take at most this many times as long as its peer.
  case within(Double)

  var text: String {
    switch self {
    case .times(let factor): ">= \(Report.decimal(factor))x"
    case .within(let factor): "<= \(Report.decimal(factor)) of time"
    }
  }

  func isReached(by speedUp: Double) -> Bool {
    switch self {
    case .times(let factor): speedUp >= factor
    case .within(let factor): 1 / speedUp <= factor
    }
  }
}
