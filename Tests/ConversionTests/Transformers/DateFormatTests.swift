import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// What is read and written without a formatter, beside a formatter.
@Suite struct DateFormatTests {
  private static func formatter(
    _ format: String, locale: String = "en_US_POSIX", timeZone: TimeZone = .gmt
  ) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.locale = Locale(identifier: locale)
    formatter.timeZone = timeZone
    formatter.isLenient = false
    formatter.dateFormat = format
    return formatter
  }

  @Test(arguments: [
    ("yyyy-MM-dd", "2014-05-06"), ("dd/MM/yyyy HH:mm:ss", "06/05/2014 07:08:09"),
    ("yyyyMMddHHmmssSSS", "20140506070809123"), ("HH:mm", "07:08"), ("yyyy''MM", "2014'05"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "2014-05-06T07:08:09.123Z"),
    ("yyyy-MM-dd'T'HH:mm:ssZ", "2014-05-06T07:08:09+0530"),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2014-05-06T07:08:09-03:30"),
    ("yyyy-MM-dd'T'HH:mm:ssZZZZZ", "2014-05-06T07:08:09Z"),
    ("yyyy-MM-dd'T'HH:mm:ssxxx", "2014-05-06T07:08:09+00:00"),
    ("yyyy年MM月dd日", "2014年05月06日"), ("'o''clock' HH", "o'clock 07"),
    ("d MMM yyyy HH:mm:ss", "6 May 2014 07:08:09"), ("yyyy-MMM-dd", "2014-May-06"),
    ("EEE, dd MMM yyyy HH:mm:ss Z", "Tue, 06 May 2014 07:08:09 +0000"),
    ("EEE MMM dd HH:mm:ss yyyy", "Tue May 06 07:08:09 2014"), ("MMM d, yyyy", "May 16, 2014"),
    ("d/MM/yyyy", "6/05/2014"), ("M/d/yyyy", "5/6/2014"), ("MMMM d, yyyy", "September 30, 2014"),
    ("EEEE, d MMMM yyyy", "Wednesday, 24 September 2014"), ("h:mm a", "7:08 PM"),
    ("MMM d, yyyy h:mm a", "May 6, 2014 12:08 AM"), ("yyyy-MM-dd hh:mm a", "2014-05-06 12:08 PM"),
    ("yyyy-MM-dd'T'HH:mm:ssXXXXX", "2014-05-06T07:08:09+02:00"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSXXXXX", "2014-05-06T07:08:09.123Z"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSSSSX", "2014-05-06T07:08:09.123000+0530"),
    ("EEE MMM d HH:mm:ss Z yyyy", "Wed Sep 16 12:20:09 +0800 2015"),
    ("yyyy-MM-dd HH:mm:ss zzz", "2014-05-06 07:08:09 GMT"), ("H:m:s.S", "7:8:9.1"),
  ])
  func readsNumbersAndNames(_ format: String, _ text: String) throws {
    let fixed = try #require(FixedDateFormat(format, timeZone: .gmt))
    let formatter = Self.formatter(format)
    let date = try #require(fixed.date(from: text))
    #expect(date == formatter.date(from: text))
    #expect(fixed.text(of: date) == formatter.string(from: date))
  }

  @Test(arguments: [
    "yy-MM-dd", "y-MM-dd", "EEE yyyy", "EEEE", "dMMyyyy", "ddMMM", "MMM'th'", "yyyyd", "h:mm",
    "H:mm a", "h H a", "a", "yyyy-MM-dd'T", "yyyyyMMdd", "yyyy-yyyy", "HH:mm:ss z", "HH:mm:ssZ",
    "yyyy-MM-dd HH:mm:ss ZHH", "yyyy-MM-dd X:", "yyyy-MM-dd Z z", "yyyy-MM-dd zzzz",
    "yyyy1MM", "yyyy\nMM", "'T'", "HH:mm:ssX", "MMMMM", "EEEEE",
  ])
  func leavesAnyOtherFormatToAFormatter(_ format: String) {
    #expect(FixedDateFormat(format, timeZone: .gmt) == nil)
  }

  @Test func leavesOtherTimeZonesToAFormatter() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    #expect(FixedDateFormat("yyyy", timeZone: berlin) == nil)
    let uneven = try #require(TimeZone(secondsFromGMT: 30))
    #expect(FixedDateFormat("yyyy", timeZone: uneven) == nil)
    let fixed = try #require(TimeZone(secondsFromGMT: 19_800))
    #expect(FixedDateFormat("yyyy", timeZone: fixed) != nil)
    #expect(FixedDateFormat("yyyy-MM-dd HH:mm z", timeZone: fixed) == nil)
  }

  /// What is not written as the format has it: a formatter takes some of it, and refuses the rest.
  @Test(arguments: [
    (
      "yyyy-MM-dd",
      [
        "2014-05-06", "2014-5-6", "14-05-06", "02014-05-06", "20140-05-06", "2014-02-29",
        "2012-02-29", "1900-02-29", "2000-02-29", "2014-02-31", "2014-04-31", "0000-01-01",
        "0001-01-01", "-001-01-01", " 2014-05-06", "2014-05-06 ", "2014- 05-06", "2014 -05-06",
        "2014-05-06x", "2014-05-006", "2014-13-01", "2014-00-01", "2014-01-00", "2014-01-32",
        "٢٠١٤-٠٥-٠٦", "２０１４-05-06", "+2014-05-06", "1582-10-10", "1582-10-15", "1582-12-31",
        "1583-01-01", "1500-02-29", "9999-12-31", "10000-01-01", "2014‐05‐06", "2014-05-06\n",
        "", "2014-05", "2014-05-", "2014/05/06", "2014-May-06", "2014-+5-06", "2014--5-06",
        "2014-05-06 12:00", "2014-05-06\0",
      ]
    ),
    (
      "dd.MM.yyyy HH:mm:ss",
      [
        "06.05.2014 07:08:09", "6.5.2014 7:8:9", "06.05.2014  07:08:09", "06.05.2014\t07:08:09",
        "06.05.2014T07:08:09", "06.05.2014 24:00:00", "06.05.2014 23:60:00",
        "30.06.2015 23:59:60", "31.12.2016 23:59:59", "06.05.2014 07:08:09.5",
        "06.05.2014 -7:08:09", "06.05.14 07:08:09", "06.05.2014 07:08", "31.02.2014 07:08:09",
        "06.05.2014\r\n07:08:09", "06-05-2014 07:08:09",
      ]
    ),
    (
      "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
      [
        "2014-05-06T07:08:09.123Z", "2014-05-06T07:08:09.123z", "2014-05-06T07:08:09.123+05:30",
        "2014-05-06T07:08:09.123+0530", "2014-05-06T07:08:09.123+05", "2014-05-06T07:08:09.123",
        "2014-05-06T07:08:09.12Z", "2014-05-06T07:08:09.1234Z", "2014-05-06T07:08:09Z",
        "2014-05-06T07:08:09.123-24:00", "2014-05-06T07:08:09.123+12:60",
        "2014-05-06T07:08:09.123-00:00", "2014-05-06T07:08:09.123 Z",
        "2014-05-06T07:08:09.123GMT", "1969-12-31T23:59:59.999Z", "2014-05-06t07:08:09.123Z",
        "2014-05-06T07:08:09.123+5:30", "2014-05-06T07:08:09.123+05:3",
      ]
    ),
    (
      "EEE, d MMM yyyy HH:mm",
      [
        "Tue, 6 May 2014 07:08", "Wed, 6 May 2014 07:08", "tue, 6 MAY 2014 07:08",
        "Tue, 06 May 2014 07:08", "Tue, 006 May 2014 07:08", "Fri, 16 May 2014 07:08",
        "Tuesday, 6 May 2014 07:08", "Mon, 1 September 2014 07:08", "Mon, 1 Sept 2014 07:08",
        "Mon, 1 Sep 2014 07:08", "Tue, 6 5 2014 07:08", "Tue, 6 05 2014 07:08",
        "Tue 6 May 2014 07:08", "Tue,6 May 2014 07:08", "Tue,  6 May 2014 07:08",
        "Tue, 6 Mai 2014 07:08", "Tue., 6 May 2014 07:08", "Tue, 6 May. 2014 07:08",
        "Tue, 0 May 2014 07:08", "Tue, 32 May 2014 07:08", "Mon, 31 Jun 2014 07:08",
        "Sat, 29 Feb 2014 07:08", "Wed, 29 Feb 2012 07:08", "Tue, 6 Ma", "Tu", "",
      ]
    ),
  ])
  func takesWhatAFormatterTakes(_ format: String, _ texts: [String]) throws {
    let dates = DateFormat(format)
    let formatter = Self.formatter(format)
    for text in texts {
      // Foundation cannot describe a date that is far away.
      let expected = formatter.date(from: text)?.timeIntervalSince1970
      let read = dates.date(from: text)?.timeIntervalSince1970
      #expect(read == expected, "\(text.debugDescription)")
    }
  }

  @Test func namesMonthsAndWeekdaysAsAFormatterDoes() throws {
    let format = "EEE d MMM yyyy"
    let fixed = try #require(FixedDateFormat(format, timeZone: .gmt))
    let formatter = Self.formatter(format)
    // More than a year, and a leap year among the days.
    for day in 15_000..<15_800 {
      let date = Date(timeIntervalSince1970: Double(day * 86_400))
      let text = formatter.string(from: date)
      #expect(fixed.text(of: date) == text)
      #expect(fixed.date(from: text) == date)
      #expect(formatter.date(from: text) == date)
    }
  }

  @Test(arguments: [0, 0.0004, 0.0005, 0.0006, 0.9994, 0.9995, 0.99951, -0.0004, -0.0005, -0.0006])
  func roundsAsAFormatterDoes(_ fraction: Double) {
    for format in ["yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss.SSS"] {
      let dates = DateFormat(format)
      let formatter = Self.formatter(format)
      let seconds: [Double] = [
        0, 1_399_360_089, 1e9, -1, -12_219_292_800, -12_212_553_600, 253_402_300_799,
        253_402_300_800, 1e13,
      ]
      for second in seconds {
        let date = Date(timeIntervalSince1970: second + fraction)
        #expect(dates.text(of: date) == formatter.string(from: date), "\(second), \(fraction)")
      }
    }
  }

  /// Formats made at random, and the texts of dates in them, some changed at random.
  @Test(arguments: [UInt64(14), 1582, 20_140_506])
  func agreesWithAFormatter(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var read = 0
    for _ in 0..<900 {
      let format = Self.format(&random)
      let minutes = Bool.random(using: &random) ? 0 : Int.random(in: -840...840, using: &random)
      let timeZone = try #require(TimeZone(secondsFromGMT: minutes * 60))
      guard let fixed = FixedDateFormat(format, timeZone: timeZone) else { continue }
      let formatter = Self.formatter(format, timeZone: timeZone)
      for _ in 0..<6 {
        let seconds = Double.random(in: -13e9...254e9, using: &random)
        let date = Date(
          timeIntervalSince1970: Bool.random(using: &random) ? seconds : seconds.rounded())
        var text = formatter.string(from: date)
        if let own = fixed.text(of: date) {
          #expect(own == text, "seed \(seed): \(format), \(timeZone), \(seconds)")
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) { Self.change(&text, &random) }
        guard let own = fixed.date(from: text)?.timeIntervalSince1970 else { continue }
        read += 1
        #expect(
          own == formatter.date(from: text)?.timeIntervalSince1970,
          "seed \(seed): \(format), \(timeZone), \(text.debugDescription)")
      }
    }
    #expect(read > 500, "seed \(seed)")
  }

  private static func format(_ random: inout SeededRandom) -> String {
    let hasNames = Bool.random(using: &random)
    let isShort = Bool.random(using: &random)
    let all =
      hasNames
      ? isShort
        ? ["EEE", "d", "MMM", "yyyy", "HH", "mm", "ss"]
        : ["EEEE", "MMMM", "d", "yyyy", "h", "mm", "a"]
      : isShort
        ? ["yyyy", "MM", "dd", "HH", "mm", "ss", "SSS"]
        : ["yyyy", "M", "d", "H", "m", "s", "SSS"]
    let separators = [
      "", "", "-", "/", " ", ":", ".", ",", "'T'", "''", "'at'", " 'o''clock' ", "--", "-+", "年",
      "'é'", "_", "(", ")", "\\", "\"", "  ", ", ", "'+'", "T", "'Z'", "1", "|", "<",
    ]
    let zones = [
      "Z", "ZZ", "ZZZ", "ZZZZ", "ZZZZZ", "X", "XX", "XXX", "XXXX", "XXXXX", "x", "xx", "xxx",
      "xxxxx",
      " Z", " XXX", " z", " zzz",
    ]
    var fields = Array(
      all.shuffled(using: &random).prefix(Int.random(in: 1...7, using: &random)))
    if Bool.random(using: &random) { fields = all.filter(fields.contains) }
    var format = Int.random(in: 0...6, using: &random) == 0 ? separators[9] : ""
    for (index, field) in fields.enumerated() {
      format += field
      let isLast = index == fields.count - 1
      if !isLast || Int.random(in: 0...6, using: &random) == 0 {
        format += separators.randomElement(using: &random) ?? ""
      }
    }
    let zone = zones.randomElement(using: &random) ?? ""
    switch Int.random(in: 0...5, using: &random) {
    case 0, 1: return format + zone
    case 2: return "\(zone) \(format)"
    default: return format
    }
  }

  private static func change(_ text: inout String, _ random: inout SeededRandom) {
    guard let index = text.indices.randomElement(using: &random) else { return }
    let other = "0123456789+-Zz :.aMP".randomElement(using: &random) ?? "0"
    switch Int.random(in: 0...3, using: &random) {
    case 0: text.replaceSubrange(index...index, with: String(other))
    case 1: text.remove(at: index)
    case 2: text.insert(other, at: index)
    default:
      guard text[index].isNumber, let digit = "0123456789".randomElement(using: &random) else {
        return
      }
      text.replaceSubrange(index...index, with: String(digit))
    }
  }

  /// Foundation on Linux ends the process when what a formatter reads ends within a character.
  @Test func refusesTextThatEndsWithinACharacter() async {
    await #expect(processExitsWith: .success) {
      for format in ["yyyy-MM-dd", "yyyy-M-d", "yyyy-MM-dd'T'HH"] {
        for text in ["2014-05-06\u{301}", "2014\u{301}-05-06", "2014-05-06T07\u{20e3}"] {
          let transformer = ValueTransformer.date(format: format)
          guard transformer.transformedValue(text) == nil else { exit(1) }
          var policy = ConversionPolicy.strict
          policy.dateStrategy = .format(format)
          let model = try? JSONAdapter.model(
            of: Dated.self, from: "{\"date\":\"\(text)\"}", policy: policy)
          guard model == nil else { exit(1) }
        }
      }
      for text in ["2 मा\u{301}र्च 1970", "2 मार्च 1970\u{301}", "2 जून\u{93e} 1970"] {
        let transformer = ValueTransformer.date(
          format: "d MMMM y", locale: Locale(identifier: "hi"))
        guard transformer.transformedValue(text) == nil else { exit(1) }
      }
    }
  }

  private final class Dated: Model, JSONSerializing {
    var date = Date.distantPast
  }

  @Test(arguments: ["hi", "th", "fa", "ta", "bn", "yo", "de"])
  func readsNamesWithCharactersOfSeveralScalars(_ locale: String) throws {
    for format in ["d MMMM y", "EEEE d MMM y HH:mm", "G y MMM d h:mm a"] {
      let dates = DateFormat(format, locale: Locale(identifier: locale))
      let formatter = Self.formatter(format, locale: locale)
      for month in 0..<24 {
        let text = formatter.string(from: Date(timeIntervalSince1970: Double(month) * 1_315_000))
        let read = try #require(formatter.date(from: text), "\(text)")
        #expect(dates.date(from: text) == read, "\(text)")
      }
    }
  }
}

