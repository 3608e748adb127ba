import Foundation
import Synchronization

/// Ends the process when one seed takes so long that it must hang, and tells which.
final class Watchdog: Sendable {
  private struct State {
    var seed: UInt64 = 0
    var start = ContinuousClock.now
    var isStopped = false
  }

  private let state = Mutex(State())

  init() {
    // Keeps itself alive as long as it runs.
    Thread.detachNewThread { [self] in
      while let (seed, time) = waiting() {
        if time > .seconds(60) { fatalError("seed \(seed) hangs") }
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  func begin(_ seed: UInt64) {
    state.withLock { $0 = State(seed: seed) }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
  }

  private func waiting() -> (seed: UInt64, time: Duration)? {
    state.withLock { $0.isStopped ? nil : ($0.seed, ContinuousClock.now - $0.start) }
  }
}
