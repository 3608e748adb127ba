#if !canImport(ObjectiveC)
  public import Foundation
  import Synchronization

  /// A transformation of one value into another, by name or by instance.
  ///
  /// Apple systems have this class in Foundation, and Peridot uses it there. This is the same class
  /// for other systems. A subclass overrides ``transformedValue(_:)`` and, if it works in both
  /// directions, ``reverseTransformedValue(_:)``; otherwise it returns false from
  /// ``allowsReverseTransformation()``. It has to restate `@unchecked Sendable`, because all
  /// threads that read or write a model share a transformer: it has to be immutable.
  /// `ValueTransformer.closure(forward:reverse:)` is shorter, and the compiler checks it.
  ///
  /// To report errors about values, conform to ``TransformerErrorHandling`` as well.
  // The class itself stores nothing, and its registry is locked.
  nonisolated open class ValueTransformer: NSObject, RegisteredTransformer, @unchecked Sendable {
    private static let registry = Mutex(TransformerRegistry())

    /// Creates a transformer.
    public override init() {
      super.init()
    }

    /// Returns the transformer of this class that is registered under a name, or nil.
    ///
    /// The result is the registered instance itself.
    public convenience init?(forName name: NSValueTransformerName) {
      let registered = Self.registry.withLock { $0.transformers[name] }
      self.init(registered: registered)
    }

    /// Registers a transformer under a name; nil removes the name.
    public class func setValueTransformer(
      _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
      // The replaced one ends without the lock, because its `deinit` can ask for a transformer.
      let replaced = registry.withLock { registry in
        let replaced = registry.transformers[name]
        registry.transformers[name] = transformer
        return replaced
      }
      withExtendedLifetime(replaced) {}
    }

    /// Returns the names of all registered transformers, in alphabetical order.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
      let names = registry.withLock { Array($0.transformers.keys) }
      return names.orderedByName { $0.rawValue }
    }

    /// Returns the class of transformed values.
    open class func transformedValueClass() -> AnyClass {
      NSObject.self
    }

    /// Returns whether transformers of this class work in both directions. The default is true.
    open class func allowsReverseTransformation() -> Bool {
      true
    }

    /// Returns the transformed value. Override this method.
    open func transformedValue(_ value: Any?) -> Any? {
      fatalError("\(type(of: self)) must override transformedValue(_:)")
    }

    /// Returns the value that transforms to `value`.
    ///
    /// The default implementation calls ``transformedValue(_:)``, which is right for a
    /// transformation that is its own inverse. It traps if the class works in one direction only.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
      precondition(
        type(of: self).allowsReverseTransformation(),
        "\(type(of: self)) does not go both ways: ask allowsReverseTransformation() first, "
          + "or override it to return true, together with reverseTransformedValue(_:)")
      return transformedValue(value)
    }
  }

  /// Lets an initializer return an existing instance.
  ///
  /// Only an initializer in a protocol's extension can assign `self` of a class, and only if
  /// structures can adopt the protocol as well.
  private protocol RegisteredTransformer {}

  extension RegisteredTransformer {
    fileprivate init?(registered transformer: ValueTransformer?) {
      guard let transformer = transformer as? Self else { return nil }
      self = transformer
    }
  }

  private struct TransformerRegistry: Sendable {
    var transformers: [NSValueTransformerName: ValueTransformer] = [
      .negateBooleanTransformerName: NegateBooleanTransformer(),
      .isNilTransformerName: NilTestTransformer(expecting: true),
      .isNotNilTransformerName: NilTestTransformer(expecting: false),
    ]
  }
#endif
