/// A model class that `JSONAdapter` reads and writes: conform, and the class's own hooks apply.
///
/// The requirements are met by ``Model``'s class members. Override those:
///
///     final class Issue: Model, JSONSerializing {
///       var title = ""
///       var createdAt = Date()
///
///       override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
///         ["createdAt": "created_at"]
///       }
///     }
public protocol JSONSerializing: Model, SendableMetatype {
  @JSONKeyPathsBuilder
  @_disfavoredOverload static var keyPathsByPropertyKey: [String: JSONKeyPath] { get }
  @_disfavoredOverload static func transformer(forKey key: String) -> ValueTransformer?
  @_disfavoredOverload static func classForParsing(_ json: JSONObject) -> Model.Type?
}

/// A model class that rewrites the JSON of an object before it is read.
///
/// The object that it returns may hold dates, models and other values that properties take as they
/// are. Of objects within each other, each is prepared once, the outer one first.
public protocol JSONPreparing: _JSONHook {
  /// Returns what is to be read in place of `json`. Throw to reject the object.
  static func prepare(_ json: [String: Any]) throws -> [String: Any]
}

/// A model class that rewrites the JSON of an object after it was written.
///
/// Of objects within each other, each is finished once, the inner one first.
public protocol JSONFinishing: _JSONHook {
  /// Changes `json`, which was written from this model. Throw to refuse.
  func finish(_ json: inout [String: Any]) throws
}

/// A model class whose JSON keys follow from its property keys by one rule.
///
/// The entries of ``Model/keyPathsByPropertyKey`` win over the style.
public protocol JSONKeyStyling: _JSONHook {
  static var jsonKeyStyle: JSONKeyStyle { get }
}

extension Model {
  /// The transformers of the properties of those keys, as the class chain declares them: a class is
  /// asked before its superclass, which is asked where the class has none.
  static func declaredTransformers(forKeys keys: [String]) -> [ValueTransformer?] {
    declaredTransformers(forKeys: keys, "transformer(forKey:)", ModelHooks.transformers) {
      $0.transformer(forKey: $1)
    }
  }

  /// The same of their values in records.
  package static func declaredRecordTransformers(forKeys keys: [String]) -> [ValueTransformer?] {
    declaredTransformers(
      forKeys: keys, "recordTransformer(forKey:)", ModelHooks.recordTransformers
    ) { $0.recordTransformer(forKey: $1) }
  }

  private static func declaredTransformers(
    forKeys keys: [String], _ member: String, _ method: MethodOverride,
    _ transformer: (Model.Type, String) -> ValueTransformer?
  ) -> [ValueTransformer?] {
    var transformers = [ValueTransformer?](repeating: nil, count: keys.count)
    let types = classes(declaring: method)
    if types.isEmpty { return transformers }
    for type in types.reversed() {
      ClassQuestions.ask(type, member) {
        for (index, key) in keys.enumerated() where transformers[index] == nil {
          transformers[index] = transformer(type, key)
        }
      }
    }
    return transformers.map { $0 === ValueTransformer.byType ? nil : $0 }
  }

  /// The rules of the properties of those keys, as the class chain declares them: a class is given
  /// what its superclass returned. Nil where no class declares any.
  static func declaredPolicies(
    forKeys keys: [String], basedOn policy: ConversionPolicy
  ) -> [ConversionPolicy]? {
    let types = classes(declaring: ModelHooks.policies)
    if types.isEmpty { return nil }
    var policies = [ConversionPolicy](repeating: policy, count: keys.count)
    for type in types {
      ClassQuestions.ask(type, "conversionPolicy(forKey:basedOn:)") {
        for (index, key) in keys.enumerated() {
          policies[index] = type.conversionPolicy(forKey: key, basedOn: policies[index])
        }
      }
    }
    return policies
  }

  /// The classes to ask where each class of a chain may override a method, the topmost first; none
  /// where no class does.
  ///
  /// Of those that inherit one override it is the lowest, so that no override is asked twice.
  private static func classes(declaring method: MethodOverride) -> [Model.Type] {
    guard method.isAmong(OverriddenMethods(of: self, below: Model.self)) else { return [] }
    let chain = JSONKeyPaths.classes(of: self)
    return chain.indices.filter { index in
      index == chain.count - 1
        || method.isAmong(OverriddenMethods(of: chain[index + 1], below: chain[index]))
    }.map { chain[$0] }
  }
}
