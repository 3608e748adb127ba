import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct DateTextTests {
  private func date(_ interval: Double) -> Date {
    Date(timeIntervalSince1970: interval)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0),
    ("2014-05-06T07:08:09Z", 1_399_360_089),
    ("2014-05-06t07:08:09z", 1_399_360_089),
    ("2014-05-06 07:08:09Z", 1_399_360_089),
    ("2014-05-06T15:08:09+08:00", 1_399_360_089),
    ("2014-05-06T15:08:09+0800", 1_399_360_089),
    ("2014-05-06T15:08:09+08", 1_399_360_089),
    ("2014-05-06T01:38:09-05:30", 1_399_360_089),
    ("2014-05-06T07:08:09-00:00", 1_399_360_089),
    ("2014-05-06T07:08:09.5Z", 1_399_360_089.5),
    ("2014-05-06T07:08:09.123Z", 1_399_360_089.123),
    ("2014-05-06T07:08:09.000000000Z", 1_399_360_089),
    ("1969-12-31T23:59:59.999Z", -0.001),
    ("0000-01-01T00:00:00Z", -62_167_219_200),
    ("0001-01-01T00:00:00Z", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("2000-02-29T00:00:00Z", 951_782_400),
    ("2016-12-31T23:59:60Z", 1_483_228_800),
    ("2016-12-31T18:59:60-05:00", 1_483_228_800),
    ("2016-12-31T23:59:60.5Z", 1_483_228_800.5),
  ])
  func readsISO8601(_ text: String, _ expected: Double) {
    #expect(DateText.parse(text, as: .iso8601) == date(expected))
    #expect(DateText.parse(text, as: .iso8601AssumingUTC) == date(expected))
    #expect(DateText.parse(text, as: .lenient) == date(expected))
  }

  @Test(arguments: [
    "", "2014", "2014-05-06", "2014-05-06T07:08:09", "2014-05-06T07:08Z", "2014-05-06T07Z",
    "2014-13-45", "2014-13-01T00:00:00Z", "2014-00-01T00:00:00Z", "2014-01-00T00:00:00Z",
    "2014-02-30T00:00:00Z", "2014-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
    "2014-04-31T00:00:00Z", "2014-01-32T00:00:00Z", "2014-01-01T24:00:00Z",
    "2014-01-01T23:60:00Z", "2014-01-01T23:59:61Z", "2014-01-01T12:00:60Z",
    "2014-01-01T23:58:60Z", "2014-01-01T00:00:00+24:00", "2014-01-01T00:00:00+00:60",
    "2014-01-01T00:00:00+0", "2014-01-01T00:00:00+000", "2014-01-01T00:00:00+00:",
    "2014-01-01T00:00:00+00:0", "2014-01-01T00:00:00+00:000", "2014-01-01T00:00:00ZZ",
    "2014-01-01T00:00:00Z ", " 2014-01-01T00:00:00Z", "2014-01-01T00:00:00.Z",
    "2014-01-01T00:00:00.123456789xZ", "2014-01-01T00:00:00,5Z", "2014-01-01X00:00:00Z",
    "2014/01/01T00:00:00Z", "2o14-01-01T00:00:00Z", "201a-01-01T00:00:00Z",
    "2014-1-1T00:00:00Z", "-014-01-01T00:00:00Z", "12014-01-01T00:00:00Z",
    "2014-01-01T00:00:00.", "2014-01-01T00:00:00+", "２014-01-01T00:00:00Z",
    "2014-01-01T00-00-00Z", "2014-01-01T0 :00:00Z", "\u{0}\u{0}\u{0}\u{0}-01-01T00:00:00Z",
  ])
  func rejectsWhatIsNoISO8601(_ text: String) {
    #expect(DateText.parse(text, as: .iso8601) == nil)
  }

  @Test func takesTextWithoutOffsetAsUTCIfAskedTo() {
    #expect(DateText.parse("2014-05-06", as: .iso8601AssumingUTC) == date(1_399_334_400))
    #expect(DateText.parse("2014-05-06T07:08:09", as: .iso8601AssumingUTC) == date(1_399_360_089))
    #expect(
      DateText.parse("2014-05-06 07:08:09.250", as: .iso8601AssumingUTC) == date(1_399_360_089.25))
    #expect(DateText.parse("2014-05-06T", as: .iso8601AssumingUTC) == nil)
    #expect(DateText.parse("2014-02-30", as: .iso8601AssumingUTC) == nil)
  }

  @Test func readsRFC1123() {
    #expect(DateText.parse("Sun, 06 Nov 1994 08:49:37 GMT", as: .rfc1123) == date(784_111_777))
    #expect(DateText.parse("sun, 6 NOV 1994 08:49:37 UTC", as: .rfc1123) == date(784_111_777))
    #expect(DateText.parse("Sun, 06 Nov 1994 16:49:37 +0800", as: .rfc1123) == date(784_111_777))
    for text in [
      "Sun, 06 Nov 1994 08:49:37", "Sun 06 Nov 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
      "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 PST", "Sux, 06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMTX", "Sun, 06 Nom 1994 08:49:37 GMT", "Su", "Sun,", "",
    ] {
      #expect(DateText.parse(text, as: .rfc1123) == nil, "\(text)")
    }
  }

  @Test func readsTwitter() {
    #expect(DateText.parse("Wed Sep 16 12:20:09 +0800 2015", as: .twitter) == date(1_442_377_209))
    #expect(
      DateText.parse("Wed Sep 16 12:20:09.500 +0800 2015", as: .twitter) == date(1_442_377_209.5))
    #expect(DateText.parse("Wed Sep 16 04:20:09 +0000 2015", as: .twitter) == date(1_442_377_209))
    for text in [
      "Wed Sep 16 12:20:09 +0800 215", "Wed Sep 16 12:20:09 2015", "Sep 16 12:20:09 +0800 2015",
      "Wed Sep 31 12:20:09 +0800 2015", "Wed Sep 16 12:20:09 +0800 2015 ", "Wed",
    ] {
      #expect(DateText.parse(text, as: .twitter) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    // The shapes of YYModel.
    ("2014-05-06", 1_399_334_400.0),
    ("2014-05-06 07:08:09", 1_399_360_089),
    ("2014-05-06T07:08:09", 1_399_360_089),
    ("2014-05-06 07:08:09.123", 1_399_360_089.123),
    ("2014-05-06T07:08:09.123", 1_399_360_089.123),
    ("2014-05-06T07:08:09Z", 1_399_360_089),
    ("2014-05-06T15:08:09+0800", 1_399_360_089),
    ("2014-05-06T15:08:09+08:00", 1_399_360_089),
    ("2014-05-06T07:08:09.123Z", 1_399_360_089.123),
    ("2014-05-06T15:08:09.123+0800", 1_399_360_089.123),
    ("2014-05-06T15:08:09.123+08:00", 1_399_360_089.123),
    ("Tue May 06 15:08:09 +0800 2014", 1_399_360_089),
    ("Tue May 06 15:08:09.123 +0800 2014", 1_399_360_089.123),
    // Others.
    ("Tue, 06 May 2014 07:08:09 GMT", 1_399_360_089),
    ("  2014-05-06\n", 1_399_334_400),
    ("/Date(1399360089123)/", 1_399_360_089.123),
    ("/Date(1399360089123+0800)/", 1_399_360_089.123),
    ("/Date(-1000)/", -1),
    ("/Date(0)/", 0),
    ("139936008", 139_936_008),
    ("1399360089", 1_399_360_089),
    ("-1399360089", -1_399_360_089),
    ("99999999999", 99_999_999_999),
    ("100000000000", 100_000_000),
    ("1399360089123", 1_399_360_089.123),
  ])
  func readsTheLenientShapes(_ text: String, _ expected: Double) {
    #expect(DateText.parse(text, as: .lenient) == date(expected))
  }

  @Test(arguments: [
    "", " ", "-", "12345678", "12345678901234", "/Date()/", "/Date(x)/",
    "/Date(1", "/Date(1)", "/Date(1+9999)/", "/Date(-)/", "/Date(9999999999999999)/", "abc",
    "2014-13-45", "yesterday",
  ])
  func rejectsWhatIsNoDateAtAll(_ text: String) {
    #expect(DateText.parse(text, as: .lenient) == nil)
  }

  @Test func writesInUTC() {
    let date = Date(timeIntervalSince1970: 1_399_360_089)
    #expect(DateText.string(date, as: .iso8601) == "2014-05-06T07:08:09Z")
    #expect(DateText.string(date + 0.25, as: .iso8601) == "2014-05-06T07:08:09.250Z")
    #expect(
      DateText.string(self.date(1_399_360_089.005), as: .lenient) == "2014-05-06T07:08:09.005Z")
    #expect(DateText.string(date + 0.25, as: .rfc1123) == "Tue, 06 May 2014 07:08:09 GMT")
    #expect(DateText.string(date + 0.25, as: .twitter) == "Tue May 06 07:08:09 +0000 2014")
  }

  @Test func roundsToMilliseconds() {
    let date = Date(timeIntervalSince1970: 1_399_360_089)
    for format in [DateText.Format.iso8601Milliseconds, .legacyYYModel, .legacyJSONModel] {
      #expect(DateText.string(date + 0.0004, as: format) == "2014-05-06T07:08:09Z")
      #expect(DateText.string(date + 0.0006, as: format) == "2014-05-06T07:08:09.001Z")
      #expect(DateText.string(date + 0.9996, as: format) == "2014-05-06T07:08:10Z")
    }
    #expect(DateText.string(date + 0.9996, as: .twitter) == "Tue May 06 07:08:10 +0000 2014")
  }

  @Test func writesNothingOutsideOfTheYears0000To9999() {
    for interval in [
      -62_167_219_200.001, 253_402_300_800, .infinity, -.infinity, .nan, 1e300, -1e300,
    ] {
      let date = Date(timeIntervalSince1970: interval)
      #expect(DateText.bytes(date, as: .iso8601) == nil)
      #expect(DateText.string(date, as: .twitter) == nil)
    }
    let first = Date(timeIntervalSince1970: -62_167_219_200)
    #expect(DateText.string(first, as: .iso8601) == "0000-01-01T00:00:00Z")
  }

  @Test func readsWhatItWrote() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let milliseconds = Int64.random(
        in: -62_135_596_800_000...253_402_300_799_999, using: &random)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let text = DateText.string(date, as: .iso8601)
      #expect(text.flatMap { DateText.parse($0, as: .iso8601) } == date, "seed \(seed)")
      #expect(text.flatMap { DateText.parse($0, as: .lenient) } == date, "seed \(seed)")

      let wholeSeconds = milliseconds / 1000
      let whole = Date(timeIntervalSince1970: Double(wholeSeconds))
      for format in [DateText.Format.rfc1123, .twitter] {
        let text = DateText.string(whole, as: format)
        #expect(text.flatMap { DateText.parse($0, as: format) } == whole, "seed \(seed)")
      }
    }
  }

  @Test func agreesWithFoundation() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    let iso = ISO8601DateFormatter()
    let twitter = DateFormatter()
    twitter.locale = Locale(identifier: "en_US_POSIX")
    twitter.timeZone = .gmt
    twitter.dateFormat = "EEE MMM dd HH:mm:ss Z yyyy"
    let rfc1123 = DateFormatter()
    rfc1123.locale = twitter.locale
    rfc1123.timeZone = .gmt
    rfc1123.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for _ in 0..<300 {
      // From 1601 on: Foundation's formatters use the Julian calendar before 1582.
      let seconds = Int64.random(in: -11_644_473_600...253_402_300_799, using: &random)
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(DateText.string(date, as: .iso8601) == iso.string(from: date), "seed \(seed)")
      #expect(DateText.string(date, as: .twitter) == twitter.string(from: date), "seed \(seed)")
      #expect(DateText.string(date, as: .rfc1123) == rfc1123.string(from: date), "seed \(seed)")
      #expect(DateText.parse(iso.string(from: date), as: .iso8601) == date, "seed \(seed)")
    }
  }

  @Test func readsAnyBytesWithoutTrapping() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    let samples = [
      "2014-05-06T07:08:09.123456+08:00", "Wed Sep 16 12:20:09 +0800 2015",
      "Sun, 06 Nov 1994 08:49:37 GMT", "/Date(1399360089123+0800)/", "1399360089123",
    ]
    for _ in 0..<20_000 {
      var bytes = Array((samples.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: position)
        default: bytes.removeSubrange(position...)
        }
      }
      for format in [DateText.Format.iso8601, .iso8601AssumingUTC, .rfc1123, .twitter, .lenient] {
        if let date = DateText.parse(bytes.span, as: format) {
          #expect(date.timeIntervalSince1970.isFinite, "seed \(seed)")
        }
      }
    }
  }
}
