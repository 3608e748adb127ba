import Foundation

/// The methods that run for each object, and whether a class overrides them.
struct ModelHooks: Sendable {
  let choosesStorage: Bool
  /// Whether property values are validated, by an override or by declared limits.
  let validatesKeys: Bool
  let overridesKeyValidation: Bool
  /// Whether the class overrides `validate()`.
  let validatesWhole: Bool
  /// Whether `validate()` has work to do.
  let validates: Bool
  let loads: Bool
  /// Whether the class overrides `classForParsing(_:)`.
  let asksClass: Bool
  /// Whether the class declares a cluster.
  let hasCluster: Bool
  /// Whether objects determine their class.
  var choosesClass: Bool { asksClass || hasCluster }
  let hasHeldClusters: Bool
  /// Whether the class determines the classes of models in its properties.
  var choosesHeldClasses: Bool { hasHeldClusters || asksHeldClasses }
  /// Whether the class overrides `classForParsing(_:forKey:)`.
  let asksHeldClasses: Bool
  let decodesValues: Bool
  /// Whether the class writes archives by its own code.
  let encodes: Bool
  let mergesValues: Bool
  /// Whether the class has its own equality.
  let compares: Bool

  init(of type: Model.Type, hasLimits: Bool = false) {
    let overridden = ClassQuestions.OverriddenMethods(of: type, below: Model.self)
    choosesStorage = Self.storageChoice.isAmong(overridden)
    overridesKeyValidation = Self.keyValidation.isAmong(overridden)
    validatesKeys = overridesKeyValidation || hasLimits
    validatesWhole = Self.validation.isAmong(overridden)
    validates = validatesKeys || validatesWhole
    loads = Self.loading.isAmong(overridden)
    asksClass = Self.classChoice.isAmong(overridden)
    hasCluster = Self.cluster.isAmong(overridden)
    hasHeldClusters = Self.heldCluster.isAmong(overridden)
    asksHeldClasses = Self.heldClassChoice.isAmong(overridden)
    decodesValues = Self.decoding.isAmong(overridden)
    encodes = Self.encoding.isAmong(overridden)
    mergesValues = Self.merging.isAmong(overridden)
    compares = Self.compares(type, overridden)
  }

  /// Whether `type`, or a class between it and `base`, overrides `classForParsing(_:)`.
  static func asksClass(_ type: Model.Type, below base: Model.Type) -> Bool {
    classChoice.isAmong(ClassQuestions.OverriddenMethods(of: type, below: base))
  }

  /// Whether `type`, or a class between it and `base`, overrides `declaredProperties`.
  static func declaresProperties(_ type: Model.Type, below base: AnyClass) -> Bool {
    declarations.isAmong(ClassQuestions.OverriddenMethods(of: type, below: base))
  }

  private static func compares(
    _ type: Model.Type, _ overridden: ClassQuestions.OverriddenMethods
  ) -> Bool {
    #if canImport(ObjectiveC)
      // There, an Objective-C method is called by its selector, and none of Swift's tables has an
      // override. `.ci/apple` shows this in the compiler's output.
      let selector = NSSelectorFromString("isEqual:")
      // Sound: the two implementations are only compared.
      return unsafe class_getMethodImplementation(type, selector)
        != class_getMethodImplementation(Model.self, selector)
    #else
      return comparing.isAmong(overridden)
    #endif
  }

  /// Whether `type` itself overrides `excludedPropertyKeys`.
  static func listsExclusions(_ type: Model.Type) -> Bool {
    guard let base = _getSuperclass(type) else { return false }
    return exclusion.isAmong(ClassQuestions.OverriddenMethods(of: type, below: base))
  }

  /// The members that a class declares for each property.
  static let transformers = hook(TransformerProbe.self)
  static let policies = hook(PolicyProbe.self)
  static let keyValidation = hook(KeyValidationProbe.self)
  static let heldCluster = hook(HeldClusterProbe.self)
  static let storageChoice = hook(StorageChoiceProbe.self)

  private static let declarations = hook(DeclarationProbe.self)
  private static let exclusion = hook(ExclusionProbe.self)
  private static let validation = hook(ValidationProbe.self)
  private static let loading = hook(LoadingProbe.self)
  private static let classChoice = hook(ClassChoiceProbe.self)
  private static let heldClassChoice = hook(HeldClassChoiceProbe.self)
  private static let cluster = hook(ClusterProbe.self)
  private static let decoding = hook(DecodingProbe.self)
  private static let encoding = hook(EncodingProbe.self)
  private static let merging = hook(MergingProbe.self)
  #if !canImport(ObjectiveC)
    private static let comparing = hook(ComparingProbe.self)
  #endif

