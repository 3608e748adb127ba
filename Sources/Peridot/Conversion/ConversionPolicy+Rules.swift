// The rules of the switches that are not Booleans.

import Foundation

extension ConversionPolicy {
  /// The rule for null if a property is not an Optional.
  public enum NullRule: Sendable, Hashable {
    /// Null is an error.
    case fail
    /// The property keeps its value, and an issue is reported.
    case keep
    /// The property becomes zero, false or empty.
    case reset
    /// Null counts as absent, for Optionals too: a required key that is null is missing. A double
    /// optional is `.some(nil)` all the same.
    case skip
  }

  /// The rule for a value of the wrong type.
  public enum MismatchRule: Sendable, Hashable {
    /// The mismatch is an error.
    case fail
    /// The property keeps its value, and an issue is reported.
    case keep
    /// The property becomes nil, zero, false or empty, and an issue is reported.
    case reset
    /// Numbers, Bools and sets are reset, and all other properties keep their values; an issue is
    /// reported. YYModel's rule.
    case resetScalars
  }

  /// The rule for an integer beyond the range of its property.
  public enum OverflowRule: Sendable, Hashable {
    /// The integer is a mismatch.
    case fail
    /// The property becomes the nearest integer in range.
    case clamp
    /// The property gets the low bits, as in a C cast.
    case wrap
  }

  /// The rule for a number with a fraction that the property's type doesn't hold: any fraction for
  /// an integer, and for a Double or a Float a number other than zero that is too close to zero,
  /// such as `1e-400`.
  public enum FractionRule: Sendable, Hashable {
    /// For an integer, the number is a mismatch; for the others, it is out of range.
    case fail
    /// The fraction is cut off, and an issue is reported: a number too close to zero becomes zero.
    case truncate
  }

  /// The words for a Bool.
  public enum BoolWordSet: Sendable, Hashable {
    /// `true yes y t on`, and `false no n f off`, in any case.
    case all
    /// `true yes`, and `false no`, in lower case, in upper case, or capitalized; YYModel's words.
    case legacyYYModel
    /// Text that begins with a Y, a T, or a number other than zero is true; all other text is
    /// false. The rule of JSONModel and NSString.
    case legacyJSONModel
  }

  /// The rule for the text of a URL.
  public enum URLRule: Sendable, Hashable {
    /// Text that Foundation's `URL(string:)` accepts, as in JSONDecoder: characters that a URL
    /// can't contain are percent-encoded, except in a host name. Peridot reports rewritten text.
    case foundation
    /// A valid URL, whose text stays unchanged.
    case exact
    /// A valid URL, with or without spaces around it.
    case trimmed
    /// A valid URL, with or without spaces around it; characters that a URL can't contain are
    /// percent-encoded, and that is reported. Escapes such as `%20` stay.
    case encoded
  }

  /// The rule for text that can't be read as a date, URL, time zone or decimal number.
  public enum UnreadableTextRule: Sendable, Hashable {
    /// The text is a mismatch.
    case mismatch
    /// An Optional becomes nil, any other property keeps its value; an issue is reported.
    case makeNil
  }

  /// The JSON form of dates.
  public enum DateStrategy: Sendable, Hashable {
    /// RFC 3339, a profile of ISO 8601: `2014-05-06T07:08:09.123Z`. Written with the digits of a
    /// fraction that read back as the same date: none, three, or six to nine.
    case iso8601
    /// RFC 3339, written to the millisecond: with three digits of a fraction, or none.
    case iso8601Milliseconds
    /// The dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
    case rfc1123
    /// The dates of Twitter and Weibo: `Wed Sep 16 12:20:09 +0800 2015`.
    case twitter
    /// A number of seconds since 1970.
    case secondsSince1970
    /// A number of milliseconds since 1970.
    case millisecondsSince1970
    /// A number of microseconds since 1970.
    case microsecondsSince1970
    /// A number of nanoseconds since 1970. A Date holds one in about a hundred.
    case nanosecondsSince1970
    /// A number of seconds since 2001, as Date's own coding has it.
    case secondsSince2001
    /// A number since 1970 or text in any of these forms, and some more text forms. Numbers from
    /// 1e11 on are milliseconds, from 1e14 on microseconds, from 1e17 on nanoseconds. Written as
    /// `iso8601`.
    case automatic
    /// Text in any of these forms; a number is a mismatch. Written as `iso8601`.
    case text
    /// Text in a format of DateFormatter, such as `yyyy-MM-dd HH:mm`, in UTC and in English.
    case format(String)
    /// YYModel's thirteen forms of text; a number is a mismatch. Written as `iso8601`.
    ///
    /// ISO 8601 with or without a time, three digits of a fraction, and an offset; and Twitter's
    /// form. Text without an offset is in UTC.
    case legacyYYModel
    /// A number of seconds since 1970, or ISO 8601 text with an offset and without a fraction.
    /// Written as `iso8601`.
    case legacyJSONModel
  }

