public import Foundation

/// The rules by which JSON values become property values, one switch per rule.
///
/// Start from a preset and change what differs:
///
///     var policy = ConversionPolicy.strict
///     policy.dateStrategy = .secondsSince1970
///
/// The switches are in groups by subject. The last group is for programs that came from YYModel,
/// JSONModel or Mantle and depend on what these did; see ``legacyYYModel``, ``legacyJSONModel`` and
/// ``legacyMantle``.
public struct ConversionPolicy: Sendable, Hashable {
  // MARK: Null and mismatches

  /// Null for a property that is not an Optional.
  public var null = NullRule.fail
  /// Where a number or a Bool belongs, `null nil (null) <null>`, in any case, mean null.
  public var acceptsNullWords = false
  /// The same words mean null where a String belongs.
  public var acceptsNullWordsForStrings = false
  /// Empty text, or text of spaces, means null where a number, a Bool, a date, a URL, a collection
  /// or a model belongs.
  public var emptyStringIsNull = false
  /// A value that no other rule makes fit its property.
  public var mismatch = MismatchRule.fail

  // MARK: Numbers

  /// An integer beyond the range of its property.
  public var overflow = OverflowRule.fail
  /// A number with a fraction where an integer belongs.
  public var fraction = FractionRule.fail
  /// Text that is a number as a whole, spaces around it aside, is taken where a number belongs, and
  /// where a Bool does if numbers are taken there.
  public var acceptsNumericStrings = false
  /// The locale whose separators text uses where text is taken for a number: under one of the
  /// United States `"1,234"` is 1234, under one of Germany `"1.234"` is. Nil: a point before the
  /// fraction, no other separator.
  public var numberLocale: Locale?
  /// True is 1 and false 0 where a number belongs.
  public var acceptsBoolsAsNumbers = false
  /// The words for true and false are 1 and 0 where a number belongs.
  public var acceptsBoolWordsAsNumbers = false
  /// Text that is a number as a whole is taken where a Decimal belongs, all its digits kept.
  public var acceptsDecimalStrings = false

  // MARK: True and false

  /// A number is true unless it is zero.
  public var acceptsNumbersAsBools = false
  /// The numbers 0 and 1, and no other, are taken for a Bool.
  public var acceptsZeroAndOneAsBools = false
  /// Words are taken for a Bool: those of `boolWordSet`.
  public var acceptsBoolWords = false
  /// The words that `acceptsBoolWords` takes.
  public var boolWordSet = BoolWordSet.all

  // MARK: Text, dates, data, URLs and enums

  /// A number or a Bool is taken as its text where a String belongs; true is `"1"`.
  public var acceptsNumbersAsStrings = false
  /// The JSON form of dates without a transformer.
  public var dateStrategy = DateStrategy.iso8601
  /// Seconds since 1970 have all digits that a date in seconds since 2001 needs, and dates within
  /// Codable values are numbers.
  package var keepsDatesExact = false
  /// The JSON form of Data without a transformer.
  public var dataStrategy = DataStrategy.base64
  /// The text that is taken for a URL.
  public var urls = URLRule.foundation
  /// A raw value that no case of an enum has.
  public var unknownEnum = UnknownEnumRule.fail

  // MARK: Arrays, sets, dictionaries and nested models

  /// An element that cannot be converted.
  public var badElement = BadElementRule.fail
  /// An element of a set that occurs again.
  public var duplicateElements = DuplicateElementRule.drop
  /// A single value is taken as an array of one.
  public var wrapsSingleValues = false
  /// An empty array is taken as an empty dictionary, and as null where a model belongs.
  public var emptyArrayIsObject = false
  /// Text that holds JSON is parsed where a model belongs.
  public var parsesEmbeddedJSON = false
  /// A nested object that a hook or a validation rejects.
  public var hookReject = HookRejectRule.fail

  // MARK: Members and paths

  /// Every property without an Optional must be in the JSON, not only those of
  /// `requiredPropertyKeys`; JSONModel's rule.
  public var requiresAllKeys = false
  /// Members that no property is mapped to.
  public var unknownKeys = UnknownKeysRule.ignore
  /// Several paths of a `firstOf` that lead to different values.
  public var alternatives = AlternativesRule.first
  /// A key path that meets an array goes on through each of its elements, and arrays within an
  /// array are taken apart where its elements are not arrays.
  public var collectsImplicitly = false
  /// A key path that leads nowhere is looked up as one literal name.
  public var fallsBackToLiteralNames = false
  /// Properties that are written to places within each other. They are read in any case.
  public var overlaps = OverlapRule.fail

