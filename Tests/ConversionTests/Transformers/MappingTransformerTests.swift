import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Gender {
  case male, female, unknown
}

@Suite struct MappingTransformerTests {
  @Test func looksUpBothWays() throws {
    let transformer = ValueTransformer.mapping(["m": Gender.male, "f": .female])
    #expect(try transformer.forward("m", as: Gender.self) == .male)
    #expect(try transformer.reverse(Gender.female, as: String.self) == "f")
    #expect(try transformer.forward(nil) == nil)
    #expect(try transformer.reverse(nil) == nil)
  }

  @Test func rejectsWhatIsNotInTheTable() {
    let transformer = ValueTransformer.mapping(["m": Gender.male, "f": .female])
    expectError("\"x\" is not one of \"f\", \"m\"") { try transformer.forward("x") }
    expectError("expected one of \"f\", \"m\", found number 5") { try transformer.forward(5) }
    expectError("Gender is not one of female, male") { try transformer.reverse(Gender.unknown) }
    expectError("expected one of female, male, found string \"m\"") {
      try transformer.reverse("m")
    }
  }

  @Test func fallsBackToTheDefaults() throws {
    let transformer = ValueTransformer.mapping(
      ["m": Gender.male, "f": .female], default: .unknown, reverseDefault: "u")
    #expect(try transformer.forward("x", as: Gender.self) == .unknown)
    #expect(try transformer.forward(nil, as: Gender.self) == .unknown)
    #expect(try transformer.forward(NSNull(), as: Gender.self) == .unknown)
    #expect(try transformer.reverse(Gender.unknown, as: String.self) == "u")
    #expect(try transformer.reverse(nil, as: String.self) == "u")
    expectError("expected one of \"f\", \"m\", found number 5") { try transformer.forward(5) }
  }

  @Test func looksUpNull() throws {
    let byNull = ValueTransformer.mapping([
      NSNull() as AnyHashable: Gender.unknown, "m" as AnyHashable: .male,
    ])
    #expect(try byNull.forward(nil, as: Gender.self) == .unknown)
    #expect(try byNull.forward(NSNull(), as: Gender.self) == .unknown)
    #expect(try byNull.forward("m", as: Gender.self) == .male)
    #expect(try byNull.reverse(Gender.unknown) is NSNull)
    expectError("\"x\" is not one of \"m\", null") { try byNull.forward("x") }

    let byNil = ValueTransformer.mapping([nil: Gender.unknown, "m" as String?: .male])
    #expect(try byNil.forward(nil, as: Gender.self) == .unknown)
    #expect(try byNil.forward("m", as: Gender.self) == .male)
    #expect(try byNil.reverse(Gender.unknown) == nil)
    #expect(try byNil.reverse(Gender.male, as: String.self) == "m")
  }

  @Test func tellsNumbersFromBooleans() throws {
    let transformer = ValueTransformer.mapping([
      1 as AnyHashable: "one", true as AnyHashable: "yes", 1.5 as AnyHashable: "more",
    ])
    #expect(try transformer.forward(boxed("1"), as: String.self) == "one")
    #expect(try transformer.forward(boxed("true"), as: String.self) == "yes")
    #expect(try transformer.forward(boxed("1.5"), as: String.self) == "more")
  }

  @Test func mapsManyToOneIfToldWhichToWrite() throws {
    let transformer = ValueTransformer.mapping(
      ["m": Gender.male, "male": .male, "f": .female], reverse: [.male: "male"])
    #expect(try transformer.forward("m", as: Gender.self) == .male)
    #expect(try transformer.forward("male", as: Gender.self) == .male)
    #expect(try transformer.reverse(Gender.male, as: String.self) == "male")
    #expect(try transformer.reverse(Gender.female, as: String.self) == "f")
  }

  @Test func throwsInReverseIfManyMapToOne() throws {
    let transformer = ValueTransformer.mapping(["m": 1, "male": 1, "f": 2])
    #expect(try transformer.forward("male", as: Int.self) == 1)
    expectError(
      "number 1 cannot be written as \"m\" or \"male\", which map to one value: say which of them is "
        + "written, such as .mapping(table, reverse: [value: key])"
    ) { try transformer.reverse(1, as: String.self) }
    #expect(try transformer.reverse(2, as: String.self) == "f")
  }

  @Test func keepsItsMessageShort() {
    let table = Dictionary(uniqueKeysWithValues: (10..<99).map { ("key\($0)", $0) })
    expectError(
      "\"x\" is not one of \"key10\", \"key11\", \"key12\", \"key13\", \"key14\", \"key15\", "
        + "\"key16\", \"key17\", …"
    ) { try ValueTransformer.mapping(table).forward("x") }
  }
}
