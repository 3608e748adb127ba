import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Log: Model, CodableModel {
  var micro: Date?
  var nano: Date?
  var since2001: Date?
  var lenient: Date?
  var day: Date?
  var days: [Date] = []
  var id: UUID?
  var ids: [UUID] = []
  var plain: UUID?

  override class var archiveName: String { "ServerDateTests.Log" }

  override class var declaredProperties: [Property] {
    [
      property("micro", \.micro, by: .epochMicroseconds),
      property("nano", \.nano, by: .epochNanoseconds),
      property("since2001", \.since2001, by: .secondsSince2001),
      property("lenient", \.lenient, by: .lenientDate),
      property("day", \.day, by: .date(oneOf: ["yyyyMMdd", "yyyy"])),
      property("days", \.days, by: .array(of: .date(format: "yyyyMMdd"))),
      property("id", \.id, by: .uuid),
      property("ids", \.ids, by: .array(of: .uuid)),
    ]
  }
}

private final class Moment: Model, CodableModel {
  var at: Date?

  override class var archiveName: String { "ServerDateTests.Moment" }
}

@Suite struct ServerDateTests {
  private let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
  private let second = Date(timeIntervalSince1970: 1_399_360_089)

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func crossesEveryRoad(_ policy: ConversionPolicy) throws {
    let json =
      #"{"day":"20140506","days":["20140506"],"id":"\#(uuid)","ids":["\#(uuid)"],"#
      + #""lenient":"2014-05-06T07:08:09Z","micro":1399360089123456,"#
      + #""nano":1399360089123456000,"since2001":421052889.25}"#
    try expectCrossing(of: Log.self, json, policy: policy)
  }

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func readsNumbersForTextOnEveryRoad(_ policy: ConversionPolicy) throws {
    let json = #"{"day":2014,"days":[20140506],"lenient":1399360089}"#
    let written =
      #"{"day":"20140101","days":["20140506"],"ids":[],"lenient":"2014-05-06T07:08:09Z"}"#
    try expectCrossing(of: Log.self, json, written: written, policy: policy)
  }

  @Test func readsOtherUUIDsUnderALenientPolicy() throws {
    let digits = uuid.filter { $0 != "-" }.lowercased()
    let json = #"{"id":"{\#(uuid)}","ids":["\#(digits)"],"plain":"{\#(digits)}"}"#
    let written = #"{"days":[],"id":"\#(uuid)","ids":["\#(uuid)"],"plain":"\#(uuid)"}"#
    try expectCrossing(of: Log.self, json, written: written, policy: .lenient)
    _ = try JSONAdapter.model(of: Log.self, from: json, policy: .lenient) {
      Issue.record("\($0)")
    }
  }

