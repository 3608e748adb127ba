extension ConversionPolicy {
  // The names of switches before they read as assertions; 2.0 removes them.

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

  /// The old name of ``readsIntegersAsInC``.
  @available(*, deprecated, renamed: "readsIntegersAsInC")
  public var integersAsInC: Bool {
    get { readsIntegersAsInC }
    set { readsIntegersAsInC = newValue }
  }

  /// The old name of ``readsNSNumbersAsDoubles``.
  @available(*, deprecated, renamed: "readsNSNumbersAsDoubles")
  public var nsNumbersAsDoubles: Bool {
    get { readsNSNumbersAsDoubles }
    set { readsNSNumbersAsDoubles = newValue }
  }

  /// The old name of ``acceptsDecimalNumbers``.
  @available(*, deprecated, renamed: "acceptsDecimalNumbers")
  public var decimalNumbers: Bool {
    get { acceptsDecimalNumbers }
    set { acceptsDecimalNumbers = newValue }
  }

  /// The old name of ``acceptsNonFiniteText``.
  @available(*, deprecated, renamed: "acceptsNonFiniteText")
  public var nonFiniteText: Bool {
    get { acceptsNonFiniteText }
    set { acceptsNonFiniteText = newValue }
  }
}
