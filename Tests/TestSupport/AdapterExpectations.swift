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

/// The same without the advice.
func complaint<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> String? {
  adapterError(sourceLocation: sourceLocation, body)?.complaint
}

extension JSONAdapterError {
  /// The error's text without the advice.
  var complaint: String {
    let advice = advice.map { ": \($0.message)" } ?? ": no policy reads it"
    return description.hasSuffix(advice)
      ? String(description.dropLast(advice.count)) : description
  }
}
