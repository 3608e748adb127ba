import Foundation

extension Date: ArrayScalar {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Date {
    let strategy = context.policy.dateStrategy
    let kind = try reader.peekKind()
    let place = ReadingContext.Place(&reader)
    switch kind {
    case .string:
      if strategy.takesNumbersOnly, context.policy.acceptsNumericStrings {
        let number = try Numeral.FloatingPointReading.readOther(
          from: &reader, in: context, expected: strategy.expected, of: Date.self)
        guard number.isFinite else { break }
        return strategy.date(number)
      }
      if let date = try text(&reader, strategy) { return date }
      try reader.refuseBlankText(at: place, in: context, expected: strategy.expected)
      guard !strategy.takesNumbersOnly else { break }
      throw reader.unreadable(
        at: place, in: context, expected: strategy.expected, of: Date.self)
    case .number where strategy.takesNumbers:
      if strategy == .nanosecondsSince1970, let count = reader.readIntIfPresent() {
        return Date(nanosecondsSince1970: Int64(count))
      }
      guard var number = try reader.readDoubleIfPresent(), !number.isInfinite else { break }
      if number.isNaN {
        number = try Numeral.FloatingPointReading.zero(
          for: number, &reader, in: context, at: place.position, expected: strategy.expected)
      }
      if context.policy.keepsDatesExact, strategy == .secondsSince1970 {
        let end = ReadingContext.Place(&reader)
        place.restore(&reader)
        let seconds = try? reader.readDecimal()
        if let date = seconds.flatMap({ Date(exactSeconds: $0) }) { return date }
        end.restore(&reader)
      }
      let date = strategy.date(number)
      // Written as text, which has four digits for the year.
      if strategy != .automatic || DateText.string(date, as: .iso8601) != nil { return date }
      throw ConversionError(
        .outOfRange, at: place.position, expected: "a date in the years 0000 to 9999",
        found: reader.describeValue(at: place.position))
    default:
      break
    }
    place.restore(&reader)
    throw reader.mismatch(strategy.expected, of: Date.self)
  }

  /// Reads the text at the cursor by the strategy; nil for any other text.
  private static func text(
    _ reader: inout JSONReader, _ strategy: ConversionPolicy.DateStrategy
  ) throws -> Date? {
    if case .format(let format) = strategy {
      return try reader.readStringIfPresent().flatMap { DateFormat.Known.date(from: $0, format) }
    }
    guard let format = strategy.textFormat else { return nil }
    return try reader.withStringBytesIfPresent { DateText.parse($0, as: format) } ?? nil
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    let strategy = context.policy.dateStrategy
    switch strategy {
    case .secondsSince1970:
      if context.policy.keepsDatesExact, let seconds = exactSeconds {
        return try seconds.write(&writer, in: context)
      }
      try timeIntervalSince1970.write(&writer, in: context)
    case .millisecondsSince1970:
      try (timeIntervalSince1970 * 1000).rounded().write(&writer, in: context)
    case .microsecondsSince1970:
      try (timeIntervalSince1970 * 1e6).rounded().write(&writer, in: context)
    case .nanosecondsSince1970:
      guard let count = nanosecondsSince1970 else {
        throw ConversionError(
          .outOfRange, at: 0, expected: "a date in the years 1679 to 2261",
          found: "\(timeIntervalSince1970) seconds since 1970")
      }
      try count.write(&writer, in: context)
    case .secondsSince2001:
      try timeIntervalSinceReferenceDate.write(&writer, in: context)
    default:
      if let text = strategy.textFormat.flatMap({ DateText.bytes(self, as: $0) }) {
        return writer.asciiString(text.words, count: text.count)
      }
      guard let text = text(strategy) else {
        throw ConversionError(
          .outOfRange, at: 0, expected: "a date in the years 0000 to 9999",
          found: "\(timeIntervalSince1970) seconds since 1970")
      }
      writer.string(text)
    }
  }

  /// The seconds since 1970 with all their digits: a Double has fewer of them than of the seconds
  /// since 2001, from which a date is made. Nil for a date too far away.
  private var exactSeconds: Decimal? {
    Decimal(exactly: "\(timeIntervalSinceReferenceDate)").map { $0 + Self.secondsTo2001 }
  }

  private init?(exactSeconds: Decimal) {
    guard let seconds = Double("\(exactSeconds - Self.secondsTo2001)") else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  private static let secondsTo2001 = Decimal(Int(timeIntervalBetween1970AndReferenceDate))

  /// The date in the strategy's form; nil for one too far away.
  private func text(_ strategy: ConversionPolicy.DateStrategy) -> String? {
    let iso8601 = DateText.string(self, as: .iso8601)
    return switch strategy {
    case .format(let format): iso8601 == nil ? nil : DateFormat.Known.text(of: self, format)
    case .rfc1123: DateText.string(self, as: .rfc1123)
    case .twitter: DateText.string(self, as: .twitter)
    default: iso8601
    }
  }
}

extension ConversionPolicy.DateStrategy {
  var textFormat: DateText.Format? {
    switch self {
    case .iso8601: .iso8601
    case .iso8601Milliseconds: .iso8601Milliseconds
    case .rfc1123: .rfc1123
    case .twitter: .twitter
    case .automatic, .text: .lenient
    case .legacyYYModel: .legacyYYModel
    case .legacyJSONModel: .legacyJSONModel
    case .secondsSince1970, .millisecondsSince1970, .microsecondsSince1970,
      .nanosecondsSince1970, .secondsSince2001, .format:
      nil
    }
  }

  /// Whether dates are numbers, and no text.
  fileprivate var takesNumbersOnly: Bool { takesNumbers && textFormat == nil }

  /// Whether dates can be numbers.
  fileprivate var takesNumbers: Bool {
    switch self {
    case .secondsSince1970, .millisecondsSince1970, .microsecondsSince1970, .nanosecondsSince1970,
      .secondsSince2001, .automatic, .legacyJSONModel:
      true
    case .iso8601, .iso8601Milliseconds, .rfc1123, .twitter, .text, .format, .legacyYYModel: false
    }
  }

  /// Returns the date of a finite number. Division by 1000 gives the nearest Double, which
  /// multiplication by 0.001 often doesn't.
  fileprivate func date(_ number: Double) -> Date {
    switch self {
    case .millisecondsSince1970: Date(timeIntervalSince1970: number / 1e3)
    case .microsecondsSince1970: Date(timeIntervalSince1970: number / 1e6)
    case .nanosecondsSince1970: Date(timeIntervalSince1970: number / 1e9)
    case .secondsSince2001: Date(timeIntervalSinceReferenceDate: number)
    case .automatic: DateText.epoch(number) ?? Date(timeIntervalSince1970: number)
    default: Date(timeIntervalSince1970: number)
    }
  }

  fileprivate var expected: ErrorPhrase {
    switch self {
    case .iso8601, .iso8601Milliseconds: "an ISO 8601 date"
    case .rfc1123: "an RFC 1123 date"
    case .twitter: "a date in Twitter's form"
    case .secondsSince1970: "seconds since 1970"
    case .millisecondsSince1970: "milliseconds since 1970"
    case .microsecondsSince1970: "microseconds since 1970"
    case .nanosecondsSince1970: "nanoseconds since 1970"
    case .secondsSince2001: "seconds since 2001"
    case .format(let format): "a date in the format \(Boxed.quoted(format))"
    case .automatic, .text, .legacyYYModel, .legacyJSONModel: "a date"
    }
  }
}
