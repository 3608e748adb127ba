#if !canImport(ObjectiveC)
  import Foundation

  /// A name in the registry of transformers.
  public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a name.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name of a transformer from a Bool to its opposite.
    public static let negateBooleanTransformerName = Self("NSNegateBoolean")

    /// The name of a transformer that returns whether a value is nil.
    public static let isNilTransformerName = Self("NSIsNil")

    /// The name of a transformer that returns whether a value is not nil.
    public static let isNotNilTransformerName = Self("NSIsNotNil")
  }

  /// Foundation's transformer from a Bool to its opposite.
  final class NegateBooleanTransformer: ValueTransformer, @unchecked Sendable {
    override class func transformedValueClass() -> AnyClass {
      NSNumber.self
    }

    override func transformedValue(_ value: Any?) -> Any? {
      guard let value else { return true }
      return !(Boxed(value).truth ?? false)
    }
  }

  /// Foundation's transformers that return whether a value is nil.
  final class NilTestTransformer: ValueTransformer, @unchecked Sendable {
    private let expectsNil: Bool

    init(expecting expectsNil: Bool) {
      self.expectsNil = expectsNil
      super.init()
    }

    override class func transformedValueClass() -> AnyClass {
      NSNumber.self
    }

    override class func allowsReverseTransformation() -> Bool {
      false
    }

    override func transformedValue(_ value: Any?) -> Any? {
      (value == nil) == expectsNil
    }
  }
#endif
