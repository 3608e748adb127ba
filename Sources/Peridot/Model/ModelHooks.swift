import Foundation

/// The methods that run for every object, and whether a class overrides them.
struct ModelHooks: Sendable {
  /// Whether the class chooses how its properties take part.
  let choosesStorage: Bool
  /// Whether values of properties are validated: by an override, or by declared limits.
  let validatesKeys: Bool
  /// Whether the class overrides `validate(_:forKey:)`.
  let overridesKeyValidation: Bool
  /// Whether the class overrides `validate()`.
  let validatesWhole: Bool
  /// Whether `validate()` has anything to do.
  let validates: Bool
  let loads: Bool
  /// Whether the class overrides `classForParsing(_:)`.
  let asksClass: Bool
  /// Whether the class declares a cluster.
  let hasCluster: Bool
  /// Whether objects tell the class that is made of them.
  var choosesClass: Bool { asksClass || hasCluster }
  /// Whether the class declares clusters of the models in its properties.
  let hasHeldClusters: Bool
  /// Whether the class chooses those of the models in its properties.
  var choosesHeldClasses: Bool { hasHeldClusters || asksHeldClasses }
  /// Whether the class overrides `classForParsing(_:forKey:)`.
  let asksHeldClasses: Bool
  let decodesValues: Bool
  /// Whether it writes archives in its own way.
  let encodes: Bool
  let mergesValues: Bool
  /// Whether the class has an equality of its own.
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
      // A method of an Objective-C class is called by its selector there, and an override is in none of
      // Swift's tables: `.ci/apple` shows it by what the compiler makes of such a class.
      let selector = NSSelectorFromString("isEqual:")
      // Sound: the two implementations are compared, and not called.
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

  /// The members that a class declares for each property of its JSON.
  static let transformers = hook(TransformerProbe.self)
  static let policies = hook(PolicyProbe.self)

  private static let declarations = hook(DeclarationProbe.self)
  private static let exclusion = hook(ExclusionProbe.self)
  private static let storageChoice = hook(StorageChoiceProbe.self)
  private static let keyValidation = hook(KeyValidationProbe.self)
  private static let validation = hook(ValidationProbe.self)
  private static let loading = hook(LoadingProbe.self)
  private static let classChoice = hook(ClassChoiceProbe.self)
  private static let heldClassChoice = hook(HeldClassChoiceProbe.self)
  private static let cluster = hook(ClusterProbe.self)
  private static let heldCluster = hook(HeldClusterProbe.self)
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

/// The common base of the protocols by which a model class takes part in its own JSON.
///
/// It is not for conforming: conform to ``JSONKeyStyling``, ``JSONPreparing``, ``JSONFinishing`` or
/// ``JSONExtrasKeeping``.
public protocol _JSONHook: Model {
  // The runtime takes long to tell that a class does not conform to a protocol. With one question
  // for all of them, a class without hooks is asked that once.
}

/// The source from which a model was filled.
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

/// A model class that keeps the members that no property is mapped to, and writes them back.
///
/// They are kept at every level that a key path goes through: with a property at `"address.city"`,
/// the other members of `address` are in `jsonExtras["address"]`. An array that a path goes into
/// (`"tags[0]"`) counts as mapped as a whole. In an update, null takes a member away (RFC 7396).
public protocol JSONExtrasKeeping: _JSONHook {
  /// The members, as JSONSerialization gives them, or as they were in a dictionary that the model
  /// was read from. It is never a property key: it is copied and archived with the model and shown in
  /// descriptions, and takes no part in `==`, `hash`, `changedKeys(from:)` and merging. A merge patch,
  /// which is about documents, has what differs in it.
  var jsonExtras: [String: Any] { get set }
}
