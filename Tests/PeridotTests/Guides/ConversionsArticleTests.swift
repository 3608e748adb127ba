// The code of Sources/Peridot/Documentation.docc/Conversions.md
// The code of Sources/Peridot/Documentation.docc/PolicySwitches.md
// The code of Sources/Peridot/Documentation.docc/Properties.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ConversionsArticleTests {
  final class Reading: Model, JSONSerializing {
    var value = 0.0

    override class var conversionPolicy: ConversionPolicy? {
      .strict.with { $0.acceptsNumericStrings = true }
    }
  }

  @Test func aClassStatesItsPolicy() throws {
    let reading: Reading = try JSONAdapter.model(from: #"{"value": "2.5"}"#)
    #expect(reading.value == 2.5)
  }

  final class Parcel: Model, JSONSerializing {
    var weight = 0.0
    var sentAt: Date?
    var tags: [String] = []

    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy {
      var policy = policy
      switch key {
      case "weight": policy.acceptsNumericStrings = true
      case "sentAt": policy.dateStrategy = .secondsSince1970
      case "tags": policy.badElement = .drop
      default: break
      }
      return policy
    }
  }

  @Test func convertsForADocumentACallOrOneProperty() throws {
    let json = #"{"weight": "1.5", "sentAt": 5, "tags": ["a", null]}"#

    let adapter = JSONAdapter(policy: .lenient)
    let parcel = try JSONAdapter.model(of: Parcel.self, from: json, policy: .lenient)

    #expect(parcel.weight == 1.5)
    #expect(parcel.sentAt == Date(timeIntervalSince1970: 5))
    #expect(parcel.tags == ["a"])
    #expect(try JSONAdapter.string(from: parcel) == #"{"weight":1.5,"sentAt":5,"tags":["a"]}"#)
    #expect(try adapter.model(of: Parcel.self, from: json) == parcel)
    #expect(try JSONAdapter.model(of: Parcel.self, from: json) == parcel)
  }

  /// A dictionary that keeps its members in the order in which they were added.
  struct OrderedDictionary<Key: Hashable, Value>: RandomAccessCollection, DictionaryLike {
    private var members: [(key: Key, value: Value)]

    init(uniqueKeysWithValues members: [(Key, Value)]) {
      self.members = members.map { (key: $0, value: $1) }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { members.count }
    subscript(index: Int) -> (key: Key, value: Value) { members[index] }
  }

  final class Settings: Model, JSONSerializing {
    var values = OrderedDictionary<String, Int>(uniqueKeysWithValues: [])
  }

  @Test func takesACollectionOfYourOwn() throws {
    let json = #"{"values":{"z":1,"a":2}}"#

    let settings = try JSONAdapter.model(of: Settings.self, from: json)

    #expect(settings.values.map(\.key) == ["z", "a"])
    #expect(try JSONAdapter.string(from: settings) == json)
    #expect(settings.deeplyCopied() == settings)
  }

  class Record: Model, JSONSerializing, JSONKeyStyling {
    class var jsonKeyStyle: JSONKeyStyle { .snakeCase }

    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy {
      var policy = policy
      policy.acceptsNumericStrings = true
      policy.dateStrategy = .secondsSince1970
      return policy
    }
  }

  final class Meeting: Record {
    var seats = 0  // 12 or "12"
    var startsAt: Date?  // 1767323045, as the base class says
    var createdAt: Date?  // "2026-01-02T03:04:05Z"
    var day: Date?  // "02.01.2026"
    var reminders: [Date] = []  // [1767323045000]

    override class func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "createdAt": .iso8601Date
      case "day": dayDate
      case "reminders": .array(of: .epochMilliseconds)
      default: nil
      }
    }

    private static let dayDate: ValueTransformer = .date(format: "dd.MM.yyyy")
  }

  @Test func aBaseClassSpeaksForAService() throws {
    let text =
      #"{"seats":"12","starts_at":1767323045,"created_at":"2026-01-02T03:04:05Z","day":"02.01.2026","reminders":[1767323045000]}"#
    let meeting: Meeting = try JSONAdapter.model(from: text)
    let date = Date(timeIntervalSince1970: 1_767_323_045)
    #expect(meeting.seats == 12)
    #expect([meeting.startsAt, meeting.createdAt] == [date, date])
    #expect(meeting.day == Date(timeIntervalSince1970: 1_767_312_000))
    #expect(meeting.reminders == [date])
    #expect(
      try JSONAdapter.string(from: meeting)
        == text.replacing(#""12""#, with: "12"))
    #expect(try JSONAdapter.model(of: Meeting.self, from: #"{"seats":12}"#).seats == 12)
  }

  /// The rows of the table of switches: the name, and the value under each preset.
  private func rows() throws -> [String: [String]] {
    let prefix = "| ``ConversionPolicy/"
    var rows: [String: [String]] = [:]
    for line in try text("Sources/Peridot/Documentation.docc/PolicySwitches.md").split(
      separator: "\n")
    where line.hasPrefix(prefix) {
      let cells = line.dropFirst(prefix.count).split(separator: "|").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
      let name = try #require(cells.first).replacing("-swift.property", with: "")
      rows[name] = Array(cells.dropFirst())
    }
    return rows
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: GuideCodeTests.root.appending(path: path), encoding: .utf8)
  }

  /// The switches of a preset.
  private func values(of preset: ConversionPolicy) -> [String: String] {
    var values: [String: String] = [:]
    // Users can't set these.
    let own = ["keepsDatesExact", "legacyRules"]
    for child in Mirror(reflecting: preset).children where !own.contains(child.label ?? "") {
      let isEnum = Mirror(reflecting: child.value).displayStyle == .enum
      values[child.label ?? ""] = isEnum ? ".\(child.value)" : "\(child.value)"
    }
    return values
  }

  @Test func aPolicyIsAPresetWithChanges() {
    let policy = ConversionPolicy.lenient.with {
      $0.absentKeys = .report
      $0.nilOnExport = .null
    }
    #expect(policy.absentKeys == .report)
    #expect(policy.nilOnExport == .null)
    #expect(policy.mismatch == .keep)
  }

  @Test func tellsEverySwitchOfEveryPreset() throws {
    let lenient = values(of: .lenient)
    let strict = values(of: .strict)
    let both = Dictionary(uniqueKeysWithValues: strict.map { ($0, [$1, lenient[$0] ?? ""]) })
    #expect(try rows() == both)
  }

  @Test(arguments: [
    ("Mantle", ConversionPolicy.legacyMantle), ("YYModel", .legacyYYModel),
    ("JSONModel", .legacyJSONModel),
  ])
  func theGuideTellsTheSwitchesOf(_ library: String, _ preset: ConversionPolicy) throws {
    let guide = try text("Docs/MigratingFrom\(library).md")
    let strict = values(of: .strict)
    for (name, value) in values(of: preset) where strict[name] != value {
      #expect(guide.contains("`\(name) = \(value)` |"), "\(name) = \(value)")
    }
  }
}