  @Test(
    arguments: [
      ("id", .transformFailed), ("plain", .typeMismatch),
    ] as [(String, JSONAdapterError.Kind)])
  func refusesOtherUUIDsUnderAStrictPolicy(_ key: String, _ kind: JSONAdapterError.Kind) throws {
    for text in ["{\(uuid)}", uuid.filter { $0 != "-" }] {
      let error = try #require(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Log.self, from: [key: text])
      }
      #expect(error.kind == kind && error.propertyKey == key)
    }
  }

  @Test(arguments: [
    "{}", "{", "}", "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8C36C495A93FC0C247A3E6E5",
  ])
  func keepsWhatIsNoUUID(_ text: String) throws {
    var issues: [String] = []
    let log = try JSONAdapter.model(
      of: Log.self, from: ["plain": text, "id": text], policy: .lenient
    ) { issues.append($0.path) }
    #expect(log.plain == nil && log.id == nil)
    #expect(issues.sorted() == ["$.id", "$.plain"])
  }

  @Test(arguments: [
    "2014-05-06T07:08:09Z", "2014-05-06T12:38:09+05:30", "2014-05-06 12:38:09 +0530",
    "2014-05-06 07:08:09 UTC", "2014-05-06 07:08:09 GMT", "1399360089", "1399360089.0",
    "1399360089000", "1399360089000000", "1399360089000000000", " 1399360089.000 ",
    "2014-05-06T07:08:09.000 Z",
  ])
  func readsText(_ text: String) throws {
    let number: [Any] = Double(text).map { [$0] } ?? []
    for value in [text] + number {
      let log = try JSONAdapter.model(of: Log.self, from: ["lenient": value])
      #expect(log.lenient == second, "\(value)")
      let moment = try JSONAdapter.model(of: Moment.self, from: ["at": value], policy: .lenient)
      #expect(moment.at == second, "\(value)")
    }
  }

  @Test(arguments: [
    ("2014-05-06T07:08Z", 1_399_360_080), ("2014-05-06 07:08", 1_399_360_080),
    ("2014-05-06T12:38+05:30", 1_399_360_080), ("2014-05-06T12:38 +0530", 1_399_360_080),
    ("1399360089.25", 1_399_360_089.25), ("-1399360089.5", -1_399_360_089.5),
  ])
  func readsShortTimesAndFractions(_ text: String, _ seconds: Double) throws {
    let log = try JSONAdapter.model(of: Log.self, from: ["lenient": text])
    #expect(log.lenient == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "2014-05-06T07:0", "2014-05-06T07", "2014-05-06T07:08:", "2014-05-06T07:08:09  +0530",
    "2014-05-06 07:08:09 ", "2014-05-06T07:08 PM", "20140506070809", "20140506", "2014",
    "1399360089.", "1399360089.5x", "1399360089e1", ".5", "-", "123456789012345",
    "2014-05-06T24:61Z",
    "2014-05-06T07:08:09+", "2014-05-06T07:08 ",
  ])
  func refusesOtherText(_ text: String) throws {
    if text.hasSuffix(" ") {
      // Spaces around a date don't count.
      #expect(try ValueTransformer.lenientDate.forward(text) is Date)
    } else {
      expectError("\(text.debugDescription) is not a date") {
        try ValueTransformer.lenientDate.forward(text)
      }
    }
  }

  @Test(arguments: [
    "2014-05-06T07:08Z", "2014-05-06 07:08:09 +0530", "2014-05-06 07:08:09 UTC",
  ])
  func refusesLooseTextUnderAStrictPolicy(_ text: String) throws {
    expectError("\(text.debugDescription) is not an ISO 8601 date") {
      try ValueTransformer.iso8601Date.forward(text)
    }
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Moment.self, from: ["at": text])
    }
    #expect(error.kind == .typeMismatch && error.expected == "an ISO 8601 date")
  }

  @Test(
    arguments: [
      (.secondsSince1970, "1399360089.5", 1_399_360_089.5), (.secondsSince1970, "-5", -5),
      (.millisecondsSince1970, "1399360089500", 1_399_360_089.5),
      (.microsecondsSince1970, "1399360089500000", 1_399_360_089.5),
      (.nanosecondsSince1970, "1399360089500000000", 1_399_360_089.5),
      (.nanosecondsSince1970, "-1500000000", -1.5), (.secondsSince2001, "0.5", 978_307_200.5),
    ] as [(ConversionPolicy.DateStrategy, String, Double)])
  func readsNumbersAndTheirText(
    _ strategy: ConversionPolicy.DateStrategy, _ number: String, _ seconds: Double
  ) throws {
    let policy = ConversionPolicy.strict.with { $0.dateStrategy = strategy }
    let json = "{\"at\":\(number)}"
    try expectCrossing(of: Moment.self, json, policy: policy)
    let moment = try JSONAdapter.model(of: Moment.self, from: json, policy: policy)
    #expect(moment.at == Date(timeIntervalSince1970: seconds))
    let text = "{\"at\":\"\(number)\"}"
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Moment.self, from: text, policy: policy)
    }
    #expect(error.kind == .typeMismatch)
    let loose = policy.with { $0.acceptsNumericStrings = true }
    try expectCrossing(of: Moment.self, text, written: json, policy: loose)
    #expect(try JSONAdapter.model(of: Moment.self, from: text, policy: loose) == moment)
  }

  @Test func refusesDatesBeyondNanoseconds() throws {
    let moment = Moment()
    moment.at = Date(timeIntervalSince1970: 1e10)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.string(
        from: moment, policy: .strict.with { $0.dateStrategy = .nanosecondsSince1970 })
    }
    #expect(error.kind == .outOfRange && error.expected == "a date in the years 1679 to 2261")
    expectError("Date cannot be written as a number of nanoseconds") {
      try ValueTransformer.epochNanoseconds.reverse(Date(timeIntervalSince1970: 1e10))
    }
  }

  /// Nanoseconds have the least digits that read back as the same date.
  @Test func keepsDatesByNanoseconds() throws {
    var random = SeededRandom(seed: 9)
    for _ in 0..<2_000 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: 1e8...7e9, using: &random))
      guard let count = try ValueTransformer.epochNanoseconds.reverse(date) else {
        Issue.record("\(date)")
        continue
      }
      #expect(try ValueTransformer.epochNanoseconds.forward(count) as? Date == date)
    }
  }

  @Test func choosesTheUnitOfAdvice() throws {
    for (number, name) in [
      ("1399360089", "seconds"), ("1399360089000", "milliseconds"),
      ("1399360089000000", "microseconds"), ("1399360089000000000", "nanoseconds"),
    ] {
      let error = try #require(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Moment.self, from: "{\"at\":\(number)}")
      }
      #expect(error.description.contains("to .\(name)Since1970 to take numbers for dates"))
    }
  }

  /// The least and the greatest integers are dates, too.
  @Test(arguments: [Int64.min, .min + 1, -1_000_000_001, -1_000_000_000, -1, 0, .max])
  func readsAllNanoseconds(_ count: Int64) throws {
    let policy = ConversionPolicy.strict.with { $0.dateStrategy = .nanosecondsSince1970 }
    let date = try JSONAdapter.value(of: [Date].self, from: "[\(count)]", policy: policy)[0]
    #expect(abs(date.timeIntervalSince1970 - Double(count) / 1e9) < 1e-5)
  }
}
