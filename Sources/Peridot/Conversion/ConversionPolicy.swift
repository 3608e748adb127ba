public import Foundation

/// The rules by which JSON values become property values, one switch a rule.
///
/// Start from a preset and change what differs:
///
///     var policy = ConversionPolicy.strict
///     policy.dateStrategy = .secondsSince1970
public struct ConversionPolicy: Sendable, Hashable {
  /// What null does to a property that is no Optional.
  public enum NullRule: Sendable, Hashable {
    /// It is an error.
    case fail
    /// The property keeps its value, and an issue is reported.
    case keep
    /// The property becomes zero, false or empty.
    case reset
    /// Null counts as absent, for Optionals too: a required key that is null is missing.
    case skip
  }

  /// What a value of the wrong type does to a property.
  public enum MismatchRule: Sendable, Hashable {
    /// It is an error.
    case fail
    /// The property keeps its value, and an issue is reported.
    case keep
    /// The property becomes nil, zero, false or empty, and an issue is reported.
    case reset
    /// Numbers, Bools and sets are reset, all other properties keep their values; an issue is
    /// reported. YYModel's rule.
    case resetScalars
  }

  /// What an integer beyond the range of its property becomes.
  public enum OverflowRule: Sendable, Hashable {
    /// A mismatch.
    case fail
    /// The nearest integer in range.
    case clamp
    /// The low bits, as a C cast gives them.
    case wrap
  }

  /// What a number with a fraction becomes where an integer belongs.
  public enum FractionRule: Sendable, Hashable {
    /// A mismatch.
    case fail
    /// The integer toward zero; an issue is reported.
    case truncate
  }

  /// Which words are a Bool.
  public enum BoolWordSet: Sendable, Hashable {
    /// `true yes y t on`, and `false no n f off`, in any case.
    case all
    /// `true yes`, and `false no`, in lower case, in upper case, or capitalized; YYModel's words.
    case legacyYYModel
    /// Text that begins with a Y, a T, or a number other than zero is true, any other is false;
    /// JSONModel's rule, and that of NSString.
    case legacyJSONModel
  }

  /// Which text is taken for a URL.
  public enum URLRule: Sendable, Hashable {
    /// Text that Foundation's `URL(string:)` takes, as JSONDecoder does: characters that may not
    /// stand in a URL are percent-encoded, save in a host name.
    case foundation
    /// A valid URL.
    case exact
    /// A valid URL, perhaps with spaces around it.
    case trimmed
    /// The same, where characters that may not stand in a URL are percent-encoded.
    case encoded
  }

  /// What text does that is no date, URL, time zone or decimal number, where one belongs.
  public enum UnreadableTextRule: Sendable, Hashable {
    /// It is a mismatch.
    case mismatch
    /// An Optional becomes nil, any other property keeps its value; an issue is reported.
    case makeNil
  }

  /// The JSON form of dates.
  public enum DateStrategy: Sendable, Hashable {
    /// RFC 3339, a profile of ISO 8601: `2014-05-06T07:08:09.123Z`.
    case iso8601
    /// The dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
    case rfc1123
    /// The dates of Twitter and Weibo: `Wed Sep 16 12:20:09 +0800 2015`.
    case twitter
    /// A number of seconds since 1970.
    case secondsSince1970
    /// A number of milliseconds since 1970.
    case millisecondsSince1970
    /// Any of these, and some more text forms. Numbers from 1e11 on are milliseconds. Written as
    /// `iso8601`.
    case automatic
    /// Text in any of these forms; a number is a mismatch. Written as `iso8601`.
    case text
    /// Text in a format of DateFormatter, such as `yyyy-MM-dd HH:mm`, in UTC and in English.
    case format(String)
    /// YYModel's thirteen forms of text; a number is a mismatch. Written as `iso8601`.
    ///
    /// ISO 8601 with or without a time, three digits of a fraction, and an offset; and Twitter's
    /// form. What has no offset is in UTC.
    case legacyYYModel
    /// A number of seconds since 1970, or ISO 8601 text with an offset and without a fraction.
    /// Written as `iso8601`.
    case legacyJSONModel
  }

  /// The JSON form of Data.
  public enum DataStrategy: Sendable, Hashable {
    /// Base64 (RFC 4648).
    case base64
    /// The text's UTF-8 bytes.
    case utf8
    /// None: Data needs a transformer, as it did under JSONModel.
    case refused
  }

