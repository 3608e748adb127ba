// The code of Sources/Peridot/Documentation.docc/Conversions.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ConversionsArticleTests {
  final class Parcel: Model, JSONSerializing {
    var weight = 0.0
    var sentAt: Date?
    var tags: [String] = []

    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy {
      var policy = policy
      switch key {
      case "weight": policy.numbersFromStrings = true
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
    #expect(settings.deepCopy() == settings)
  }

  /// The rows of the table of switches: the name, and the value under each preset.
  private func rows() throws -> [String: [String]] {
    let article = GuideCodeTests.root.appending(
      path: "Sources/Peridot/Documentation.docc/Conversions.md")
    let prefix = "| ``ConversionPolicy/"
    var rows: [String: [String]] = [:]
    for line in try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
    where line.hasPrefix(prefix) {
      let cells = line.dropFirst(prefix.count).split(separator: "|").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
      let name = try #require(cells.first).replacing("-swift.property", with: "")
      rows[name] = Array(cells.dropFirst())
    }
    return rows
  }

  @Test func tellsEverySwitchOfEveryPreset() throws {
    let presets: [ConversionPolicy] = [
      .strict, .lenient, .legacyYYModel, .legacyJSONModel, .legacyMantle,
    ]
    var values: [String: [String]] = [:]
    for preset in presets {
      // What only other modules of the package set is no switch of a user's.
      for child in Mirror(reflecting: preset).children where child.label != "keepsDatesExact" {
        let name = try #require(child.label)
        let isEnum = Mirror(reflecting: child.value).displayStyle == .enum
        values[name, default: []].append(isEnum ? ".\(child.value)" : "\(child.value)")
      }
    }
    #expect(try rows() == values)
  }
}
