import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Opaque {
  var value = 0
}

private final class Mistaken: Model, JSONSerializing {
  var opaque = Opaque()
  var several = 0
  var broken = 0
  var box = 0
  var inside = 0
  var action: () -> Void = {}

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "several": ["a", "b"], "broken": "x[", "box": "place", "inside": "place.deep.in",
      "titel": "title", "nmae": "name",
    ]
  }

  override class var requiredPropertyKeys: Set<String> { ["several", "missing"] }
  override class var identityKey: String? { "uid" }
}

private final class Forms: Model, JSONSerializing {
  var first = 0
  var all = 0
  var inner = 0
  var direction = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "first": .firstOf("a", .all("b", "c")), "all": .all("a", .root),
      "inner": .firstOf("a", .excluded), "direction": .firstOf("a", .readOnly("b")),
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? { .boolean }
}

private final class Leaf: Model, JSONSerializing {
  var opaque = Opaque()
}

private final class Middle: Model {
  var leaves: [String: [Leaf?]] = [:]
}

private final class Root: Model, JSONSerializing {
  var middle: Middle?
  var own: Opaque?
  var skipped: Leaf?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["skipped": .excluded] }
}

private final class Sound: Model, JSONSerializing {
  var again: Sound?
  var shared: [Sound] = []
  var hidden = Opaque()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["hidden": .excluded] }
}

private final class User: Model, JSONSerializing {
  var leaf: Leaf?
}

private final class InEachOthersWay: Model, JSONSerializing {
  var user: [String: String] = [:]
  var login = ""
  var tags: [String] = []
  var first = ""
  var items: [[String: Int]] = []
  var ids: [Int] = []
  var cell = 0
  var member = 0
  var each: [[String: Int]] = []
  var inner = 0
  var both = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "login": "user.login", "first": "tags[0]", "ids": "items[*].id", "cell": "grid[1]",
      "member": "grid.x", "each": "rows[*]", "inner": "rows[2].n", "both": .all("q.r", "q"),
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "both" ? .decimal : nil
  }
}

private final class OutOfEachOthersWay: Model, JSONSerializing {
  var user: [String: String] = [:]
  var login = ""
  var tags: [String] = []
  var first = ""
  var names: [String] = []
  var id = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "login": .readOnly("user.login"), "tags": .readOnly("tags"), "first": "tags[0]",
      "names": "items[*].name", "id": "items[0].id",
    ]
  }
}

/// Has the value of one element twice.
private final class EveryAndOne: Model, JSONSerializing {
  var names: [String] = []
  var name = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["names": "items[*].name", "name": "items[0].name"]
  }
}

/// Has one value twice, by itself and as a part of several.
private final class Pair: Model, JSONSerializing {
  var parts: [String: Int] = [:]
  var login = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["parts": ["user.login", "user.id"], "login": "user.login"]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "parts" else { return nil }
    return .closure(
      forward: { (json: [String: Any]) in json.compactMapValues { $0 as? Int } },
      reverse: { (parts: [String: Int]) in parts as [String: Any] })
  }
}

private final class Endless: Model, JSONSerializing {
  var id = 0
  var again: Endless?
  var other: EndlessPart?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["again": .firstOf("again", .root), "other": .root]
  }
}

private final class EndlessPart: Model, JSONSerializing {
  var whole: Endless?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["whole": .root] }
}

private class Spread: Model, JSONSerializing {
  var name = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? { SpreadAgain.self }
}

/// Not to be seen from `Holder`, whose property is of the superclass.
private final class SpreadAgain: Spread {
  var holder: Holder?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["holder": .root] }
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

private final class Holder: Model, JSONSerializing {
  var spread: Spread?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["spread": .root] }
}

private final class Outside: Model, JSONSerializing {
  var name = "outer"
  var login = 5
  var inside: Inside? = Inside()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["login": "user.login", "inside": .root]
  }
}

private final class Inside: Model, JSONSerializing {
  var name = "inner"
  var id = 3

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["id": "user.id"] }
}

private final class Outer: Model, JSONSerializing {
  var user: [String: Int] = [:]
  var inside: Inside?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["inside": .root] }
}

