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
    for type in classes(declaring: method).reversed() {
      ClassQuestions.ask(type, member) {
        for (index, key) in keys.enumerated() where transformers[index] == nil {
          transformers[index] = transformer(type, key)
        }
      }
    }
    return transformers.map { $0 === ValueTransformer.byType ? nil : $0 }
  }

  /// The rules of the properties of those keys, as the class chain declares them: a class is given
  /// what its superclass returned.
  static func declaredPolicies(
    forKeys keys: [String], basedOn policy: ConversionPolicy
  ) -> [ConversionPolicy] {
    var policies = [ConversionPolicy](repeating: policy, count: keys.count)
    for type in classes(declaring: ModelHooks.policies) {
      ClassQuestions.ask(type, "conversionPolicy(forKey:basedOn:)") {
        for (index, key) in keys.enumerated() {
          policies[index] = type.conversionPolicy(forKey: key, basedOn: policies[index])
        }
      }
    }
    return policies
  }

  /// The classes to ask where each class of a chain may override a method, the topmost first.
  ///
  /// Of those that inherit one override it is the lowest, so that no override is asked twice.
  private static func classes(declaring method: MethodOverride) -> [Model.Type] {
    let chain = JSONKeyPaths.classes(of: self)
    return chain.indices.filter { index in
      index == chain.count - 1
        || method.isAmong(OverriddenMethods(of: chain[index + 1], below: chain[index]))
    }.map { chain[$0] }
  }
}
