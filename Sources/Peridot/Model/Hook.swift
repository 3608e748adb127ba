import Foundation

/// A member of `Model` that a class can override. If a class doesn't, Peridot doesn't call it or make
/// its arguments.
enum Hook: Int, CaseIterable, Sendable {
  case declarations, exclusion, storageChoice
  case transformer, policy
  case classChoice, heldClassChoice, cluster, heldCluster
  case keyValidation, validation, loading
  case decoding, encoding
  case merging, comparing

  /// A class that overrides the member, and no other.
  private var probe: Model.Type {
    switch self {
    case .declarations: DeclarationProbe.self
    case .exclusion: ExclusionProbe.self
    case .storageChoice: StorageChoiceProbe.self
    case .transformer: TransformerProbe.self
    case .policy: PolicyProbe.self
    case .classChoice: ClassChoiceProbe.self
    case .heldClassChoice: HeldClassChoiceProbe.self
    case .cluster: ClusterProbe.self
    case .heldCluster: HeldClusterProbe.self
    case .keyValidation: KeyValidationProbe.self
    case .validation: ValidationProbe.self
    case .loading: LoadingProbe.self
    case .decoding: DecodingProbe.self
    case .encoding: EncodingProbe.self
    case .merging: MergingProbe.self
    case .comparing: ComparingProbe.self
    }
  }

  private static let methods = allCases.map {
    ClassQuestions.MethodOverride(overriddenBy: $0.probe, notBy: PlainProbe.self)
  }

  /// Returns whether `type`, or a class between it and `base`, overrides the member, as far as that can
  /// be seen.
  func isOverridden(by type: AnyClass, below base: AnyClass) -> Bool {
    isAmong(ClassQuestions.OverriddenMethods(of: type, below: base), of: type)
  }

  /// Returns whether the member is, or can be, among the methods that `type` overrides.
  func isAmong(_ overridden: ClassQuestions.OverriddenMethods, of type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      if self == .comparing {
        // There, an Objective-C method is called by its selector, and none of Swift's tables has an
        // override. `.ci/apple` shows this in the compiler's output.
        let selector = NSSelectorFromString("isEqual:")
        // Sound: the two implementations are only compared.
        return unsafe class_getMethodImplementation(type, selector)
          != class_getMethodImplementation(Model.self, selector)
      }
    #endif
    return Self.methods[rawValue].isAmong(overridden)
  }
}

extension Hook {
  fileprivate final class PlainProbe: Model {}

  fileprivate final class DeclarationProbe: Model {
    override class var declaredProperties: [Property] { [] }
  }

  fileprivate final class ExclusionProbe: Model {
    override class var excludedPropertyKeys: Set<String> { [] }
  }

  fileprivate final class StorageChoiceProbe: Model {
    override class func storageBehavior(forKey key: String) -> PropertyStorage { .permanent }
  }

  fileprivate final class TransformerProbe: Model {
    override class func transformer(forKey key: String) -> ValueTransformer? { nil }
  }

  fileprivate final class PolicyProbe: Model {
    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy { policy }
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

  fileprivate final class MergingProbe: Model {
    override func mergeValue(forKey key: String, from other: Model) {}
  }

  fileprivate final class ComparingProbe: Model {
    override func isEqual(_ object: Any?) -> Bool { false }
  }
}
