import Foundation
import Testing

@testable import Fuzz

/// A law that forbids the name "secret" in documents.
private enum NoSecretMember: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    trial.document["secret"].map { Finding("a secret", ["value": "\($0)"]) }
  }
}

/// A law that forbids a 5 in the property "id".
private enum NoFive: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    trial.values.first?["id"] == .integer(5) ? Finding("five", [:]) : nil
  }
}

@Suite struct ShrinkerTests {
  private func family() -> ClassFamily {
    var spec = ClassSpec(id: 0, shape: .plain)
    var id = PropertySpec("id", .integer(.int), .integer(0))
    id.place = .key("number")
    id.isRequired = true
    spec.properties = [id, PropertySpec("userName", .string, .text(""))]
    spec.identityKey = "id"
    return ClassFamily(classes: [spec], root: 0)
  }

  private func shrunk(_ trial: Trial) async throws -> Shrinker {
    let made = MadeFamily(trial.family)
    let finding = try #require(await trial.check.finding(in: trial, made))
    return await Shrinker.shrunk(trial, finding, made)
  }

  @Test func leavesWhatTheFailureNeeds() async throws {
    var trial = Trial(.doors, family(), policy: PolicySpec(preset: .lenient), seed: 1)
    trial.check = NoSecretMember.self
    trial.document = try #require(JSON(#"{"a":[1,2],"secret":{"b":"text"},"number":5}"#))
    let small = try await shrunk(trial).trial
    #expect(small.document.text == #"{"secret":{}}"#)
    #expect(small.policy.description == ".strict")
    #expect(
      small.family.words == ["class C0: Model (plain)", "root: C0"],
      "\(small.family.words)")
  }

  @Test func keepsAPropertyWhoseValueFails() async throws {
    var trial = Trial(.roundTrip, family(), policy: PolicySpec(), seed: 1)
    trial.check = NoFive.self
    trial.values = [
      Plain.ModelValue(
        classID: 0,
        members: [Plain.Member("id", .integer(5)), Plain.Member("userName", .text("Ada"))])
    ]
    let small = try await shrunk(trial).trial
    #expect(small.values.map(\.description) == ["C0(id: 5)"])
    #expect(
      small.family.words == ["class C0: Model (plain)", "  var id: Int = 0", "root: C0"],
      "\(small.family.words)")
  }

  @Test func doesNotTakeAnotherFailureForTheSame() async throws {
    var trial = Trial(.doors, family(), policy: PolicySpec(), seed: 1)
    trial.check = NoSecretMember.self
    trial.document = try #require(JSON(#"{"secret":1}"#))
    let made = MadeFamily(trial.family)
    let small = await Shrinker.shrunk(trial, Finding("another title", [:]), made)
    #expect(small.trial.document.text == #"{"secret":1}"#)
    #expect(small.finding.title == "another title")
  }
}