  // MARK: Updates

  /// An update of a model that a property already holds.
  public var nestedUpdate = NestedUpdateRule.update
  /// An update of a dictionary that a property already holds.
  public var dictionaryUpdate = DictionaryUpdateRule.merge

  // MARK: Writing

  /// How a nil property is written.
  public var nilOnExport = NilRule.omit
  /// Whether a property is written that has the value it has in a new object.
  public var defaultsOnExport = ExportRule.write
  /// Whether an empty array, set or dictionary is written, where a new object has an empty one or nil.
  public var emptyOnExport = ExportRule.write
  /// Writing an infinite number or a NaN.
  public var nonFinite = NonFiniteRule.fail
  /// Writing a model of a class cluster whose class would not be chosen again for the written JSON.
  public var unreadableClass = UnreadableClassRule.fail
  /// Writing a property whose transformer goes one way only.
  public var oneWayTransformers = OneWayRule.fail

  // MARK: A whole document

  /// Every error of a document is gathered and reported in one.
  ///
  ///     policy.collectsErrors = true
  public var collectsErrors = false
  /// No error and no issue shows a value that was found, as those about secret properties: for logs. The
  /// names of members are shown, and so is what the user's own code throws.
  public var hidesFoundValues = false
  /// How deep a document may be nested, where the thread's stack has room for it.
  public var maximumDepth = 512

  // MARK: Only for what YYModel, JSONModel and Mantle did

  /// Null makes an Optional nil. If false, or under `NullRule.skip`, it keeps its value. An
  /// Optional of an Optional is `.some(nil)` for null under every policy.
  public var nullClearsOptionals = true
  /// In an update, null leaves a property that is not an Optional as it was, and an issue is
  /// reported, whatever `null` says; JSONModel's rule.
  public var nullKeepsInUpdates = false
  /// Where a number belongs, text is taken for the number it begins with, if the whole of it is not
  /// one: `"12abc"` is 12, and `"abc"` is 0. An issue is reported.
  public var acceptsNumericPrefixes = false
  /// An integer is what C makes of text, even where all of the text is a number: digits up to the
  /// first other character, so `"1e3"` is 1, and no more than an `Int64` holds. Text with a
  /// point is cut after its fraction. Takes `acceptsNumericPrefixes`; the rule of YYModel and JSONModel.
  public var readsIntegersAsInC = false
  /// Text becomes an NSNumber by way of a Double, as `doubleValue` of NSString does it: `"1e3"` is
  /// 1000, and 20 digits are rounded; JSONModel's rule.
  public var readsNSNumbersAsDoubles = false
  /// A number is taken where a Decimal belongs. If false, only text is; JSONModel's rule.
  public var acceptsDecimalNumbers = true
  /// Text may be read as a NaN or an infinite number: `"nan"`, `"inf"` and `"1e999"` as a
  /// floating-point number, and text that is not a number as a Decimal; JSONModel's rule.
  public var acceptsNonFiniteText = false
  /// Text that cannot be read as the date, URL, time zone or decimal number that belongs there, by the
  /// type of the property or by a transformer of Peridot's.
  public var unreadableText = UnreadableTextRule.mismatch
  /// A nested model that cannot be read leaves an Optional property as it was, and an issue is
  /// reported, whatever `mismatch` and `hookReject` say; JSONModel's rule.
  public var keepsBadOptionalModels = false

  // MARK: -

  /// Creates the strict policy.
  public init() {}
}

extension ConversionPolicy {
  /// A policy by reference: it has too many parts to be copied for each call.
  final class Shared: Sendable {
    let rules: ConversionPolicy

    init(_ rules: ConversionPolicy) {
      self.rules = rules
    }

    /// Returns whether these are `rules`. Each call asks, nearly always about a copy of the same, which
    /// to compare part by part takes as long as a tenth of a small document.
    func isPolicy(of rules: borrowing ConversionPolicy) -> Bool {
      // Sound: the bytes are only compared, and values of the same bytes are equal; others may be.
      unsafe withUnsafePointer(to: self.rules) { own in
        unsafe withUnsafePointer(to: rules) {
          unsafe memcmp(own, $0, MemoryLayout<ConversionPolicy>.size) == 0
        }
      } || self.rules == copy rules
    }
  }
}