private class Dated: Model, JSONSerializing {
  var date: Date?

  class var format: String { "yyyy-MM-dd HH:mm:ss.SSS" }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    .date(format: format)
  }
}

private final class SlashDated: Dated {
  override class var format: String { "dd/MM/yyyy HH:mm" }
}

private final class QuoteDated: Dated {
  override class var format: String { "yyyy\"MM\\dd" }
}

private final class LongDated: Dated {
  override class var format: String { "'a long text before the date of 'yyyy-MM-dd'T'HH:mm:ssXXX" }
}

/// The same as members of JSON.
@Suite struct FixedDateMemberTests {
  @Test func isTheTextOfTheFormatter() throws {
    try check(Dated.self)
    try check(SlashDated.self)
    try check(QuoteDated.self)
    try check(LongDated.self)
  }

  private func check<M: Dated>(_ type: M.Type) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = type.format
    var random = SeededRandom(seed: 7)
    for _ in 0..<50 {
      let seconds = Int.random(in: -10_000_000_000...10_000_000_000, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      let json = try JSONSerialization.data(withJSONObject: ["date": text])
      let model = try JSONAdapter.model(of: type, from: json)
      #expect(model.date == formatter.date(from: text))
      for options in [[], JSONWritingOptions.escapeSlashes] {
        let data = try JSONAdapter.data(from: model, options: options)
        let found = try JSONSerialization.jsonObject(with: data) as? [String: String]
        #expect(found == ["date": text])
        let escapes = String(decoding: data, as: UTF8.self).contains("\\/")
        #expect(escapes == (type.format.contains("/") && !options.isEmpty))
      }
    }
  }

  @Test(arguments: [#"{"date":"2014-5-06 07:08:09.123"}"#, #"{"date":"x"}"#, #"{"date":1}"#])
  func leavesAllElseToTheTransformer(document: String) throws {
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: SlashDated.self, from: document)
    }
    #expect(try JSONAdapter.model(of: Dated.self, from: #"{"date":null}"#).date == nil)
  }
}
