import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Profile: Model, CodableModel {
  var name: String? = "anonymous"
  var age: Int? = 18
  var since: Date? = Date(timeIntervalSince1970: 0)
  var tags: [String]? = ["new"]
  var city: String?
  var note: String?
  var code: Int?
  var level: Int?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["city": "address.city", "code": .writeOnly("code")]
  }
  override class var declaredProperties: [Property] {
    [
      property("note", \.note, isRequired: true),
      property("level", \.level, default: 3),
    ]
  }
}

private final class Holder: Model, CodableModel {
  var profile: Profile? = Profile()
  var profiles: [Profile] = []
}

private final class Finished: Model, CodableModel, JSONFinishing {
  var name: String? = "anonymous"
  var age: Int?

  func finish(_ json: inout [String: Any]) { json["more"] = 1 }
}

private final class Doubled: Model, CodableModel {
  var value: Int?? = 5
  var other = 1
}

@Suite struct OwedNullTests {
  private func emptied() -> Profile {
    let profile = Profile()
    (profile.name, profile.age, profile.since, profile.tags) = (nil, nil, nil, nil)
    profile.level = nil
    return profile
  }

  private let text = #"""
    {"age":null,"level":null,"name":null,"note":null,"since":null,"tags":null}
    """#

  @Test func writesNilWhereAbsenceMeansAnotherValue() throws {
    let profile = emptied()
    for policy in [ConversionPolicy.strict, .lenient] {
      let data = try JSONAdapter.data(from: profile, policy: policy, options: .sortedKeys)
      #expect(String(decoding: data, as: UTF8.self) == text)
      let read: Profile = try JSONAdapter.model(from: data, policy: policy)
      #expect(read == profile)
      let dictionary = try JSONAdapter.dictionary(from: profile, policy: policy)
      #expect(
        NSDictionary(dictionary: dictionary)
          == NSDictionary(
            dictionary: Dictionary(
              uniqueKeysWithValues: ["age", "level", "name", "note", "since", "tags"].map {
                ($0, NSNull())
              })))
      #expect(try JSONAdapter.model(of: Profile.self, from: dictionary, policy: policy) == profile)
    }
  }

  @Test func writesNilToACoder() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(emptied())
    #expect(String(decoding: data, as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(Profile.self, from: data) == emptied())
  }

  @Test func writesNilWithinOtherModels() throws {
    let holder = Holder()
    holder.profile = nil
    holder.profiles = [emptied()]
    let written = try JSONAdapter.data(from: holder, options: .sortedKeys)
    #expect(
      String(decoding: written, as: UTF8.self) == #"{"profile":null,"profiles":[\#(text)]}"#)
    #expect(try JSONAdapter.model(of: Holder.self, from: written) == holder)
  }

  @Test func writesNilOfAnObjectThatIsFinished() throws {
    let model = Finished()
    model.name = nil
    let data = try JSONAdapter.data(from: model, options: .sortedKeys)
    #expect(String(decoding: data, as: UTF8.self) == #"{"more":1,"name":null}"#)
  }

  @Test func omitsNilWhereAbsenceMeansNil() throws {
    let profile = Profile()
    (profile.note, profile.level) = ("n", 3)
    let data = try JSONAdapter.data(from: profile, options: .sortedKeys)
    #expect(
      String(decoding: data, as: UTF8.self) == #"""
        {"age":18,"level":3,"name":"anonymous","note":"n","since":"1970-01-01T00:00:00Z","tags":["new"]}
        """#)
  }

  @Test func omitsAlwaysWhenAsked() throws {
    var policy = ConversionPolicy.strict
    policy.nilOnExport = .omitAlways
    #expect(try JSONAdapter.string(from: emptied(), policy: policy) == "{}")
    #expect(try JSONAdapter.dictionary(from: emptied(), policy: policy).isEmpty)
  }

  @Test func writesTheChosenKeysOnly() throws {
    let text = try JSONAdapter.string(from: emptied(), keys: ["name", "city"])
    #expect(text == #"{"name":null}"#)
  }

  @Test func patchesToNil() throws {
    let patch = try JSONAdapter.mergePatch(from: Profile(), to: emptied())
    let profile = Profile()
    try JSONAdapter.apply(mergePatch: patch, to: profile)
    #expect(profile == emptied())
    #expect(
      try JSONAdapter.mergePatch(from: emptied(), to: emptied()) == Data("{}".utf8))
  }

  @Test func refusesNilOfADoubleOptionalWithAValue() throws {
    let expected = """
      Doubled: 
      - "value" is a double Optional with a value in a new object, so its nil can't be written: \
      declare it without an initial value
      """
    let model = Doubled()
    #expect(try JSONAdapter.string(from: model) == #"{"value":5,"other":1}"#)
    model.value = .some(nil)
    #expect(try JSONAdapter.string(from: model) == #"{"value":null,"other":1}"#)
    model.value = nil
    let error = try #require(throws: JSONAdapterError.self) { try JSONAdapter.string(from: model) }
    #expect(error.kind == .invalidMapping && "\(error)".hasSuffix(expected.dropFirst(10)))
    let found = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.check(Doubled.self)
    }
    #expect("\(found)".contains(expected.dropFirst(10)))
  }

  private final class Needed: Model, JSONSerializing {
    var value: Int??

    override class var requiredPropertyKeys: Set<String> { ["value"] }
  }

  private class Shape: Model, JSONSerializing {
    override class var cluster: Cluster? { cluster(deducedFrom: ["radius": Round.self]) }
  }

  private final class Round: Shape {
    var radius: Int??
  }

  /// Absent is an error there, or no class.
  @Test(arguments: [ConversionPolicy.strict, .strict.with { $0.nilOnExport = .null }])
  func refusesAnAbsentDoubleOptionalThatIsNeeded(_ policy: ConversionPolicy) throws {
    for (model, words) in [
      (Needed() as any JSONSerializing, "is required"), (Round(), "identifies the class"),
    ] {
      let key = model is Round ? "radius" : "value"
      let error = adapterError { _ = try JSONAdapter.data(from: model, policy: policy) }
      #expect(
        error?.found == """

