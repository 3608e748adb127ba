import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Login: Model, CodableModel {
  var login = ""
  var isAdmin = false
}

private final class Article: Model, CodableModel {
  var id = 0
  var title = ""
  var login = ""
  var count: Int? = 1
  var date = Date(timeIntervalSince1970: 0)
  var tags: [String] = []
  var scores: [String: Int] = ["a": 1]
  var author = Login()
  var reader: Login?
  var token = UUID()
  var rank = 5

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["login": "user.login", "title": "texts[0].title"]
  }
  override class var requiredPropertyKeys: Set<String> { ["id"] }
}

private final class Choosy: Model, CodableModel {
  var empty: [Int]? = nil
  var kept: Set<Int> = [1]
  var number = 3
  var other = 4
  var need: Int?

  override class var declaredProperties: [Property] {
    [
      property("number", \.number, facets: .policy { $0.defaultsOnExport = .omit }),
      property("empty", \.empty, facets: .policy { $0.emptyOnExport = .omit }),
      property("need", \.need, isRequired: true),
    ]
  }
}

/// A class with a default whose JSON has no order, and with one that has no JSON.
private class Unordered: Model, CodableModel {
  var values: Any =
    [
      "a": 1, "b": true, "c": ["d": 1, "e": 2, "f": 3] as [String: Any], "g": "h", "i": 0.5, "j": 6,
    ] as [String: Any]
  var word = ""

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "word" ? .mapping(["one": "1"]) : super.transformer(forKey: key)
  }
}

private final class PresentUnordered: Unordered, JSONPresenceKeeping {
  var jsonPresence = JSONPresence()
}

/// A class told by a member that its objects have by default.
private class Told: Model, CodableModel {
  var kind = "told"
  var number = 0
  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json["kind"] as? String == "first" ? First.self : Told.self
  }
}
private final class First: Told {
  required init() {
    super.init()
    kind = "first"
  }
}

/// Equal by a part of what is written.
private struct Sized: Codable, Hashable {
  var size = 0
  var name = ""
  static func == (first: Self, second: Self) -> Bool { first.size == second.size }
}

private final class Sizes: Model, CodableModel {
  var sized = Sized()
  var anything: Any?
  var truth: Any = false
  var zero = 0.0
  var link: URL?
}

@Suite struct ExportOmissionTests {
  private static let short = ConversionPolicy.strict.with {
    $0.defaultsOnExport = .omit
    $0.emptyOnExport = .omit
  }
  private let short = ExportOmissionTests.short

