import Peridot
import Testing

@testable import Fuzz

/// The second reader and writer of the mapping rules, by which the library is judged.
@Suite struct ReferenceTests {
  private func property(
    _ key: String, _ type: TypeSpec, _ initial: Plain, at place: PlaceSpec? = nil
  ) -> PropertySpec {
    var property = PropertySpec(key, type, initial)
    property.place = place
    return property
  }

  private func family(_ properties: [PropertySpec]) -> ClassFamily {
    var spec = ClassSpec(id: 0, shape: .plain)
    spec.properties = properties
    return ClassFamily(classes: [spec], root: 0)
  }

  private func read(
    _ text: String, _ properties: [PropertySpec], _ preset: PolicySpec.Preset = .strict
  ) throws -> (model: String, issues: Int) {
    let reference = try Reference(family(properties), PolicySpec(preset: preset))
    let model = try reference.read(try #require(JSON(text)))
    return (model.description, reference.issues.count)
  }

  private func faults(
    _ text: String, _ properties: [PropertySpec], _ preset: PolicySpec.Preset = .strict
  ) throws -> [Reference.Fault] {
    let error = #expect(throws: Reference.Failure.self) {
      try read(text, properties, preset)
    }
    return try #require(error).faults
  }

  @Test func readsPlaces() throws {
    let properties = [
      property("id", .integer(.int), .integer(0), at: PlaceSpec(.path([.key("a"), .index(1)]))),
      property(
        "userName", .array(.string), .array([]),
        at: PlaceSpec(.path([.key("rows"), .each, .key("n")]))),
      property(
        "homeURL", .optional(.string), .none, at: PlaceSpec(.firstOf([[.key("x")], [.key("y")]]))),
      property("item2", .bool, .bool(false)),
    ]
    let text = #"{"a":[0,7],"rows":[{"n":"p"},{},{"n":"q"}],"x":null,"y":"z","item2":true}"#
    #expect(
      try read(text, properties).model
        == #"C0(id: 7, userName: ["p", "q"], homeURL: "z", item2: true)"#)
    #expect(
      try read("{}", properties).model == "C0(id: 0, userName: [], homeURL: nil, item2: false)")
  }

  @Test func tellsEachMistake() throws {
    var name = property("userName", .string, .text(""))
    name.isRequired = true
    let properties = [property("id", .integer(.int8), .integer(0)), name]
    #expect(
      try faults(#"{"id":300}"#, properties) == [
        Reference.Fault(kind: .outOfRange, keys: ["id"], path: [.key("id")]),
        Reference.Fault(kind: .missingKeys, keys: ["userName"], path: [.key("userName")]),
      ])
    #expect(
      try faults(#"{"id":null,"userName":"a"}"#, properties) == [
        Reference.Fault(kind: .nullValue, keys: ["id"], path: [.key("id")])
      ])
  }

  @Test func repairsAndReports() throws {
    let properties = [
      property("id", .integer(.int), .integer(0)), property("item2", .array(.bool), .array([])),
    ]
    let (model, issues) = try read(#"{"id":"5","item2":[true,"x",1]}"#, properties, .lenient)
    #expect(model == "C0(id: 5, item2: [true, true])")
    #expect(issues == 1)
  }

  @Test func writes() throws {
    let properties = [
      property("id", .integer(.int), .integer(0), at: PlaceSpec(.path([.key("a"), .key("b")]))),
      property("userName", .optional(.string), .none),
      property("homeURL", .optional(.string), .text("first")),
      property("item2", .codable(.load), .enumCase("idle", [])),
    ]
    let reference = try Reference(family(properties), PolicySpec())
    let model = Plain.ModelValue(
      classID: 0,
      members: [
        Plain.Member("id", .integer(5)), Plain.Member("userName", .none),
        Plain.Member("homeURL", .none),
        Plain.Member("item2", .enumCase("loading", [Plain.Member("progress", .double(0.5))])),
      ])
    // A nil that a new object would not have is written.
    #expect(
      try reference.write(model).isEquivalent(
        to: JSON(#"{"a":{"b":5},"homeURL":null,"item2":{"loading":{"progress":0.5}}}"#) ?? .null))
  }

  @Test func takesNoWordForNullAsText() throws {
    var id = property("id", .union(.scalars), .enumCase("truth", [Plain.Member("_0", .bool(true))]))
    id.policy = [
      PolicyChange("acceptsNullWordsForStrings = true") { $0.acceptsNullWordsForStrings = true }
    ]
    #expect(
      try faults(#"{"id":" NULL"}"#, [id]) == [
        Reference.Fault(kind: .typeMismatch, keys: ["id"], path: [.key("id")])
      ])
    #expect(try read(#"{"id":"nulls"}"#, [id]).model == #"C0(id: .text(_0: "nulls"))"#)
  }

  @Test func tellsARefusedValueAtItsPlaceBesideKeptPresence() throws {
    var id = property("id", .string, .text(""))
    id.transformer = .mapping
    var inner = ClassSpec(id: 0, shape: .present)
    inner.properties = [id]
    var outer = ClassSpec(id: 1, shape: .plain)
    outer.properties = [property("item2", .model(0), .none)]
    let family = ClassFamily(classes: [inner, outer], root: 1)
    let reference = try Reference(family, PolicySpec())
    var model = Plain.ModelValue(classID: 0, members: [Plain.Member("id", .text("x"))])
    model.presence = .object([])
    let whole = Plain.ModelValue(classID: 1, members: [Plain.Member("item2", .model(model))])
    let error = #expect(throws: Reference.Failure.self) { try reference.write(whole) }
    #expect(
      error?.faults == [
        Reference.Fault(kind: .transformFailed, path: [.key("item2"), .key("id")])
      ])
  }

  @Test func saysWhatItDoesNotKnow() {
    #expect(throws: Reference.Uncovered.self) {
      try Reference(family([]), PolicySpec(preset: .legacyYYModel))
    }
  }
}