          - "\(key)" \(words), and a double Optional that is nil is absent: set it to .some(nil)
          """)
      #expect(error?.kind == .invalidMapping)
    }
    let model = Needed()
    model.value = .some(nil)
    #expect(try JSONAdapter.string(from: model, policy: policy) == #"{"value":null}"#)
    let always = ConversionPolicy.strict.with { $0.nilOnExport = .omitAlways }
    #expect(try JSONAdapter.string(from: Needed(), policy: always) == "{}")
    try JSONAdapter.check(Needed.self)
    try JSONAdapter.check(Round.self)
  }

  private final class Skipping: Model, JSONSerializing {
    var name: String? = "Ann"
    var needed: Int?
    var free: Int?

    override class var requiredPropertyKeys: Set<String> { ["needed"] }
    override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.null = .skip } }
  }

  /// Reading would keep the value, or miss the member.
  @Test(arguments: [
    ("name", "has a value in a new object"), ("needed", "is required"),
  ])
  func refusesANilThatReadingSkips(_ key: String, _ words: String) throws {
    let model = Skipping()
    model.needed = 1
    #expect(try JSONAdapter.string(from: model) == #"{"name":"Ann","needed":1}"#)
    try model.setValue(nil, forPropertyKey: key)
    let error = adapterError { _ = try JSONAdapter.data(from: model) }
    #expect(
      error?.found == """

        - "\(key)" \(words) and skips null, so its nil can't be written: set another null rule, or \
        nilOnExport to .omitAlways
        """)
    #expect(error?.kind == .invalidMapping)
  }

  private class Parcel: Model, JSONSerializing {
    override class var cluster: Cluster? { cluster(deducedFrom: ["letter": Mail.self]) }
  }

  private final class Mail: Parcel {
    var letter: Letter?
  }

  private final class Letter: Model, JSONSerializing {
    var text: String?
    var answers: [Letter] = []
  }

  /// The member that identifies the class is written in any case, but no nil within it.
  @Test(arguments: [ConversionPolicy.strict, .strict.with { $0.nilOnExport = .omitAlways }])
  func writesNoNullWithinTheMemberOfAClass(_ policy: ConversionPolicy) throws {
    let mail = Mail()
    #expect(try JSONAdapter.string(from: mail, policy: policy) == #"{"letter":null}"#)
    mail.letter = Letter()
    mail.letter?.answers = [Letter()]
    let text = #"{"letter":{"answers":[{"answers":[]}]}}"#
    #expect(try JSONAdapter.string(from: mail, policy: policy) == text)
    let dictionary = try JSONAdapter.dictionary(from: mail, policy: policy)
    #expect(dictionary as NSDictionary == ["letter": ["answers": [["answers": [Any]()]]]])
  }
}