  /// What each road writes, as text.
  private func written<M: CodableModel>(
    _ model: M, _ policy: ConversionPolicy = short
  ) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.userInfo[.conversionPolicy] = policy
    let dictionary = try JSONAdapter.dictionary(from: model, policy: policy)
    let sorted = try JSONSerialization.data(
      withJSONObject: dictionary, options: [.sortedKeys, .withoutEscapingSlashes])
    let pretty = try JSONAdapter.string(from: model, policy: policy, options: [.prettyPrinted])
    return [
      try JSONAdapter.string(from: model, policy: policy, options: [.sortedKeys]),
      String(decoding: sorted, as: UTF8.self),
      String(decoding: try encoder.encode(model), as: UTF8.self),
      pretty.filter { !$0.isWhitespace },
    ]
  }

  private func expect<M: CodableModel>(
    _ model: M, _ text: String, _ policy: ConversionPolicy = short,
    _ source: SourceLocation = #_sourceLocation
  ) throws {
    let texts = try written(model, policy)
    #expect(texts.dropLast() == [text, text, text], sourceLocation: source)
    let pretty = try JSONSerialization.jsonObject(with: Data(texts[3].utf8)) as? NSDictionary
    let plain = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    #expect(pretty == plain, sourceLocation: source)
  }

  @Test func addsNoMemberForWhatANewObjectHas() throws {
    let article: Article = try JSONAdapter.model(from: #"{"id": 7}"#)
    let token = article.token.uuidString
    try expect(article, #"{"id":7,"token":"\#(token)"}"#)
    #expect(
      try JSONAdapter.string(from: Login(), policy: short) == "{}")
    #expect(try JSONAdapter.string(from: Login()) == #"{"login":"","isAdmin":false}"#)
  }

  @Test func writesWhatDiffers() throws {
    let article = Article()
    article.login = "ada"
    article.title = "t"
    article.author.isAdmin = true
    article.reader = Login()
    article.scores = [:]
    article.tags = [""]
    article.date = Date(timeIntervalSince1970: 1)
    let token = article.token.uuidString
    try expect(
      article,
      #"{"author":{"isAdmin":true},"date":"1970-01-01T00:00:01Z","id":0,"reader":{},"scores":{},"#
        + #""tags":[""],"texts":[{"title":"t"}],"token":"\#(token)","user":{"login":"ada"}}"#)
    #expect(
      try JSONAdapter.model(
        of: Article.self, from: JSONAdapter.data(from: article, policy: short)) == article)
  }

  @Test func writesNullWhereANewObjectHasAValue() throws {
    let article = Article()
    article.count = nil
    let text = try JSONAdapter.string(from: article, policy: short)
    #expect(text == #"{"id":0,"count":null,"token":"\#(article.token.uuidString)"}"#)
    #expect(try JSONAdapter.model(of: Article.self, from: text) == article)
    let nulls = short.with { $0.nilOnExport = .null }
    #expect(try JSONAdapter.string(from: article, policy: nulls) == text)
  }

  @Test func goesByTheFacetsOfAProperty() throws {
    let choosy = Choosy()
    try expect(choosy, #"{"kept":[1],"need":null,"other":4}"#, .strict)
    choosy.empty = []
    choosy.kept = []
    choosy.number = 4
    try expect(choosy, #"{"kept":[],"need":null,"number":4,"other":4}"#, .strict)
    try expect(choosy, #"{"kept":[],"need":null,"number":4}"#)
    choosy.empty = [1]
    try expect(choosy, #"{"empty":[1],"kept":[],"need":null,"number":4}"#)
  }

  @Test func keepsTheMembersThatAHookMayTellTheClassBy() throws {
    let first = First()
    let text = try JSONAdapter.string(from: first as Told, policy: short)
    #expect(text == #"{"kind":"first","number":0}"#)
    #expect(try type(of: JSONAdapter.model(of: Told.self, from: text)) == First.self)
  }

  @Test func goesByWhatIsWritten() throws {
    let sizes = Sizes()
    try expect(sizes, "{}")
    sizes.sized.name = "x"
    sizes.truth = 0
    sizes.zero = -0.0
    sizes.anything = [Any]()
    #expect(
      try JSONAdapter.string(from: sizes, policy: short)
        == #"{"sized":{"name":"x","size":0},"anything":[],"truth":0,"zero":-0}"#)
  }

  @Test func patchesHaveAllMembers() throws {
    let (old, new) = (Article(), Article())
    new.token = old.token
    old.rank = 6
    old.tags = ["a"]
    old.author.login = "x"
    let patch = try JSONAdapter.mergePatch(from: old, to: new, policy: short)
    #expect(
      String(decoding: patch, as: UTF8.self) == #"{"author":{"login":""},"rank":5,"tags":[]}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old, policy: short)
    #expect(old == new)
  }

  @Test func aSelectionLeavesOutTheSame() throws {
    let article = Article()
    article.rank = 1
    #expect(
      try JSONAdapter.string(from: article, keys: ["rank", "tags", "login"], policy: short)
        == #"{"rank":1}"#)
  }

  /// The rule of nil counts for what is not a new object's value.
  @Test func omitsEveryNilIfItIsAsked() throws {
    let article = Article()
    article.reader = nil
    article.count = nil
    let policy = ConversionPolicy.strict.with {
      $0.defaultsOnExport = .omit
      $0.nilOnExport = .omitAlways
    }
    #expect(try JSONAdapter.string(from: article, policy: policy).contains("null") == false)
  }

  /// Random models are read again as they were, by every road.
  @Test(arguments: 1...200 as ClosedRange<UInt64>) func comesBack(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func maybe() -> Bool { Bool.random(using: &random) }
    let article = Article()
    if maybe() { article.id = Int.random(in: 0...1, using: &random) }
    if maybe() { article.title = maybe() ? "" : "x" }
    if maybe() { article.login = "y" }
    if maybe() { article.count = maybe() ? nil : Int.random(in: 0...2, using: &random) }
    if maybe() { article.date = Date(timeIntervalSince1970: maybe() ? 0 : 5) }
    if maybe() { article.tags = maybe() ? [] : ["t"] }
    if maybe() { article.scores = maybe() ? [:] : ["a": maybe() ? 1 : 2] }
    if maybe() { article.author.login = maybe() ? "" : "z" }
    if maybe() { article.reader = Login() }
    if maybe() { article.reader?.isAdmin = true }
    if maybe() { article.rank = Int.random(in: 4...6, using: &random) }
    for policy in [
      short, .strict.with { $0.defaultsOnExport = .omit },
      .strict.with { $0.emptyOnExport = .omit },
      .lenient.with { $0.defaultsOnExport = .omit },
      short.with {
        $0.nilOnExport = .null
        $0.collectsErrors = true
      },
    ] {
      for text in try written(article, policy) {
        #expect(
          try JSONAdapter.model(of: Article.self, from: text, policy: policy) == article,
          "seed \(seed): \(text)")
      }
    }
  }

  @Test func aDefaultIsKnownAgainWithoutAnOrderOrJSON() throws {
    let policy = ConversionPolicy.strict.with { $0.defaultsOnExport = .omit }
    for _ in 0..<100 {
      #expect(try JSONAdapter.string(from: Unordered(), policy: policy) == "{}")
      let read: PresentUnordered = try JSONAdapter.model(from: "{}")
      #expect(try JSONAdapter.string(from: read) == "{}")
    }
    let other = Unordered().with { $0.word = "two" }
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.string(from: other, policy: policy)
    }
    #expect(error.kind == .transformFailed && error.path == "$.word")
  }
}

private final class Asked: Model, JSONSerializing {
  var password = ""
  var hint: String?
  var name = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["password": .writeOnly("password"), "hint": .writeOnly("hint")]
  }
  override class var requiredPropertyKeys: Set<String> { ["password", "hint"] }
}

extension ExportOmissionTests {
  /// Who reads it can require what the class itself only writes.
  @Test func writesRequiredPropertiesThatAreNotRead() throws {
    let policy = ConversionPolicy.strict.with { $0.defaultsOnExport = .omit }
    #expect(try JSONAdapter.string(from: Asked(), policy: policy) == #"{"password":""}"#)
    let null = policy.with { $0.nilOnExport = .null }
    let text = try JSONAdapter.string(from: Asked(), policy: null)
    #expect(text == #"{"password":"","hint":null}"#)
  }
}

private final class Spread: Model, JSONSerializing {
  var counts = ["a": 1]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["counts": .root] }
}

