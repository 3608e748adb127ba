public import Foundation

/// A type for which there are named transformers, or an Optional of one.
///
/// Don't conform to it: ``Transform/using(_:)`` takes transformers to other types.
public protocol Transformable<Base> {
  /// The type without its Optional.
  associatedtype Base = Self
}

extension Date: Transformable {}

extension URL: Transformable {}

extension UUID: Transformable {}

extension Bool: Transformable {}

extension Decimal: Transformable {}

extension Data: Transformable {}

extension String: Transformable {}

extension Optional: Transformable where Wrapped: Transformable {
  public typealias Base = Wrapped.Base
}

// Each member also exists for all other types, with a message about the mistake.

extension Transform where Value: Transformable, Value.Base == Date {
  /// See `ValueTransformer.epochSeconds`.
  public static var epochSeconds: Self { .using(.epochSeconds) }

  /// See `ValueTransformer.epochMilliseconds`.
  public static var epochMilliseconds: Self { .using(.epochMilliseconds) }

  /// See `ValueTransformer.epochMicroseconds`.
  public static var epochMicroseconds: Self { .using(.epochMicroseconds) }

  /// See `ValueTransformer.epochNanoseconds`.
  public static var epochNanoseconds: Self { .using(.epochNanoseconds) }

  /// See `ValueTransformer.secondsSince2001`.
  public static var secondsSince2001: Self { .using(.secondsSince2001) }

  /// See `ValueTransformer.iso8601Date`.
  public static var iso8601Date: Self { .using(.iso8601Date) }

  /// See `ValueTransformer.iso8601Milliseconds`.
  public static var iso8601Milliseconds: Self { .using(.iso8601Milliseconds) }

  /// See `ValueTransformer.rfc1123Date`.
  public static var rfc1123Date: Self { .using(.rfc1123Date) }

  /// See `ValueTransformer.twitterDate`.
  public static var twitterDate: Self { .using(.twitterDate) }

  /// See `ValueTransformer.lenientDate`.
  public static var lenientDate: Self { .using(.lenientDate) }

  /// See `ValueTransformer.date`.
  public static func date(
    format: String, locale: Locale = Locale(identifier: "en_US_POSIX"), timeZone: TimeZone = .gmt,
    calendar: Calendar = Calendar(identifier: .gregorian), defaultDate: Date? = nil
  ) -> Self {
    .date(
      oneOf: [format], locale: locale, timeZone: timeZone, calendar: calendar,
      defaultDate: defaultDate)
  }

  /// See `ValueTransformer.date`.
  public static func date(
    oneOf formats: [String], locale: Locale = Locale(identifier: "en_US_POSIX"),
    timeZone: TimeZone = .gmt, calendar: Calendar = Calendar(identifier: .gregorian),
    defaultDate: Date? = nil
  ) -> Self {
    .using(
      .date(
        oneOf: formats, locale: locale, timeZone: timeZone, calendar: calendar,
        defaultDate: defaultDate))
  }
}

extension Transform where Value: Numeric {
  /// See `ValueTransformer.number`.
  public static func number(
    style: NumberFormatter.Style = .decimal, locale: Locale = Locale(identifier: "en_US_POSIX")
  ) -> Self { .using(.number(style: style, locale: locale)) }
}

extension Transform {
  /// See `ValueTransformer.number`.
  public static func number<Number: Numeric>(
    style: NumberFormatter.Style = .decimal, locale: Locale = Locale(identifier: "en_US_POSIX")
  ) -> Self where Value == Number? { .using(.number(style: style, locale: locale)) }
}

extension Transform where Value: Transformable, Value.Base == URL {
  /// See `ValueTransformer.url`.
  public static var url: Self { .using(.url) }

  /// See `ValueTransformer.lenientURL`.
  public static var lenientURL: Self { .using(.lenientURL) }
}

extension Transform where Value: Transformable, Value.Base == UUID {
  /// See `ValueTransformer.uuid`.
  public static var uuid: Self { .using(.uuid) }
}

extension Transform where Value: Transformable, Value.Base == Bool {
  /// See `ValueTransformer.boolean`.
  public static var boolean: Self { .using(.boolean) }
}

extension Transform where Value: Transformable, Value.Base == Decimal {
  /// See `ValueTransformer.decimal`.
  public static var decimal: Self { .using(.decimal) }
}

extension Transform where Value: Transformable, Value.Base == Data {
  /// See `ValueTransformer.base64Data`.
  public static var base64Data: Self { .using(.base64Data) }

  /// See `ValueTransformer.base64URLData`.
  public static var base64URLData: Self { .using(.base64URLData) }
}

extension Transform where Value: Transformable, Value.Base == String {
  /// See `ValueTransformer.string`.
  public static func string(trimmed isTrimmed: Bool = true) -> Self {
    .using(.string(trimmed: isTrimmed))
  }
}

extension Transform {
  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var epochSeconds: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var epochMilliseconds: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var epochMicroseconds: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var epochNanoseconds: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var secondsSince2001: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var iso8601Date: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var rfc1123Date: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var iso8601Milliseconds: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var twitterDate: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static var lenientDate: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static func date(
    format: String, locale: Locale = Locale(identifier: "en_US_POSIX"), timeZone: TimeZone = .gmt,
    calendar: Calendar = Calendar(identifier: .gregorian), defaultDate: Date? = nil
  ) -> Self {
    fatalError("Peridot: unavailable")
  }

  @available(*, unavailable, message: "it makes a Date, and the property is of another type")
  @_disfavoredOverload
  public static func date(
    oneOf formats: [String], locale: Locale = Locale(identifier: "en_US_POSIX"),
    timeZone: TimeZone = .gmt, calendar: Calendar = Calendar(identifier: .gregorian),
    defaultDate: Date? = nil
  ) -> Self {
    fatalError("Peridot: unavailable")
  }

  @available(*, unavailable, message: "it makes a number, and the property is of another type")
  @_disfavoredOverload
  public static func number(
    style: NumberFormatter.Style = .decimal, locale: Locale = Locale(identifier: "en_US_POSIX")
  ) -> Self {
    fatalError("Peridot: unavailable")
  }

  @available(*, unavailable, message: "it makes a URL, and the property is of another type")
  @_disfavoredOverload
  public static var url: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a URL, and the property is of another type")
  @_disfavoredOverload
  public static var lenientURL: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a UUID, and the property is of another type")
  @_disfavoredOverload
  public static var uuid: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Bool, and the property is of another type")
  @_disfavoredOverload
  public static var boolean: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a Decimal, and the property is of another type")
  @_disfavoredOverload
  public static var decimal: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes Data, and the property is of another type")
  @_disfavoredOverload
  public static var base64Data: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes Data, and the property is of another type")
  @_disfavoredOverload
  public static var base64URLData: Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "it makes a String, and the property is of another type")
  @_disfavoredOverload
  public static func string(trimmed isTrimmed: Bool = true) -> Self {
    fatalError("Peridot: unavailable")
  }
}
