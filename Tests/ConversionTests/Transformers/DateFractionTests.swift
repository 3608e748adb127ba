import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// The fractions of seconds in dates as text.
@Suite struct DateFractionTests {
  private static let formats: [DateText.Format] = [.iso8601, .iso8601AssumingUTC, .lenient]

  @Test(arguments: [
    "2014-05-06T07:08:09Z", "2014-05-06T07:08:09.100Z", "2014-05-06T07:08:09.123Z",
    "2014-05-06T07:08:09.999Z", "2010-01-01T01:01:01.000010Z", "2014-05-06T07:08:09.123456Z",
    "2014-05-06T07:08:09.999999Z", "2014-05-06T07:08:09.1234567Z",
    "2001-01-01T00:00:00.123456789Z", "2000-12-31T23:59:59.123456789Z",
    "2001-02-01T00:00:00.000000001Z", "1970-01-01T00:00:00.001Z", "1969-12-31T23:59:59.999999Z",
    "0001-01-01T00:00:00.001Z", "9999-12-31T23:59:59.999Z",
  ])
  func writesTheTextThatItRead(_ text: String) throws {
    for format in Self.formats {
      let date = try #require(DateText.parse(text, as: format))
      #expect(DateText.string(date, as: format) == text)
    }
  }

  @Test(arguments: [
    ("2014-05-06T07:08:09.123456Z", 421_052_889.123456),
    ("2014-05-06T07:08:09.1234567Z", 421_052_889.1234567),
    ("2014-05-06T07:08:09.12345678Z", 421_052_889.12345678),
    ("2014-05-06T07:08:09.123456789Z", 421_052_889.123456789),
    ("2010-01-01T01:01:01.000010Z", 284_000_461.000010),
    ("2000-12-31T23:59:59.123456789Z", -0.876543211),
    // More digits than nine are rounded.
    ("2001-01-01T00:00:00.1234567890Z", 0.123456789),
    ("2001-01-01T00:00:00.1234567894999Z", 0.123456789),
    ("2001-01-01T00:00:00.1234567895Z", 0.123456790),
    ("2014-05-06T07:08:09.99999999949999999999Z", 421_052_889.999999999),
    ("2014-05-06T07:08:09.9999999995Z", 421_052_890),
    ("2014-05-06T07:08:09.00000000000000000000000000000000000000001+00:00", 421_052_889),
  ])
  func readsTheNearestDate(_ text: String, _ seconds: Double) {
    for format in Self.formats {
      let date = DateText.parse(text, as: format)
      #expect(date == Date(timeIntervalSinceReferenceDate: seconds))
    }
  }

  @Test func takesMillisecondsSince1970AsFoundationDoes() {
    for milliseconds in [1_399_360_089_123, 1_399_360_089_007, -1, 86_399_999, 4_102_444_800_001] {
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      #expect(DateText.string(date, as: .iso8601)?.count == 24)
      #expect(DateText.parse("/Date(\(milliseconds))/", as: .lenient) == date)
      let text = DateText.string(date, as: .iso8601).map { $0.dropLast() + "000000Z" }
      #expect(text.flatMap { DateText.parse(String($0), as: .iso8601) } == date)
    }
  }

  /// Dates of today have at most seven digits, and all that are not close to 2001 read back.
  @Test(arguments: [UInt64(12), 2014])
  func readsBackDatesAtRandom(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var counts: [Int: Int] = [:]
    for _ in 0..<20_000 {
      let now = Double.random(in: 780_000_000...850_000_000, using: &random)
      let far = Double.random(in: -63_000_000_000...252_000_000_000, using: &random)
      for (seconds, most) in [(now, 28), (now.rounded(), 20), (far, 30)] {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let text = try #require(DateText.string(date, as: .iso8601))
        #expect(DateText.parse(text, as: .iso8601) == date, "seed \(seed): \(seconds)")
        if text.count > most { counts[text.count, default: 0] += 1 }
      }
    }
    // Some dates lie closer to other digits of milliseconds than a tenth of a microsecond.
    #expect(counts.values.reduce(0, +) < 20, "\(counts)")
    for milliseconds in 0..<1000 {
      let date = Date(timeIntervalSinceReferenceDate: 780_000_000 + Double(milliseconds) / 1000)
      let text = try #require(DateText.string(date, as: .iso8601))
      #expect(DateText.parse(text, as: .iso8601) == date)
    }
  }

  @Test func writesNineDigitsIfNoneReadsBack() {
    let date = Date(timeIntervalSinceReferenceDate: 0.1234567891234)
    #expect(DateText.string(date, as: .iso8601) == "2001-01-01T00:00:00.123456789Z")
    let before = Date(timeIntervalSinceReferenceDate: -1e-20)
    #expect(DateText.string(before, as: .iso8601) == "2001-01-01T00:00:00.000000000Z")
    let after = Date(timeIntervalSinceReferenceDate: 1e-20)
    #expect(DateText.string(after, as: .iso8601) == "2001-01-01T00:00:00.000000000Z")
  }