  private static func hook(_ probe: Model.Type) -> ClassQuestions.MethodOverride {
    ClassQuestions.MethodOverride(overriddenBy: probe, notBy: PlainProbe.self)
  }
}

extension ModelHooks {
  fileprivate final class PlainProbe: Model {}
}

private final class DeclarationProbe: Model {
  override class var declaredProperties: [Property] { [] }
}

private final class ExclusionProbe: Model {
  override class var excludedPropertyKeys: Set<String> { [] }
}

private final class StorageChoiceProbe: Model {
  override class func storageBehavior(forKey key: String) -> PropertyStorage { .permanent }
}

extension ModelHooks {
  fileprivate final class KeyValidationProbe: Model {
    override func validate(_ value: inout Any?, forKey key: String) throws {}
  }

  fileprivate final class ValidationProbe: Model {
    override func validate() throws {}
  }

  fileprivate final class LoadingProbe: Model {
    override func didLoad(from source: ModelSource) throws {}
  }

  fileprivate final class DecodingProbe: Model {
    override func decodeValue(
      forKey key: String, with coder: NSCoder, modelVersion: Int
    ) throws -> Any? { nil }
  }

  fileprivate final class EncodingProbe: Model {
    override func encode(with coder: NSCoder) {}
  }

  fileprivate final class ClassChoiceProbe: Model {
    override class func classForParsing(_ json: JSONObject) -> Model.Type? { nil }
  }

  fileprivate final class HeldClassChoiceProbe: Model {
    override class func classForParsing(_ json: JSONObject, forKey key: String) -> Model.Type? {
      nil
    }
  }

  fileprivate final class ClusterProbe: Model {
    override class var cluster: Cluster? { nil }
  }

  fileprivate final class HeldClusterProbe: Model {
    override class func cluster(forKey key: String) -> Cluster? { nil }
  }

  fileprivate final class TransformerProbe: Model {
    override class func transformer(forKey key: String) -> ValueTransformer? { nil }
  }

  fileprivate final class PolicyProbe: Model {
    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy { policy }
  }

  fileprivate final class MergingProbe: Model {
    override func mergeValue(forKey key: String, from other: Model) {}
  }

  #if !canImport(ObjectiveC)
    fileprivate final class ComparingProbe: Model {
      override func isEqual(_ object: Any?) -> Bool { false }
    }
  #endif
}

/// The common base of the protocols for a model class's own part in its JSON.
///
/// Don't conform to it. Conform to ``JSONKeyStyling``, ``JSONPreparing``, ``JSONFinishing``,
/// ``JSONExtrasKeeping`` or ``JSONPresenceKeeping``.
public protocol _JSONHook: Model {
  // The runtime takes long to find that a class doesn't conform to a protocol. This base needs only
  // one question for a class without hooks, and the next one a second for a class with a key style.
}

/// The common base of those of them that see, keep or change an object's members.
///
/// Don't conform to it.
public protocol _JSONContentHook: _JSONHook {}

/// The source of a model's values.
public enum ModelSource: Sendable {
  /// A dictionary, by `init(dictionary:)`.
  case dictionary
  /// JSON, or any coder.
  case json
  /// An archive.
  case archive
  /// Another model, which was copied.
  case copy
  /// A record of a database.
  case record
}

/// A model class that keeps the members that no property maps, and writes them back.
///
/// It keeps them at every level of a key path: with a property at `"address.city"`, the other
/// members of `address` are in `jsonExtras["address"]`. An array that a path enters (`"tags[0]"`)
/// counts as mapped as a whole. In an update, null removes a member (RFC 7396).
public protocol JSONExtrasKeeping: _JSONContentHook {
  /// The members in JSONSerialization's form, or unchanged from the dictionary that the model was
  /// read from. It is never a property key: copies, archives and descriptions contain it, and `==`,
  /// `hash`, `changedKeys(from:)` and merging ignore it. A merge patch, which is about documents,
  /// contains its differences.
  var jsonExtras: [String: Any] { get set }
}
