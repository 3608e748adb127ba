// The code of Sources/Peridot/Documentation.docc/Errors.md
import Foundation
import Peridot
import Testing

@Suite struct ErrorsArticleTests {
  final class Person: Model, JSONSerializing {
    var login = ""
    var id = 0
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
      // Person.login: expected String, found number 42 at $[1].login (line 1, column 31):
      // set acceptsNumbersAsStrings in the policy to take numbers for text
      print(error.kind, error.path)  // typeMismatch $[1].login
    }
    #expect(
      printed == [
        "Person.login: expected String, found number 42 at $[1].login (line 1, column 31): set "
          + "acceptsNumbersAsStrings in the policy to take numbers for text",
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
      error.map(german)
        == "Person.login: Zahl 42 statt String at $.login (line 1, column 11): set "
        + "acceptsNumbersAsStrings in the policy to take numbers for text")
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
    policy.acceptsNumericStrings = true
    policy.unknownEnum = .makeNil
    #expect(try JSONAdapter.model(of: Person.self, from: #"{"id": "7"}"#, policy: policy).id == 7)
  }
}
