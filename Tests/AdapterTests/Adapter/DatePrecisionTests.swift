import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Event: Model, CodableModel {
  var at = Date(timeIntervalSince1970: 0)
  var end: Date?
  var all: [Date] = []
  var byName: [String: Date] = [:]
  var byDate: [Date: Int] = [:]
}

private final class Short: Model, JSONSerializing {
  var at = Date(timeIntervalSince1970: 0)
  var end: Date?
  var declared: Date?
  var named: Date?

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "at", "end": .iso8601Milliseconds
    case "named": .date(format: "yyyy-MM-dd HH:mm:ss.SSSSSS")
    default: nil
    }
  }

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var policy = policy
    if key == "declared" { policy.dateStrategy = .iso8601Milliseconds }
    return policy
  }
}

/// The digits of dates in the JSON of models.
@Suite struct DatePrecisionTests {
  private static let date = Date(timeIntervalSinceReferenceDate: 284_000_461.00001)
  private static let text = "2010-01-01T01:01:01.000010Z"
  private static let milliseconds = ConversionPolicy.strict.with {
    $0.dateStrategy = .iso8601Milliseconds
  }

  private func event() -> Event {
    let event = Event()
    event.at = Self.date
    event.end = Self.date
    event.all = [Self.date, Date(timeIntervalSince1970: 0.123)]
    event.byName = ["a": Self.date]
    event.byDate = [Self.date: 1]
    return event
  }

  @Test func keepsDatesAtEveryDoor() throws {
    let event = event()
    let json = try JSONAdapter.string(from: event, options: .sortedKeys)
    #expect(
      json == #"{"all":["\#(Self.text)","1970-01-01T00:00:00.123Z"],"at":"\#(Self.text)","#
        + #""byDate":{"\#(Self.text)":1},"byName":{"a":"\#(Self.text)"},"end":"\#(Self.text)"}"#)
    #expect(try JSONAdapter.model(of: Event.self, from: json) == event)
    let dictionary = try JSONAdapter.dictionary(from: event)
    #expect(dictionary["at"] as? String == Self.text)
    #expect(dictionary["all"] as? [String] == [Self.text, "1970-01-01T00:00:00.123Z"])
    #expect(try JSONAdapter.model(of: Event.self, from: dictionary) == event)
    #expect(event.description.contains("at: \(Self.text)"))
  }

  @Test func writesMillisecondsByTheStrategy() throws {
    let event = event()
    event.byDate = [:]
    let short = "2010-01-01T01:01:01Z"
    let json = try JSONAdapter.string(
      from: event, policy: Self.milliseconds, options: .sortedKeys)
    #expect(
      json == #"{"all":["\#(short)","1970-01-01T00:00:00.123Z"],"at":"\#(short)","byDate":{},"#
        + #""byName":{"a":"\#(short)"},"end":"\#(short)"}"#)
    let dictionary = try JSONAdapter.dictionary(from: event, policy: Self.milliseconds)
    #expect(dictionary["at"] as? String == short)
    #expect(dictionary["end"] as? String == short)
    #expect(dictionary["all"] as? [String] == [short, "1970-01-01T00:00:00.123Z"])
    let full = try JSONAdapter.string(from: event)
    #expect(try JSONAdapter.model(of: Event.self, from: full, policy: Self.milliseconds) == event)
    let error = adapterError {
      try JSONAdapter.model(of: Event.self, from: #"{"at":5}"#, policy: Self.milliseconds)
    }
    #expect(error?.expected == "an ISO 8601 date")
  }

  @Test func writesMillisecondsByTheTransformer() throws {
    let short = Short()
    short.at = Self.date + 0.5
    short.end = Self.date
    short.declared = Self.date
    short.named = Self.date
    #expect(
      try JSONAdapter.string(from: short, options: .sortedKeys)
        == #"{"at":"2010-01-01T01:01:01.500Z","declared":"2010-01-01T01:01:01Z","#
        + #""end":"2010-01-01T01:01:01Z","named":"2010-01-01 01:01:01.000010"}"#)
    let dictionary = try JSONAdapter.dictionary(from: short)
    #expect(dictionary["at"] as? String == "2010-01-01T01:01:01.500Z")
    #expect(dictionary["named"] as? String == "2010-01-01 01:01:01.000010")
    let read = try JSONAdapter.model(
      of: Short.self,
      from: #"{"at":"\#(Self.text)","end":"\#(Self.text)","declared":"\#(Self.text)","#
        + #""named":"2010-01-01 01:01:01.000010"}"#)
    #expect(read.at == Self.date && read.end == Self.date)
    #expect(read.declared == Self.date && read.named == Self.date)
  }
}