private class Listed: Model, JSONSerializing {
  var id = 0
  var note = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["note": "memo"] }
  override class var requiredPropertyKeys: Set<String> { ["note"] }
}

private final class Unlisted: Listed {
  override class var excludedPropertyKeys: Set<String> { ["note"] }
}

private class Misnaming: Model, JSONSerializing {
  var id = 0
  var note = ""

  override class var excludedPropertyKeys: Set<String> { ["nope", "note"] }
  override class var includedPropertyKeys: Set<String>? { ["id", "idd", "ids"] }
  override class var archiveName: String { "MappingMistakeTests.Misnaming" }
}

private final class Misarchived: Model {
  var id = 0
  var note = ""

  override class var excludedPropertyKeys: Set<String> { ["note"] }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["id": .unconditional, "note": .excluded, "idd": .excluded]
  }
  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ["notes": [NSString.self]]
  }
  override class var archiveName: String { "MappingMistakeTests.Misarchived" }
}

@Suite struct MappingMistakeTests {
  @Test func tellsOfUnknownNamesInTheListsWhereItCanThrow() {
    let mistakes = """
      Misnaming: the mapping has mistakes:
      - includedPropertyKeys names "idd", which is not a property: did you mean "id"?
      - includedPropertyKeys names "ids", which is not a property: did you mean "id"?
      - excludedPropertyKeys names "nope", which is not a property: did you mean "note"?
      """
    #expect(adapterMessage { try JSONAdapter.check(Misnaming.self) } == mistakes)
    #expect(adapterMessage { try JSONAdapter.model(of: Misnaming.self, from: "{}") } == mistakes)
    #expect(adapterMessage { try JSONAdapter.data(from: Misnaming()) } == mistakes)
    #expect(adapterMessage { try JSONAdapter.dictionary(from: Misnaming()) } == mistakes)
    #expect(adapterMessage { try JSONAdapter.update(Misnaming(), from: "{}") } == mistakes)
    let first =
      "Misnaming.includedPropertyKeys names \"idd\", which is not a property: did you mean \"id\"?"
    let error = #expect(throws: ModelError.self) { try Misnaming(dictionary: [:]) }
    #expect(error?.kind == .invalidDeclaration)
    #expect(error?.propertyKey == "idd")
    #expect(error?.description == first)
    let other = #expect(throws: ModelError.self) {
      try Misnaming().setValue(1, forPropertyKey: "id")
    }
    #expect(other == error)
    #expect(throws: ModelError.self) { try Misnaming().validate() }
    #expect(adapterMessage { try JSONAdapter.data(from: Misnaming(), keys: ["id"]) } == mistakes)
    #expect(throws: ArchiveError.self) { try Misnaming.unarchive(from: Data()) }
    let archived = #expect(throws: ArchiveError.self) { try Misnaming().archivedData() }
    #expect(archived?.kind == .invalidDeclaration)
    #expect(archived?.description == "$: " + first)
    #expect(throws: ArchiveError.self) { try [Misnaming()].archivedData() }
  }

  @Test func endsTheProcessWhereNothingCanBeThrown() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Misnaming() == Misnaming()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        #"Peridot: Misnaming.includedPropertyKeys names "idd", which is not a property: did you mean "id"?"#
      ))
  }

  @Test func tellsOfUnknownNamesOfArchivingWhenItArchives() throws {
    #expect(Misarchived.propertyKeys == ["id"])
    let error = #expect(throws: ArchiveError.self) { try Misarchived().archivedData() }
    #expect(error?.kind == .invalidDeclaration)
    #expect(
      error?.message.description == """
        $: Misarchived.encodingBehaviorsByPropertyKey names "idd", which is not a property: did you mean "id"?; \
        Misarchived.allowedSecureCodingClassesByPropertyKey names "notes", which is not a property; \
        there are id
        """)
  }

  private let mistakes = """
    Mistaken: the mapping has mistakes:
    - keyPathsByPropertyKey names "nmae", which is not a property; there are opaque, several, broken, \
    box, inside, action
    - keyPathsByPropertyKey names "titel", which is not a property; there are opaque, several, broken, \
    box, inside, action
    - "opaque" is of type Opaque, which has no JSON form: conform it to Codable, return a \
    transformer from transformer(forKey:), or map it to .excluded
    - "several" is mapped to several paths and has no transformer: return one from \
    transformer(forKey:), or use .firstOf for alternatives
    - "broken" is mapped to : "x[" has a bracket that is not closed
    - "action" is of type () -> (), which has no JSON form: return a transformer from \
    transformer(forKey:), or map it to .excluded
    - requiredPropertyKeys names "missing", which is not a property; there are opaque, several, \
    broken, box, inside, action
    - identityKey is "uid", which is not a property
    - "box" is written to place, and "inside" inside it: make one of them .readOnly
    """

  @Test func reportsAllMistakesOfAClassTogether() {
    let error = adapterError { try JSONAdapter.check(Mistaken.self) }
    #expect(error?.description == mistakes)
    #expect(error?.kind == .invalidMapping)
    #expect(error?.modelClass == Mistaken.self)
    #expect(adapterMessage { try JSONAdapter.model(of: Mistaken.self, from: "{}") } == mistakes)
    #expect(adapterMessage { try JSONAdapter.string(from: Mistaken()) } == mistakes)
    #expect(adapterMessage { try JSONAdapter.update(Mistaken(), from: "{}") } == mistakes)
    #expect(adapterMessage { try JSONAdapter().check(Mistaken.self) } == mistakes)
  }

  @Test func refusesFormsThatDoNotFitIntoEachOther() {
    #expect(
      adapterMessage { try JSONAdapter.check(Forms.self) } == """
        Forms: the mapping has mistakes:
        - "first" is mapped to firstOf(a, [b, c]): firstOf takes plain paths, but [b, c] is not one
        - "all" is mapped to [a, root]: all takes plain paths, but root is not one
        - "inner" is mapped to firstOf(a, excluded): an excluded path cannot be a part of another
        - "direction" is mapped to firstOf(a, readOnly(b)): a direction belongs to the whole, not \
        to readOnly(b)
        """)
  }

  @Test func checksTheClassesThatAClassReaches() {
    let advice =
      "conform it to Codable, return a transformer from transformer(forKey:), or map it to .excluded"
    let error = adapterError { try JSONAdapter.check(Root.self) }
    #expect(error?.kind == .multiple)
    #expect(
      error?.description == """
        2 errors:
        - Root: the mapping has mistakes:
        - "own" is of type Opaque?, which has no JSON form: \(advice)
        - Leaf: the mapping has mistakes:
        - "opaque" is of type Opaque, which has no JSON form: \(advice)
        """)
    #expect(throws: Never.self) { try JSONAdapter.check(Sound.self) }
  }

  @Test func reportsTheMistakesOfANestedClassWhenItIsMet() {
    #expect(throws: Never.self) { try JSONAdapter.model(of: User.self, from: "{}") }
    let error = adapterError { try JSONAdapter.model(of: User.self, from: #"{"leaf":{}}"#) }
    #expect(error?.kind == .invalidMapping)
    #expect(error?.modelClass == Leaf.self)
    let user = User()
    user.leaf = Leaf()
    #expect(adapterError { try JSONAdapter.data(from: user) }?.kind == .invalidMapping)
  }

  @Test func reportsPlacesThatAreInEachOthersWay() {
    #expect(
      adapterMessage { try JSONAdapter.check(InEachOthersWay.self) } == """
        InEachOthersWay: the mapping has mistakes:
        - "user" is written to user, and "login" inside it: make one of them .readOnly
        - "tags" is written to tags, and "first" inside it: make one of them .readOnly
        - "items" is written to items, and "ids" inside it: make one of them .readOnly
        - "member" is written to a member of grid, and "cell" to an element: make one of them \
        .readOnly
        - "each" is written to every element of rows, and "inner" to one of them: make one of them \
        .readOnly
        - "both" is written to q, and "both" inside it: make one of them .readOnly
        """)
    #expect(throws: Never.self) { try JSONAdapter.check(OutOfEachOthersWay.self) }
    #expect(
      adapterMessage { try JSONAdapter.check(Outer.self) } == """
        Outer: the mapping has mistakes:
        - "user" is written to user, and "inside" inside it: make one of them .readOnly
        """)
  }

  @Test func refusesTwoValuesForOnePlace() throws {
    let model: OutOfEachOthersWay = try JSONAdapter.model(
      from: #"{"items":[{"id":1,"name":"a"},{"name":"b"}],"tags":["t"]}"#)
    #expect(
      try JSONAdapter.string(from: model) == """
        {"user":{},"tags":["t"],"items":[{"name":"a","id":1},{"name":"b"}]}
        """)
    let both: EveryAndOne = try JSONAdapter.model(
      from: #"{"items":[{"name":"a"},{"name":"b"}]}"#)
    let mistake = """
      EveryAndOne: the mapping has mistakes:
      - "names" is written to every element of items, and "name" to one of them: make one of them \
      .readOnly
      """
    #expect(adapterMessage { try JSONAdapter.check(EveryAndOne.self) } == mistake)
    #expect(adapterMessage { try JSONAdapter.string(from: both) } == mistake)
    both.name = "c"
    var paths: [String] = []
    let text = try JSONAdapter.string(from: both, policy: .lenient) { paths.append($0.path) }
    #expect(text == #"{"items":[{"name":"a"},{"name":"b"}]}"#)
    #expect(paths == ["$.items[0].name"])
  }

  @Test func spreadsAModelWithoutLoss() throws {
    let model: Outside = try JSONAdapter.model(
      from: #"{"name":"n","user":{"login":1,"id":2}}"#)
    #expect(
      try JSONAdapter.string(from: model) == #"{"name":"n","user":{"login":1,"id":2}}"#)
    model.inside?.name = "m"
    #expect(
      adapterMessage { try JSONAdapter.string(from: model) } == """
        Outside.inside: expected the value that another property writes here, found another; make \
        one of them .readOnly at $.name
        """)
  }

  @Test func namesThePlaceOfAPartThatDiffers() throws {
    let model: Pair = try JSONAdapter.model(from: #"{"user":{"login":1,"id":2}}"#)
    #expect(try JSONAdapter.string(from: model) == #"{"user":{"login":1,"id":2}}"#)
    model.parts["user.login"] = 3
    let error = adapterError { try JSONAdapter.string(from: model) }
    #expect(error?.path == "$.user.login")
    #expect(error?.pathComponents == [.key("user"), .key("login")])
  }

  @Test func refusesModelsThatBeginAgainWithinThemselves() {
    let advice = "contains itself without end: map it to a member"
    #expect(
      adapterMessage { try JSONAdapter.model(of: Endless.self, from: #"{"id":1}"#) } == """
        Endless: the mapping has mistakes:
        - "again" is mapped to root, where Endless \(advice)
        - "other" is mapped to root, where Endless \(advice)
        """)
    let error = adapterError { try JSONAdapter.model(of: Holder.self, from: #"{"name":"n"}"#) }
    #expect(error?.kind == .tooDeep)
  }

  @Test func ignoresTheMappingOfWhatIsExcluded() throws {
    let model: Unlisted = try JSONAdapter.model(from: #"{"id":1,"memo":"x"}"#)
    #expect(model.id == 1)
    #expect(model.note == "")
    #expect(try JSONAdapter.string(from: model) == #"{"id":1}"#)
  }
}

/// Transformers that can never give what their properties hold.
private final class Misfits: Model, JSONSerializing {
  var count = 0
  var text: Int?
  var sites: [Int] = []
  var names: [String: Date] = [:]
  var day = Date()
  var chain = ""
  var chained: [UUID] = []
  var written = 0
  var flag = 0
  var ids: Set<UUID> = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["written": .writeOnly("written")]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "count", "written": .url
    case "text": .closure(forward: { (text: String) in text })
    case "sites": .array(of: .url)
    case "names": .dictionary(of: .chained(.string(), .uuid))
    case "day": .iso8601Date.inverted()
    case "chain": .chained(.url, .string())
    case "chained": .array(of: .chained(.string(), .epochSeconds))
    case "flag": .boolean
    default: .array(of: .uuid)
    }
  }
}

private final class Friend: Model, JSONSerializing {
  var name = ""
}

/// Transformers whose results only the values tell.
private final class Fits: Model, JSONSerializing {
  var count: Int8 = 0
  var number = 0.0
  var decimal: Int?
  var any: Any?
  var text: String?
  var user: Friend?
  var users: [Friend] = []
  var numbers: [UInt] = []
  var dates: [String: Date?] = [:]
  var back: String?
  var number2 = NSNumber(value: 1)
  var anything: [Any] = []

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "count": .closure(forward: { (text: String) in text.count }, reverse: { "\($0)" })
    case "number", "number2": .number()
    case "decimal": .decimal
    case "text": .closure(forward: { (value: Any) in value }, reverse: { $0 })
    case "user": .model(Friend.self)
    case "users": .models(Friend.self)
    case "numbers": .array(of: .closure(forward: { (number: Int) in number }))
    case "dates": .dictionary(of: .chained(.string(), .iso8601Date))
    case "back": .url.inverted()
    case "anything": .array(of: .url)
    default: .url
    }
  }
}

/// Transformers of one value at places that give arrays.
private final class Collected: Model, JSONSerializing {
  var texts: [String] = []
  var table: [String: Int]?
  var sites: [URL] = []
  var any: Any?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["table": "items[*].t", "sites": "items[*].u", "any": "items[*].v"]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "table": .embeddedJSON([String: Int].self)
    case "sites": .array(of: .url)
    case "any": .closure(forward: { (value: Any) in value }, reverse: { $0 })
    default: nil
    }
  }

  override class var declaredProperties: [Property] {
    [property("texts", \.texts, at: "items[*].s", by: .embeddedJSON)]
  }
}

@Suite struct TransformerMistakeTests {
  @Test func tellsTransformersThatTakeNoArrayWhereAPathGivesOne() {
    let mistakes = JSONAdapter.mistakes(of: Collected.self).map { "\($0)" }.joined(separator: "\n")
    for (key, type) in [("texts", "[String]"), ("table", "[String: Int]?")] {
      #expect(
        mistakes.contains(
          "\"\(key)\" is of type \(type), and its transformer takes String, but [*] gives an array "
            + "of what it finds: use .array(of:)"), "\(mistakes)")
    }
    #expect(!mistakes.contains("sites") && !mistakes.contains("any"))
  }

  @Test func tellsTransformersThatCannotGiveThePropertysType() {
    let advice = ": return another from transformer(forKey:), or .closure(forward:reverse:)"
    let mistakes = [
      #""count" is of type Int, and its transformer gives URL"#,
      #""text" is of type Int?, and its transformer gives String"#,
      #""sites" is of type [Int], and its transformer gives [URL]"#,
      #""names" is of type [String: Date], and its transformer gives [String: UUID]"#,
      #""day" is of type Date, and its transformer gives String"#,
      #""chain" is of type String, and its transformer is a chain in which one gives URL "#
        + "and the next takes String",
      #""chained" is of type [UUID], and its transformer is a chain in which one gives "#
        + "String and the next takes Double",
      #""written" is of type Int, and its transformer takes URL"#,
      #""flag" is of type Int, and its transformer gives Bool"#,
      #""ids" is of type Set<UUID>, and its transformer gives [UUID]"#,
    ]
    for call in [
      { try JSONAdapter.check(Misfits.self) },
      { _ = try JSONAdapter.model(of: Misfits.self, from: "{}") },
      { _ = try JSONAdapter.string(from: Misfits()) },
    ] {
      let error = adapterError { try call() }
      #expect(error?.kind == .invalidMapping)
      for mistake in mistakes {
        #expect(error?.description.contains(mistake + advice) == true, "\(mistake)")
      }
    }
  }

  @Test func leavesTheRestToTheValues() throws {
    try JSONAdapter.check(Fits.self)
    let fits: Fits = try JSONAdapter.model(
      from: #"{"count": "abc", "number": "1.5", "decimal": "7", "numbers": [1]}"#)
    #expect(fits.count == 3)
    #expect(fits.number == 1.5)
    #expect(fits.decimal == 7)
    #expect(fits.numbers == [1])
  }
}
