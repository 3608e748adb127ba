import Foundation
import Peridot
import Testing

private enum Suit: String, Codable { case clubs, hearts, spades, stars }

private final class Hand: Model, CodableModel {
  var suits: Set<Suit> = [.clubs, .hearts, .spades, .stars]
  var table: [String: Int] = [:]

  override class var declaredProperties: [Property] {
    [property("suits", \.suits, by: .embeddedJSON), property("table", \.table, by: .embeddedJSON)]
  }
}

/// Its JSON has more values than the document, so places in it are none of the document.
private final class Padded: Model, JSONSerializing, JSONPreparing {
  var id = 0
  var list: [Int] = []

  override class var identityKey: String? { "id" }

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    let list: [Any] = (0..<2000).map { $0 as Any } + ["x"]
    return json.merging(["list": list]) { $1 }
  }
}

private final class PaddedHolder: Model, JSONSerializing {
  var padded: Padded?
}

private class Figure: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "kind", ["circle": Circle.self, "dot": Dot.self])
  }
}

private final class Circle: Figure {
  var radius = 1

  override class var declaredProperties: [Property] {
    [property("radius", \.radius, at: "meta.radius")]
  }
}

private final class Dot: Figure {}

private final class Drawing: Model, JSONSerializing, JSONExtrasKeeping {
  var title = ""
  var figure: Figure?
  var jsonExtras: [String: Any] = [:]

  override class var declaredProperties: [Property] {
    [property("title", \.title, at: "meta.title"), property("figure", \.figure, at: .root)]
  }
}

private class Coil: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "kind", ["coil": Coil.self, "inner": Inner.self])
  }

  final class Inner: Coil {
    var coil: Coil?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["coil": .root] }
  }

  final class Box: Model, JSONSerializing { var coils: [String: Coil?] = [:] }
}

private enum Counted: JSONUnion, Equatable {
  case null
  case count(Int)
}

private final class Counter: Model, CodableModel { var counted = Counted.count(3) }

private final class Price: Model, CodableModel {
  var amount: Decimal = 1

  override class var conversionPolicy: ConversionPolicy? { .legacyJSONModel }
}

private class Emblem: Model, JSONSerializing, JSONPreparing {
  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }

  override class var cluster: Cluster? {
    cluster(tag: "content.meta.kind", ["seal": Seal.self, "crest": Crest.self])
  }
}

private final class Seal: Emblem { var ring = 1 }

private final class Crest: Emblem { var shield = 1 }

private class Beast: Model, JSONSerializing, JSONPreparing {
  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }

  override class var cluster: Cluster? { cluster(tag: "content.meta.kind", ["hound": Hound.self]) }
}

private final class Hound: Beast { var legs = 4 }

private enum EmblemOrBeast: JSONUnion, Equatable {
  case emblem(Emblem)
  case beast(Beast)
}

private class Letter: Model, JSONSerializing {
  var title = ""
  var emblem = EmblemOrBeast.beast(Hound())
}

private final class PreparedLetter: Letter, JSONPreparing {
  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

private enum Names: JSONUnion, Equatable {
  case list([String])
  case null
}

private final class Owner: Model, JSONSerializing {
  var names = Names.list(["new"])

  override class func storageBehavior(forKey key: String) -> PropertyStorage { .transitory }
}

private enum OwnerOrID: JSONUnion {
  case id(String)
  case object(Owner)
}

private final class Item: Model, JSONSerializing {
  var owner: OwnerOrID?
  var owners: [String: OwnerOrID] = [:]
}

private final class Leaf: Model, CodableModel {
  var a = 0
  var b = 0
}

private final class Stem: Model, CodableModel {
  var c = 0
}

private final class Inner: Model, CodableModel {
  var part = Leaf()
  var other = 0

  override class var declaredProperties: [Property] {
    [property("part", \.part, at: .writeOnly("leaf"))]
  }
}

private final class Outer: Model, CodableModel {
  var leaf = Stem()
  var inner = Inner()

  override class var declaredProperties: [Property] { [property("inner", \.inner, at: .root)] }
}

private final class AnyCase: Model, CodableModel, JSONKeyStyling {
  var id: String?
  var code = 0

  static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var declaredProperties: [Property] {
    [property("code", \.code, at: .writeOnly("ID"))]
  }
}

private final class Present: Model, CodableModel, JSONPresenceKeeping {
  var names = Names.list([])
  var jsonPresence = JSONPresence()

