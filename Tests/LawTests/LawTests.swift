import Foundation
import Testing

@testable import Fuzz

/// Short runs of what `swift run -c release Fuzz laws` does at length. They are in a process of their
/// own, so that a crash is a failed test.
@Suite struct LawTests {
  @Test func hold() async {
    await expectNoFailures(of: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12])
  }

  private func expectNoFailures(of laws: [Int]) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [laws] in
      #if DEBUG
        let count: UInt64 = 1_000
      #else
        let count: UInt64 = 10_000
      #endif
      for seed in [1, 2, 3] as [UInt64] {
        var run = LawRun(seed: seed, numbers: 0..<count)
        run.laws = Set(laws.compactMap { Law(rawValue: $0) })
        let summary = await run.run()
        for failure in summary.failures { print(failure) }
        if !summary.failures.isEmpty || summary.trials == 0 { exit(1) }
      }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  /// Each law says something about some trials: a law without any would always hold.
  @Test func areAllTried() async {
    await #expect(processExitsWith: .success) {
      var generator = TrialGenerator(seed: 1)
      var laws: Set<Law> = []
      for number in 0..<1_000 as Range<UInt64> {
        if let (trial, _) = generator.trial(number) { laws.insert(trial.law) }
      }
      if laws != Set(Law.allCases).subtracting([.work]) { exit(1) }
    }
  }

  @Test func aTrialIsMadeAgainByItsSeedAndNumber() async {
    await #expect(processExitsWith: .success) {
      var first = TrialGenerator(seed: 5)
      for number in [0, 1, 99, 250] as [UInt64] {
        var second = TrialGenerator(seed: 5)
        guard let (one, _) = first.trial(number), let (other, _) = second.trial(number),
          one.law == other.law, one.document == other.document, one.values == other.values,
          one.family.words == other.family.words,
          one.policy.description == other.policy.description, one.seed == other.seed
        else { exit(1) }
      }
    }
  }
}
