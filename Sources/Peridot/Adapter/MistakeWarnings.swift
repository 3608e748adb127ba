import Foundation

/// Facts about a model class that a program can see, and that are probably not meant.
struct MistakeWarnings {
  private let modelClass: Model.Type
  private let schema: ModelSchema
  private let policy: ConversionPolicy
  private(set) var all: [Mistake] = []

  init(of modelClass: Model.Type, _ policy: ConversionPolicy) {
    self.modelClass = modelClass
    self.policy = policy
    schema = ModelSchema.draft(of: modelClass)
    findCodingKeys()
    findVariables()
    findMisnamedDeclarations()
    findSilentHooks()
    findSilentValidation()
    findDateFormats()
    findDefaults()
  }

  private mutating func warn(about name: String? = nil, _ words: String) {
    all.append(Mistake(.warning, in: modelClass, about: name, words))
  }

  /// A private enum has a name that nobody else can say.
  private mutating func findCodingKeys() {
    guard let name = _mangledTypeName(modelClass), _typeByName(name + "10CodingKeysO") != nil else {
      return
    }
    warn("Peridot ignores CodingKeys: give the names in keyPathsByPropertyKey")
  }

  /// Variables that look like properties and are not.
  private mutating func findVariables() {
    for variable in schema.unseenVariables {
      warn(about: variable.name, "\(variable.reason), or list it in excludedPropertyKeys")
    }
  }

  /// Declared names that are nearly those of the variables that their key paths lead to, so that a
  /// second property has the variable's value. Only final variables tell their names.
  private mutating func findMisnamedDeclarations() {
    let stored = ModelSchema.storedProperties(of: modelClass).properties
    let names = stored.map(\.key)
    for property in schema.properties where !names.contains(property.key) {
      guard let name = Spelling.nearest(to: property.key, among: names),
        let other = stored.first(where: { $0.key == name }),
        other.valueType == property.valueType, property.follows(other, in: modelClass.init())
      else { continue }
      warn(about: property.key, "its key path leads to \(name): declare it by that name")
    }
  }

  /// Functions by key that answer for no property.
  private mutating func findSilentHooks() {
    let type = modelClass
    let keys = schema.keys
    find(.transformer, "transformer(forKey:) returns no transformer", keys: keys) {
      type.transformer(forKey: $0) != nil
    }
    find(.policy, "conversionPolicy(forKey:basedOn:) changes nothing", keys: keys) {
      [policy] in type.conversionPolicy(forKey: $0, basedOn: policy) != policy
    }
    find(.heldCluster, "cluster(forKey:) returns no cluster", keys: keys) {
      type.cluster(forKey: $0) != nil
    }
    // The schema leaves out the properties that it excludes.
    let all = ModelSchema.declaredKeys(of: type)
    find(.storageChoice, "storageBehavior(forKey:) changes nothing", keys: all) {
      type.storageBehavior(forKey: $0) != ModelSchema.defaultStorage(forKey: $0, of: type)
    }
  }

  /// - Parameter silence: What the function does if it answers for no property.
  private mutating func find(
    _ hook: Hook, _ silence: String, keys: [String],
    _ answers: (String) -> Bool
  ) {
    if !keys.isEmpty, overrides(hook), !keys.contains(where: answers) {
      warn("\(silence) for any property: compare its keys with " + keys.joined(separator: ", "))
    }
  }

  /// Whether the class itself overrides a method, as far as that can be seen.
  private func overrides(_ hook: Hook) -> Bool {
    guard let base = _getSuperclass(modelClass) else { return false }
    return hook.isOverridden(by: modelClass, below: base)
  }

  /// A validation by key that has no effect on any property. Property types of whose values there
  /// are no samples leave that open.
  private mutating func findSilentValidation() {
    guard overrides(.keyValidation) else { return }
    let model = modelClass.init()
    let schema = schema
    find(
      .keyValidation, "validate(_:forKey:) refuses and changes nothing", keys: schema.keys
    ) { key in
      let samples = schema.knownProperty(forKey: key).samples
      return samples.count < 2 || samples.contains { model.isAffected(by: $0, forKey: key) }
    }
  }

  /// YYYY is the year of the week, which differs from the year around New Year.
  private mutating func findDateFormats() {
    if case .format(let format) = policy.dateStrategy { check(format, about: nil) }
    let transformers = modelClass.declaredTransformers(forKeys: schema.keys)
    for (key, transformer) in zip(schema.keys, transformers) {
      for format in (transformer as? DateFormatTransformer)?.names ?? [] {
        check(format, about: key)
      }
    }
  }

  private mutating func check(_ format: String, about key: String?) {
    let plain = format.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    guard plain.contains("Y"), !plain.contains("w") else { return }
    warn(
      about: key,
      "the date format \(Boxed.quoted(format)) has Y, the year of the week: write y for the year")
  }

  /// Values of a new object beyond the property's limits, which `validate()` refuses.
  private mutating func findDefaults() {
    guard !schema.limited.isEmpty else { return }
    let required = modelClass.declaredRequiredKeys.all
    let new = modelClass.init()
    for property in schema.limited where !required.contains(property.key) {
      guard let value = property.access.unwrappedValue(of: new) else {
        continue
      }
      for rule in property.limits where (try? rule.holds(value)) == false {
        warn(
          about: property.key,
          "a new object has \(property.words(for: value)), which is beyond the limit "
            + "\(rule.limit): make the property required, or give it another initial value")
      }
    }
  }
}

extension Property {
  /// Values of the property's type that rules about values tell apart.
  fileprivate var samples: [Any] {
    func cases<Value>(_ type: Value.Type) -> [Any] { RuntimeFields.plainCases(of: type) }
    let type = RuntimeFields.withoutOptionals(valueType)
    let some: [Any] = [
      -1, 1, 100, 1_000_000_000, 1.5, true, false, "", " Aa ", Self.longText, [String](),
      Array(repeating: 1, count: 999), Array(repeating: Self.longText, count: 999),
      [String: String](), Date.distantPast, Date.distantFuture, URL(filePath: ""),
      URL(filePath: "/"), Data(), Data(count: 999), UUID(), UUID(),
    ]
    return _openExistential(type, do: cases)
      + some.compactMap { sample in fitting(sample).flatMap { $0 } }
  }

  /// Whether this property has the values that the variable of another one is set to.
  fileprivate func follows(_ other: Property, in model: Model) -> Bool {
    let samples = other.samples.prefix(2)
    return samples.count == 2
      && samples.allSatisfy {
        other.access.setValue($0, of: model)
          && AnyComparison.areIdentical(access.unwrappedValue(of: model), $0)
      }
  }

  private static let longText = String(repeating: "a", count: 999)
}

extension Model {
  /// Whether `validate(_:forKey:)` refuses or changes a value. Declared limits don't count.
  fileprivate func isAffected(by sample: Any, forKey key: String) -> Bool {
    var value: Any? = sample
    do {
      try validate(&value, forKey: key)
    } catch let error as ModelError where error.limit != nil {
      return false
    } catch {
      return true
    }
    return !AnyComparison.areIdentical(value, sample)
  }
}
