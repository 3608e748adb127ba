import Foundation

/// The base of all of Peridot's transformers: it implements the plain members by the throwing ones.
///
/// Subclasses have only constants and `@Sendable` closures, which makes them Sendable. The compiler
/// can't see that: Foundation's class is not Sendable on Apple systems, and a constant can hold a
/// user's transformer.
class ThrowingTransformer: ValueTransformer, TransformerErrorHandling, @unchecked Sendable {
  /// Other forms of text that a policy can accept.
  struct TextForms: OptionSet {
    let rawValue: Int

    /// Base64 of all kinds.
    static let base64 = Self(rawValue: 1)
    /// UUIDs without hyphens or in braces.
    static let uuids = Self(rawValue: 2)
  }

  /// Returns the transformer that reads these forms of text, too; by default this one.
  func accepting(_ forms: TextForms) -> ThrowingTransformer { self }

  var isReversible: Bool {
    true
  }

  /// Why the transformer is not what it was meant to be, a mistake of each mapping that has it; nil
  /// if nothing is wrong.
  var ownMistake: String? { nil }

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

extension ValueTransformer {
  /// This transformer with the throwing members; a plain subclass gets them from a wrapper.
  ///
  /// This takes dynamic casts: keep the result if you transform many values.
  var throwing: any TransformerErrorHandling {
    self as? ThrowingTransformer ?? self as? any TransformerErrorHandling
      ?? ThrowingTransformer.PlainTransformer(self)
  }

  /// Transforms by the throwing member if there is one, else by the plain one.
  package func forward(_ value: Any?) throws -> Any? {
    try throwing.transform(value)
  }

  /// Reverses by the throwing member if there is one, else by the plain one.
  package func reverse(_ value: Any?) throws -> Any? {
    try throwing.reverseTransform(value)
  }

  /// Whether `reverse(_:)` can succeed at all.
  package var canReverse: Bool {
    throwing.isReversible
  }
}

extension ThrowingTransformer {
  /// A transformer with only Foundation's plain members, as one that throws.
  struct PlainTransformer: TransformerErrorHandling {
    let transformer: ValueTransformer

    init(_ transformer: ValueTransformer) {
      self.transformer = transformer
    }

    var isReversible: Bool {
      type(of: transformer).allowsReverseTransformation()
    }

    func transform(_ value: Any?) throws -> Any? {
      transformer.transformedValue(value)
    }

    func reverseTransform(_ value: Any?) throws -> Any? {
      guard isReversible else { throw TransformerError(.notReversible, input: value) }
      return transformer.reverseTransformedValue(value)
    }
  }
}