  /// What happens to an element of an array, a set or a dictionary that cannot be converted.
  public enum BadElementRule: Sendable, Hashable {
    /// The whole collection cannot be converted.
    case fail
    /// The element is left out, and an issue is reported with its index in the document.
    case drop
    /// An element of an array or a set that is of another kind, such as a number where a model
    /// belongs, is left out, and an issue is reported. What is wrong within an element, or in a
    /// dictionary, fails. JSONModel's rule.
    case dropOtherKinds
  }

  /// What happens to an element of a set that occurs again.
  public enum DuplicateElementRule: Sendable, Hashable {
    /// One of them is kept, and an issue is reported.
    case drop
    /// The set cannot be converted.
    case fail
  }

  /// What happens where several paths of a `firstOf` lead to different values.
  public enum AlternativesRule: Sendable, Hashable {
    /// The first value counts.
    case first
    /// The first value counts, and an issue is reported.
    case report
    /// It is an error.
    case fail
  }

  /// What an enum makes of a raw value that none of its cases has.
  public enum UnknownEnumRule: Sendable, Hashable {
    /// A mismatch.
    case fail
    /// The Optional becomes nil, and an issue is reported; without an Optional, a mismatch.
    case makeNil
  }

  /// What members do that no property is mapped to.
  public enum UnknownKeysRule: Sendable, Hashable {
    /// Nothing.
    case ignore
    /// Each is reported as an issue.
    case report
    /// Each is an error.
    case fail
  }

  /// What becomes of a nested object that a hook or a validation rejects, read or written.
  public enum HookRejectRule: Sendable, Hashable {
    /// It is an error of the whole document.
    case fail
    /// The property keeps its value or is not written, the element is left out; an issue is
    /// reported.
    case drop
  }

  /// What happens where properties are written to places within each other, as `user` and
  /// `user.name`.
  public enum OverlapRule: Sendable, Hashable {
    /// It is a mistake in the mapping, told by `check` and when the class is first written.
    case fail
    /// The first property in order that is not nil is written, and an issue is reported for each that
    /// has another value.
    case first
  }

  /// How a nil property is written. Of an Optional of an Optional, nil is left out and `.some(nil)`
  /// is null under every policy.
  public enum NilRule: Sendable, Hashable {
    /// Not at all.
    case omit
    /// As null.
    case null
  }

  /// What happens to a number that is infinite or none when it is written, and to any other value
  /// without a JSON form.
  public enum NonFiniteRule: Sendable, Hashable {
    /// It is an error.
    case fail
    /// The property, or the part of a value of type `Any`, is not written, and an issue is reported.
    case omit
  }

  /// What an update does with a model that a property already holds.
  public enum NestedUpdateRule: Sendable, Hashable {
    /// It is updated in place where class and identity match.
    case update
    /// It is replaced by a new one.
    case replace
  }

  /// What an update does with a dictionary that a property already holds.
  public enum DictionaryUpdateRule: Sendable, Hashable {
    /// Its members are updated, as RFC 7396 has it: null takes one away, an object is merged into
    /// one, any other value replaces it, and members that the JSON does not name stay. So are those
    /// of a `Codable` value.
    case merge
    /// It is replaced by what the JSON holds. Models under keys that stay are updated in place.
    case replace
  }

