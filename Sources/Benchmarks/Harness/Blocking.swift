import Foundation

/// The result of an asynchronous function, for a synchronous caller.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  // Sendable: one side writes before the other one reads.
  var result: Result<Value, any Error>?
}

/// Returns the result of an asynchronous function to a synchronous caller.
@discardableResult
func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let (outcome, end) = (Outcome<Value>(), DispatchSemaphore(value: 0))
  Task.detached {
    do { outcome.result = .success(try await body()) } catch { outcome.result = .failure(error) }
    end.signal()
  }
  end.wait()
  guard let result = outcome.result else { throw PeerMismatch("no outcome") }
  return try result.get()
}
