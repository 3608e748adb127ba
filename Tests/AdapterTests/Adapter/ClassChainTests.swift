import Foundation
import Peridot
import Testing

// What the classes of a chain declare for one property.

private class Event: Model, JSONSerializing {
  var startsAt: Date?
  var link: URL?
  var names: [String] = []

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "startsAt": .epochSeconds
    case "names":
      .closure(
        forward: { (text: String) in text.split(separator: ",").map(String.init) },
        reverse: { (names: [String]) in names.joined(separator: ",") })
    default: nil
    }
  }

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var policy = policy
    policy.acceptsNumericStrings.toggle()
    if key == "link" { policy.nilOnExport = .null }
    return policy
  }
}

/// Ends in `default: nil`, which does not take away what its base says.
private class Meeting: Event {
  var room = 0

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "room": .closure(forward: { (text: String) in text.count }, reverse: { _ in "r" })
    case "names": .byType
    default: nil
    }
  }
}

/// Declares nothing.
private class Briefing: Meeting {
  var seats = 0
}

private final class Standup: Briefing {
  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "startsAt" ? .epochMilliseconds : nil
  }

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var policy = policy
    if key == "link", policy.nilOnExport == .null { policy.nilOnExport = .omit }
    return policy
  }
}

private class Named: Model, JSONSerializing {
  var kind = ""

  // Which class is asked shows in what it answers.
  override class func transformer(forKey key: String) -> ValueTransformer? {
    let name = "\(self)"
    return key == "kind" ? .closure(forward: { (text: String) in name + text }) : nil
  }
}

private class Renamed: Named {}

private final class NamedLast: Renamed {
  override class func transformer(forKey key: String) -> ValueTransformer? { nil }
}

@Suite struct ClassChainTests {
  @Test func nilPassesOnToTheSuperclass() throws {
    let meeting = try JSONAdapter.model(
      of: Meeting.self, from: #"{"startsAt": 5, "names": ["a"], "room": "abc"}"#)
    #expect(meeting.startsAt == Date(timeIntervalSince1970: 5))
    #expect(meeting.names == ["a"])
    #expect(meeting.room == 3)
    #expect(
      try JSONAdapter.string(from: meeting)
        == #"{"startsAt":5,"link":null,"names":["a"],"room":"r"}"#)
  }

  @Test func goesThroughTheWholeChain() throws {
    let standup = try JSONAdapter.model(
      of: Standup.self, from: #"{"startsAt": 5000, "names": ["a"], "room": "ab", "seats": "4"}"#)
    #expect(standup.startsAt == Date(timeIntervalSince1970: 5))
    #expect(standup.names == ["a"])
    #expect(standup.room == 2)
    // Each override is asked once: two would toggle the switch back.
    #expect(standup.seats == 4)
    #expect(
      try JSONAdapter.string(from: standup)
        == #"{"startsAt":5000,"names":["a"],"room":"r","seats":4}"#)
    let briefing = try JSONAdapter.model(of: Briefing.self, from: #"{"seats": "4"}"#)
    #expect(briefing.seats == 4)
  }

  @Test func asksTheLowestClassThatInheritsAnAnswer() throws {
    #expect(try JSONAdapter.model(of: Named.self, from: #"{"kind": "!"}"#).kind == "Named!")
    #expect(try JSONAdapter.model(of: Renamed.self, from: #"{"kind": "!"}"#).kind == "Renamed!")
    #expect(try JSONAdapter.model(of: NamedLast.self, from: #"{"kind": "!"}"#).kind == "Renamed!")
  }

  @Test func byTypeWithinAnotherTransformerChangesNothing() throws {
    let transformer: ValueTransformer = .array(of: .byType)
    #expect(transformer.transformedValue([1, 2]) as? [Int] == [1, 2])
    #expect(ValueTransformer.byType.reverseTransformedValue("a") as? String == "a")
  }
}