  /// What null does to a property that is no Optional.
  public var null = NullRule.fail
  /// In an update, null leaves a property that is no Optional as it was, and an issue is reported,
  /// whatever `null` says; JSONModel's rule.
  public var nullKeepsInUpdates = false
  /// Null makes an Optional nil. If false, or under `NullRule.skip`, it keeps its value. An Optional
  /// of an Optional is `.some(nil)` for null under every policy.
  public var nullClearsOptionals = true
  /// What a value does that no other rule makes fit its property.
  public var mismatch = MismatchRule.fail
  /// What an integer beyond the range of its property becomes.
  public var overflow = OverflowRule.fail
  /// What a number with a fraction becomes where an integer belongs.
  public var fraction = FractionRule.fail
  /// Text that is a number as a whole, spaces around it aside, is taken where a number belongs, and
  /// where a Bool does if numbers are taken there.
  public var numbersFromStrings = false
  /// Where a number belongs, text is taken for the number it begins with, where the whole of it is
  /// none: `"12abc"` is 12, and `"abc"` is 0. An issue is reported.
  public var numericPrefix = false
  /// An integer is what C makes of text, even where all of the text is a number: digits up to the
  /// first character that is none, so `"1e3"` is 1, and no more than an `Int64` holds. Text with a
  /// point is cut after its fraction. Takes `numericPrefix`; the rule of YYModel and JSONModel.
  public var integersAsInC = false
  /// The locale whose separators text uses where text is taken for a number: under one of the
  /// United States `"1,234"` is 1234, under one of Germany `"1.234"` is. Nil: a point before the
  /// fraction, no other separator.
  public var numberLocale: Locale?
  /// True is 1 and false 0 where a number belongs.
  public var numbersFromBools = false
  /// A number is true unless it is zero.
  public var boolsFromNumbers = false
  /// The numbers 0 and 1, and no other, are taken for a Bool.
  public var boolsFromZeroAndOne = false
  /// Words are taken for a Bool: those of `boolWordSet`.
  public var boolWords = false
  /// Which words are a Bool, where words are.
  public var boolWordSet = BoolWordSet.all
  /// The words for true and false are 1 and 0 where a number belongs.
  public var boolWordsForInt = false
  /// Where a number or a Bool belongs, `null nil (null) <null>`, in any case, mean null.
  public var nullWords = false
  /// The same words mean null where a String belongs.
  public var nullWordsForStrings = false
  /// Empty text, or text of spaces, means null where a number, a Bool, a date, a URL, a collection
  /// or a model belongs.
  public var emptyStringIsNull = false
  /// A number or a Bool is taken as its text where a String belongs; true is `"1"`.
  public var stringsFromNumbers = false
  /// Text that is a number as a whole is taken where a Decimal belongs, all its digits kept.
  public var decimalStrings = false
  /// A number is taken where a Decimal belongs. If false, only text is; JSONModel's rule.
  public var decimalNumbers = true
  /// Text may be read as no number, or as an infinite one: `"nan"`, `"inf"` and `"1e999"` as a
  /// floating-point number, and text that is no number as a Decimal; JSONModel's rule.
  public var nonFiniteText = false
  /// Text becomes an NSNumber by way of a Double, as `doubleValue` of NSString does it: `"1e3"` is
  /// 1000, and 20 digits are rounded; JSONModel's rule.
  public var nsNumbersAsDoubles = false
  /// Which text is taken for a URL.
  public var urls = URLRule.foundation
  /// What text does that is no date, URL, time zone or decimal number, where one belongs.
  public var unreadableText = UnreadableTextRule.mismatch
  /// The JSON form of dates without a transformer.
  public var dateStrategy = DateStrategy.iso8601
  /// The JSON form of Data without a transformer.
  public var dataStrategy = DataStrategy.base64
  /// A single value is taken as an array of one.
  public var wrapSingle = false
  /// An empty array is taken as an empty dictionary, and as null where a model belongs.
  public var emptyArrayIsObject = false
  /// Text that holds JSON is parsed where a model belongs.
  public var embeddedJSON = false
  /// A nested model that cannot be read leaves an Optional property as it was, and an issue is
  /// reported, whatever `mismatch` and `hookReject` say; JSONModel's rule.
  public var keepsBadOptionalModels = false
  /// What happens to an element that cannot be converted.
  public var badElement = BadElementRule.fail
  /// What happens to an element of a set that occurs again.
  public var duplicateElements = DuplicateElementRule.drop
  /// What happens where several paths of a `firstOf` lead to different values.
  public var alternatives = AlternativesRule.first
  /// A key path that meets an array goes on through each of its elements, and arrays within an
  /// array are taken apart where its elements are no arrays.
  public var implicitCollect = false
  /// A key path that leads nowhere is looked up as one literal name.
  public var literalFallback = false
  /// What an enum makes of a raw value that none of its cases has.
  public var unknownEnum = UnknownEnumRule.fail
  /// What members do that no property is mapped to.
  public var unknownKeys = UnknownKeysRule.ignore
  /// What becomes of a nested object that a hook or a validation rejects.
  public var hookReject = HookRejectRule.fail
  /// How a nil property is written.
  public var nilOnExport = NilRule.omit
  /// What happens to a number that is infinite or none when it is written.
  public var nonFinite = NonFiniteRule.fail
  /// What happens where properties are written to places within each other. They are read in any case.
  public var overlaps = OverlapRule.fail
  /// What an update does with a model that a property already holds.
  public var nestedUpdate = NestedUpdateRule.update
  /// What an update does with a dictionary that a property already holds.
  public var dictionaryUpdate = DictionaryUpdateRule.merge
  /// Every property that is no Optional must be in the JSON, not only those of
  /// `requiredPropertyKeys`; JSONModel's rule.
  public var requiresAllKeys = false
  /// Every error of a document is gathered and reported in one.
  public var collectsErrors = false
  /// How deep a document may be nested, where the thread's stack has room for it.
  public var maximumDepth = 512

