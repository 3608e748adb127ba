import Foundation
import Peridot
import Testing

private class Account: Model, JSONSerializing {
  var id = 0
  var userName = ""
  var password = ""
  var cache: String?
  weak var owner: Account?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["id": "meta.id", "cache": .excluded]
  }

  override class var excludedPropertyKeys: Set<String> { ["password"] }

  override class var archiveName: String { "Account" }
}

private final class Admin: Account, JSONKeyStyling {
  var accessLevel = 0
  var session = ""

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var excludedPropertyKeys: Set<String> { ["session"] }

  override class var archiveName: String { "Admin" }
}

private final class Point: Model, JSONSerializing {
  var x = 1
  var y = 2
  var label = "p"

  var sum: Int { x + y }

  override class var declaredProperties: [Property] {
    [property("sum", readOnly: \.sum)]
  }

  override class var includedPropertyKeys: Set<String>? { ["x", "y", "sum"] }
}

@Suite struct PropertyListTests {
  @Test func excludesFromEverything() throws {
    #expect(Account.propertyKeys == ["id", "userName", "cache", "owner"])
    #expect(Admin.propertyKeys == ["id", "userName", "cache", "owner", "accessLevel"])
    let json = #"{"meta": {"id": 1}, "user_name": "a", "password": "p", "access_level": 2}"#
    let admin: Admin = try JSONAdapter.model(from: json)
    #expect(admin.password == "")
    admin.password = "secret"
    admin.session = "s"
    #expect(
      try JSONAdapter.string(from: admin)
        == #"{"meta":{"id":1},"user_name":"a","access_level":2}"#)
    let copy = try #require(admin.copy() as? Admin)
    #expect(copy.password == "")
    #expect(copy == admin)
    #expect(admin.dictionaryValue["password"] == nil)
    #expect(try Admin.unarchive(from: admin.archivedData()).session == "")
    let other = Admin()
    other.mergeValues(from: admin)
    #expect(other.password == "")
    #expect(other.accessLevel == 2)
  }

  @Test func includesOnlyWhatIsNamed() throws {
    #expect(Point.propertyKeys == ["x", "y", "sum"])
    let point: Point = try JSONAdapter.model(from: #"{"x": 5, "label": "q"}"#)
    #expect(point.label == "p")
    #expect(try JSONAdapter.string(from: point) == #"{"x":5,"y":2,"sum":7}"#)
  }

  @Test func tellsWhatAPropertyIs() throws {
    let cache = try #require(Account.property(forKey: "cache"))
    #expect(cache.key == "cache")
    #expect("\(cache.valueType)" == "Optional<String>")
    #expect(cache.isOptional)
    #expect(!cache.isWeak)
    #expect(!cache.isReadOnly)
    #expect(Account.property(forKey: "owner")?.isWeak == true)
    #expect(Point.property(forKey: "sum")?.isReadOnly == true)
    #expect("\(try #require(Point.property(forKey: "sum")).valueType)" == "Int")
    #expect(Account.property(forKey: "password") == nil)
    #expect(Account.property(forKey: "nothing") == nil)
    #expect(Account.storageBehavior(forKey: "owner") == .transitory)
    #expect(Account.storageBehavior(forKey: "id") == .permanent)
  }

  @Test func tellsWhereAPropertyLiesInJSON() {
    #expect(Account.jsonKeyPath(forKey: "id") == "meta.id")
    #expect(Account.jsonKeyPath(forKey: "userName") == "userName")
    #expect(Admin.jsonKeyPath(forKey: "userName") == "user_name")
    #expect(Admin.jsonKeyPath(forKey: "id") == "meta.id")
    #expect(Account.jsonKeyPath(forKey: "cache") == nil)
    #expect(Account.jsonKeyPath(forKey: "owner") == nil)
  }
}
