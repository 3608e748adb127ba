import Foundation
import Peridot
import Testing

private enum Level: Int {
  case low, high
}

private enum Mood: String, UnknownCaseRepresentable {
  case glad, unlisted
  static var unknownCase: Mood { .unlisted }
}

private struct Marks: OptionSet {
  let rawValue: Int
}

private class Setting: Model, JSONSerializing {
  var isOn = false
  var isKnown: Bool?
  var flags: [Bool] = []
  var level = Level.low
  var levels: [Level?] = []
  var byName: [String: Level] = [:]
  var mood: Mood?
  var marks: Marks = []
  var share: Float = 0
  var shares: [String: Float] = [:]
  var count = 0
}

/// What `init(dictionary:)` and `setValue` take, which is what archives take.
@Suite struct ValuesInMemoryTests {
  @Test func takesZeroAndOneForABool() throws {
    let setting = try Setting(dictionary: [
      "isOn": 1, "isKnown": NSNumber(value: 0), "flags": [1, false, 0.0],
    ])
    #expect(setting.isOn)
    #expect(setting.isKnown == false)
    #expect(setting.flags == [true, false, false])
    try setting.setValue(0, forPropertyKey: "isOn")
    #expect(!setting.isOn)
    for value in [2, -1, 0.5, "1", "true"] as [Any] {
      let error = #expect(throws: ModelError.self) {
        try setting.setValue(value, forPropertyKey: "isOn")
      }
      #expect(error?.kind == .typeMismatch)
    }
    let error = #expect(throws: ModelError.self) {
      try setting.setValue(true, forPropertyKey: "count")
    }
    #expect(error?.description == "Setting.count: expected Int, found true")
  }

  @Test func takesRawValues() throws {
    let setting = try Setting(dictionary: [
      "level": 1, "levels": [1, NSNull(), Level.low], "byName": ["a": 1.0], "mood": "grumpy",
      "marks": 5,
    ])
    #expect(setting.level == .high)
    #expect(setting.levels == [.high, nil, .low])
    #expect(setting.byName == ["a": .high])
    #expect(setting.mood == .unlisted)
    #expect(setting.marks == Marks(rawValue: 5))
    try setting.setValue("glad", forPropertyKey: "mood")
    #expect(setting.mood == .glad)
    let error = #expect(throws: ModelError.self) { try Setting(dictionary: ["level": 2]) }
    #expect(error?.description == "Setting.level: expected Level, found number 2")
    #expect(throws: ModelError.self) { try setting.setValue("low", forPropertyKey: "level") }
  }

  @Test func takesTheNearestFloatOfADouble() throws {
    let setting = try Setting(dictionary: ["share": 0.1, "shares": ["a": 0.1]])
    #expect(setting.share == 0.1)
    #expect(setting.shares == ["a": 0.1])
    #expect(throws: ModelError.self) { try setting.setValue(1e300, forPropertyKey: "share") }
    #expect(throws: ModelError.self) { try setting.setValue(16_777_217, forPropertyKey: "share") }
    #expect(setting.share == 0.1)
  }

  @Test func takesTheSameFromAnArchiveBeforeVersionOne() throws {
    let values: [String: Any] = ["isOn": 1, "level": 1, "mood": "glad", "share": 0.1]
    let setting = try Setting(dictionary: values)
    #expect(setting == (try Setting(dictionary: setting.dictionaryValue)))
  }
}

private final class Visit: Model, JSONSerializing {
  var count = 0
  var isOpen: Bool?
  var day: Date?
  var setting: Setting?
  var level = Level.low
}

/// Values that a policy converts.
@Suite struct ValuesUnderAPolicyTests {
  @Test func convertsAsInADocument() throws {
    let visit = try Visit(
      dictionary: [
        "count": "5", "isOpen": "yes", "day": "2026-01-02T03:04:05Z", "setting": ["count": "7"],
        "level": 1,
      ], policy: .lenient)
    #expect(visit.count == 5)
    #expect(visit.isOpen == true)
    #expect(visit.day == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(visit.setting?.count == 7)
    #expect(visit.level == .high)
    try visit.setValue("6", forPropertyKey: "count", policy: .lenient)
    try visit.setValue(nil, forPropertyKey: "isOpen", policy: .lenient)
    #expect(visit.count == 6)
    #expect(visit.isOpen == nil)
  }

  @Test func refusesWhatThePolicyDoesNotConvert() throws {
    let error = #expect(throws: ModelError.self) {
      try Visit(dictionary: ["count": "many"], policy: .lenient)
    }
    #expect(error?.description == #"Visit.count: expected Int, found string "many""#)
    let strict = #expect(throws: ModelError.self) {
      try Visit(dictionary: ["count": "5"], policy: .strict)
    }
    #expect(strict?.description == #"Visit.count: expected Int, found string "5""#)
    let unknown = #expect(throws: ModelError.self) {
      try Visit().setValue("5", forPropertyKey: "nothing", policy: .lenient)
    }
    #expect(unknown?.kind == .unknownKey)
  }
}
