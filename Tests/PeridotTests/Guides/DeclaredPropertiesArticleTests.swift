// The code of Sources/Peridot/Documentation.docc/DeclaredProperties.md
import Foundation
import Peridot
import Testing

@Suite struct DeclaredPropertiesArticleTests {
  final class User: Model, JSONSerializing {
    var id = 0
    var age = 0
    var login = ""
    var createdAt: Date?
    private var password = ""
    var name: String { login.capitalized }

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isRequired: true),
        property("age", \.age, at: "profile.age", limits: .within(0...150)),
        property("login", \.login, limits: .count(1...39).and(.matching("[a-z0-9-]+"))),
        property("createdAt", \.createdAt, at: "created_at", by: .epochSeconds),
        property("password", \.password, isSecret: true),
        property("name", readOnly: \.name, note: "the login, for people"),
      ]
    }
  }

  class Issue: Model, JSONSerializing {
    var title = ""
    var closedAt: Date?

    override class var declaredProperties: [Property] {
      [
        property("title", \.title, isRequired: true),
        property("closedAt", \.closedAt, at: "closed_at", by: .iso8601Date),
      ]
    }
  }

  final class Draft: Issue {
    override class var declaredProperties: [Property] {
      [property("title", \.title, isRequired: false)]
    }
  }

  final class Parcel: Model, JSONSerializing {
    var sender = ""
    var city = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["sender": "from.name", "city": "from.addresses[0].city"]
    }
  }

  func ages(of json: String) -> String? {
    do {
      let user: User = try JSONAdapter.model(from: json)
      return "\(user.age)"
    } catch let error as JSONAdapterError where (error.underlying as? ModelError)?.limit != nil {
      // User.age: expected 0 to 150, found number 200 at $.profile.age (line 1, column 30)
      return "\(error)"
    } catch {
      return nil
    }
  }

  func lines(about type: Model.Type) -> [String] {
    ClassDescription(of: type).properties.map { property in
      let limits = property.limits.map(\.description).joined(separator: ", ")
      return "\(property.key) at \(property.place?.description ?? "-") \(limits)"
    }
  }

  @Test func aLimitIsReported() {
    let json = #"{"id": 1, "profile": {"age": 200}, "login": "a"}"#
    #expect(
      ages(of: json)
        == "User.age: expected 0 to 150, found number 200 at $.profile.age (line 1, column 30)")
    #expect(ages(of: #"{"id": 1, "profile": {"age": 20}, "login": "a"}"#) == "20")
    #expect(ages(of: "{}") == nil)
  }

  @Test func aSubclassKeepsWhatItDoesNotState() throws {
    let draft: Draft = try JSONAdapter.model(from: #"{"closed_at": "1994-11-06T08:49:37Z"}"#)
    #expect(draft.closedAt == Date(timeIntervalSince1970: 784_111_777))
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Issue.self, from: "{}") }
    try JSONAdapter.check(User.self)
  }

  @Test func describesATypeByItsForm() {
    if case .dictionary(let key, let value, _, _) = ValueDescription(of: [Int: Date?].self).form {
      #expect("\(key) \(value)" == "Int Optional<Date>")
    } else {
      #expect(Bool(false))
    }
  }

  @Test func placesAreATree() {
    let from = ClassDescription(of: Parcel.self).places.members[0].tree
    #expect(from.members.map(\.name) == ["name", "addresses"])
  }

  @Test func aClassIsAsked() {
    #expect(
      lines(about: User.self) == [
        "id at id ", "age at profile.age 0 to 150",
        "login at login a count of 1 to 39, text that matches [a-z0-9-]+",
        "createdAt at created_at ", "password at password ", "name at name ",
      ])
  }
}
