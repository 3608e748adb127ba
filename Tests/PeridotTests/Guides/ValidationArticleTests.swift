// The code of Sources/Peridot/Documentation.docc/Validation.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ValidationArticleTests {
  final class SignUp: Model, JSONSerializing {
    var name = ""
    var age = 18

    override class var requiredPropertyKeys: Set<String> { ["name"] }

    override func validate(_ value: inout Any?, forKey key: String) throws {
      switch key {
      case "name":
        let name = (value as? String ?? "").trimmingCharacters(in: .whitespaces)
        if name.isEmpty { throw Refusal(reason: "Enter your name.") }
        value = name
      case "age":
        if let age = value as? Int, age < 18 { throw Refusal(reason: "You must be 18 or older.") }
      default: break
      }
    }

    struct Refusal: Error, CustomStringConvertible {
      let reason: String
      var description: String { reason }
    }
  }

  final class Booking: Model, JSONSerializing {
    var from = Date.distantPast
    var to = Date.distantFuture

    override func validate() throws {
      try super.validate()
      guard from <= to else { throw EndsBeforeItBegins() }
    }

    struct EndsBeforeItBegins: Error {}
  }

  @Test func checksAWholeModel() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Booking.self, from: #"{"to": "0000-01-01T00:00:00Z"}"#)
    }
    #expect(error?.kind == .validationFailed)
    #expect(error?.underlying is Booking.EndsBeforeItBegins)
  }

  @Test func aFormIsCheckedFieldByField() throws {
    let form = SignUp()

    /// Sets one field; returns what to show beside it.
    func set(_ value: Any?, forKey key: String) throws -> String? {
      do {
        var value = value
        try form.validate(&value, forKey: key)
        try form.setValue(value, forPropertyKey: key)
        return nil
      } catch let refusal as SignUp.Refusal {
        return refusal.reason
      }
    }

    #expect(try set("  Mona ", forKey: "name") == nil)
    #expect(form.name == "Mona")
    #expect(try set("  ", forKey: "name") == "Enter your name.")
    #expect(try set(17, forKey: "age") == "You must be 18 or older.")
    #expect(try set(30, forKey: "age") == nil)
    #expect((form.name, form.age) == ("Mona", 30))
    #expect(throws: ModelError.self) { try set("old", forKey: "age") }
    try form.setValue(5, forPropertyKey: "age")
    #expect(form.age == 5)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: SignUp.self, from: #"{"name": "a", "age": 5}"#)
    }
    #expect(error?.propertyKey == "age")
  }

  /// What to show beside each field of a form that was sent as JSON.
  func messages(for json: String) throws -> [String: String] {
    var policy = ConversionPolicy.strict
    policy.collectsErrors = true
    var messages: [String: String] = [:]
    do {
      _ = try JSONAdapter.model(of: SignUp.self, from: json, policy: policy)
    } catch let error as JSONAdapterError {
      for error in error.kind == .multiple ? error.errors : [error] {
        if let refusal = error.underlying as? SignUp.Refusal {
          messages[error.propertyKey ?? ""] = refusal.reason
        } else if error.kind == .missingKeys {
          for key in error.missingKeys { messages[key] = "Fill in this field." }
        } else {
          messages[error.propertyKey ?? ""] = "\(error)"
        }
      }
    }
    return messages
  }

  @Test func everyFieldHasItsMessage() throws {
    #expect(try messages(for: #"{"name": "Mona", "age": 20}"#) == [:])
    let missing = try messages(for: #"{"age": "x"}"#)
    #expect(missing["name"] == "Fill in this field." && missing.keys.sorted() == ["age", "name"])
    let young = try messages(for: #"{"age": 17}"#)
    #expect(young == ["name": "Fill in this field.", "age": "You must be 18 or older."])
    let both = try messages(for: #"{"name": " ", "age": 17}"#)
    #expect(both == ["name": "Enter your name.", "age": "You must be 18 or older."])
    let mixed = try messages(for: #"{"name": " ", "age": "x"}"#)
    #expect(
      mixed == [
        "name": "Enter your name.",
        "age": #"SignUp.age: expected Int, found string "x" at $.age (line 1, column 22)"#
          + ": no policy reads it",
      ])
  }

  @Test func everySourceKeepsTheError() throws {
    let error = #expect(throws: ModelError.self) { try SignUp(dictionary: ["age": 17]) }
    #expect(error?.propertyKey == "age")
    #expect(error?.underlying is SignUp.Refusal)
    let form = SignUp()
    form.name = "a"
    form.age = 3
    let archive = try form.archivedData()
    let archived = #expect(throws: ArchiveError.self) { try SignUp.unarchive(from: archive) }
    #expect(archived?.path == "$.age")
    #expect(archived?.underlying is SignUp.Refusal)
  }
}
