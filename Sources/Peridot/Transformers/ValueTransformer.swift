#if !canImport(ObjectiveC)
  public import Foundation
  import Synchronization

  /// A transformation of one value into another, by name or by instance.
  ///
  /// Foundation has this class on Apple systems, where Peridot uses it as it is. This is the same
  /// class for systems without it. A subclass overrides ``transformedValue(_:)`` and, if it goes
  /// both ways, ``reverseTransformedValue(_:)``; otherwise it returns false from
  /// ``allowsReverseTransformation()``. It has to restate `@unchecked Sendable`, because a
  /// transformer is shared by all threads that read or write a model: it must not change once it is
  /// made. `ValueTransformer.closure(forward:reverse:)` is shorter, and checked.
  ///
  /// To say what was wrong with a value, conform to ``TransformerErrorHandling`` as well.
  // The class itself stores nothing, and its registry is locked.
  nonisolated open class ValueTransformer: NSObject, RegisteredTransformer, @unchecked Sendable {
    private static let registry = Mutex(TransformerRegistry())

    /// Creates a transformer.
    public override init() {
      super.init()
    }

    /// Returns the transformer of this class that is registered for a name, or nil.
    ///
    /// The result is the registered instance itself.
    public convenience init?(forName name: NSValueTransformerName) {
      let registered = Self.registry.withLock { $0.transformers[name] }
      self.init(registered: registered)
    }

    /// Registers a transformer for a name; nil removes the name.
    public class func setValueTransformer(
      _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
      // The one before ends without the lock: its `deinit` may ask for a transformer.
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
      return names.ordered { $0.rawValue }
    }

    /// Returns the class of the values that come out of a forward transformation.
    open class func transformedValueClass() -> AnyClass {
      NSObject.self
    }

    /// Returns whether transformers of this class go both ways; true unless overridden.
    open class func allowsReverseTransformation() -> Bool {
      true
    }

    /// Returns the transformed value; to be overridden.
    open func transformedValue(_ value: Any?) -> Any? {
      fatalError("\(type(of: self)) must override transformedValue(_:)")
    }

    /// Returns the value that `value` was transformed from.
    ///
    /// Unless overridden, this calls ``transformedValue(_:)``, which is right for a transformation
    /// that is its own inverse. It traps if the class does not go both ways.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
      precondition(
        type(of: self).allowsReverseTransformation(),
        "\(type(of: self)) does not go both ways: ask allowsReverseTransformation() first, "
          + "or override it to return true, together with reverseTransformedValue(_:)")
      return transformedValue(value)
    }
  }

  /// Lets an initializer return an instance that exists already.
  ///
  /// Only an initializer in an extension of a protocol may assign `self` of a class, and only if
  /// the protocol could be adopted by structures as well.
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
