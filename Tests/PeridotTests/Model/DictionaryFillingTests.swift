import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Animal: Model {
  var name = ""
}

private final class Dog: Animal {
  var breed = "pug"
}

private enum Phase: String {
  case first, second
}

private class Values: Model {
  var text = "t"
  var optionalText: String? = "o"
  var int = 1
  var optionalInt: Int? = 1
  var long: Int64 = 1
  var optionalLong: Int64? = 1
  var truth = false
  var optionalTruth: Bool? = false
  var double = 0.5
  var optionalDouble: Double? = 0.5
  var date = Date(timeIntervalSince1970: 0)
  var optionalDate: Date? = Date(timeIntervalSince1970: 0)
  var url = URL(fileURLWithPath: "/")
  var optionalURL: URL? = URL(fileURLWithPath: "/")
  var nested: String?? = "n"
  var byte: UInt8 = 1
  var phase = Phase.first
  var animal = Animal()
  var optionalAnimal: Animal? = Animal()
  var list = ["l"]
  var anything: Any = 0
  var anyOptional: Any?
  var null: NSNull?
  var object: NSObject?
}

/// Takes its values one by one, as its hook has to be asked.
private final class Checked: Values {
  override func validate(_ value: inout Any?, forKey key: String) throws {}
}

private final class Owner: Model {
  var pet = Animal()
  var guest: Animal?
}

private final class Accented: Model {
  // swift-format-ignore: IdentifiersMustBeASCII
  var élan = 1
}

private final class Temperature: Model {
  var celsius = 0.0 { didSet { fahrenheit = celsius * 9 / 5 + 32 } }
  var fahrenheit = 32.0

  override class var declaredProperties: [Property] {
    [property("celsius", \.celsius, facets: .accessors)]
  }
}

private final class Holder: Model {
  var object: NSObject?
  weak var target: Animal?
}

@Suite struct DictionaryFillingTests {
  @Test func takesValuesOfThePropertiesTypes() throws {
    let date = Date(timeIntervalSince1970: 5)
    let url = try #require(URL(string: "https://example.org/a?b#c"))
    let values: [String: Any] = [
      "text": "a text that is longer than others", "optionalText": "", "int": -5,
      "optionalInt": Int.max, "long": Int64.min, "optionalLong": Int64(7), "truth": true,
      "optionalTruth": true, "double": 2.5, "optionalDouble": -0.0, "date": date,
      "optionalDate": date, "url": url, "optionalURL": url, "byte": UInt8(255),
      "phase": Phase.second, "list": ["a", "b"], "anything": "any",
    ]
    let model = try Values(dictionary: values)
    for (key, value) in values {
      #expect(model[key] as? AnyHashable == value as? AnyHashable, "\(key)")
    }
    #expect(try Values(dictionary: model.dictionaryValue) == model)
  }

  @Test func takesNullOfOptionalsOnly() throws {
    for key in ["optionalText", "optionalInt", "optionalLong", "optionalTruth", "optionalDouble"]
      + ["optionalDate", "optionalURL", "nested", "optionalAnimal", "anyOptional", "null"]
    {
      #expect(try Values(dictionary: [key: NSNull()])[key] == nil, "\(key)")
    }
    for key in ["text", "int", "long", "truth", "double", "date", "url", "byte", "animal", "list"] {
      let error = #expect(throws: ModelError.self) { try Values(dictionary: [key: NSNull()]) }
      #expect(error?.kind == .nilValue)
      #expect(error?.propertyKey == key)
    }
    #expect(try Values(dictionary: ["anything": NSNull()]).anything is NSNull)
  }

  @Test func takesSubclassesAndOptionals() throws {
    let dog = Dog()
    let asAnimal: Animal = dog
    let model = try Values(dictionary: ["animal": dog, "optionalAnimal": asAnimal])
    #expect(model.animal === dog)
    #expect(model.optionalAnimal === dog)
    let optional: Int? = 3
    #expect(try Values(dictionary: ["int": optional as Any]).int == 3)
    #expect(try Values(dictionary: ["optionalInt": optional as Any]).optionalInt == 3)
    let nested = try Values(dictionary: ["nested": String??.some(nil) as Any]).nested
    #expect(nested == .none)
    let null: NSObject = NSNull()
    #expect(try Values(dictionary: ["object": null]).object == nil)
  }

