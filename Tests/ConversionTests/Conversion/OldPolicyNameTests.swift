import Peridot
import Testing

/// The names that switches had before they read as assertions.
@Suite struct OldPolicyNameTests {
  @available(*, deprecated)
  private static let names: [(String, WritableKeyPath<ConversionPolicy, Bool> & Sendable)] = [
    ("acceptsNullWords", \.nullWords),
    ("acceptsNullWordsForStrings", \.nullWordsForStrings),
    ("acceptsNumericStrings", \.numbersFromStrings),
    ("acceptsBoolsAsNumbers", \.numbersFromBools),
    ("acceptsBoolWordsAsNumbers", \.boolWordsForInt),
    ("acceptsDecimalStrings", \.decimalStrings),
    ("acceptsNumbersAsBools", \.boolsFromNumbers),
    ("acceptsZeroAndOneAsBools", \.boolsFromZeroAndOne),
    ("acceptsBoolWords", \.boolWords),
    ("acceptsNumbersAsStrings", \.stringsFromNumbers),
    ("wrapsSingleValues", \.wrapSingle),
    ("parsesEmbeddedJSON", \.embeddedJSON),
    ("collectsImplicitly", \.implicitCollect),
    ("fallsBackToLiteralNames", \.literalFallback),
    ("acceptsNumericPrefixes", \.numericPrefix),
    ("readsIntegersAsInC", \.integersAsInC),
    ("readsNSNumbersAsDoubles", \.nsNumbersAsDoubles),
    ("acceptsDecimalNumbers", \.decimalNumbers),
    ("acceptsNonFiniteText", \.nonFiniteText),
  ]

  @available(*, deprecated)
  @Test func anOldNameIsAnotherNameOfTheSwitch() throws {
    for (name, keyPath) in Self.names {
      var policy = ConversionPolicy.strict
      policy[keyPath: keyPath].toggle()
      let strict = Mirror(reflecting: ConversionPolicy.strict).children
      let changed = zip(Mirror(reflecting: policy).children, strict).filter {
        "\($0.value)" != "\($1.value)"
      }
      #expect(changed.map(\.0.label) == [name])
      #expect(policy[keyPath: keyPath] != ConversionPolicy.strict[keyPath: keyPath])
    }
  }
}
