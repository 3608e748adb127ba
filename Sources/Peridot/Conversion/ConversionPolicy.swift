public import Foundation

/// The rules for converting JSON values to property values, one switch per rule.
///
/// Start from a preset and change what differs:
///
///     let policy = ConversionPolicy.strict.with { $0.dateStrategy = .secondsSince1970 }
///
/// The switches are grouped by subject. The last group is for programs that come from YYModel,
/// JSONModel or Mantle and depend on their rules. The presets ``legacyYYModel``, ``legacyJSONModel``
/// and ``legacyMantle`` set it, with some rules of those libraries that have no switch.
public struct ConversionPolicy: Sendable, Hashable {
  // MARK: Null and mismatches

  /// Null for a property that is not an Optional.
  public var null = NullRule.fail
  /// For a number or a Bool, the words `null nil (null) <null>`, in any case, mean null.
  public var acceptsNullWords = false
  /// For a String, the words `null nil (null) <null>`, in any case, mean null.
  public var acceptsNullWordsForStrings = false
  /// Empty text, or text of spaces, means null for a number, a Bool, a date, a URL, a collection, a
  /// model, or a union that takes no text.
  public var emptyStringIsNull = false
  /// A value that no other rule converts.
  public var mismatch = MismatchRule.fail

  // MARK: Numbers

  /// An integer beyond the range of its property.
  public var overflow = OverflowRule.fail
  /// A number with a fraction instead of an integer, or one too close to zero for a Double or Float.
  public var fraction = FractionRule.fail
  /// Text that is a number, apart from spaces around it, is accepted for a number, and for a Bool
  /// if numbers are.
  public var acceptsNumericStrings = false
  /// The locale of the separators in text for a number: in one of the United States `"1,234"` is
  /// 1234, in one of Germany `"1.234"` is. Nil: a point before the fraction, no other separator.
  public var numberLocale: Locale?
  /// For a number, true is 1 and false is 0.
  public var acceptsBoolsAsNumbers = false
  /// For a number, the words for true and false are 1 and 0.
  public var acceptsBoolWordsAsNumbers = false
  /// Text that is a number is accepted for a Decimal, with all its digits.
  public var acceptsDecimalStrings = false
  /// Text can be a NaN or an infinite number, as in Protocol Buffers' JSON: `"NaN"` and
  /// `"-Infinity"` for a floating-point number. If numbers are accepted as text, `"1e999"` is
  /// infinite, and text that is not a number is `Decimal.nan`.
  public var acceptsNonFiniteText = false

  // MARK: True and false

  /// For a Bool, a number is true unless it is zero.
  public var acceptsNumbersAsBools = false
  /// For a Bool, the numbers 0 and 1 are accepted, and no others.
  public var acceptsZeroAndOneAsBools = false
  /// For a Bool, the words in `boolWordSet` are accepted.
  public var acceptsBoolWords = false
  /// The words for `acceptsBoolWords`.
  public var boolWordSet = BoolWordSet.all

  // MARK: Text, dates, data, URLs and enums

  /// For a String, a number is accepted as its text.
  public var acceptsNumbersAsStrings = false
  /// For a String, true is `"true"` and false is `"false"`.
  public var acceptsBoolsAsStrings = false
  /// The JSON form of dates without a transformer.
  public var dateStrategy = DateStrategy.iso8601
  /// For records: seconds since 1970 have all digits that a date in seconds since 2001 needs, dates
  /// within Codable values are numbers, and a class that JSON would not carry whole is a mistake.
  package var keepsDatesExact = false
  /// The JSON form of Data without a transformer.
  public var dataStrategy = DataStrategy.base64
  /// For a UUID, 32 digits without hyphens are accepted, and either form in braces.
  public var acceptsOtherUUIDForms = false
  /// The accepted text for a URL.
  public var urls = URLRule.foundation
  /// An unknown raw value of an enum.
  public var unknownEnum = UnknownEnumRule.fail

  // MARK: Arrays, sets, dictionaries and nested models

  /// An element that can't be converted.
  public var badElement = BadElementRule.fail
  /// A repeated element of a set.
  public var duplicateElements = DuplicateElementRule.drop
  /// For an array, a single value is accepted as its only element.
  public var wrapsSingleValues = false
  /// For an array, an object whose names are numbers in ascending order is accepted as its elements:
  /// PHP writes arrays so from which it has removed an element. An issue is reported.
  public var indexedObjectIsArray = false
  /// An empty array is accepted as an empty dictionary, and for a model as null.
  public var emptyArrayIsObject = false
  /// For a model, an array, a set, a dictionary or a Codable value, text that holds its JSON is
  /// parsed.
  public var parsesEmbeddedJSON = false
  /// A nested model that can't be read leaves an Optional property unchanged, and an issue is
  /// reported, whatever `mismatch` and `hookReject` say: `badElement = .drop` for a single model.
  public var keepsBadOptionalModels = false
  /// A nested object that a hook or a validation rejects. One that lacks required members is a
  /// mismatch, or a bad element.
  public var hookReject = HookRejectRule.fail