  override class var declaredProperties: [Property] {
    [property("names", \.names, at: "meta.names")]
  }
}

private final class NullPart: Model, JSONSerializing {
  var id: Int?? = .some(nil)
  var name = "n"

  override class var declaredProperties: [Property] {
    [property("name", \.name, at: "list[1].name")]
  }
}

private final class AbsenceHolder: Model, JSONSerializing {
  var id: Int??
  var first: Int??
  var part: NullPart?

  override class var declaredProperties: [Property] {
    [property("first", \.first, at: "list[0].first"), property("part", \.part, at: .root)]
  }
}

private final class Rest: Model, CodableModel {
  var id: Int?
  var rest: [String: Any] = [:]

  override class var declaredProperties: [Property] { [property("rest", \.rest, at: .root)] }
}

/// What random classes of the laws found wrong where two features meet.
@Suite struct FeatureCrossingTests {
  @Test func equalSetsAndDictionariesAreEqualTextWithinText() throws {
    let hands = (0..<20).map { count in
      let hand = Hand()
      hand.suits = []
      hand.suits.reserveCapacity(1 << (count % 6))
      for suit in [Suit.stars, .clubs, .spades, .hearts] { hand.suits.insert(suit) }
      hand.table.reserveCapacity(1 << (count % 6))
      for name in "abcdefgh" { hand.table["\(name)"] = 1 }
      return hand
    }
    let texts = try Set(hands.map { try JSONAdapter.string(from: $0) })
    #expect(texts.count == 1)
    #expect(texts.first?.contains(#"[\"clubs\",\"hearts\",\"spades\",\"stars\"]"#) == true)
    var policy = ConversionPolicy.strict
    policy.defaultsOnExport = .omit
    hands[0].table = [:]
    #expect(try JSONAdapter.string(from: hands[0], policy: policy) == "{}")
  }

  @Test func aMistakeInAPreparedObjectThatAPatchReplacesHasItsPath() throws {
    let holder = PaddedHolder()
    holder.padded = Padded()
    holder.padded?.id = 1
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.apply(mergePatch: #"{"padded":{"id":2}}"#, to: holder)
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.path == "$.padded.list[2000]")
    #expect(holder.padded?.id == 1)
  }

  @Test func aNullForAnotherClassMakesNoUnknownMember() throws {
    let (old, new) = (Drawing(), Drawing())
    (old.figure, new.figure, new.title) = (Circle(), Dot(), "t")
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"{"kind":"dot","meta":{"radius":null,"title":"t"}}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
    #expect(old.jsonExtras.isEmpty)
  }

