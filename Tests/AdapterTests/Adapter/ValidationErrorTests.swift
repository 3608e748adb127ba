import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Refused: Error, Equatable, CustomStringConvertible {
  let key: String
  var description: String { "\(key) is refused" }
}

private class Form: Model, JSONSerializing {
  var name = ""
  var age = 0
  var note: String? = "n"
  var nested: Form?
  var list: [Form] = []
  var byName: [String: Form] = [:]

  override class var archiveName: String { "Tests.\(self)" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": "user.name", "note": .firstOf("note", "remark")]
  }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    switch key {
    case "name": if value as? String == "bad" { throw Refused(key: key) }
    case "age":
      if let age = value as? Int, age < 0 { throw Refused(key: key) }
      if value as? Int == 999 { value = "too old" }
    case "note": if value == nil || value as? String == "bad" { throw Refused(key: key) }
    default: break
    }
  }
}

/// Checks the model as a whole too.
private final class Whole: Form {
  override func validate() throws {
    try super.validate()
    if age == 13 { throw Refused(key: "whole") }
  }
}

/// Does as it likes with what its superclass throws.
private final class Calm: Form {
  override func validate() throws {
    do { try super.validate() } catch {
      if age < -1 { throw Refused(key: "another") }
    }
  }
}

/// Its initial value is refused.
private final class Unset: Model, JSONSerializing {
  var id = ""
  var inner: Unset?

  override func validate(_ value: inout Any?, forKey key: String) throws {
    if value as? String == "" { throw Refused(key: key) }
  }
}

/// Needs what it checks, and its initial values are refused.
private final class Needing: Model, JSONSerializing {
  var id = ""
  var age = -1
  var inner: Needing?

  override class var requiredPropertyKeys: Set<String> { ["id", "age"] }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    if value as? String == "" || value as? Int == -1 { throw Refused(key: key) }
  }
}

private let collecting = ConversionPolicy.strict.with { $0.collectsErrors = true }

