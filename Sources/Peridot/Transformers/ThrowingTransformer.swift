import Foundation

/// The base of all of Peridot's transformers: makes the plain pair from the throwing one.
///
/// Subclasses have constants only, and take closures that are `@Sendable`: this is what makes them
/// Sendable. Foundation's class is none on Apple systems, and a constant may hold a user's
/// transformer, so the compiler cannot see it.
class ThrowingTransformer: ValueTransformer, TransformerErrorHandling, @unchecked Sendable {
  var isReversible: Bool {
    true
  }

  func transform(_ value: Any?) throws -> Any? {
    fatalError("\(type(of: self)) must override transform(_:)")
  }

  func reverseTransform(_ value: Any?) throws -> Any? {
    fatalError("\(type(of: self)) must override reverseTransform(_:)")
  }

  override func transformedValue(_ value: Any?) -> Any? {
    try? transform(value)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    try? reverseTransform(value)
  }

  override class func transformedValueClass() -> AnyClass {
    NSObject.self
  }

  override class func allowsReverseTransformation() -> Bool {
    true
  }
}
