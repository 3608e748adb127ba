extension ConversionPolicy {
  /// The rules without exceptions: any difference from a property's type is an error.
  public static let strict = ConversionPolicy()

  /// The forgiving rules: Peridot converts a value if that loses nothing. If it can't convert a
  /// value, the property keeps its own value and an issue is reported. Bad values never replace
  /// good ones.
  public static let lenient: ConversionPolicy = {
    var policy = ConversionPolicy()
    policy.null = .keep
    policy.mismatch = .keep
    policy.fraction = .truncate
    policy.acceptsNumericStrings = true
    policy.acceptsBoolsAsNumbers = true
    policy.acceptsNumbersAsBools = true
    policy.acceptsBoolWords = true
    policy.acceptsBoolWordsAsNumbers = true
    policy.acceptsNullWords = true
    policy.emptyStringIsNull = true
    policy.acceptsNumbersAsStrings = true
    policy.acceptsBoolsAsStrings = true
    policy.acceptsDecimalStrings = true
    policy.acceptsOtherUUIDForms = true
    policy.urls = .encoded
    policy.dateStrategy = .automatic
    policy.dataStrategy = .anyBase64
    policy.indexedObjectIsArray = true
    policy.emptyArrayIsObject = true
    policy.parsesEmbeddedJSON = true
    policy.badElement = .drop
    policy.collectsImplicitly = true
    policy.fallsBackToLiteralNames = true
    policy.unknownEnum = .makeNil
    policy.hookReject = .drop
    policy.nonFinite = .omit
    policy.unreadableClass = .report
    policy.overlaps = .first
    return policy
  }()

  /// The rules of YYModel: null and unreadable values reset scalars, numbers wrap.
  ///
  /// Peridot reports an issue wherever YYModel was silent.
  public static let legacyYYModel: ConversionPolicy = {
    var policy = ConversionPolicy.lenient
    policy.null = .reset
    policy.mismatch = .resetScalars
    policy.overflow = .wrap
    policy.acceptsNumericPrefixes = true
    policy.legacyRules = [.readsIntegersAsInC, .readsBoolsAsDigits]
    policy.boolWordSet = .legacyYYModel
    policy.emptyStringIsNull = false
    policy.acceptsOtherUUIDForms = false
    policy.urls = .trimmed
    policy.unreadableText = .makeNil
    policy.dateStrategy = .legacyYYModel
    policy.dataStrategy = .utf8
    policy.indexedObjectIsArray = false
    policy.emptyArrayIsObject = false
    policy.parsesEmbeddedJSON = false
    policy.collectsImplicitly = false
    policy.dictionaryUpdate = .replace
    policy.unreadableClass = .write
    return policy
  }()

  /// The rules of JSONModel: the JSON has to contain every property that isn't an Optional; types
  /// are loose.
  ///
  /// Peridot reports an issue wherever JSONModel was silent. If JSONModel stored nil in a property
  /// that can't be nil, such as for an unreadable date, the property keeps its value.
  public static let legacyJSONModel: ConversionPolicy = {
    var policy = ConversionPolicy.lenient
    policy.null = .fail
    policy.mismatch = .fail
    policy.overflow = .wrap
    policy.acceptsNumericPrefixes = true
    policy.legacyRules = [
      .nullKeepsOptionals, .nullKeepsInUpdates, .readsIntegersAsInC, .readsNSNumbersAsDoubles,
      .refusesDecimalNumbers, .readsBoolsAsDigits,
    ]
    policy.boolWordSet = .legacyJSONModel
    policy.acceptsBoolWordsAsNumbers = false
    policy.acceptsNullWords = false
    policy.emptyStringIsNull = false
    policy.acceptsNonFiniteText = true
    policy.acceptsOtherUUIDForms = false
    policy.urls = .exact
    policy.unreadableText = .makeNil
    policy.dateStrategy = .legacyJSONModel
    policy.dataStrategy = .refused
    policy.indexedObjectIsArray = false
    policy.parsesEmbeddedJSON = false
    policy.keepsBadOptionalModels = true
    policy.badElement = .dropOtherKinds
    policy.unknownEnum = .fail
    policy.hookReject = .fail
    policy.nestedUpdate = .replace
    policy.dictionaryUpdate = .replace
    policy.unreadableClass = .write
    policy.absentKeys = .fail
    return policy
  }()

  /// The rules of Mantle 1 and of programs that used it: strict except for nil and null, 0 and 1
  /// for a Bool, text that is not a date or URL, and transformers in one direction.
  ///
  /// Peridot reports an issue for each lost value, where Mantle was silent. Null and unreadable
  /// text leave a property that is not an Optional unchanged.
  public static let legacyMantle: ConversionPolicy = {
    var policy = ConversionPolicy()
    policy.null = .keep
    policy.acceptsZeroAndOneAsBools = true
    policy.unreadableText = .makeNil
    policy.badElement = .dropNull
    policy.nilOnExport = .null
    policy.oneWayTransformers = .plain
    policy.unreadableClass = .write
    return policy
  }()
}
