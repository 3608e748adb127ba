import Foundation
import Peridot
import Testing

/// The error of an adapter that `body` throws; records an issue when there is none.
func adapterError<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> JSONAdapterError? {
  do {
    _ = try body()
    Issue.record("Nothing was thrown.", sourceLocation: sourceLocation)
  } catch let error as JSONAdapterError {
    return error
  } catch {
    Issue.record("Another error was thrown: \(error)", sourceLocation: sourceLocation)
  }
  return nil
}

/// The text of the adapter's error that `body` throws.
func adapterMessage<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> String? {
  adapterError(sourceLocation: sourceLocation, body)?.description
}
