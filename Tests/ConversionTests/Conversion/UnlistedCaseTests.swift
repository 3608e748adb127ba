import Foundation
import Peridot
import Testing

private enum Gender: RawRepresentable, Hashable {
  case female, male
  case unlisted(String)

  init(rawValue: String) {
    switch rawValue {
    case "female": self = .female
    case "male": self = .male
    default: self = .unlisted(rawValue)
    }
  }

  var rawValue: String {
    switch self {
    case .female: "female"
    case .male: "male"
    case .unlisted(let text): text
    }
  }
}

private final class Patient: Model, CodableModel {
  var gender = Gender.female
  var maybe: Gender?
  var list: [Gender] = []
  var set: Set<Gender> = []
  var table: [String: Gender] = [:]
  var byGender: [Gender: Int] = [:]

  override class var archiveName: String { "UnlistedCaseTests.Patient" }
}

@Suite struct UnlistedCaseTests {
  private static let json = """
    {"byGender":{"nonbinary":1},"gender":"nonbinary","list":["male","nonbinary"],\
    "maybe":"nonbinary","set":["nonbinary"],"table":{"a":"nonbinary"}}
    """

  private func expectKept(_ patient: Patient) {
    let unlisted = Gender.unlisted("nonbinary")
    #expect(patient.gender == unlisted)
    #expect(patient.maybe == unlisted)
    #expect(patient.list == [.male, unlisted])
    #expect(patient.set == [unlisted])
    #expect(patient.table == ["a": unlisted])
    #expect(patient.byGender == [unlisted: 1])
  }

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func keepsARawValueThatIsNotListed(_ policy: ConversionPolicy) throws {
    var issues = 0
    let patient = try JSONAdapter.model(of: Patient.self, from: Self.json, policy: policy) { _ in
      issues += 1
    }
    expectKept(patient)
    #expect(issues == 0)
    #expect(
      try JSONAdapter.string(from: patient, policy: policy, options: .sortedKeys) == Self.json)
    let dictionary = try JSONAdapter.dictionary(from: patient, policy: policy)
    #expect(dictionary["gender"] as? String == "nonbinary")
    expectKept(try JSONAdapter.model(of: Patient.self, from: dictionary, policy: policy))
    let updated = Patient()
    try JSONAdapter.update(updated, from: Self.json, policy: policy)
    expectKept(updated)
    expectKept(try Patient.unarchive(from: patient.archivedData()))
    expectKept(try Patient(dictionary: patient.dictionaryValue))
    let coded = try JSONEncoder().encode(patient)
    expectKept(try JSONDecoder().decode(Patient.self, from: coded))
    let listed = try PropertyListEncoder().encode(patient)
    expectKept(try PropertyListDecoder().decode(Patient.self, from: listed))
  }
}
