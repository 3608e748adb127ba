import Foundation

private final class Work: @unchecked Sendable {
  // Sendable: one thread uses it while the other waits.
  let run: () throws -> Void
  var error: (any Error)?

  init(_ run: @escaping () throws -> Void) {
    self.run = run
  }
}

/// Runs `body` on a thread with a stack of that size, and waits.
func onStack(kilobytes: Int, _ body: @escaping () throws -> Void) throws {
  let work = Work(body)
  let end = DispatchSemaphore(value: 0)
  let thread = Thread {
    do { try work.run() } catch { work.error = error }
    end.signal()
  }
  thread.stackSize = kilobytes << 10
  thread.start()
  end.wait()
  if let error = work.error { throw error }
}