  @Test func aPatchKeepsAndRemovesUnknownMembersBesideMappedOnes() throws {
    let drawing: Drawing = try JSONAdapter.model(
      from: #"{"kind":"dot","meta":{"title":"t","note":1},"other":{"a":1}}"#)
    try JSONAdapter.apply(mergePatch: #"{"meta":{"none":null},"other":{"b":null}}"#, to: drawing)
    #expect(drawing.jsonExtras["meta"] as? [String: Int] == ["note": 1])
    #expect(drawing.jsonExtras["other"] as? [String: Int] == ["a": 1])
    try JSONAdapter.apply(mergePatch: #"{"meta":{"note":null},"other":null}"#, to: drawing)
    #expect(drawing.jsonExtras["other"] == nil)
    #expect((drawing.jsonExtras["meta"] as? [String: Any] ?? [:]).isEmpty)
  }

  @Test func aPatchRefusesANullInAUnionsModelThatComparisonLeavesOut() throws {
    let (old, new, owner) = (Item(), Item(), Owner())
    owner.names = .null
    new.owner = .object(owner)
    var error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.mergePatch(from: old, to: new)
    }
    #expect(error?.path == "$.owner.names")
    new.owner = nil
    new.owners = ["a": .object(owner)]
    error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.mergePatch(from: old, to: new)
    }
    #expect(error?.path == "$.owners.a.names")
  }

  @Test func aCoderWritesTheMembersOfAllPropertiesAtOnePlace() throws {
    let outer = Outer()
    outer.leaf.c = 3
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let coded = String(decoding: try encoder.encode(outer), as: UTF8.self)
    #expect(coded == #"{"leaf":{"a":0,"b":0,"c":3},"other":0}"#)
    #expect(try JSONAdapter.string(from: outer, options: .sortedKeys) == coded)
  }

  @Test(arguments: [#"{"ID":1,"Id":"x"}"#, #"{"ID":1}"#])
  func aNameThatIsOnlyWrittenIsNoOtherInAnyCase(_ json: String) throws {
    let id = json.contains("x") ? "x" : nil
    #expect(try JSONAdapter.model(of: AnyCase.self, from: json).id == id)
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    #expect(try JSONAdapter.model(of: AnyCase.self, from: object).id == id)
    #expect(try JSONDecoder().decode(AnyCase.self, from: Data(json.utf8)).id == id)
    let model = AnyCase()
    let written = try JSONAdapter.string(from: model)
    #expect(written == #"{"ID":0}"#)
    #expect(try JSONAdapter.model(of: AnyCase.self, from: written) == model)
  }

  @Test func aCoderKeepsTheNullOfAUnionOnAPath() throws {
    let json = #"{"meta":{"names":null}}"#
    let decoded = try JSONDecoder().decode(Present.self, from: Data(json.utf8))
    #expect(decoded.names == .null)
    #expect(try JSONAdapter.string(from: decoded) == json)
  }

  /// A null, or an element that is null, would be read as the inner nil.
  @Test func anAbsentPropertyDoesNotAgreeWithANullAtTheRoot() throws {
    let holder = AbsenceHolder()
    holder.part = NullPart()
    var error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: holder) }
    #expect(error?.propertyKey == "id")
    holder.id = .some(nil)
    error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: holder) }
    #expect(error?.path == "$.list[0].first")
    holder.part = nil
    let text = try JSONAdapter.string(from: holder)
    #expect(text == #"{"id":null}"#)
  }

