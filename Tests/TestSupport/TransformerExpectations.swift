import Foundation
import Peridot
import Testing

/// Expects a transformation to fail with exactly a message.
func expectError(
  _ message: String, sourceLocation: SourceLocation = #_sourceLocation,
  from transform: () throws -> Any?
) {
  do {
    let result = try transform()
    Issue.record(
      "expected an error, got \(String(describing: result))", sourceLocation: sourceLocation)
  } catch {
    #expect("\(error)" == message, sourceLocation: sourceLocation)
  }
}

extension ValueTransformer {
  /// The boxed forward transformation, as the type that is expected of it.
  func forward<Value>(_ value: Any?, as type: Value.Type) throws -> Value? {
    let result = try forward(value)
    if let result, !(result is Value) {
      Issue.record("\(result) is a \(Swift.type(of: result))")
    }
    return result as? Value
  }

  /// The boxed reverse transformation, as the type that is expected of it.
  func reverse<Value>(_ value: Any?, as type: Value.Type) throws -> Value? {
    let result = try reverse(value)
    if let result, !(result is Value) {
      Issue.record("\(result) is a \(Swift.type(of: result))")
    }
    return result as? Value
  }
}

/// The values that JSONSerialization makes of a document: number objects, on Linux without a
/// difference in class.
func boxed(_ document: String) throws -> Any {
  try JSONSerialization.jsonObject(with: Data(document.utf8), options: .fragmentsAllowed)
}