  /// A cast to a class would bridge the set first, which ends the process on Linux.
  @Test func refusesASetForAModel() throws {
    let set: Set = [Decimal(sign: .plus, exponent: -1, significand: 123_456_789_012_345_675)]
    let owner = Owner()
    for key in ["pet", "guest"] {
      #expect(throws: ModelError.self) { try Owner(dictionary: [key: set]) }
      #expect(throws: ModelError.self) { try owner.setValue(set, forPropertyKey: key) }
    }
    let dog: Animal? = Dog()
    try owner.setValue(dog as Any, forPropertyKey: "pet")
    try owner.setValue(dog as Any, forPropertyKey: "guest")
    #expect(owner.pet === dog && owner.guest === dog)
  }

  @Test func takesValuesOfFoundation() throws {
    let values = try Values(dictionary: [
      "text": NSString("text"), "optionalText": NSString("optional"), "int": NSNumber(value: 5),
      "optionalInt": NSNumber(value: 6), "long": NSNumber(value: 7), "truth": NSNumber(value: true),
      "double": NSNumber(value: 1.5), "optionalDouble": NSNumber(value: 2),
    ])
    #expect(values.text == "text")
    #expect(values.optionalText == "optional")
    #expect(values.int == 5)
    #expect(values.optionalInt == 6)
    #expect(values.long == 7)
    #expect(values.truth)
    #expect(values.double == 1.5)
    #expect(values.optionalDouble == 2)
  }

  /// Whatever is given, a class that takes its values one by one has the same result.
  @Test func agreesWithTakingValuesOneByOne() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    let date = Date(timeIntervalSince1970: 9)
    let given: [Any] = [
      "text", NSString("ns"), 1, 2.5, 3.0, -1, true, Int64(4), UInt8(5), UInt64.max, Float(0.5),
      NSNumber(value: 6), NSNumber(value: 1.5), NSNumber(value: true), Decimal(7), NSNull(), date,
      URL(fileURLWithPath: "/a"), Phase.second, "second", ["a"], [1], [Any](), Dog(), Animal(),
      Int?.some(8) as Any, Int?.none as Any, String??.some(nil) as Any, String??.some("x") as Any,
      Double.nan, Substring("sub"), NSObject(), NSArray(array: ["n"]),
    ]
    for _ in 0..<2_000 {
      var values: [String: Any] = [:]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let key = Values.propertyKeys.randomElement(using: &random) ?? ""
        values[key] = given.randomElement(using: &random)
      }
      if Int.random(in: 0..<10, using: &random) == 0 { values["unknown"] = 1 }
      #expect(
        outcome(Values.self, values) == outcome(Checked.self, values), "seed \(seed): \(values)")
    }
  }

  /// The values that were taken, or the error, in words that do not tell the class.
  private func outcome(_ type: Values.Type, _ values: [String: Any]) -> [String] {
    do {
      let model = try type.init(dictionary: values)
      return values.keys.sorted().map { key in
        let value = model[key]
        return "\(key): \(value.map { "\(Swift.type(of: $0)) \($0)" } ?? "nil")"
      }
    } catch let error as ModelError {
      return ["\(error.kind)", error.propertyKey ?? "", error.expected, error.found]
    } catch {
      return ["\(error)"]
    }
  }

  @Test func findsKeysThatAreEqualButForTheirBytes() throws {
    let key = try #require(Accented.propertyKeys.first)
    let (composed, decomposed) = (
      key.precomposedStringWithCanonicalMapping, key.decomposedStringWithCanonicalMapping
    )
    #expect(Array(composed.utf8) != Array(decomposed.utf8))
    #expect(try Accented(dictionary: [composed: 2]).élan == 2)
    #expect(try Accented(dictionary: [decomposed: 2]).élan == 2)
  }

  @Test func runsObserversInTheOrderOfTheProperties() throws {
    for _ in 0..<20 {
      let both = try Temperature(dictionary: ["fahrenheit": 1.0, "celsius": 100.0])
      #expect(both.celsius == 100)
      #expect(both.fahrenheit == 1)
    }
    #expect(try Temperature(dictionary: ["celsius": 100.0]).fahrenheit == 212)
  }

  @Test func keepsNothingAlive() throws {
    weak var object: NSObject?
    weak var target: Animal?
    do {
      let (held, aimed) = (NSObject(), Animal())
      (object, target) = (held, aimed)
      let holder = try Holder(dictionary: ["object": held, "target": aimed])
      #expect(holder.object === held)
      #expect(holder.target === aimed)
      #expect(throws: ModelError.self) { try Holder(dictionary: ["object": held, "target": 1]) }
    }
    #expect(object == nil)
    #expect(target == nil)
  }
}
