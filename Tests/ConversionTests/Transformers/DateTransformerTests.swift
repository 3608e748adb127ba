import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct DateTransformerTests {
  private let date = Date(timeIntervalSince1970: 1_399_360_089)

  @Test func transformsTheTextFormats() throws {
    let cases: [(ValueTransformer, String)] = [
      (.iso8601Date, "2014-05-06T07:08:09Z"),
      (.rfc1123Date, "Tue, 06 May 2014 07:08:09 GMT"),
      (.twitterDate, "Tue May 06 07:08:09 +0000 2014"),
      (.lenientDate, "2014-05-06T07:08:09Z"),
    ]
    for (transformer, text) in cases {
      #expect(try transformer.forward(text, as: Date.self) == date)
      #expect(try transformer.reverse(date, as: String.self) == text)
      #expect(try transformer.forward(nil) == nil)
      #expect(try transformer.reverse(nil) == nil)
      #expect(transformer.canReverse)
      #expect(transformer.transformedValue(text) as? Date == date)
      #expect(transformer.transformedValue("x") == nil)
      #expect(transformer.reverseTransformedValue(date) as? String == text)
      #expect(transformer.reverseTransformedValue("x") == nil)
    }
  }

  @Test func saysWhatIsNoDate() {
    expectError("\"2014-13-45\" is not an ISO 8601 date") {
      try ValueTransformer.iso8601Date.forward("2014-13-45")
    }
    expectError("\"2014-05-06T07:08:09Z\" is not an RFC 1123 date") {
      try ValueTransformer.rfc1123Date.forward("2014-05-06T07:08:09Z")
    }
    expectError("\"x\" is not a Twitter date") { try ValueTransformer.twitterDate.forward("x") }
    expectError("\"x\" is not a date") { try ValueTransformer.lenientDate.forward("x") }
    expectError("expected an ISO 8601 date as text, found number 5") {
      try ValueTransformer.iso8601Date.forward(5)
    }
    expectError("expected an ISO 8601 date as text, found null") {
      try ValueTransformer.iso8601Date.forward(NSNull())
    }
    expectError("expected a Date, found string \"x\"") {
      try ValueTransformer.iso8601Date.reverse("x")
    }
    expectError("Date cannot be written as an ISO 8601 date") {
      try ValueTransformer.iso8601Date.reverse(Date(timeIntervalSince1970: 1e15))
    }
  }

  @Test func tellsItsFormatForReadingFromBytes() throws {
    let formats: [(ValueTransformer, DateText.Format)] = [
      (.iso8601Date, .iso8601), (.rfc1123Date, .rfc1123), (.twitterDate, .twitter),
      (.lenientDate, .lenient),
    ]
    for (transformer, format) in formats {
      let typed = try #require(transformer as? any DateTextTransforming)
      #expect(typed.format == format)
      #expect(typed.inputType is String.Type)
      #expect(typed.outputType is Date.Type)
    }
    #expect(!(ValueTransformer.date(format: "yyyy") is any DateTextTransforming))
  }

  @Test func transformsSeconds() throws {
    let transformer = ValueTransformer.epochSeconds
    #expect(try transformer.forward(1_399_360_089, as: Date.self) == date)
    #expect(try transformer.forward(boxed("1399360089"), as: Date.self) == date)
    #expect(try transformer.forward(boxed("1399360089.5"), as: Date.self) == date + 0.5)
    #expect(try transformer.reverse(date, as: Int.self) == 1_399_360_089)
    #expect(try transformer.reverse(date + 0.5, as: Double.self) == 1_399_360_089.5)
    #expect(try transformer.reverse(nil) == nil)
    expectError("expected a number of seconds, found string \"1399360089\"") {
      try transformer.forward("1399360089")
    }
    expectError("expected a number of seconds, found true") { try transformer.forward(true) }
    expectError("number nan is not a Date") { try transformer.forward(Double.nan) }
    expectError("expected a Date, found number 5") { try transformer.reverse(5) }
    expectError("Date cannot be written as a number of seconds") {
      try transformer.reverse(Date(timeIntervalSince1970: .infinity))
    }
  }

  @Test func transformsMilliseconds() throws {
    let transformer = ValueTransformer.epochMilliseconds
    let precise = Date(timeIntervalSince1970: 1_399_360_089.123)
    #expect(try transformer.forward(boxed("1399360089123"), as: Date.self) == precise)
    #expect(try transformer.reverse(precise, as: Int.self) == 1_399_360_089_123)
    #expect(try transformer.forward(0.5, as: Date.self) == Date(timeIntervalSince1970: 0.0005))
    #expect(
      try transformer.reverse(Date(timeIntervalSince1970: 0.0005), as: Double.self) == 0.5)
    expectError("expected a number of milliseconds, found object") {
      try transformer.forward(["a": 1])
    }
  }

  @Test func writesTheNumberThatItRead() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<5_000 {
      let milliseconds = Int.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
      let date = try ValueTransformer.epochMilliseconds.forward(milliseconds)
      #expect(
        try ValueTransformer.epochMilliseconds.reverse(date, as: Int.self) == milliseconds,
        "seed \(seed)")

      let microseconds = Int.random(in: 0...2_900_000_000_000_000, using: &random)
      let seconds = Double(microseconds) / 1_000_000
      let precise = try ValueTransformer.epochSeconds.forward(seconds)
      let written = try ValueTransformer.epochSeconds.reverse(precise)
      #expect((written as? Double ?? Double(written as? Int ?? -1)) == seconds, "seed \(seed)")
    }
  }

  @Test func transformsByAFormat() throws {
    let transformer = ValueTransformer.date(format: "dd.MM.yyyy HH:mm")
    let day = Date(timeIntervalSince1970: 1_399_360_080)
    #expect(try transformer.forward("06.05.2014 07:08", as: Date.self) == day)
    #expect(try transformer.reverse(day, as: String.self) == "06.05.2014 07:08")
    #expect(try transformer.forward(nil) == nil)
    expectError("\"30.02.2014 07:08\" is not a date in the format \"dd.MM.yyyy HH:mm\"") {
      try transformer.forward("30.02.2014 07:08")
    }
    expectError("\"5\" is not a date in the format \"dd.MM.yyyy HH:mm\"") {
      try transformer.forward(5)
    }
    expectError("expected a date as text, found number 5.5") { try transformer.forward(5.5) }
    expectError("expected a Date, found string \"x\"") { try transformer.reverse("x") }
  }

  @Test func takesWhatAFormatDoesNotSayFromTheDefaultDate() throws {
    let midnight = Date(timeIntervalSince1970: 1_399_334_400)
    let time = ValueTransformer.date(format: "HH:mm:ss", defaultDate: midnight)
    #expect(try time.forward("07:08:09", as: Date.self) == date)
    #expect(try time.reverse(date, as: String.self) == "07:08:09")
  }

  @Test func takesLocaleAndTimeZoneOfTheFormat() throws {
    let transformer = ValueTransformer.date(
      format: "d. MMMM yyyy", locale: Locale(identifier: "de_DE"),
      timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    let day = Date(timeIntervalSince1970: 1_399_327_200)
    #expect(try transformer.forward("6. Mai 2014", as: Date.self) == day)
    #expect(try transformer.reverse(day, as: String.self) == "6. Mai 2014")
  }

  @Test func transformsByTheFirstFormatThatFits() throws {
    let transformer = ValueTransformer.date(oneOf: ["yyyy-MM-dd", "dd.MM.yyyy"])
    let day = Date(timeIntervalSince1970: 1_399_334_400)
    #expect(try transformer.forward("2014-05-06", as: Date.self) == day)
    #expect(try transformer.forward("06.05.2014", as: Date.self) == day)
    #expect(try transformer.reverse(day, as: String.self) == "2014-05-06")
    expectError("\"x\" is not a date in the format \"yyyy-MM-dd\" or \"dd.MM.yyyy\"") {
      try transformer.forward("x")
    }
  }

  @Test(arguments: ["yyyy-MM-dd", "d MMM yyyy"])
  func refusesADateThatNoFormatterWrites(_ format: String) {
    let transformer = ValueTransformer.date(format: format)
    for interval in [1e300, -.infinity, .nan] {
      let date = Date(timeIntervalSince1970: interval)
      // Nothing of a date as far away as these can be described.
      let isRefused: Bool
      do {
        _ = try transformer.reverse(date)
        isRefused = false
      } catch {
        isRefused = "\(error)".hasSuffix("cannot be written as a date as text")
      }
      #expect(isRefused, "\(interval)")
    }
  }

  @Test(arguments: ["yyyy-MM-dd HH:mm:ss", "d MMM yyyy HH:mm:ss"])
  func sharesAFormatBetweenTasks(_ format: String) async {
    let transformer = ValueTransformer.date(format: format)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask {
          var wrong = 0
          for step in 0..<100 {
            let date = Date(timeIntervalSince1970: Double(task * 1_000_003 + step * 7919))
            let text = transformer.reverseTransformedValue(date)
            if transformer.transformedValue(text) as? Date != date { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
