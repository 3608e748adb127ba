import Peridot
import Testing

/// The names of switches that 2.0 removes.
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
    ("acceptsNonFiniteText", \.nonFiniteText),
    ("legacyRules", \.nullClearsOptionals),
    ("legacyRules", \.nullKeepsInUpdates),
    ("legacyRules", \.readsIntegersAsInC),
    ("legacyRules", \.integersAsInC),
    ("legacyRules", \.readsNSNumbersAsDoubles),
    ("legacyRules", \.nsNumbersAsDoubles),
    ("legacyRules", \.acceptsDecimalNumbers),
    ("legacyRules", \.decimalNumbers),
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

  @available(*, deprecated)
  @Test func theSwitchesOfPresetsAreTheirRules() {
    let switches: [WritableKeyPath<ConversionPolicy, Bool> & Sendable] = [
      \.nullClearsOptionals, \.nullKeepsInUpdates, \.readsIntegersAsInC, \.readsNSNumbersAsDoubles,
      \.acceptsDecimalNumbers,
    ]
    func values(of policy: ConversionPolicy) -> [Bool] { switches.map { policy[keyPath: $0] } }
    for preset in [ConversionPolicy.strict, .lenient, .legacyMantle] {
      #expect(values(of: preset) == [true, false, false, false, true])
    }
    #expect(values(of: .legacyYYModel) == [true, false, true, false, true])
    #expect(values(of: .legacyJSONModel) == [false, true, true, true, false])
    var policy = ConversionPolicy.strict
    for (index, key) in switches.enumerated() {
      policy[keyPath: key].toggle()
      #expect(policy.legacyRules.rawValue == (2 << index) - 1)
    }
    for key in switches { policy[keyPath: key].toggle() }
    #expect(policy == .strict)
  }
}