  @Test func aDictionaryOfAllMembersOverrulesNoNil() throws {
    let model: Rest = try JSONAdapter.model(from: #"{"id":5,"other":1}"#)
    #expect(model.rest.count == 2)
    model.id = nil
    #expect(try JSONAdapter.string(from: model) == #"{"other":1}"#)
    let coded = String(decoding: try JSONEncoder().encode(model), as: UTF8.self)
    #expect(coded == #"{"other":1}"#)
    model.id = 6
    #expect(try JSONAdapter.string(from: model, options: .sortedKeys) == #"{"id":6,"other":1}"#)
  }

  private final class Label: Model, JSONSerializing {
    var id = 0
    var text = "a"
    var note: String??

    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true), property("text", \.text, default: "b")]
    }
  }

  private final class Marked: Model, JSONSerializing {
    var label: Label?
    var other: Label?

    override class var declaredProperties: [Property] {
      [property("label", \.label, by: .model(Label.self))]
    }
  }

  @Test func aPatchChangesTheModelOfATransformer() throws {
    func label(_ id: Int, _ text: String, _ note: String??) -> Label {
      let label = Label()
      (label.id, label.text, label.note) = (id, text, note)
      return label
    }
    let (old, new) = (Marked(), Marked())
    (old.label, new.label) = (label(1, "a", "x"), label(2, "a", .none))
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
    // A model that was not there.
    let empty = Marked()
    let whole = try JSONAdapter.mergePatch(from: empty, to: new)
    try JSONAdapter.apply(mergePatch: whole, to: empty)
    #expect(empty == new)
    // An update replaces it.
    try JSONAdapter.update(old, from: #"{"label":{"id":2}}"#)
    #expect(old.label == label(2, "b", .none))
  }

  private final class Unread: Model, CodableModel, JSONExtrasKeeping {
    var jsonExtras: [String: Any] = [:]
    var id = 5
    var size = 1
  }

  private final class Wider: Model, CodableModel {
    var id = ["x"]
    var rest = Unread()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["rest": .root] }
  }

  @Test func aCoderWritesThePropertyAndNotWhatAnObjectWithExtrasHasOfIt() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let coded = String(decoding: try encoder.encode(Wider()), as: UTF8.self)
    #expect(coded == #"{"id":["x"],"size":1}"#)
    #expect(try JSONAdapter.string(from: Wider(), options: .sortedKeys) == coded)
  }

  private class Vehicle: Model, JSONSerializing {
    var wheels = 4

    override class var cluster: Cluster? {
      cluster(tag: "kind", content: "body", ["car": Car.self, "bike": Bike.self])
    }
  }

  private class Car: Vehicle {
    override class var cluster: Cluster? { cluster(tag: "size", ["big": Truck.self]) }
  }

  private class Bike: Vehicle {
    override class var cluster: Cluster? {
      cluster(tag: "size", ["big": Tandem.self], unknown: .base)
    }
  }

  private final class Truck: Car {
    var load = 1
  }

  private final class Tandem: Bike {
    var seats = 2
  }

  private final class Garage: Model, JSONSerializing {
    var vehicle: Vehicle = Truck()
  }

  /// Both have the inner tag, so the patch lacks it, as RFC 7396 says.
  @Test func aPatchKeepsAnInnerTagForAnotherClass() throws {
    let (old, new) = (Garage(), Garage())
    new.vehicle = Tandem()
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"{"vehicle":{"body":{"load":null,"seats":2},"kind":"bike"}}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
    // One that removes the inner tag, for the same class and for another one.
    try JSONAdapter.apply(mergePatch: #"{"vehicle":{"body":{"size":null}}}"#, to: old)
    #expect(type(of: old.vehicle) == Bike.self)
    old.vehicle = Truck()
    new.vehicle = Bike()
    try JSONAdapter.apply(mergePatch: JSONAdapter.mergePatch(from: old, to: new), to: old)
    #expect(type(of: old.vehicle) == Bike.self)
  }

  private final class Plain: Model, JSONSerializing {
    var x = 0
  }

  private final class Colored: Model, JSONSerializing {
    var y = 0
    var color: String? = "red"
    var weight: Int? = 1

    override class var requiredPropertyKeys: Set<String> { ["weight"] }
  }

  private enum Sketch: JSONUnion, Equatable {
    case dot(Plain)
    case colored(Colored)
  }

  private final class Sheet: Model, JSONSerializing {
    var shape = Sketch.dot(Plain())
  }

  @Test func aPatchGivesNilToTheModelOfAnotherCase() throws {
    let (old, new) = (Sheet(), Sheet())
    let colored = Colored()
    (colored.y, colored.color, colored.weight) = (3, nil, nil)
    new.shape = .colored(colored)
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"{"shape":{"color":null,"weight":null,"x":null,"y":3}}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
  }

  private final class Defaulted: Model, JSONSerializing {
    var id = 3

    override class var declaredProperties: [Property] { [property("id", \.id, default: 1)] }
  }

  @Test func aNullThatOccursAgainLeavesWhatAnObjectBeginsWith() throws {
    let json = #"{"id":null,"id":null}"#
    #expect(try JSONAdapter.model(of: Defaulted.self, from: json, policy: .lenient).id == 3)
    let growing = Growing<Defaulted>(policy: .lenient)
    for byte in json.utf8 { _ = try growing.append([byte]) }
    try growing.finish()
    #expect(growing.model?.id == 3)
  }

  private class Part: Model, JSONSerializing {
    var size = 1

    override class var cluster: Cluster? {
      cluster(tag: "kind", ["named": Named.self, "listed": Listed.self])
    }
  }

  private final class Named: Part {
    var content = Plain()
  }

  private final class Listed: Part {
    var content: [String: Plain] = [:]
  }

  private final class Parts: Model, JSONSerializing {
    var part: Part = Named()
  }

  /// The old object has all members, for the nulls of the patch to remove.
  @Test func aPatchForAnotherClassKnowsOmittedDefaults() throws {
    let policy = ConversionPolicy.strict.with { $0.defaultsOnExport = .omit }
    let (old, new) = (Parts(), Parts())
    new.part = Listed()
    let patch = try JSONAdapter.mergePatch(from: old, to: new, policy: policy)
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"{"part":{"content":{"x":null},"kind":"listed"}}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old, policy: policy)
    #expect(old == new)
  }

  private final class Rows: Model, CodableModel {
    var numbers: [Int] = []
    var words = ["a"]
    var first: Int?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["numbers": "rows[*].number", "words": "rows[*].word", "first": "rows[0].first"]
    }
  }

  /// Read from elements without their words, they would be none.
  @Test(arguments: [(0, nil), (2, nil), (0, 5)] as [(Int, Int?)])
  func aDefaultIsWrittenIfOthersHaveElementsOfItsArray(_ count: Int, _ first: Int?) throws {
    let policy = ConversionPolicy.strict.with { $0.defaultsOnExport = .omit }
    let rows = Rows()
    (rows.numbers, rows.first) = (Array(0..<count), first)
    let text = try JSONAdapter.string(from: rows, policy: policy)
    #expect(text == "{}" || count > 0 || first != nil)
    #expect(try JSONAdapter.model(of: Rows.self, from: text) == rows)
    let dictionary = try JSONAdapter.dictionary(from: rows, policy: policy)
    #expect(try JSONAdapter.model(of: Rows.self, from: dictionary) == rows)
    let encoder = JSONEncoder()
    encoder.userInfo[.conversionPolicy] = policy
    #expect(try JSONDecoder().decode(Rows.self, from: encoder.encode(rows)) == rows)
  }

  /// The text that a patch makes of a union's value is no part of the document, in which the class of a
  /// cluster was looked for.
  @Test(arguments: [Letter.self, PreparedLetter.self] as [Letter.Type])
  private func theClassOfAPatchedUnionIsLookedForInItsText(_ type: Letter.Type) throws {
    let letter = type.init()
    let seal = Seal()
    letter.emblem = .emblem(seal)
    try JSONAdapter.apply(
      mergePatch: #"{"title":"a","emblem":{"ring":5}}"#, to: letter)
    #expect(letter.emblem == .emblem(seal))
    #expect(seal.ring == 5)
    try JSONAdapter.apply(
      mergePatch: #"{"emblem":{"content":{"meta":{"kind":"crest"}},"shield":7,"ring":null}}"#,
      to: letter)
    #expect(letter.emblem == .emblem(Crest().with { $0.shield = 7 }))
    try JSONAdapter.apply(
      mergePatch: #"{"title":"","emblem":{"content":{"meta":{"kind":"hound"}}}}"#, to: letter)
    #expect(letter.emblem == .beast(Hound()))
  }

  @Test func aNullThatThePolicySkipsIsNoCaseOfAUnion() throws {
    let skipping = ConversionPolicy.strict.with { $0.null = .skip }
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = skipping
    let json = #"{"counted":null}"#
    #expect(
      try JSONAdapter.model(of: Counter.self, from: json, policy: skipping).counted == .count(3))
    #expect(try decoder.decode(Counter.self, from: Data(json.utf8)).counted == .count(3))
    #expect(try JSONDecoder().decode(Counter.self, from: Data(json.utf8)).counted == .null)
  }

  @Test func aCoderRefusesNumbersForDecimalsWhereTheRulesDo() throws {
    #expect(try JSONDecoder().decode(Price.self, from: Data(#"{"amount":"5"}"#.utf8)).amount == 5)
    for json in [#"{"amount":0}"#, #"{"amount":1.5}"#] {
      let error = #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Price.self, from: json)
      }
      #expect(error?.kind == .typeMismatch)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Price.self, from: Data(json.utf8))
      }
    }
  }

  /// The class of an object at the root of its own is itself, which only the depth ends.
  @Test func aPatchLooksIntoNoModelWithoutEnd() throws {
    let (old, new) = (Coil.Box(), Coil.Box())
    old.coils = ["a": Coil.Inner(), "b": Coil()]
    new.coils = ["a": Coil.Inner(), "b": nil]
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.mergePatch(from: old, to: new)
    }
    #expect(error?.path == "$.coils.b")
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Coil.self, from: #"{"kind":"inner"}"#)
    }
  }

  /// What a patch removes from the object of another class chooses no case.
  @Test func aNullThatRemovesNothingChoosesNoCase() throws {
    let holder = Choosing()
    holder.content = .table(["x": "a"])
    try JSONAdapter.apply(
      mergePatch: #"{"content":{"radius":null,"y":"b"}}"#, to: holder)
    #expect(holder.content == .table(["x": "a", "y": "b"]))
    // Of a new value of the case it is nil.
    try JSONAdapter.apply(
      mergePatch: #"{"content":{"radius":2,"name":null,"x":null,"y":null}}"#, to: holder)
    #expect(holder.content == .round(Round().with { ($0.radius, $0.name) = (2, nil) }))
  }

  private final class Round: Model, JSONSerializing {
    var radius = 1
    var name: String? = "round"
  }

  private enum RoundOrTable: JSONUnion, Equatable {
    case round(Round)
    case table([String: String])
  }

  private final class Choosing: Model, JSONSerializing {
    var content = RoundOrTable.table([:])
  }
}
