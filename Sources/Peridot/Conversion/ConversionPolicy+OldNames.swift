// 2.0 removes these names.

/// The names of switches before they read as assertions.
extension ConversionPolicy {
  /// The old name of ``acceptsNullWords``.
  @available(*, deprecated, renamed: "acceptsNullWords")
  public var nullWords: Bool {
    get { acceptsNullWords }
    set { acceptsNullWords = newValue }
  }

  /// The old name of ``acceptsNullWordsForStrings``.
  @available(*, deprecated, renamed: "acceptsNullWordsForStrings")
  public var nullWordsForStrings: Bool {
    get { acceptsNullWordsForStrings }
    set { acceptsNullWordsForStrings = newValue }
  }

  /// The old name of ``acceptsNumericStrings``.
  @available(*, deprecated, renamed: "acceptsNumericStrings")
  public var numbersFromStrings: Bool {
    get { acceptsNumericStrings }
    set { acceptsNumericStrings = newValue }
  }

  /// The old name of ``acceptsBoolsAsNumbers``.
  @available(*, deprecated, renamed: "acceptsBoolsAsNumbers")
  public var numbersFromBools: Bool {
    get { acceptsBoolsAsNumbers }
    set { acceptsBoolsAsNumbers = newValue }
  }

  /// The old name of ``acceptsBoolWordsAsNumbers``.
  @available(*, deprecated, renamed: "acceptsBoolWordsAsNumbers")
  public var boolWordsForInt: Bool {
    get { acceptsBoolWordsAsNumbers }
    set { acceptsBoolWordsAsNumbers = newValue }
  }

  /// The old name of ``acceptsDecimalStrings``.
  @available(*, deprecated, renamed: "acceptsDecimalStrings")
  public var decimalStrings: Bool {
    get { acceptsDecimalStrings }
    set { acceptsDecimalStrings = newValue }
  }

  /// The old name of ``acceptsNumbersAsBools``.
  @available(*, deprecated, renamed: "acceptsNumbersAsBools")
  public var boolsFromNumbers: Bool {
    get { acceptsNumbersAsBools }
    set { acceptsNumbersAsBools = newValue }
  }

  /// The old name of ``acceptsZeroAndOneAsBools``.
  @available(*, deprecated, renamed: "acceptsZeroAndOneAsBools")
  public var boolsFromZeroAndOne: Bool {
    get { acceptsZeroAndOneAsBools }
    set { acceptsZeroAndOneAsBools = newValue }
  }

  /// The old name of ``acceptsBoolWords``.
  @available(*, deprecated, renamed: "acceptsBoolWords")
  public var boolWords: Bool {
    get { acceptsBoolWords }
    set { acceptsBoolWords = newValue }
  }

  /// The old name of ``acceptsNumbersAsStrings``.
  @available(*, deprecated, renamed: "acceptsNumbersAsStrings")
  public var stringsFromNumbers: Bool {
    get { acceptsNumbersAsStrings }
    set { acceptsNumbersAsStrings = newValue }
  }

  /// The old name of ``wrapsSingleValues``.
  @available(*, deprecated, renamed: "wrapsSingleValues")
  public var wrapSingle: Bool {
    get { wrapsSingleValues }
    set { wrapsSingleValues = newValue }
  }

  /// The old name of ``parsesEmbeddedJSON``.
  @available(*, deprecated, renamed: "parsesEmbeddedJSON")
  public var embeddedJSON: Bool {
    get { parsesEmbeddedJSON }
    set { parsesEmbeddedJSON = newValue }
  }

  /// The old name of ``collectsImplicitly``.
  @available(*, deprecated, renamed: "collectsImplicitly")
  public var implicitCollect: Bool {
    get { collectsImplicitly }
    set { collectsImplicitly = newValue }
  }

  /// The old name of ``fallsBackToLiteralNames``.
  @available(*, deprecated, renamed: "fallsBackToLiteralNames")
  public var literalFallback: Bool {
    get { fallsBackToLiteralNames }
    set { fallsBackToLiteralNames = newValue }
  }

  /// The old name of ``acceptsNumericPrefixes``.
  @available(*, deprecated, renamed: "acceptsNumericPrefixes")
  public var numericPrefix: Bool {
    get { acceptsNumericPrefixes }
    set { acceptsNumericPrefixes = newValue }
  }

  /// The old name of ``acceptsNonFiniteText``.
  @available(*, deprecated, renamed: "acceptsNonFiniteText")
  public var nonFiniteText: Bool {
    get { acceptsNonFiniteText }
    set { acceptsNonFiniteText = newValue }
  }
}

/// Switches that only presets need.
extension ConversionPolicy {
  /// Whether null makes an Optional nil.
  @available(*, deprecated, message: "Use null = .skip, or legacyJSONModel, which sets this rule")
  public var nullClearsOptionals: Bool {
    get { !legacyRules[.nullKeepsOptionals] }
    set { legacyRules[.nullKeepsOptionals] = !newValue }
  }

  /// Whether null in an update leaves a property that is not an Optional unchanged.
  @available(
    *, deprecated,
    message: "Use null = .keep for the update, or legacyJSONModel, which sets this rule"
  )
  public var nullKeepsInUpdates: Bool {
    get { legacyRules[.nullKeepsInUpdates] }
    set { legacyRules[.nullKeepsInUpdates] = newValue }
  }

  /// Whether an integer is read from text as in C.
  @available(*, deprecated, message: "Use legacyYYModel or legacyJSONModel, which set this rule")
  public var readsIntegersAsInC: Bool {
    get { legacyRules[.readsIntegersAsInC] }
    set { legacyRules[.readsIntegersAsInC] = newValue }
  }

  /// The old name of ``readsIntegersAsInC``.
  @available(*, deprecated, message: "Use legacyYYModel or legacyJSONModel, which set this rule")
  public var integersAsInC: Bool {
    get { legacyRules[.readsIntegersAsInC] }
    set { legacyRules[.readsIntegersAsInC] = newValue }
  }

  /// Whether text becomes an NSNumber through a Double.
  @available(*, deprecated, message: "Use legacyJSONModel, which sets this rule")
  public var readsNSNumbersAsDoubles: Bool {
    get { legacyRules[.readsNSNumbersAsDoubles] }
    set { legacyRules[.readsNSNumbersAsDoubles] = newValue }
  }

  /// The old name of ``readsNSNumbersAsDoubles``.
  @available(*, deprecated, message: "Use legacyJSONModel, which sets this rule")
  public var nsNumbersAsDoubles: Bool {
    get { legacyRules[.readsNSNumbersAsDoubles] }
    set { legacyRules[.readsNSNumbersAsDoubles] = newValue }
  }

  /// Whether a number is accepted for a Decimal.
  @available(*, deprecated, message: "Use legacyJSONModel, which sets this rule")
  public var acceptsDecimalNumbers: Bool {
    get { !legacyRules[.refusesDecimalNumbers] }
    set { legacyRules[.refusesDecimalNumbers] = !newValue }
  }

  /// The old name of ``acceptsDecimalNumbers``.
  @available(*, deprecated, message: "Use legacyJSONModel, which sets this rule")
  public var decimalNumbers: Bool {
    get { !legacyRules[.refusesDecimalNumbers] }
    set { legacyRules[.refusesDecimalNumbers] = !newValue }
  }
}
