import Foundation
import Peridot
import Testing

private final class Person: Model, JSONSerializing {
  var id = ""
  var name: String?

  override class var identityKey: String? { "id" }
}

private enum Customer: JSONUnion {
  case id(String)
  case object(Person)

  var person: Person? {
    if case .object(let person) = self { person } else { nil }
  }
}

private final class Charge: Model, JSONSerializing {
  var amount = 0
  var customer = Customer.id("")
  var previous: Customer?
  var others: [Customer] = []
  var byName: [String: Customer] = [:]

  override class var archiveName: String { "JSONUnionTests.Charge" }
}

private final class Dog: Model, JSONSerializing {
  var name = ""
  var barks = 0
}

private final class Cat: Model, JSONSerializing {
  var name = ""
  var meows = 0
}

private enum Value: JSONUnion {
  case date(Date)
  case text(String)
  case whole(Int)
  case number(Double)
  case truth(Bool)
  case dog(Dog)
  case cat(Cat)
  case members([String: Int])
  case list([Int])
  case names([String])
  case null
}

private final class Holder: Model, JSONSerializing {
  var value = Value.null
  var values: [Value] = []

  override class var archiveName: String { "JSONUnionTests.Holder" }
}

private final class Package: Model, JSONSerializing {
  var license = OneOrMany<String>.many([])
  var people: OneOrMany<Person>?
}

private enum Twice: JSONUnion {
  case one(String)
  case two(String)
  case url(URL)
  case pair(Int, Int)
}

private final class Wrong: Model, JSONSerializing {
  var twice = Twice.one("")
}

@Suite struct JSONUnionTests {
  private func holder(_ json: String) throws -> Holder {
    try JSONAdapter.model(from: #"{"value":\#(json)}"#)
  }

  @Test func readsAndWritesAnIdOrTheObject() throws {
    for json in [
      #"{"amount":5,"byName":{"a":"u1","b":{"id":"u2"}},"customer":"u3","others":["x",{"id":"y"}]}"#,
      #"{"amount":5,"byName":{},"customer":{"id":"u3","name":"Ada"},"others":[],"previous":"u4"}"#,
    ] {
      let charge: Charge = try JSONAdapter.model(from: json)
      #expect(
        try RawJSON(JSONAdapter.string(from: charge)) == RawJSON(json))
      let dictionary = try JSONAdapter.dictionary(from: charge)
      let again: Charge = try JSONAdapter.model(from: dictionary)
      #expect(try RawJSON(JSONAdapter.string(from: again)) == RawJSON(json))
    }
  }

  @Test func choosesTheCaseByKindAndMembers() throws {
    func name(_ json: String) throws -> String {
      let value = try holder(json).value
      return "\(Mirror(reflecting: value).children.first?.label ?? "null")"
    }
    #expect(try name("null") == "null")
    #expect(try name(#""2024-01-02T03:04:05Z""#) == "date")
    #expect(try name(#""open""#) == "text")
    #expect(try name("5") == "whole")
    #expect(try name("5.0") == "number")
    #expect(try name("5e0") == "number")
    #expect(try name("true") == "truth")
    #expect(try name(#"{"name":"a","barks":1}"#) == "dog")
    #expect(try name(#"{"name":"a","meows":1}"#) == "cat")
    #expect(try name(#"{"x":1}"#) == "members")
    #expect(try name("[]") == "list")
    #expect(try name("[1]") == "list")
    #expect(try name(#"["a"]"#) == "names")
  }

  @Test func writesAWholeDoubleWithItsFraction() throws {
    let holder = Holder()
    holder.values = [.number(1), .whole(1), .number(0.5), .null, .text("x")]
    #expect(
      try JSONAdapter.string(from: holder) == #"{"value":null,"values":[1.0,1,0.5,null,"x"]}"#)
  }

