import Foundation
import Peridot
import Testing

@testable import TestSupport

private class User: Model {
  var name = "anonymous"
  var age = 1
  var nickname: String?
  var scores: [Int] = []
  private var secret = "s"
}

private final class Loader: Model {
  var number = 1
  var derived = 0
  var _calls: [String] = []
  private let offset: Int

  init(offset: Int) {
    self.offset = offset
    super.init()
  }

  required init() {
    offset = 10
    super.init()
  }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    _calls.append("\(key)=\(value ?? "nil")")
  }

  override func validate() throws {
    _calls.append("validate")
  }

  override func didLoad(from source: ModelSource) throws {
    _calls.append("\(source)")
    derived = number + offset
  }
}

@Suite struct ModelValuesTests {
  @Test func fillsANewModel() throws {
    let user = try User(dictionary: ["name": "Mona", "age": 30, "scores": [1, 2]])
    #expect(user.name == "Mona")
    #expect(user.age == 30)
    #expect(user.nickname == nil)
    #expect(user.scores == [1, 2])
  }

  @Test func keepsDefaultsOfAbsentKeys() throws {
    let user = try User(dictionary: [:])
    #expect(user.name == "anonymous")
    #expect(user == User())
  }

  @Test func takesNullAsNil() throws {
    let user = try User(dictionary: ["nickname": NSNull()])
    #expect(user.nickname == nil)
    #expect(try User(dictionary: ["nickname": String?.none as Any]).nickname == nil)
    #expect(try User(dictionary: ["nickname": String??("x") as Any]).nickname == "x")
  }

  @Test func boxesEveryValue() throws {
    let user = try User(dictionary: ["scores": [3], "secret": "t"])
    let values = user.dictionaryValue
    #expect(Set(values.keys) == ["name", "age", "nickname", "scores", "secret"])
    #expect(values["name"] as? String == "anonymous")
    #expect(values["nickname"] is NSNull)
    #expect(values["scores"] as? [Int] == [3])
    #expect(values["secret"] as? String == "t")
    #expect(try User(dictionary: values) == user)
  }

  @Test func readsBySubscript() {
    let user = User()
    #expect(user["age"] as? Int == 1)
    #expect(user["nickname"] == nil)
    user.nickname = "n"
    #expect(user["nickname"] as? String == "n")
  }

  @Test func tellsWhyAValueCannotBeSet() {
    func text(_ value: Any?, _ key: String) -> String {
      let user = User()
      do {
        try user.setValue(value, forPropertyKey: key)
        return "set"
      } catch {
        #expect(user == User())
        #expect("\(error)" == error.localizedDescription)
        return "\(error)"
      }
    }
    #expect(text("x", "age") == "User.age: expected Int, found string \"x\"")
    #expect(text(1.5, "age") == "User.age: expected Int, found number 1.5")
    #expect(text(true, "age") == "User.age: expected Int, found true")
    #expect(text(nil, "age") == "User.age: expected Int, found nil")
    #expect(text(NSNull(), "name") == "User.name: expected String, found null")
    #expect(text(3, "nickname") == "User.nickname: expected String?, found number 3")
    #expect(text(["a"], "scores") == "User.scores: expected [Int], found array")
    #expect(
      text(3, "nme") == #"User has no property "nme"; it has name, age, nickname, scores, secret"#)
  }

  @Test func shortensALongValueInAnError() throws {
    let error = #expect(throws: ModelError.self) {
      try User().setValue(Array(repeating: "long", count: 100_000), forPropertyKey: "age")
    }
    #expect(try #require(error).description.count < 400)
  }

  @Test func reportsTheSameMistakeOfSeveral() {
    for _ in 0..<20 {
      let error = #expect(throws: ModelError.self) {
        try User(dictionary: ["scores": 1, "age": "x", "name": 2, "zzz": 1, "yyy": 1])
      }
      #expect(error?.kind == .unknownKey)
      #expect(error?.propertyKey == "yyy")
      let second = #expect(throws: ModelError.self) {
        try User(dictionary: ["scores": 1, "age": "x", "name": 2])
      }
      #expect(second?.propertyKey == "name")
    }
  }

  @Test func convertsNumbersExactly() throws {
    let user = User()
    try user.setValue(Int8(5), forPropertyKey: "age")
    #expect(user.age == 5)
    try user.setValue(6.0, forPropertyKey: "age")
    #expect(user.age == 6)
    #expect(throws: ModelError.self) { try user.setValue(UInt64.max, forPropertyKey: "age") }
    #expect(throws: ModelError.self) { try user.setValue(1e300, forPropertyKey: "age") }
    #expect(throws: ModelError.self) { try user.setValue(Double.nan, forPropertyKey: "age") }
    #expect(user.age == 6)
  }

  @Test func callsHooksInOrder() throws {
    let loader = try Loader(dictionary: ["derived": 5, "number": 2])
    #expect(loader._calls == ["number=2", "derived=5", "validate", "dictionary"])
    #expect(loader.derived == 12)
    #expect(Loader(offset: 3)._calls == [])
    let copy = loader.with { _ in }
    #expect(copy._calls == ["copy"])
    #expect(copy.derived == 12)
    #expect(loader.deeplyCopied()._calls == ["copy"])
  }

  @Test func canBeSetMembersAndDictionaryValues() throws {
    let users: Set = [User(), User(), try User(dictionary: ["age": 2])]
    #expect(users.count == 2)
    #expect(users.contains(User()))
    let byName: [User: Int] = [User(): 1]
    #expect(byName[User()] == 1)
    #expect(["a": User()] == ["a": User()])
  }
}