  /// The rule for an absent member of a property that isn't an Optional.
  public enum AbsentKeysRule: Sendable, Hashable {
    /// The property keeps its initial value.
    case ignore
    /// The property keeps its initial value, and an issue is reported.
    case report
    /// It is an error, as if `requiredPropertyKeys` named the property; JSONModel's rule.
    case fail
  }

  /// The JSON form of Data.
  public enum DataStrategy: Sendable, Hashable {
    /// Base64 (RFC 4648, section 4): padded, with nothing else in it.
    case base64
    /// Base64 for URLs (RFC 4648, section 5), padded or not. Written without padding.
    case base64URL
    /// Base64 of both kinds, padded or not, with line breaks and spaces. Written as `base64`.
    case anyBase64
    /// The text's UTF-8 bytes.
    case utf8
    /// None: Data needs a transformer, as in JSONModel.
    case refused
  }

  /// The rule for an element of an array, a set or a dictionary that can't be converted.
  public enum BadElementRule: Sendable, Hashable {
    /// The whole collection can't be converted.
    case fail
    /// The element is dropped, and an issue with its index in the document is reported.
    case drop
    /// An element of an array or a set with another kind, such as a number instead of a model, is
    /// dropped, and an issue is reported. Mistakes within an element, or in a dictionary, fail.
    /// JSONModel's rule.
    case dropOtherKinds
    /// Null is dropped, and an issue is reported; any other element fails. The rule of many
    /// programs with Mantle.
    case dropNull
  }

  /// The rule for a repeated element of a set.
  public enum DuplicateElementRule: Sendable, Hashable {
    /// The set keeps one of them, and an issue is reported.
    case drop
    /// The set can't be converted.
    case fail
  }

  /// The rule for a member whose name occurs again in the same object.
  ///
  /// RFC 8259 section 4 leaves it open. Names are the same if their Unicode scalars are.
  public enum RepeatedKeysRule: Sendable, Hashable {
    /// The last one counts, as in JSONSerialization. JSONDecoder takes the first.
    case last
    /// The document can't be read. Peridot looks for such members before it reads, which takes about
    /// as long as reading does. Dictionaries, values in memory and coders have none.
    case fail
  }

  /// The rule for a `firstOf` whose paths lead to different values.
  public enum AlternativesRule: Sendable, Hashable {
    /// The first value counts.
    case first
    /// The first value counts, and an issue is reported.
    case report
    /// The difference is an error.
    case fail
  }

  /// The rule for an unknown raw value of an enum.
  public enum UnknownEnumRule: Sendable, Hashable {
    /// The value is a mismatch.
    case fail
    /// An Optional becomes nil, and an issue is reported; for other properties the value is a
    /// mismatch.
    case makeNil
  }

  /// The rule for members that no property maps.
  public enum UnknownKeysRule: Sendable, Hashable {
    /// They are ignored.
    case ignore
    /// Each member is reported as an issue.
    case report
    /// Each member is an error.
    case fail
  }

  /// The rule for a nested object that a hook or a validation rejects, in reading or writing.
  public enum HookRejectRule: Sendable, Hashable {
    /// The whole document fails, even if the value around the object is given up for another mistake.
    case fail
    /// The property keeps its value or is not written; an element is dropped. An issue is reported.
    case drop
  }

  /// The rule for properties whose places are within each other, such as `user` and `user.name`, in
  /// writing.
  public enum OverlapRule: Sendable, Hashable {
    /// The mapping is a mistake, which `check` and the first writing report.
    case fail
    /// The first property that is not nil is written, and an issue is reported for each other one
    /// with another value.
    case first
  }

  /// How a nil property is written. A double optional is omitted if it is nil, and written as null
  /// if it is `.some(nil)`, under every policy.
  public enum NilRule: Sendable, Hashable {
    /// It is omitted, unless an absent member is read as something else: nil is written as null if
    /// a new object has a value, or if the property is required.
    case omit
    /// It is written as null.
    case null
    /// It is omitted in any case. What is written may then not read back.
    case omitAlways
  }

