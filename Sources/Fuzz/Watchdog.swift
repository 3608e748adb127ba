import Foundation
import Synchronization

/// Ends the process when one seed takes so long that it must hang, and tells which.
final class Watchdog: Sendable {
  private struct State {
    var seed: UInt64 = 0
    /// How often the watchdog found the same seed at work.
    var looks = 0
    var isStopped = false
  }

  private let state = Mutex(State())

  init() {
    // Keeps itself alive as long as it runs.
    Thread.detachNewThread { [self] in
      // Looks are counted, and not seconds, so that a process that was stopped may go on.
      while let (seed, looks) = look() {
        if looks > 60 { fatalError("seed \(seed) hangs") }
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

  private func look() -> (seed: UInt64, looks: Int)? {
    state.withLock { state in
      state.looks += 1
      return state.isStopped ? nil : (state.seed, state.looks)
    }
  }
}
