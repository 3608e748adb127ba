import Foundation

/// A run of many trials in this process.
struct LawRun {
  let seed: UInt64
  let numbers: Range<UInt64>
  /// The failures after which it ends.
  var failureLimit = 5
  /// Whether it goes on after so many failures, and only counts the others.
  var goesOn = false
  /// The laws to try; empty for all.
  var laws: Set<Law> = []
  /// Trials that are left out, because they are known to fail.
  var known: Set<UInt64> = []
  /// Whether failures are made smaller.
  var shrinks = true
  /// Hears of each trial before it runs, so that a crash can be told.
  var begin: (UInt64) -> Void = { _ in }

  /// One of so many trials is run again, to count the models that it leaves.
  private static let trialsPerRepetition: UInt64 = 16

  /// Models that a trial leaves when it is run again, so that what classes keep is there already.
  private static func keptModels(by trial: Trial, _ made: MadeFamily) async -> Finding? {
    // That law makes graphs with cycles, which nobody takes apart.
    if trial.law == .copies { return nil }
    let before = LiveModels.count
    if let finding = await trial.check.finding(in: trial, made) { return finding }
    let kept = LiveModels.count - before
    return kept == 0 ? nil : Finding("a trial leaves \(kept) models in memory", [:])
  }

  /// What comes of a run, to be added up.
  struct Summary: Codable, Sendable {
    var trials = 0
    var failures: [String] = []
    /// The failures that were only counted.
    var otherFailures = 0
    /// The trials of each law, by its number.
    var trialsByLaw: [Int: Int] = [:]
    var pairs = PairTable()
    /// What the reference was asked.
    var reference = ReferenceLaw.Coverage()

    mutating func add(_ other: Summary) {
      trials += other.trials
      failures += other.failures
      otherFailures += other.otherFailures
      trialsByLaw.merge(other.trialsByLaw, uniquingKeysWith: +)
      pairs.add(other.pairs)
      reference.add(other.reference)
    }
  }

  func run() async -> Summary {
    var generator = TrialGenerator(seed: seed)
    var summary = Summary()
    for number in numbers where !known.contains(number) {
      begin(number)
      guard let (trial, made) = generator.trial(number), laws.isEmpty || laws.contains(trial.law)
      else { continue }
      summary.trials += 1
      summary.trialsByLaw[trial.law.rawValue, default: 0] += 1
      summary.pairs.add(trial.features(of: generator.features))
      var found = await trial.check.finding(in: trial, made)
      if found == nil, number.isMultiple(of: Self.trialsPerRepetition) {
        found = await Self.keptModels(by: trial, made)
      }
      guard let finding = found else { continue }
      if summary.failures.count >= failureLimit {
        summary.otherFailures += 1
        continue
      }
      var (small, smallFinding) = (trial, finding)
      if shrinks {
        let shrunk = await Shrinker.shrunk(trial, finding, made)
        (small, smallFinding) = (shrunk.trial, shrunk.finding)
      }
      summary.failures.append(
        "\(FailureReport(seed: seed, number: number, trial: small, finding: smallFinding))")
      if summary.failures.count >= failureLimit, !goesOn { break }
    }
    summary.reference = ReferenceLaw.takeCoverage()
    return summary
  }
}