  @Test(arguments: [
    ("S", "1"), ("SS", "12"), ("SSS", "123"), ("SSSS", "1235"), ("SSSSS", "12346"),
    ("SSSSSS", "123457"), ("SSSSSSS", "1234568"), ("SSSSSSSS", "12345678"),
    ("SSSSSSSSS", "123456776"),
  ])
  func aFormatHasItsDigits(_ pattern: String, _ digits: String) throws {
    let date = try #require(DateText.parse("2014-05-06T07:08:09.123456789Z", as: .iso8601))
    let format = try #require(FixedDateFormat("yyyy-MM-dd HH:mm:ss.\(pattern)X", timeZone: .gmt))
    let text = "2014-05-06 07:08:09.\(digits)Z"
    #expect(format.text(of: date) == text)
    // The fastest way to JSON has room for 32 bytes.
    #expect(format.bytes(of: date).map(\.count) == (pattern.count > 6 ? nil : text.utf8.count))
    let read = try #require(format.date(from: text))
    #expect(format.text(of: read) == text)
    #expect(DateText.parse(text, as: .iso8601) == read)
  }

  @Test func aFormatRoundsUp() throws {
    let format = try #require(FixedDateFormat("SSSSSS's' ss.HH", timeZone: .gmt))
    let date = Date(timeIntervalSinceReferenceDate: 3599.9999996)
    #expect(format.text(of: date) == "000000s 00.01")
    let far = Date(timeIntervalSinceReferenceDate: 1e300)
    #expect(format.text(of: far) == nil)
    #expect(format.text(of: Date(timeIntervalSinceReferenceDate: .nan)) == nil)
  }

  @Test func transformersWriteTheirDigits() throws {
    let date = Date(timeIntervalSinceReferenceDate: 421_052_889.123456)
    let text = { (transformer: ValueTransformer) throws in
      try transformer.reverse(date, as: String.self)
    }
    #expect(try text(.iso8601Date) == "2014-05-06T07:08:09.123456Z")
    #expect(try text(.lenientDate) == "2014-05-06T07:08:09.123456Z")
    #expect(try text(.iso8601Milliseconds) == "2014-05-06T07:08:09.123Z")
    #expect(
      try ValueTransformer.iso8601Milliseconds.forward("2014-05-06T07:08:09.123456Z", as: Date.self)
        == date)
    #expect(try text(.date(format: "ss.SSSSSS")) == "09.123456")
  }

  /// A time zone with summer time, a locale with its own names or digits, and digits without a
  /// separator need a formatter, which knows milliseconds alone.
  @Test(arguments: [
    (
      "yyyy-MM-dd HH:mm:ss.SSSSSS", "en_US_POSIX", "Europe/Berlin", "2014-05-06 07:08:09.123456",
      "2014-05-06T05:08:09.123456Z"
    ),
    (
      "d. MMMM yyyy, HH:mm:ss,SSSSSSSSS", "de_DE", "GMT", "6. Mai 2014, 07:08:09,500000000",
      "2014-05-06T07:08:09.5Z"
    ),
    (
      "yyyyMMddHHmmssSSSSSS", "de_DE", "Europe/Berlin", "20140506070809123456",
      "2014-05-06T05:08:09.123456Z"
    ),
    (
      "ss.SSSSSS 'S' HH:mm yyyy-MM-dd", "de_DE", "GMT", "09.000001 S 07:08 2014-05-06",
      "2014-05-06T07:08:09.000001Z"
    ),
    (
      "SSSSSS yyyy-MM-dd HH:mm:ss", "de_DE", "GMT", "999999 2014-05-06 07:08:09",
      "2014-05-06T07:08:09.999999Z"
    ),
    (
      "yyyy-MM-dd HH:mm:ss.SSSSSS", "ar_EG", "GMT", "٢٠١٤-٠٥-٠٦ ٠٧:٠٨:٠٩.١٢٣٤٥٦",
      "2014-05-06T07:08:09.123456Z"
    ),
    (
      "yyyy-MM-dd HH:mm:ss.SSSSSSSSSSSS", "de_DE", "GMT", "1965-05-06 07:08:09.500000000000",
      "1965-05-06T07:08:09.5Z"
    ),
  ])
  func aFormatterKeepsFinerFractions(
    format: String, locale: String, zone: String, text: String, same: String
  ) throws {
    let transformer = ValueTransformer.date(
      format: format, locale: Locale(identifier: locale),
      timeZone: try #require(TimeZone(identifier: zone)))
    let date = try #require(DateText.parse(same, as: .iso8601))
    #expect(try transformer.forward(text, as: Date.self) == date)
    #expect(try transformer.reverse(date, as: String.self) == text)
    for wrong in ["", "x", "7", text + "1 1", String(text.dropLast(3)) + "xxx"] {
      #expect(throws: TransformerError.self) { try transformer.forward(wrong, as: Date.self) }
    }
  }

  @Test func isInWords() {
    let date = Date(timeIntervalSinceReferenceDate: 421_052_889.123456)
    #expect(DateText.words(for: date) == "2014-05-06T07:08:09.123456Z")
    #expect(
      DateText.words(for: Date(timeIntervalSince1970: .nan)) == "nan seconds since 1970")
    #expect(
      DateText.words(for: Date(timeIntervalSince1970: -.infinity)) == "-inf seconds since 1970")
  }
}