  /// Whether to write values that a new object has, too. Peridot always writes required properties,
  /// and all properties of a class whose `classForParsing(_:)` or `classForParsing(_:forKey:)` can
  /// look at them.
  public enum ExportRule: Sendable, Hashable {
    /// They are written.
    case write
    /// They are omitted. Under ``ConversionPolicy/defaultsOnExport``, nil is then written as null
    /// if a new object has a value. A merge patch contains them all the same.
    case omit
  }

  /// The rule for writing an infinite number, a NaN, or another value without a JSON form.
  public enum NonFiniteRule: Sendable, Hashable {
    /// The value is an error.
    case fail
    /// The property, or the part of a value of type `Any`, is omitted, and an issue is reported.
    case omit
  }

  /// The rule for writing a model whose class would be lost: a superclass is declared at its place,
  /// overrides ``Model/classForParsing(_:)-(JSONObject)``, and doesn't choose the model's class for
  /// the written JSON.
  ///
  /// Peridot checks the first model of each class that it writes as a whole, not by `keys`.
  public enum UnreadableClassRule: Sendable, Hashable {
    /// The model is an error.
    case fail
    /// The model is written, and an issue is reported.
    case report
    /// The model is written without a check, for a program that only writes.
    case write
  }

  /// The rule for writing a property whose transformer works in one direction only.
  public enum OneWayRule: Sendable, Hashable {
    /// The property is an error.
    case fail
    /// The property is written without its transformer. Mantle's rule.
    case plain
  }

  /// The rule for updating a model that a property holds.
  public enum NestedUpdateRule: Sendable, Hashable {
    /// The model's own mapping updates it in place, unless the JSON has another identity, or
    /// chooses a class that is neither the model's nor a superclass of it.
    case update
    /// A new model replaces it.
    case replace
  }

  /// The rule for updating a dictionary that a property holds.
  public enum DictionaryUpdateRule: Sendable, Hashable {
    /// The members are updated as RFC 7396 defines: null removes a member, an object is merged into
    /// an object, any other value replaces the member, and members that the JSON doesn't name stay.
    /// The members of a `Codable` value follow the same rule.
    case merge
    /// The JSON's members replace the dictionary. Models under keys that stay are updated in place.
    case replace
  }

  /// Rules of YYModel and JSONModel that nobody wants by themselves.
  package struct LegacyRules: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Null leaves an Optional unchanged, but makes a double optional `.some(nil)`; JSONModel's rule.
    package static let nullKeepsOptionals = Self(rawValue: 1)
    /// In an update, null leaves a property that is not an Optional unchanged, and an issue is
    /// reported, whatever `null` says; JSONModel's rule.
    package static let nullKeepsInUpdates = Self(rawValue: 2)
    /// An integer is read from text as in C, even if the whole text is a number: digits up to the
    /// first other character, so `"1e3"` is 1, within the range of `Int64`. Text with a point is cut
    /// after its fraction. Requires `acceptsNumericPrefixes`; the rule of YYModel and JSONModel.
    package static let readsIntegersAsInC = Self(rawValue: 4)
    /// Text becomes an NSNumber through a Double, as with NSString's `doubleValue`: `"1e3"` is 1000,
    /// and 20 digits are rounded; JSONModel's rule.
    package static let readsNSNumbersAsDoubles = Self(rawValue: 8)
    /// Only text is accepted for a Decimal, no number; JSONModel's rule.
    package static let refusesDecimalNumbers = Self(rawValue: 16)
    /// For a String, true is `"1"` and false is `"0"`. Requires `acceptsBoolsAsStrings`; the rule of
    /// YYModel and JSONModel.
    package static let readsBoolsAsDigits = Self(rawValue: 32)

    package subscript(rule: Self) -> Bool {
      get { contains(rule) }
      set { if newValue { insert(rule) } else { remove(rule) } }
    }
  }
}

extension ValueTransformer {
  /// Returns the transformer that reads the forms of text that a policy accepts.
  func accepting(_ policy: ConversionPolicy) -> ValueTransformer {
    var forms: ThrowingTransformer.TextForms = []
    if policy.dataStrategy == .anyBase64 { forms.insert(.base64) }
    if policy.acceptsOtherUUIDForms { forms.insert(.uuids) }
    return forms.isEmpty ? self : (self as? ThrowingTransformer)?.accepting(forms) ?? self
  }
}
