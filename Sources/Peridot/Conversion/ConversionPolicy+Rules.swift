// The choices of the switches that have more than two.

extension ConversionPolicy {
  /// The rule for null where a property is not an Optional.
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

  /// The rule for a value of the wrong type.
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

  /// The rule for an integer beyond the range of its property.
  public enum OverflowRule: Sendable, Hashable {
    /// A mismatch.
    case fail
    /// The nearest integer in range.
    case clamp
    /// The low bits, like a C cast.
    case wrap
  }

  /// The rule for a number with a fraction where an integer belongs.
  public enum FractionRule: Sendable, Hashable {
    /// A mismatch.
    case fail
    /// The integer toward zero; an issue is reported.
    case truncate
  }

  /// The words that are taken for a Bool.
  public enum BoolWordSet: Sendable, Hashable {
    /// `true yes y t on`, and `false no n f off`, in any case.
    case all
    /// `true yes`, and `false no`, in lower case, in upper case, or capitalized; YYModel's words.
    case legacyYYModel
    /// Text that begins with a Y, a T, or a number other than zero is true, any other is false;
    /// JSONModel's rule, and that of NSString.
    case legacyJSONModel
  }

  /// The rule for the text of a URL.
  public enum URLRule: Sendable, Hashable {
    /// Text that Foundation's `URL(string:)` takes, as JSONDecoder does: characters that may not
    /// stand in a URL are percent-encoded, save in a host name. Text that is rewritten is reported.
    case foundation
    /// A valid URL, whose text stays as it is.
    case exact
    /// A valid URL, perhaps with spaces around it.
    case trimmed
    /// The same, where characters that may not stand in a URL are percent-encoded.
    case encoded
  }

  /// The rule for text that cannot be read as the date, URL, time zone or decimal number that
  /// belongs there.
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
    /// form. Text without an offset is in UTC.
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

  /// The rule for an element of an array, a set or a dictionary that cannot be converted.
  public enum BadElementRule: Sendable, Hashable {
    /// The whole collection cannot be converted.
    case fail
    /// The element is left out, and an issue is reported with its index in the document.
    case drop
    /// An element of an array or a set that is of another kind, such as a number where a model
    /// belongs, is left out, and an issue is reported. What is wrong within an element, or in a
    /// dictionary, fails. JSONModel's rule.
    case dropOtherKinds
    /// Null is left out, and an issue is reported; any other element fails. The rule of many programs
    /// that used Mantle.
    case dropNull
  }

  /// The rule for an element of a set that occurs again.
  public enum DuplicateElementRule: Sendable, Hashable {
    /// One of them is kept, and an issue is reported.
    case drop
    /// The set cannot be converted.
    case fail
  }

  /// The rule for several paths of a `firstOf` that lead to different values.
  public enum AlternativesRule: Sendable, Hashable {
    /// The first value counts.
    case first
    /// The first value counts, and an issue is reported.
    case report
    /// It is an error.
    case fail
  }

  /// The rule for a raw value that no case of an enum has.
  public enum UnknownEnumRule: Sendable, Hashable {
    /// A mismatch.
    case fail
    /// The Optional becomes nil, and an issue is reported; without an Optional, a mismatch.
    case makeNil
  }

  /// The rule for members that no property is mapped to.
  public enum UnknownKeysRule: Sendable, Hashable {
    /// Nothing.
    case ignore
    /// Each is reported as an issue.
    case report
    /// Each is an error.
    case fail
  }

  /// The rule for a nested object that a hook or a validation rejects, read or written.
  public enum HookRejectRule: Sendable, Hashable {
    /// It is an error of the whole document.
    case fail
    /// The property keeps its value or is not written, the element is left out; an issue is
    /// reported.
    case drop
  }

  /// The rule for properties that are written to places within each other, such as `user` and
  /// `user.name`.
  public enum OverlapRule: Sendable, Hashable {
    /// It is a mistake in the mapping, which `check` and the first writing report.
    case fail
    /// The first property in order that is not nil is written, and an issue is reported for each
    /// that has another value.
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

  /// Whether values are written that a new object has without them. Required properties are, and all
  /// those of a class whose `classForParsing(_:)` or `classForParsing(_:forKey:)` may look at them.
  public enum ExportRule: Sendable, Hashable {
    /// They are written.
    case write
    /// They are left out. In ``ConversionPolicy/defaultsOnExport``, nil is then written as null where a
    /// new object has a value. A merge patch has them all the same.
    case omit
  }

  /// The rule for writing an infinite number, a NaN, and any other value without a JSON form.
  public enum NonFiniteRule: Sendable, Hashable {
    /// It is an error.
    case fail
    /// The property, or the part of a value of type `Any`, is not written, and an issue is
    /// reported.
    case omit
  }

  /// The rule for writing a model where a superclass of its class is declared, if that overrides
  /// ``Model/classForParsing(_:)-(JSONObject)`` and does not choose the model's class for the
  /// written JSON: the class would be lost.
  ///
  /// It is asked for the first model of each class that is written whole, not by `keys`.
  public enum UnreadableClassRule: Sendable, Hashable {
    /// It is an error.
    case fail
    /// The model is written, and an issue is reported.
    case report
    /// The model is written without a check, for a program that only writes.
    case write
  }

  /// The rule for writing a property whose transformer goes one way only.
  public enum OneWayRule: Sendable, Hashable {
    /// It is an error.
    case fail
    /// The property is written as one without a transformer. Mantle's rule.
    case plain
  }

  /// The rule for updating a model that a property already holds.
  public enum NestedUpdateRule: Sendable, Hashable {
    /// It is updated in place by its own mapping, unless the JSON names another identity, or chooses a
    /// class that is neither the model's nor a superclass of it.
    case update
    /// It is replaced by a new one.
    case replace
  }

  /// The rule for updating a dictionary that a property already holds.
  public enum DictionaryUpdateRule: Sendable, Hashable {
    /// Its members are updated, as RFC 7396 has it: null takes one away, an object is merged into
    /// one, any other value replaces it, and members that the JSON does not name stay. So are those
    /// of a `Codable` value.
    case merge
    /// It is replaced by what the JSON holds. Models under keys that stay are updated in place.
    case replace
  }
}