  /// Creates the strict policy.
  public init() {}

  /// Any deviation from a property's type is an error.
  public static let strict = ConversionPolicy()

  /// Values are converted where that loses nothing; what cannot be leaves the property as it was
  /// and is reported as an issue. Good values are never replaced by bad ones.
  public static let lenient: ConversionPolicy = {
    var policy = ConversionPolicy()
    policy.null = .keep
    policy.mismatch = .keep
    policy.fraction = .truncate
    policy.numbersFromStrings = true
    policy.numbersFromBools = true
    policy.boolsFromNumbers = true
    policy.boolWords = true
    policy.boolWordsForInt = true
    policy.nullWords = true
    policy.emptyStringIsNull = true
    policy.stringsFromNumbers = true
    policy.decimalStrings = true
    policy.urls = .encoded
    policy.dateStrategy = .automatic
    policy.emptyArrayIsObject = true
    policy.embeddedJSON = true
    policy.badElement = .drop
    policy.implicitCollect = true
    policy.literalFallback = true
    policy.unknownEnum = .makeNil
    policy.hookReject = .drop
    policy.nonFinite = .omit
    policy.overlaps = .first
    return policy
  }()

  /// What YYModel does: scalars are reset by null and by what cannot be read, numbers wrap.
  ///
  /// What YYModel was silent about is reported as issues all the same.
  public static let legacyYYModel: ConversionPolicy = {
    var policy = ConversionPolicy.lenient
    policy.null = .reset
    policy.mismatch = .resetScalars
    policy.overflow = .wrap
    policy.numericPrefix = true
    policy.integersAsInC = true
    policy.boolWordSet = .legacyYYModel
    policy.emptyStringIsNull = false
    policy.urls = .trimmed
    policy.unreadableText = .makeNil
    policy.dateStrategy = .legacyYYModel
    policy.dataStrategy = .utf8
    policy.emptyArrayIsObject = false
    policy.embeddedJSON = false
    policy.implicitCollect = false
    policy.dictionaryUpdate = .replace
    return policy
  }()

  /// What JSONModel does: every property that is no Optional must be there; types are loose.
  ///
  /// What JSONModel was silent about is reported as issues all the same. Where it stored nil in a
  /// property that must not be nil, as for a date that it could not read, the property keeps its
  /// value.
  public static let legacyJSONModel: ConversionPolicy = {
    var policy = ConversionPolicy.lenient
    policy.null = .fail
    policy.nullKeepsInUpdates = true
    policy.nullClearsOptionals = false
    policy.mismatch = .fail
    policy.overflow = .wrap
    policy.numericPrefix = true
    policy.integersAsInC = true
    policy.nsNumbersAsDoubles = true
    policy.boolWordSet = .legacyJSONModel
    policy.boolWordsForInt = false
    policy.nullWords = false
    policy.emptyStringIsNull = false
    policy.decimalNumbers = false
    policy.nonFiniteText = true
    policy.urls = .exact
    policy.unreadableText = .makeNil
    policy.dateStrategy = .legacyJSONModel
    policy.dataStrategy = .refused
    policy.embeddedJSON = false
    policy.keepsBadOptionalModels = true
    policy.badElement = .dropOtherKinds
    policy.unknownEnum = .fail
    policy.hookReject = .fail
    policy.nestedUpdate = .replace
    policy.dictionaryUpdate = .replace
    policy.requiresAllKeys = true
    return policy
  }()
}
