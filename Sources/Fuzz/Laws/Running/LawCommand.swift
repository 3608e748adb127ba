import Foundation

/// The command `Fuzz laws`.
struct LawCommand {
  private var seed: UInt64 = 1
  private var trials: UInt64 = 100_000
  private var first: UInt64 = 0

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--seed", "--trials", "--trial":
        guard let value = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        switch option {
        case "--seed": seed = value
        case "--trials": trials = value
        default: (first, trials) = (value, 1)
        }
      default: return nil
      }
    }
  }

  /// Runs it, and returns the exit code.
  func run() async -> Int32 {
    let failures = await LawRun(seed: seed, numbers: first..<first + trials).run()
    return failures == 0 ? 0 : 1
  }
}
