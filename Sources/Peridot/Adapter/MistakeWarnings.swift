import Foundation

/// What a program can see in a model class that is probably not meant.
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
    findSilentHooks()
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

  /// Variables that are no properties although they look like some.
  private mutating func findVariables() {
    let excluded = modelClass.excludedPropertyKeys
    let (fields, _) = RuntimeFields.fields(
      of: modelClass, below: Model.self, failure: nil, { _, _ in true })
    let lazyName = "$__lazy_storage_$_"
    for field in fields {
      if field.name.hasPrefix(lazyName) {
        let name = String(field.name.dropFirst(lazyName.count))
        guard schema.find(name) == nil, !excluded.contains(name) else { continue }
        warn(about: name, "it is lazy, so that it is no property: declare it in declaredProperties")
      }
    }
  }

  /// Functions by key that answer for no property.
  private mutating func findSilentHooks() {
    let keys = schema.keys
    guard !keys.isEmpty else { return }
    for (type, _) in modelClass.classes(declaring: ModelHooks.transformers) where type == modelClass
    {
      if keys.allSatisfy({ type.transformer(forKey: $0) == nil }) {
        warn(
          "transformer(forKey:) returns no transformer for any property: compare its keys with "
            + keys.joined(separator: ", "))
      }
    }
    for (type, _) in modelClass.classes(declaring: ModelHooks.policies) where type == modelClass {
      if keys.allSatisfy({ type.conversionPolicy(forKey: $0, basedOn: policy) == policy }) {
        warn(
          "conversionPolicy(forKey:basedOn:) changes nothing for any property: compare its keys "
            + "with " + keys.joined(separator: ", "))
      }
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
