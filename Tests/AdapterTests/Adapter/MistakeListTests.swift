import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Sound: Model, JSONSerializing {
  var id = 0
  var title = ""
}

final class MistakeListKeys: Model, JSONSerializing {
  var createdAt = ""

  enum CodingKeys: String, CodingKey {
    case createdAt = "created_at"
  }
}

private final class Lazy: Model, JSONSerializing {
  var id = 0
  lazy var twice = id * 2
}

private final class Silent: Model, JSONSerializing {
  var date = Date.now

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "dates" ? .epochSeconds : nil
  }
}

private final class Weekly: Model, JSONSerializing {
  var day = Date.now
  var week = Date.now

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "day" ? .date(format: "YYYY-MM-dd") : .date(format: "YYYY-'W'ww")
  }
}

private final class Limited: Model, JSONSerializing {
  var count = 0
  var fine = 1

  override class var declaredProperties: [Property] {
    [
      property("count", \.count, limits: .within(1...5)),
      property("fine", \.fine, limits: .within(1...5)),
    ]
  }
}

private final class Broken: Model, JSONSerializing {
  var opaque: (() -> Void)?
  var inner: MistakeListKeys?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["inner": "in.ner"] }
  override class var requiredPropertyKeys: Set<String> { ["iner"] }
}

private final class Underscored: Model, JSONSerializing {
  var _id = 0
  var name = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["_id": "_id"] }
}

private final class Coded: Model, JSONSerializing, Encodable {
  var id = 0

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}

private final class Person: Model, JSONSerializing {
  var login = ""
  var createdAt: Date?
  var note: String?
  var friends: [Person] = []
}

@Suite struct MistakeListTests {
  private func texts(_ mistakes: [Mistake]) -> [String] { mistakes.map(\.description) }

  @Test func isEmptyForASoundClass() {
    #expect(JSONAdapter.mistakes(of: Sound.self).isEmpty)
    #expect(JSONAdapter().mistakes(of: Sound.self).isEmpty)
  }

  @Test func hasErrorsAndWarnings() throws {
    let mistakes = JSONAdapter.mistakes(of: Broken.self)
    #expect(mistakes.map(\.severity) == [.error, .error, .warning])
    #expect(mistakes.first?.propertyKey == "opaque")
    #expect(mistakes.map { "\($0.modelClass)" } == ["Broken", "Broken", "MistakeListKeys"])
    #expect(
      mistakes[1].description == """
        Broken: requiredPropertyKeys names "iner", which is not a property: did you mean "inner"?
        """)
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Broken.self) }
  }

  @Test func warnsOfCodingKeys() throws {
    #expect(
      texts(JSONAdapter.mistakes(of: MistakeListKeys.self)) == [
        "MistakeListKeys: warning: Peridot ignores CodingKeys: give the names in keyPathsByPropertyKey"
      ])
    // A warning is no error.
    try JSONAdapter.check(MistakeListKeys.self)
  }

  @Test func warnsOfVariablesAndHooks() {
    #expect(
      texts(JSONAdapter.mistakes(of: Lazy.self)) == [
        """
        Lazy.twice: warning: it is lazy, so that it is no property: declare it in \
        declaredProperties, or list it in excludedPropertyKeys
        """
      ])
    #expect(
      texts(JSONAdapter.mistakes(of: Silent.self)) == [
        """
        Silent: warning: transformer(forKey:) returns no transformer for any property: compare its \
        keys with date
        """
      ])
  }

  @Test func tellsOfNamesAndCodingOfItsOwn() {
    #expect(
      texts(JSONAdapter.mistakes(of: Underscored.self)) == [
        """
        Underscored: keyPathsByPropertyKey names "_id", and a variable whose name begins with "_" is \
        not a property: rename the variable, and map it to this name
        """
      ])
    #expect(
      texts(JSONAdapter.mistakes(of: Coded.self)) == [
        """
        Coded: warning: it is Codable by code of its own, which knows no mapping: conform to \
        CodableModel instead
        """
      ])
  }

  @Test func warnsOfDatesAndLimits() {
    #expect(
      texts(JSONAdapter.mistakes(of: Weekly.self)) == [
        """
        Weekly.day: warning: the date format "YYYY-MM-dd" has Y, the year of the week: write y for \
        the year
        """
      ])
    #expect(
      texts(JSONAdapter.mistakes(of: Limited.self)) == [
        """
        Limited.count: warning: a new object has number 0, which is beyond the limit 1 to 5: make \
        the property required, or give it another initial value
        """
      ])
  }

  @Test func comparesAClassWithADocument() throws {
    let text = """
      {"login": 5, "created_at": null, "extra": 1, "friends": [{"login": "a", "createdat": "x"}]}
      """
    let comparison = JSONAdapter.compare(Person.self, with: text)
    #expect(
      comparison.unreadMembers == ["$.created_at", "$.extra", "$.friends[0].createdat"])
    #expect(comparison.unfedProperties == ["Person.createdAt", "Person.note"])
    #expect(comparison.lookalikes.map(\.member) == ["$.created_at", "$.friends[0].createdat"])
    #expect(Set(comparison.lookalikes.map(\.property)) == ["Person.createdAt"])
    #expect(comparison.mismatches.map(\.path) == ["$.login"])
    #expect(
      comparison.description == """
        No property reads $.created_at, $.extra, $.friends[0].createdat.
        No member feeds Person.createdAt, Person.note.
        $.created_at looks like Person.createdAt: map it, or set a key style.
        $.friends[0].createdat looks like Person.createdAt: map it, or set a key style.
        Person.login: expected String, found number 5 at $.login (line 1, column 11): set \
        acceptsNumbersAsStrings in the policy to take numbers for text
        """)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let same = JSONAdapter.compare(Person.self, with: object)
    #expect(Set(same.lookalikes) == Set(comparison.lookalikes))
    #expect(JSONAdapter.compare(Sound.self, with: #"[{"id": 1, "title": "a"}]"#).isEmpty)
    #expect(JSONAdapter.compare(Sound.self, with: "[{").mismatches.map(\.kind) == [.invalidJSON])
  }
}
