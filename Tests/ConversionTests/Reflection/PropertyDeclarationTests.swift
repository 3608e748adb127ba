import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Person: Model, JSONSerializing {
  var first = ""
  var last = ""
  var age = 0 {
    willSet { events.append("will \(newValue)") }
    didSet { events.append("did \(oldValue)") }
  }
  let species = "human"
  var _events: [String] = []

  var events: [String] {
    get { _events }
    set { _events = newValue }
  }

  var fullName: String {
    get { "\(first) \(last)" }
    set {
      let parts = newValue.split(separator: " ")
      first = parts.first.map(String.init) ?? ""
      last = parts.last.map(String.init) ?? ""
    }
  }

  override class var declaredProperties: [Property] {
    [
      property("fullName", \.fullName), property("age", \.age, facets: .accessors),
      property("species", readOnly: \.species), property("initial", readOnly: \.first.first),
    ]
  }
}

private final class Employee: Person {
  var salary = 0
  override var age: Int { didSet { events.append("older") } }
}

private final class Counted: Model {
  nonisolated(unsafe) static var asked = 0
  var a = 1
  var b = 2
  var c = 3

  override class var declaredProperties: [Property] {
    asked += 1
    return [property("a", \.a)]
  }
}

private class Drink: Model, JSONSerializing {
  var flavor: String?
  var size = 0
  var _log: [String] = []

  override class var archiveName: String { "PropertyDeclarationTests.Drink" }
}

/// Overrides a stored property, and observes another.
private final class Tea: Drink {
  override var flavor: String? {
    get { super.flavor?.uppercased() }
    set { super.flavor = newValue.map { "<\($0)>" } }
  }
  override var size: Int { didSet { _log.append("\(oldValue) to \(size)") } }

  override class var declaredProperties: [Property] {
    [
      property("flavor", \.flavor, facets: .accessors),
      property("size", \.size, facets: .accessors),
    ]
  }

  override class var archiveName: String { "PropertyDeclarationTests.Tea" }
}

/// The same, not declared.
private final class Coffee: Drink {
  override var flavor: String? {
    get { super.flavor?.uppercased() }
    set { super.flavor = newValue.map { "<\($0)>" } }
  }
}

@Suite struct PropertyDeclarationTests {
  @Test func goesThroughTheAccessorsOfWhatIsDeclared() throws {
    let tea = try JSONAdapter.model(of: Tea.self, from: #"{"flavor": "mint", "size": 2}"#)
    #expect(tea.flavor == "<MINT>")
    #expect(tea._log == ["0 to 2"])
    #expect(try JSONAdapter.string(from: tea) == #"{"flavor":"<MINT>","size":2}"#)
    #expect(tea.dictionaryValue["flavor"] as? String == "<MINT>")
    #expect(tea["flavor"] as? String == "<MINT>")
    try tea.setValue("rose", forPropertyKey: "flavor")
    #expect(tea.flavor == "<ROSE>")
    let given = try Tea(dictionary: ["flavor": "lime", "size": 1])
    #expect(given.flavor == "<LIME>")
    #expect(given._log == ["0 to 1"])
    let archived = try Tea.unarchive(from: given.archivedData())
    #expect(archived.flavor == "<<LIME>>")
    #expect(archived._log == ["0 to 1"])
    try JSONAdapter.update(archived, from: #"{"flavor": "fig"}"#)
    #expect(archived.flavor == "<FIG>")
    #expect(given.with { _ in }.flavor == "<<LIME>>")
  }

  @Test func seesTheStorageOfWhatIsNotDeclared() throws {
    let coffee = try JSONAdapter.model(of: Coffee.self, from: #"{"flavor": "nut"}"#)
    #expect(coffee.flavor == "NUT")
    #expect(try JSONAdapter.string(from: coffee) == #"{"flavor":"nut","size":0}"#)
    #expect(coffee["flavor"] as? String == "nut")
  }

  @Test func declaredPropertiesReplaceStoredOnesInPlace() {
    #expect(Person.propertyKeys == ["first", "last", "age", "fullName", "species", "initial"])
    #expect(Person.properties.map(\.key) == Person.propertyKeys)
    #expect(
      Employee.propertyKeys
        == ["first", "last", "age", "salary", "fullName", "species", "initial"])
    #expect(
      Person.properties.suffix(4).map(\.isReadOnly) == [false, false, true, true])
  }

  @Test func runsObservers() throws {
    let person = Person()
    try person.setValue(3, forPropertyKey: "age")
    #expect(person.events == ["will 3", "did 0"])
    let employee = Employee()
    try JSONAdapter.update(employee, from: #"{"age": 4}"#)
    #expect(employee.events == ["will 4", "did 0", "older"])
    #expect(try Person(dictionary: ["age": 5]).events == ["will 5", "did 0"])
  }

  @Test func readsAndWritesComputedProperties() throws {
    let person = try Person(dictionary: ["fullName": "Ada Lovelace"])
    #expect(person.first == "Ada")
    #expect(person.last == "Lovelace")
    #expect(person["fullName"] as? String == "Ada Lovelace")
    #expect(person["initial"] as? Character == "A")
    #expect(person.dictionaryValue["species"] as? String == "human")
  }

  @Test func refusesToSetReadOnlyOnes() {
    let error = #expect(throws: ModelError.self) {
      try Person(dictionary: ["species": "cat"])
    }
    #expect(error?.kind == .readOnly)
    #expect(error?.description == "Person.species is read-only")
    let person = Person()
    #expect(throws: ModelError.self) { try person.setValue("x", forPropertyKey: "initial") }
  }

  @Test func readsBackADictionaryValueWithReadOnlyOnes() throws {
    let person = try Person(dictionary: ["fullName": "Ada Lovelace", "age": 3])
    let copy = try Person(dictionary: person.dictionaryValue)
    #expect(copy == person)
    #expect(copy["initial"] as? Character == "A")
    let nobody = try Person(dictionary: Person().dictionaryValue)
    #expect(nobody["initial"] == nil)
    // What is given for a read-only property must be what the others make of it.
    var values = person.dictionaryValue
    for initial in ["B" as Character, NSNull(), 1] as [Any] {
      values["initial"] = initial
      let error = #expect(throws: ModelError.self) { try Person(dictionary: values) }
      #expect(error?.kind == .readOnly)
      #expect(error?.propertyKey == "initial")
    }
  }

  @Test func mergesAndCopiesPastReadOnlyOnes() throws {
    let person = try Person(dictionary: ["fullName": "Ada Lovelace", "age": 3])
    let copy = person.with { _ in }
    #expect(copy == person)
    #expect(person.deeplyCopied() == person)
    let other = Person()
    other.mergeValues(from: person)
    #expect(other.fullName == "Ada Lovelace")
    #expect(other.changedKeys(from: Person()) == ["first", "last", "age", "fullName", "initial"])
  }

  @Test func asksOncePerClass() {
    Counted.asked = 0
    _ = Counted.propertyKeys
    _ = Counted().dictionaryValue
    _ = Counted() == Counted()
    #expect(Counted.asked == 1)
  }
}