extension ExportOmissionTests {
  /// Without its members, the object itself would be read as the value.
  @Test func writesADefaultAtTheObjectItself() throws {
    let policy = ConversionPolicy.strict.with { $0.defaultsOnExport = .omit }
    let text = try JSONAdapter.string(from: Spread(), policy: policy)
    #expect(text == #"{"a":1}"#)
    #expect(try JSONAdapter.model(of: Spread.self, from: text).counts == ["a": 1])
  }
}

private final class Named: Model, JSONSerializing {
  var id = 0
  var name = ""

  override class var requiredPropertyKeys: Set<String> { ["name"] }
}

private final class Titled: Model, JSONSerializing {
  var title = ""
  var named = Named().with { $0.id = 5 }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["named": .root] }
}

extension ExportOmissionTests {
  /// Without its members, a model at the object itself would be a new one, or lack what it requires.
  @Test func writesWhatAModelAtTheObjectItselfHas() throws {
    let policy = ConversionPolicy.strict.with { $0.defaultsOnExport = .omit }
    for (id, text) in [(5, #"{"id":5,"name":""}"#), (0, #"{"name":""}"#)] {
      let model = Titled()
      model.named.id = id
      #expect(try JSONAdapter.string(from: model, policy: policy) == text)
      #expect(try JSONAdapter.model(of: Titled.self, from: text) == model)
    }
  }
}
