import Foundation
import Peridot
import Testing

private final class Small: Model, JSONSerializing {
  var id = 0

  override class var requiredPropertyKeys: Set<String> { ["id"] }
}

private final class Large: Model, JSONSerializing {
  var id = 0
  var name = ""

  override class var requiredPropertyKeys: Set<String> { ["id", "name"] }
}

private enum Sized: JSONUnion {
  case small(Small)
  case large(Large)
}

private final class Cat: Model, JSONSerializing {
  var name: String?
  var meows: Bool?
}

private final class Dog: Model, JSONSerializing {
  var name: String?
  var barks: Bool?
}

private enum Pet: JSONUnion {
  case cat(Cat)
  case dog(Dog)
}

private class Person: Model, JSONSerializing {
  var name = ""
}

private final class Employee: Person {
  var company = ""
}

private enum Anyone: JSONUnion {
  case person(Person)
  case employee(Employee)
}

private enum Amount: JSONUnion {
  case whole(Int)
  case part(Double)
  case text(String)
}

private enum When: JSONUnion {
  case date(Date)
  case text(String)
}

private final class Placed: Model, JSONSerializing {
  var id = ""
  var name = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": .firstOf("a", "data.name", "c.d")]
  }
}

private final class Wide: Model, JSONSerializing {
  var id = ""
  var one = ""
  var two = ""
  var three = ""
  var four = ""
}

private enum Lacking: JSONUnion {
  case wide(Wide)
  case placed(Placed)
}

private class Shape: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "type", ["circle": Circle.self], unknown: .kept(OtherShape.self))
  }
}

private final class Circle: Shape {
  var radius = 0
}

private final class OtherShape: Shape, JSONKeeping {
  var keptJSON = RawJSON()
}

private enum ShapeOrTexts: JSONUnion {
  case shape(Shape)
  case texts([String: String])
}

private final class Drawing: Model, JSONSerializing {
  var shape: ShapeOrTexts?
}

private final class Box: Model, JSONSerializing {
  var sized: Sized?
  var pet: Pet?
  var anyone: Anyone?
  var amount: Amount?
  var when: When?
  var pets: [Pet]?
}

/// What users of other libraries complain of about values of several forms.
@Suite struct UnionComplaintTests {
  private func box(_ json: String) throws -> Box { try JSONAdapter.model(from: json) }

  /// serde, Pydantic: the smaller structure, listed first, takes the larger one's object.
  @Test(arguments: [
    (#"{"id": 1, "name": "a"}"#, false), (#"{"name": "a", "id": 1}"#, false), (#"{"id": 1}"#, true),
    (#"{"id": 1, "other": 2}"#, true),
  ])
  func theSmallerClassDoesNotTakeTheLarger(_ json: String, _ isSmall: Bool) throws {
    let box = try box(#"{"sized": \#(json)}"#)
    if case .small? = box.sized { #expect(isSmall) } else { #expect(!isSmall) }
  }

  /// Pydantic: the first class whose members are all optional takes every object.
  @Test func aClassOfOptionalMembersDoesNotTakeEveryObject() throws {
    guard case .dog(let dog)? = try box(#"{"pet": {"name": "Rex", "barks": true}}"#).pet else {
      Issue.record("not a dog")
      return
    }
    #expect(dog.barks == true)
    // Nothing tells them apart: the first one, as declared.
    guard case .cat? = try box(#"{"pet": {"name": "Tom"}}"#).pet else {
      Issue.record("not a cat")
      return
    }
  }

  /// serde: "data did not match any variant", without a reason or a place.
  @Test func anErrorSaysWhatIsWrongInTheCaseThatIsMeant() {
    let error = #expect(throws: JSONAdapterError.self) {
      try box(#"{"pets": [{"meows": true}, {"name": "Rex", "barks": "loud"}]}"#)
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.path == "$.pets[1].barks")
    #expect(error?.propertyKey == "barks")
    let other = #expect(throws: JSONAdapterError.self) { try box(#"{"pet": 5}"#) }
    #expect(other?.path == "$.pet")
    #expect(
      other?.description.contains("expected Pet (object (Cat), object (Dog)), found number 5")
        == true)
  }

  /// Jackson: a supertype takes its subtypes' objects, or the order of members decides.
  @Test(arguments: [
    (#"{"name": "a"}"#, false), (#"{"name": "a", "company": "b"}"#, true),
    (#"{"company": "b", "name": "a"}"#, true),
  ])
  func aSuperclassDoesNotTakeItsSubclass(_ json: String, _ isEmployee: Bool) throws {
    guard let anyone = try box(#"{"anyone": \#(json)}"#).anyone else {
      Issue.record("nobody")
      return
    }
    switch anyone {
    case .person(let person): #expect(!isEmployee && type(of: person) == Person.self)
    case .employee(let employee): #expect(isEmployee && employee.company == "b")
    }
  }

  /// A policy that looks up more names chooses the same class.
  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func thePolicyChoosesNoOtherClass(_ policy: ConversionPolicy) throws {
    for json in ["{}", #"{"id": "a"}"#] {
      guard case .placed = try JSONAdapter.value(of: Lacking.self, from: json, policy: policy)
      else {
        Issue.record("\(json)")
        continue
      }
    }
  }

  /// A cluster reads the member of its tag, whatever the tag is.
  @Test(arguments: [
    #"{"type": null}"#, #"{"type": "zz"}"#, #"{"type": "zz", "radius": 5}"#,
    #"{"type": "circle", "radius": 5}"#, #"{"type": 5, "name": "a"}"#,
  ])
  func aClustersTagIsNoMemberOfADictionary(_ json: String) throws {
    func read(_ json: String) throws -> ShapeOrTexts? {
      try JSONAdapter.model(of: Drawing.self, from: #"{"shape": \#(json)}"#).shape
    }
    guard case .shape(let shape)? = try read(json), case .texts? = try read(#"{"a": "b"}"#) else {
      Issue.record("\(json)")
      return
    }
    #expect(shape is Circle == json.contains("circle"))
  }

  /// Pydantic, hand-written `try?` chains: text becomes a number, or a number loses its form.
  @Test(arguments: ["5", "5.5", "1.0", #""5""#, #""x""#, "-0.5"])
  func anAmountKeepsItsForm(_ json: String) throws {
    let text = #"{"amount":\#(json)}"#
    #expect(try JSONAdapter.string(from: box(text)) == text)
  }

  /// Hand-written `try?` chains: what looks like a date is read as text, or is written as one.
  @Test func textThatIsNoDateStaysText() throws {
    let box = try box(#"{"when": "2020-01-01T00:00:00Z"}"#)
    guard case .date? = box.when else {
      Issue.record("not a date")
      return
    }
    box.when = .text("2020-01-01T00:00:00Z")
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: box) }
    box.when = .text("soon")
    #expect(try JSONAdapter.string(from: box) == #"{"when":"soon"}"#)
  }

  /// Jackson, Moshi: null, absence and the empty object are one.
  @Test func nullAndAbsenceAreNoCase() throws {
    #expect(try box(#"{"pet": null}"#).pet == nil)
    #expect(try box("{}").pet == nil)
    guard case .cat? = try box(#"{"pet": {}}"#).pet else {
      Issue.record("not a cat")
      return
    }
  }
}