  // MARK: Members and paths

  /// An absent member of a property that isn't an Optional, and that `requiredPropertyKeys` doesn't
  /// name.
  public var absentKeys = AbsentKeysRule.ignore
  /// Members that no property maps.
  public var unknownKeys = UnknownKeysRule.ignore
  /// A `firstOf` whose paths lead to different values.
  public var alternatives = AlternativesRule.first
  /// A key path continues through each element of an array. Arrays within an array are flattened if
  /// its elements are not arrays.
  public var collectsImplicitly = false
  /// A key path that leads nowhere is looked up as one literal name.
  public var fallsBackToLiteralNames = false
  /// Writing properties whose places are within each other. Reading allows them.
  public var overlaps = OverlapRule.fail

  // MARK: Updates

  /// Updating a model that a property holds.
  public var nestedUpdate = NestedUpdateRule.update
  /// Updating a dictionary that a property holds.
  public var dictionaryUpdate = DictionaryUpdateRule.merge

  // MARK: Writing

  /// How a nil property is written.
  public var nilOnExport = NilRule.omit
  /// Whether to write a property with the value that a new object has.
  public var defaultsOnExport = ExportRule.write
  /// Whether to write an empty array, set or dictionary if a new object has an empty one or nil.
  public var emptyOnExport = ExportRule.write
  /// Writing an infinite number or a NaN.
  public var nonFinite = NonFiniteRule.fail
  /// Writing a model of a class cluster that wouldn't choose its class again for the written JSON.
  public var unreadableClass = UnreadableClassRule.fail
  /// Writing a property whose transformer works in one direction only.
  public var oneWayTransformers = OneWayRule.fail

  // MARK: A whole document

  /// All errors of a document are collected and thrown as one.
  ///
  ///     policy.collectsErrors = true
  public var collectsErrors = false
  /// How many errors ``collectsErrors`` keeps; the error says how many more there are.
  public var maximumErrors = 100
  /// Errors and issues show no found values, as for secret properties: for logs. They still show
  /// members' names and the messages of your own code.
  public var hidesFoundValues = false
  /// A member whose name occurs again in the same object, anywhere in the document.
  public var repeatedKeys = RepeatedKeysRule.last
  /// The greatest depth of a document, if the thread's stack has room for it.
  public var maximumDepth = 512

  // MARK: Only for the rules of YYModel, JSONModel and Mantle

  /// For a number, text that is not one as a whole is read as the number at its beginning:
  /// `"12abc"` is 12, and `"abc"` is 0. An issue is reported.
  public var acceptsNumericPrefixes = false
  /// Text that the property's type or a predefined transformer can't read as a date, URL, UUID, time
  /// zone, locale or decimal number.
  public var unreadableText = UnreadableTextRule.mismatch
  /// The rules that only presets set.
  package var legacyRules: LegacyRules = []

  // MARK: -

  /// Creates the strict policy.
  public init() {}

  /// Returns these rules with changed switches.
  ///
  ///     let order = try JSONAdapter.model(
  ///       of: Order.self, from: json, policy: .strict.with { $0.acceptsNumericStrings = true })
  public func with(_ change: (inout Self) -> Void) -> Self {
    var changed = self
    change(&changed)
    return changed
  }

  /// Returns these rules with the switches of `document` that apply to a whole document.
  func within(_ document: ConversionPolicy) -> Self {
    var own = self
    own.collectsErrors = document.collectsErrors
    own.maximumErrors = document.maximumErrors
    own.hidesFoundValues = document.hidesFoundValues
    own.repeatedKeys = document.repeatedKeys
    own.maximumDepth = document.maximumDepth
    return own
  }
}

extension ConversionPolicy {
  /// A policy by reference, because it has too many parts to copy for each call.
  final class Shared: Sendable {
    let rules: ConversionPolicy

    init(_ rules: ConversionPolicy) {
      self.rules = rules
    }

    /// Returns whether these are `rules`. Each call asks this, nearly always about a copy of the
    /// same; comparing part by part takes as long as a tenth of a small document.
    func isPolicy(of rules: borrowing ConversionPolicy) -> Bool {
      // Sound: the bytes are only compared, and values with equal bytes are equal. Others can be
      // equal, too.
      unsafe withUnsafePointer(to: self.rules) { own in
        unsafe withUnsafePointer(to: rules) {
          unsafe memcmp(own, $0, MemoryLayout<ConversionPolicy>.size) == 0
        }
      } || self.rules == copy rules
    }
  }
}

/// The state of one document, with the rules at the place at hand.
protocol PolicyScope: AnyObject {
  var shared: ConversionPolicy.Shared { get set }
}

extension PolicyScope {
  /// Runs `body` under the rules of a part that has its own.
  func under<Result>(
    _ rules: ConversionPolicy.Shared, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = shared
    shared = rules
    defer { shared = outer }
    return try body()
  }
}