  @Test func refusesToWriteWhatAnotherCaseWouldTake() throws {
    let holder = Holder()
    holder.value = .text("2024-01-02T03:04:05Z")
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: holder) }
    #expect(error?.description.contains("text, which is read back as date") == true)
    #expect(
      try JSONAdapter.string(from: holder, policy: .strict.with { $0.unreadableClass = .write })
        == #"{"value":"2024-01-02T03:04:05Z","values":[]}"#)
    // A policy that leaves out what has no JSON form leaves out no such value.
    let refusing = ConversionPolicy.lenient.with { $0.unreadableClass = .fail }
    let other = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.string(from: holder, policy: refusing)
    }
    #expect(other?.kind == .typeMismatch)
    #expect(other?.path == "$.value")
  }

  @Test func reportsAnErrorOfTheChosenCaseAtItsPlace() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try holder(#"{"name":"a","barks":"x"}"#)
    }
    #expect(error?.description.contains("$.value.barks") == true)
    let other = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Charge.self, from: #"{"customer":5}"#)
    }
    #expect(
      other?.description.contains("expected Customer (string, object (Person)), found number 5")
        == true)
  }

  @Test func repairsAcrossCasesOnlyIfNoneFits() throws {
    let charge: Charge = try JSONAdapter.model(from: #"{"customer":5}"#, policy: .lenient)
    #expect(try JSONAdapter.dictionary(from: charge)["customer"] as? String == "5")
  }

  @Test func keepsTheObjectInAnUpdate() throws {
    let charge: Charge = try JSONAdapter.model(from: #"{"customer":{"id":"u1","name":"Ada"}}"#)
    let person = try #require(charge.customer.person)
    try JSONAdapter.update(charge, from: #"{"customer":{"id":"u1","name":"Eve"}}"#)
    #expect(charge.customer.person === person)
    #expect(person.name == "Eve")
    try JSONAdapter.update(charge, from: #"{"customer":"u1"}"#)
    #expect(charge.customer.person === person)
    try JSONAdapter.apply(mergePatch: #"{"customer":{"name":null}}"#, to: charge)
    #expect(person.name == nil)
    try JSONAdapter.update(charge, from: #"{"customer":"u2"}"#)
    #expect(charge.customer.person == nil)
  }

  @Test func worksInCodableValuesAndWithOtherCoders() throws {
    struct Box: Codable {
      var customer: Customer
      var values: [Value]
    }
    let json = #"{"customer":{"id":"a","name":"b"},"values":[null,5,"x",{"barks":1,"name":""}]}"#
    let box = try JSONDecoder().decode(Box.self, from: Data(json.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(box), as: UTF8.self) == json)
    #expect(throws: EncodingError.self) { try encoder.encode(Value.number(1)) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Box.self, from: Data(#"{"customer":5,"values":[]}"#.utf8))
    }
    #expect(try RawJSON(json).decode(as: Box.self).values.count == 4)
  }

  @Test func isArchivedByItsCase() throws {
    let charge: Charge = try JSONAdapter.model(
      from: #"{"customer":{"id":"u1","name":"Ada"},"previous":"u4","others":["x",{"id":"y"}]}"#)
    let copy = try Charge.unarchive(from: charge.archivedData())
    #expect(try JSONAdapter.string(from: copy) == JSONAdapter.string(from: charge))
    let holder = Holder()
    holder.values = [.text("2024-01-02T03:04:05Z"), .number(1), .null]
    let again = try Holder.unarchive(from: holder.archivedData())
    #expect("\(again.values)" == "\(holder.values)")
  }

  @Test func reportsTheMistakesOfADeclaration() throws {
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Wrong.self) }
    let text = error?.description ?? ""
    #expect(text.contains("case two is never read: case one has the same type"))
    #expect(text.contains("case url is never read: one takes every text; declare url before one"))
    #expect(text.contains("case pair has 2 values"))
  }

  @Test(arguments: [
    #"{"license":"MIT"}"#, #"{"license":["MIT"],"people":{"id":"a"}}"#,
    #"{"license":[],"people":[{"id":"a"},{"id":"b","name":"c"}]}"#,
  ])
  func keepsTheFormOfOneOrMany(_ json: String) throws {
    let package: Package = try JSONAdapter.model(from: json)
    #expect(try JSONAdapter.string(from: package) == json)
    #expect(package.license.allSatisfy { $0 == "MIT" })
    #expect(package.people.map(Array.init)?.count == package.people?.elements.count)
  }

  @Test func keepsTheObjectsOfOneOrMany() throws {
    let package: Package = try JSONAdapter.model(
      from: #"{"people":[{"id":"a"},{"id":"b","name":"c"}]}"#)
    let last = try #require(package.people?.elements.last)
    try JSONAdapter.update(package, from: #"{"people":[{"id":"b"}]}"#)
    #expect(package.people?.elements.map(\.name) == ["c"])
    #expect(package.people?.elements.first === last)
  }
}

private final class Branch: Model, JSONSerializing {
  var first: Tree?
  var rest: [Tree] = []
}

private final class Leaf: Model, JSONSerializing {
  var text = ""
  var secret = 0

  override class var archiveName: String { "JSONUnionTests.Leaf" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["secret": .excluded] }
}

private enum Tree: JSONUnion {
  case branch(Branch)
  case leaf(Leaf)
}

private final class Forest: Model, JSONSerializing {
  var tree: Tree?

  override class var archiveName: String { "JSONUnionTests.Forest" }
}

extension JSONUnionTests {
  /// Below some levels, the choice of a case uses where containers end.
  @Test func choosesInDeepDocuments() throws {
    var json = #"{"text":"end"}"#
    for level in 0..<150 {
      json =
        level.isMultiple(of: 2)
        ? #"{"rest":[{"text":"a \" } ]"},\#(json),{"rest":[]}],"first":null}"#
        : #"{"rest":[],"first":\#(json)}"#
    }
    let forest = try JSONAdapter.model(of: Forest.self, from: #"{"tree":\#(json)}"#)
    var (tree, depth) = (forest.tree, 0)
    while case .branch(let branch)? = tree {
      depth += 1
      guard branch.rest.count == 3 else {
        tree = branch.first
        continue
      }
      guard case .leaf(let leaf) = branch.rest[0], case .branch(let empty) = branch.rest[2] else {
        Issue.record("other cases at \(depth)")
        return
      }
      #expect(leaf.text == #"a " } ]"#)
      #expect(empty.rest.isEmpty && empty.first == nil)
      tree = branch.rest[1]
    }
    #expect(depth == 150)
    guard case .leaf(let end)? = tree else {
      Issue.record("no leaf at the end")
      return
    }
    #expect(end.text == "end")
    let again = try JSONAdapter.string(from: forest)
    #expect(try JSONAdapter.model(of: Forest.self, from: again) == forest)
  }

  @Test func anArchiveRefusesWhatTheValuesJSONLoses() throws {
    let forest = Forest()
    let leaf = Leaf()
    leaf.text = "a"
    forest.tree = .leaf(leaf)
    #expect(try Forest.unarchive(from: forest.archivedData()) == forest)
    leaf.secret = 1
    do {
      _ = try forest.archivedData()
      Issue.record("a property was lost")
    } catch {
      #expect("\(error)".contains("keep it in a property of its own, or map all its properties"))
    }
  }
}
