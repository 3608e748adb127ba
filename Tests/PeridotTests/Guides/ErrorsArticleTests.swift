// The code of Sources/Peridot/Documentation.docc/Errors.md
import Foundation
import Peridot
import Testing

@Suite struct ErrorsArticleTests {
  final class Person: Model, JSONSerializing {
    var login = ""
    var id = 0
  }

  final class Rating: Model, JSONSerializing {
    var stars = 0

    override func validate() throws {
      try super.validate()
      guard (0...5).contains(stars) else { throw OutOfRange(stars: stars) }
    }

    struct OutOfRange: Error, Equatable {
      let stars: Int
    }
  }

  @Test func saysWhere() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    do {
      _ = try JSONAdapter.models(of: Person.self, from: #"[{"login": "mona"}, {"login": 42}]"#)
    } catch let error as JSONAdapterError {
      print(error)
      // Person.login: expected String, found number 42 at $[1].login (line 1, column 31)
      print(error.kind, error.path)  // typeMismatch $[1].login
    }
    #expect(
      printed == [
        "Person.login: expected String, found number 42 at $[1].login (line 1, column 31)",
        "typeMismatch $[1].login",
      ])
  }

  @Test func saysItInAnotherLanguage() {
    func german(_ error: JSONAdapterError) -> String {
      let formats = ["expected %@, found %@": "%2$@ statt %1$@", "number %@": "Zahl %@"]
      return error.message.text { formats[$0] }
    }
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Person.self, from: #"{"login": 42}"#)
    }
    #expect(
      error.map(german) == "Person.login: Zahl 42 statt String at $.login (line 1, column 11)")
  }

  @Test func keepsErrorsOfValidations() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Rating.self, from: #"{"stars": 6}"#)
    }
    #expect(error?.kind == .validationFailed)
    #expect(error?.underlying as? Rating.OutOfRange == Rating.OutOfRange(stars: 6))
  }

  @Test func reportsRepairs() throws {
    var issues: [JSONIssue] = []
    let person = try JSONAdapter.model(
      of: Person.self, from: #"{"login": 42, "id": "x"}"#, policy: .lenient,
      report: { issues.append($0) })
    // login is "42"; id is 0, its initial value, and one issue says so: $.id
    #expect(person.login == "42")
    #expect(person.id == 0)
    #expect(issues.map(\.path) == ["$.id"])

    var policy = ConversionPolicy.strict
    policy.numbersFromStrings = true
    policy.unknownEnum = .makeNil
    #expect(try JSONAdapter.model(of: Person.self, from: #"{"id": "7"}"#, policy: policy).id == 7)
  }

  final class Registration: Model, JSONSerializing {
    var name = ""
    var age = 18

    override func validate(_ value: inout Any?, forKey key: String) throws {
      if key == "name" { value = (value as? String)?.trimmingCharacters(in: .whitespaces) }
      if key == "age", let age = value as? Int, age < 18 { throw TooYoung() }
    }

    struct TooYoung: Error, CustomStringConvertible {
      let description = "you have to be 18"
    }
  }

  @Test func saysWhichPropertyIsRefused() throws {
    let registration = try JSONAdapter.model(
      of: Registration.self, from: #"{"name": " a ", "age": 20}"#)
    #expect(registration.name == "a")
    let refused = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Registration.self, from: #"{"age": 17}"#)
    }
    #expect(refused?.propertyKey == "age")
    #expect(refused?.path == "$.age")
    #expect((refused?.line, refused?.column) == (1, 9))
    #expect(refused?.underlying is Registration.TooYoung)
    let error = #expect(throws: ModelError.self) { try Registration(dictionary: ["age": 17]) }
    #expect(error?.propertyKey == "age")
    #expect(error?.underlying is Registration.TooYoung)
    registration.age = 3
    let archive = try registration.archivedData()
    let archived = #expect(throws: ArchiveError.self) {
      try Registration.unarchive(from: archive)
    }
    #expect(archived?.path == "$.age")
  }

  @Test func gathersErrorsByProperty() throws {
    let registration = Registration()
    var policy = ConversionPolicy.strict
    policy.collectsErrors = true
    var messages: [String: String] = [:]
    do {
      try JSONAdapter.update(
        registration, from: #"{"name": 5, "age": 17}"#, policy: policy)
    } catch let error as JSONAdapterError {
      for error in error.kind == .multiple ? error.errors : [error] {
        messages[error.propertyKey ?? ""] = "\(error)"
      }
    }
    #expect(
      messages == [
        "name": "Registration.name: expected String, found number 5 at $.name (line 1, column 10)",
        "age": "Registration.age: you have to be 18 at $.age (line 1, column 20)",
      ])
    #expect((registration.name, registration.age) == ("", 18))
    let single = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(registration, from: #"{"name": 5}"#, policy: policy)
    }
    #expect(single?.kind == .typeMismatch)
    #expect(single?.propertyKey == "name")
  }
}