@Suite struct ValidationErrorTests {
  @Test(arguments: [
    (#"{"user":{"name":"bad"}}"#, "name", "$.user.name", 17),
    (#"{"age":-1}"#, "age", "$.age", 8),
    (#"{"remark":"bad"}"#, "note", "$.remark", 11),
    (#"{"note":null}"#, "note", "$.note", 9),
    (#"{"nested":{"age":-1}}"#, "age", "$.nested.age", 18),
    (#"{"list":[{},{"user":{"name":"bad"}}]}"#, "name", "$.list[1].user.name", 29),
    (#"{"byName":{"a":{"age":-2}}}"#, "age", "$.byName.a.age", 23),
  ])
  func namesThePropertyAndItsPlace(
    _ text: String, _ key: String, _ path: String, _ column: Int
  ) throws {
    for type in [Form.self, Whole.self] {
      let error = adapterError { try JSONAdapter.model(of: type, from: text) }
      #expect(error?.kind == .validationFailed)
      #expect(error?.propertyKey == key)
      #expect(error?.path == path)
      #expect(error?.line == 1 && error?.column == column)
      #expect(error?.underlying as? Refused == Refused(key: key))
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let same = adapterError { try JSONAdapter.model(of: type, from: object) }
      #expect(same?.propertyKey == key && same?.path == path && same?.line == nil)
      let form = Form()
      form.age = 4
      let update = adapterError { try JSONAdapter.update(form, from: text) }
      #expect(update?.propertyKey == key && update?.path == path)
      #expect(form.age == 4)
    }
  }

  @Test func saysItInWords() {
    #expect(
      adapterMessage { try JSONAdapter.model(of: Form.self, from: #"{"user":{"name":"bad"}}"#) }
        == "Form.name: name is refused at $.user.name (line 1, column 17)")
    // The initial value is refused: the path leads to where a value is missing.
    #expect(
      adapterMessage { try JSONAdapter.model(of: Unset.self, from: #"{"inner":{"id":"x"}}"#) }
        == "Unset.id: id is refused at $.id (line 1, column 1)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Form.self, from: #"{"age":999}"#) }
        == #"Form.age: Form.age: expected Int, found string "too old" at $.age (line 1, column 8)"#)
  }

  @Test func tellsTheWholeModelFromItsProperties() {
    let whole = adapterError { try JSONAdapter.model(of: Whole.self, from: #"{"age":13}"#) }
    #expect(whole?.propertyKey == nil && whole?.path == "$")
    #expect(whole?.underlying as? Refused == Refused(key: "whole"))
    #expect(throws: Never.self) { try JSONAdapter.model(of: Calm.self, from: #"{"age":-1}"#) }
    let other = adapterError { try JSONAdapter.model(of: Calm.self, from: #"{"age":-2}"#) }
    #expect(other?.propertyKey == nil)
    #expect(other?.underlying as? Refused == Refused(key: "another"))
  }

  @Test func collectsOneForEachKey() throws {
    let text = """
      {"user":{"name":"bad"},"age":-1,"note":"bad","nested":{"age":-1,"remark":"bad"},
       "list":[{"user":{"name":"bad"},"age":-3},{"age":"x","user":{"name":"bad"}}]}
      """
    for type in [Form.self, Whole.self] {
      let error = adapterError { try JSONAdapter.model(of: type, from: text, policy: collecting) }
      let errors = try #require(error?.errors)
      #expect(
        Set(errors.map { "\($0.kind) \($0.propertyKey ?? "") \($0.path) \($0.line ?? 0)" }) == [
          "validationFailed name $.user.name 1", "validationFailed age $.age 1",
          "validationFailed note $.note 1", "validationFailed age $.nested.age 1",
          "validationFailed note $.nested.remark 1",
          "validationFailed name $.list[0].user.name 2", "validationFailed age $.list[0].age 2",
          "typeMismatch age $.list[1].age 2", "validationFailed name $.list[1].user.name 2",
        ])
      #expect(errors.count == 9)
    }
  }

  @Test func hasOneErrorForAPropertyThatCouldNotBeRead() throws {
    let error = adapterError {
      try JSONAdapter.model(of: Unset.self, from: #"{"id":3}"#, policy: collecting)
    }
    #expect(error?.kind == .typeMismatch && error?.errors.isEmpty == true)
  }

  @Test func dropsAnElementOnceForOneReason() throws {
    var issues: [JSONIssue] = []
    let form = try JSONAdapter.model(
      of: Form.self, from: #"{"list":[{"age":-1,"note":"bad"},{"age":1}]}"#, policy: .lenient
    ) { issues.append($0) }
    #expect(form.list.map(\.age) == [1])
    #expect(issues.map(\.action) == [.dropped])
    #expect(issues.first?.propertyKey == "age" && issues.first?.path == "$.list[0].age")
  }

  @Test func comesWithItsKeyFromADictionary() throws {
    let error = #expect(throws: ModelError.self) { try Form(dictionary: ["age": -1]) }
    #expect(error?.kind == .validationFailed && error?.propertyKey == "age")
    #expect(error?.underlying as? Refused == Refused(key: "age"))
    #expect(error?.description == "Form.age: age is refused")
    // Also where the key is not among those given.
    for type in [Unset.self] {
      let error = #expect(throws: ModelError.self) { try type.init(dictionary: [:]) }
      #expect(error?.propertyKey == "id" && error?.underlying as? Refused == Refused(key: "id"))
    }
    #expect(throws: Refused(key: "whole")) { try Whole(dictionary: ["age": 13]) }
    let form = Form()
    form.age = -1
    #expect(throws: Refused(key: "age")) { try form.validate() }
  }

  @Test func comesWithItsPathFromAnArchive() throws {
    func path(_ change: (Form) -> Void) throws -> String? {
      let form = Form()
      form.nested = Form()
      form.list = [Form(), Form()]
      form.byName = ["a": Form()]
      change(form)
      return #expect(throws: ArchiveError.self) {
        try Form.unarchive(from: form.archivedData())
      }?.path
    }
    #expect(try path { $0.age = -1 } == "$.age")
    #expect(try path { $0.nested?.age = -1 } == "$.nested.age")
    #expect(try path { $0.list[1].name = "bad" } == "$.list[1].name")
    #expect(try path { $0.byName["a"]?.note = nil } == "$.byName[a].note")
    let forms = [Form(), Form()]
    forms[1].age = -1
    let error = #expect(throws: ArchiveError.self) {
      try [Form].unarchive(from: forms.archivedData())
    }
    #expect(error?.path == "$[1].age")
    #expect(error?.message.description == "$[1].age: Form: age is refused")
  }

  @Test(arguments: [
    (#"{"age":-1}"#, ["missing \"id\" at $.id", "age is refused at $.age"]),
    (#"{"id":""}"#, ["missing \"age\" at $.age", "id is refused at $.id"]),
    (#"{}"#, ["missing \"id\", \"age\" at $"]),
    (
      #"{"id":"a","age":-1,"inner":{"id":""}}"#,
      ["missing \"age\" at $.inner.age", "id is refused at $.inner.id", "age is refused at $.age"]
    ),
  ])
  func validatesAnObjectThatLacksMembers(_ text: String, _ expected: [String]) throws {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let object = try #require(json)
    for error in [
      adapterError { try JSONAdapter.model(of: Needing.self, from: text, policy: collecting) },
      adapterError { try JSONAdapter.model(of: Needing.self, from: object, policy: collecting) },
    ] {
      let error = try #require(error)
      let errors = error.errors.isEmpty ? [error] : error.errors
      let words = errors.map { error in
        error.description.replacing(#/^Needing(\.\w+)?: /#, with: "")
          .replacing(#/ \(line.*\)$/#, with: "")
      }
      #expect(Set(words) == Set(expected))
      #expect(words.count == expected.count)
    }
  }
}
