import Dispatch
import Foundation

extension StackRoom {
  /// Calls `body` on a stack of its own, and waits for it.
  ///
  /// For what recurses as deep as data is nested and cannot throw: where the stack is low, it goes
  /// on there. Task-local values do not follow; who needs one binds it again.
  static func onNewStack<Result>(_ body: () -> Result) -> Result {
    withoutActuallyEscaping(body) { body in
      let call = Call(body)
      let thread = Thread { call.run() }
      thread.stackSize = newStackSize
      thread.qualityOfService = Thread.current.qualityOfService
      thread.start()
      return call.wait()
    }
  }

  /// Pages that are not used take no memory.
  private static let newStackSize = 16 << 20

  private final class Call<Result>: @unchecked Sendable {
    // Sendable: one thread uses it before the semaphore is signalled, the other one after.
    private var body: (() -> Result)?
    private var result: Result?
    private let end = DispatchSemaphore(value: 0)

    init(_ body: @escaping () -> Result) {
      self.body = body
    }

    func run() {
      result = body?()
      body = nil
      end.signal()
    }

    func wait() -> Result {
      end.wait()
      guard let result = result.take() else {
        fatalError("Peridot: a thread ended without its result")
      }
      return result
    }
  }
}
