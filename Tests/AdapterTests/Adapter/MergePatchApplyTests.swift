import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Tag: Model, JSONSerializing {
  var id: Int?
  var name = "none"
  var note: String? = "new"
  var inner: Tag?
  /// In no JSON.
  var local = 0

  override class var identityKey: String? { "id" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["local": .excluded]
  }

  convenience init(_ id: Int?, _ name: String = "none") {
    self.init()
    (self.id, self.name) = (id, name)
  }
}

private struct Point: Codable, Equatable {
  var x = 0
  var y: Int?
}

private struct Strict: Codable, Equatable {
  var x: Int?

  init(x: Int?) { self.x = x }
  init(from decoder: any Decoder) throws {
    x = try decoder.container(keyedBy: CodingKeys.self).decode(Int?.self, forKey: .x)
  }
  enum CodingKeys: CodingKey { case x }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(x, forKey: .x)
  }
}

private enum State: Codable, Equatable {
  case idle
  case loading(progress: Double)
}

private final class Issue_: Model, JSONSerializing {
  var id = 0
  var title = "untitled"
  var due: String? = "soon"
  var twice: Int??
  var points: [Int] = [1]
  var tags: [Tag] = []
  var tag: Tag? = Tag(9)
  var own = Tag(8)
  var byName: [String: Tag] = [:]
  var counts: [String: Int?] = [:]
  var any: Any?
  var raw: RawJSON?
  var point = Point()
  var strict: Strict?
  var state = State.idle

  override class var identityKey: String? { "id" }
}

private func apply(_ patch: String, to model: some JSONSerializing) throws {
  try JSONAdapter.apply(mergePatch: patch, to: model)
}

private func patch<M: JSONSerializing>(_ old: M, _ new: M) throws -> String {
  String(decoding: try JSONAdapter.mergePatch(from: old, to: new), as: UTF8.self)
}

@Suite struct MergePatchApplyTests {
  @Test func changesWhatThePatchNames() throws {
    let model = Issue_()
    let (tag, own) = (try #require(model.tag), model.own)
    try apply(
      #"{"id":5,"title":"t","tag":{"name":"n"},"own":{"note":null,"inner":{"id":1,"note":null}}}"#,
      to: model)
    #expect(model.id == 5)
    #expect(model.title == "t")
    #expect(model.due == "soon")
    #expect(model.tag === tag && tag.name == "n" && tag.id == 9)
    #expect(model.own === own && own.note == nil && own.id == 8)
    #expect(own.inner?.id == 1)
    // A null in a new object, too, makes an Optional nil.
    #expect(own.inner?.note == nil)
  }

  @Test func removesByNull() throws {
    let model = Issue_()
    model.title = "t"
    model.due = "d"
    model.twice = .some(5)
    model.points = [4]
    let own = model.own
    own.name = "changed"
    model.point = Point(x: 1, y: 2)
    try apply(
      #"{"title":null,"due":null,"twice":null,"points":null,"tag":null,"own":null,"point":null}"#,
      to: model)
    #expect(model.title == "untitled")
    #expect(model.due == nil)
    #expect(model.twice == nil)
    #expect(model.points == [1])
    #expect(model.tag == nil)
    #expect(model.own !== own && model.own == Tag(8) && own.name == "changed")
    #expect(model.point == Point())
  }

  /// The policies' rules for null are about JSON, in which null is a value.
  @Test(arguments: [ConversionPolicy.strict, .lenient, .legacyMantle, .legacyYYModel])
  func removesByNullUnderEachPolicy(_ policy: ConversionPolicy) throws {
    let model = Issue_()
    model.title = "t"
    var issues = 0
    try JSONAdapter.apply(mergePatch: #"{"title":null,"due":null}"#, to: model, policy: policy) {
      _ in issues += 1
    }
    #expect(model.title == "untitled")
    #expect(model.due == nil)
    #expect(issues == 0)
  }

  @Test func replacesArrays() throws {
    let model = Issue_()
    let (one, two) = (Tag(1, "one"), Tag(2, "two"))
    (one.local, one.note, one.inner) = (7, "old", Tag(3))
    model.tags = [one, two]
    try apply(
      #"{"tags":[{"id":3},{"id":1,"name":"uno"},{"name":"null","note":null}],"points":[]}"#,
      to: model)
    #expect(model.points == [])
    try #require(model.tags.count == 3)
    #expect(model.tags[0] == Tag(3))
    #expect(model.tags[1] === one)
    #expect((one.name, one.note, one.inner, one.local) == ("uno", "new", nil, 7))
    #expect((model.tags[2].name, model.tags[2].note) == ("null", nil))
    #expect(two == Tag(2, "two"))
  }

  @Test func replacesAnObjectOfAnotherIdentity() throws {
    let model = Issue_()
    let old = Tag(1, "one")
    (old.local, old.note) = (7, "old")
    model.tag = old
    model.byName = ["k": old]
    try apply(#"{"tag":{"id":2},"byName":{"k":{"id":3,"note":null}}}"#, to: model)
    let new = try #require(model.tag)
    #expect(new !== old)
    #expect((new.id, new.name, new.note, new.local) == (2, "one", "old", 0))
    let named = try #require(model.byName["k"])
    #expect((named.id, named.name, named.note) == (3, "one", nil))
    #expect((old.id, old.note) == (1, "old"))
    // Its removal, too, is a change.
    try apply(#"{"tag":{"id":null}}"#, to: model)
    #expect(model.tag !== new && model.tag?.id == nil && model.tag?.name == "one" && new.id == 2)
    // One that gets its first identity has no other.
    let unnamed = Tag(nil, "x")
    model.tag = unnamed
    try apply(#"{"tag":{"name":"y"}}"#, to: model)
    #expect(model.tag === unnamed && unnamed.name == "y")
  }

  @Test func mergesObjects() throws {
    let model = Issue_()
    let kept = Tag(1, "one")
    model.byName = ["a": kept, "b": Tag(2)]
    model.counts = ["a": 1, "b": 2]
    model.any = ["a": ["b": 1, "c": 2], "d": [1]]
    model.raw = try RawJSON(#"{"a":1.00,"b":{"c":2}}"#)
    model.point = Point(x: 1, y: 2)
    model.state = .loading(progress: 0.5)
    try apply(
      """
      {"byName":{"a":{"name":"uno"},"b":null,"c":{"name":null}},"counts":{"a":null,"c":3},\
      "any":{"a":{"b":null},"d":null,"e":{"f":null}},"raw":{"b":{"c":null,"d":[null]}},\
      "point":{"y":null},"state":{"loading":{"progress":0.75}}}
      """, to: model)
    #expect(model.byName == ["a": Tag(1, "uno"), "c": Tag(nil)])
    #expect(model.byName["a"] === kept)
    #expect(model.counts == ["b": 2, "c": 3])
    #expect(model.any as? NSDictionary == ["a": ["c": 2], "e": [String: Any]()])
    #expect(
      model.raw.map { String(decoding: $0.data, as: UTF8.self) } == #"{"a":1.00,"b":{"d":[null]}}"#)
    #expect(model.point == Point(x: 1, y: nil))
    #expect(model.state == .loading(progress: 0.75))
    // The old value's JSON merged with the patch has one case.
    try apply(#"{"state":{"loading":null,"idle":{}}}"#, to: model)
    #expect(model.state == .idle)
    let error = adapterError { try apply(#"{"state":{"loading":{"progress":1}}}"#, to: model) }
    #expect(error?.propertyKey == "state" && error?.kind == .typeMismatch)
    #expect(model.state == .idle)
  }

  @Test func changesNothingIfItFails() throws {
    let model = Issue_()
    model.tags = [Tag(1, "one")]
    let before = model.deeplyCopied()
    let (tag, own) = (try #require(model.tags.first), model.own)
    let error = adapterError {
      try apply(
        #"{"tags":[{"id":1}],"own":{"id":3},"tag":null,"byName":{"a":{}},"points":["x"]}"#,
        to: model)
    }
    #expect(error?.path == "$.points[0]")
    #expect(model == before)
    #expect(model.tags[0] === tag && model.own === own)
  }

  @Test func refusesWhatIsNoPatch() {
    let model = Issue_()
    #expect(
      adapterMessage { try apply("[1]", to: model) }
        == "Issue_: expected object, found array at $ (line 1, column 1): no policy reads it")
    #expect(
      adapterMessage { try JSONAdapter.apply(mergePatch: NSNull(), to: model) }
        == "Issue_: expected object, found null at $")
  }

  @Test func takesEachForm() throws {
    let json =
      #"{"title":"t","due":null,"own":{"note":null,"inner":{"note":null}},"any":{"a":null}}"#
    let dictionary: [String: Any] = [
      "title": "t", "due": NSNull(), "own": ["note": NSNull(), "inner": ["note": NSNull()]],
      "any": ["a": NSNull()],
    ]
    let adapter = JSONAdapter(policy: .lenient)
    let roads: [(Issue_) throws -> Void] = [
      { try JSONAdapter.apply(mergePatch: json, to: $0) },
      { try JSONAdapter.apply(mergePatch: Data(json.utf8), to: $0) },
      { try JSONAdapter.apply(mergePatch: dictionary, to: $0) },
      { try JSONAdapter.apply(mergePatch: dictionary as Any, to: $0) },
      { try adapter.apply(mergePatch: json, to: $0) },
      { try adapter.apply(mergePatch: dictionary, to: $0) },
      { try adapter.apply(mergePatch: dictionary as Any, to: $0) },
    ]
    for (number, road) in roads.enumerated() {
      let model = Issue_()
      try road(model)
      #expect(model.title == "t" && model.due == nil, "road \(number)")
      #expect(model.own.note == nil && model.own.inner?.note == nil, "road \(number)")
      #expect(model.any as? NSDictionary == [:], "road \(number)")
    }
  }

  // MARK: Paths

  private final class Paths: Model, JSONSerializing {
    var first = 1
    var second = 2
    var names: [String] = ["n"]
    var deep: String? = "d"
    var either = "e"
    var tag: Tag? = Tag(4)

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "first": "list[0]", "second": "list[1]", "names": "items[*].name", "deep": "a.b.deep",
        "either": .firstOf("either", "other"), "tag": "list[2]",
      ]
    }
  }

  @Test func followsPaths() throws {
    let model = Paths()
    let tag = try #require(model.tag)
    (tag.name, tag.note) = ("old", "old")
    (model.first, model.second) = (5, 6)
    try apply(#"{"items":[{"name":"x"},{}],"a":{"c":1},"other":"o"}"#, to: model)
    #expect((model.first, model.second, model.names, model.deep) == (5, 6, ["x"], "d"))
    #expect(model.either == "o")
    // An array is replaced: what it lacks is as in a new object.
    try apply(#"{"list":[7],"items":[],"a":null}"#, to: model)
    #expect((model.first, model.second, model.names, model.deep) == (7, 2, [], nil))
    #expect(model.tag == Tag(4) && model.tag !== tag)
    try apply(#"{"list":[8,9,{"id":4,"name":"n"}]}"#, to: model)
    #expect((model.first, model.second) == (8, 9))
    #expect(model.tag == Tag(4, "n"))
    try apply(#"{"list":null,"items":null,"either":null}"#, to: model)
    #expect((model.first, model.second, model.names, model.either) == (1, 2, ["n"], "e"))
    #expect(model.tag == nil)
  }

  private final class Required: Model, JSONSerializing {
    var id = 0
    var name: String?

    override class var requiredPropertyKeys: Set<String> { ["id", "name"] }
  }

  @Test func keepsRequiredMembers() throws {
    let model = Required()
    (model.id, model.name) = (3, "n")
    try apply(#"{"name":null}"#, to: model)
    #expect(model.name == nil)
    // Under that policy, all are.
    #expect(
      adapterMessage {
        try JSONAdapter.apply(
          mergePatch: #"{"id":1,"title":null}"#, to: Issue_(), policy: .legacyJSONModel)
      } == #"Issue_: missing "title" at $.title (line 1, column 17)"#)
    let error = adapterError { try apply(#"{"id":null}"#, to: model) }
    #expect(error?.kind == .missingKeys && error?.missingKeys == ["id"])
    #expect(model.id == 3)
  }

  // MARK: Transformers

  private final class Converted: Model, JSONSerializing {
    var size = "1x2"
    var word: String? = "w"
    var code = 0

    override class func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "size":
        .closure(
          forward: { (members: [String: Int]) in "\(members["w"] ?? 0)x\(members["h"] ?? 0)" },
          reverse: { (text: String) in
            let parts = text.split(separator: "x").map { Int($0) ?? 0 }
            return ["w": parts[0], "h": parts[1]]
          })
      default: nil
      }
    }
  }

  @Test func mergesBelowTransformers() throws {
    let model = Converted()
    try apply(#"{"size":{"h":5}}"#, to: model)
    #expect(model.size == "1x5")
    try apply(#"{"size":{"w":null}}"#, to: model)
    #expect(model.size == "0x5")
    try apply(#"{"size":null}"#, to: model)
    #expect(model.size == "1x2")
  }

  // MARK: Making patches

  @Test func refusesWhatNoPatchCanSay() throws {
    func message(_ change: (Issue_) throws -> Void) throws -> String {
      let (old, new) = (Issue_(), Issue_())
      try change(new)
      return adapterMessage { _ = try JSONAdapter.mergePatch(from: old, to: new) } ?? "none"
    }
    let words =
      "expected a value that a merge patch can give, found null, by which a patch removes the member"
    #expect(try message { $0.twice = .some(nil) } == "Issue_.twice: \(words) at $.twice")
    #expect(try message { $0.counts = ["a": nil] } == "Issue_.counts: \(words) at $.counts.a")
    #expect(try message { $0.any = ["a": ["b": NSNull()]] } == "Issue_.any: \(words) at $.any.a.b")
    #expect(
      try message { $0.raw = try RawJSON(#"{"a":null}"#) } == "Issue_.raw: \(words) at $.raw.a")
    #expect(try message { $0.strict = Strict(x: nil) } == "Issue_.strict: \(words) at $.strict.x")
    let kept: [(Issue_) throws -> Void] = [
      { $0.any = [NSNull()] },
      { $0.due = nil },
      { $0.tag = nil },
      { $0.own = Tag(8).with { $0.note = nil } },
      { $0.byName = ["x": Tag(8).with { $0.note = nil }] },
      { $0.tags = [Tag(8).with { $0.note = nil }] },
    ]
    for change in kept {
      let (old, new) = (Issue_(), Issue_())
      try change(new)
      let made = try patch(old, new)
      try apply(made, to: old)
      #expect(old == new, "\(made)")
    }
  }

  @Test func makesPatchesThatApply() throws {
    let old = Issue_()
    (old.twice, old.due) = (.some(nil), nil)
    (old.any, old.counts) = (["a": 1], ["a": 1, "b": nil])
    old.tags = [Tag(1), Tag(2)]
    let new = Issue_()
    new.due = "soon"
    new.own = Tag(3).with { $0.note = nil }
    new.byName = ["x": Tag(8).with { $0.note = nil }]
    new.tags = [Tag(2), Tag(1).with { $0.note = nil }, Tag(4)]
    new.tag = nil
    new.point = Point(x: 1, y: nil)
    let forth = try patch(old, new)
    let saved = old.with {
      $0.twice = nil
      $0.counts = ["a": 1]
    }
    let back = try patch(new, saved)
    let objects = old.tags
    try apply(forth, to: old)
    #expect(old == new)
    #expect(old.tags[0] === objects[1] && old.tags[1] === objects[0])
    try apply(back, to: old)
    #expect(old == saved)
  }

  /// What is inserted is read as a new object is, and not put into the values that that has.
  @Test func insertsWhole() throws {
    final class Part: Model, JSONSerializing {
      var counts = ["a": 1]
      var any: Any = ["a": 1]
      var note: String? = "new"
    }
    final class Whole: Model, JSONSerializing {
      var part: Part?
      var parts: [String: Part] = [:]
      var any: Any = [1]
    }
    let model = Whole()
    let part = #"{"counts":{"b":2,"c":null},"any":{"b":2,"c":null},"note":null}"#
    try apply(#"{"part":\#(part),"parts":{"k":\#(part)},"any":{"b":2,"c":null}}"#, to: model)
    for part in [model.part, model.parts["k"]] {
      #expect(part?.counts == ["b": 2])
      #expect(part?.any as? NSDictionary == ["b": 2])
      #expect(part?.note == nil)
    }
    #expect(model.any as? NSDictionary == ["b": 2])
  }

  /// What a required member of a new object needs is there, also where the patch has null for it.
  @Test func insertsRequiredNulls() throws {
    final class Part: Model, JSONSerializing {
      var id: Int?
      var count = 1
      var next: Part?
      var named: [String: Part] = [:]

      override class var requiredPropertyKeys: Set<String> { ["id"] }
    }
    let whole = Part().with {
      $0.next = Part()
      $0.next?.named = ["a": Part().with { $0.count = 2 }]
    }
    let model = Part()
    let made = try patch(model, whole)
    try apply(made, to: model)
    #expect(model == whole, "\(made)")
    let error = adapterError { try apply(#"{"named":{"b":{"count":null}}}"#, to: model) }
    #expect(error?.missingKeys == ["id"] && model == whole)
  }

  private final class Elsewhere: Model, JSONSerializing {
    var id = 0
    var rest: Int? = 1

    override class var requiredPropertyKeys: Set<String> { ["id"] }
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["id": .firstOf("id", "meta.id"), "rest": "meta"]
    }
  }

  /// A null above another alternative of a property does not remove it.
  @Test func keepsWhatIsWrittenElsewhere() throws {
    let model = Elsewhere()
    model.id = 4
    try apply(#"{"meta":null}"#, to: model)
    #expect(model.id == 4 && model.rest == nil)
  }

  /// A patch means the members of exactly its names, of two that String takes for one, too.
  @Test func tellsNamesByTheirScalars() throws {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    let model = Issue_()
    func names(_ names: some Sequence<String>) -> [[UInt8]] { names.map { Array($0.utf8) } }
    model.counts = [decomposed: 1]
    try apply(#"{"counts":{"\#(composed)":null}}"#, to: model)
    #expect(model.counts == [decomposed: 1])
    for patch in [
      #""\#(composed)":2,"\#(decomposed)":null"#, #""\#(decomposed)":null,"\#(composed)":2"#,
    ] {
      model.counts = [decomposed: 1]
      try apply(#"{"counts":{\#(patch)}}"#, to: model)
      #expect(names(model.counts.keys) == names([composed]) && model.counts[composed] == 2)
    }
    model.counts = [decomposed: 1]
    let error = adapterError { try apply(#"{"counts":{"\#(composed)":2}}"#, to: model) }
    #expect(error?.kind == .typeMismatch && error?.pathComponents.last == .key(composed))
    #expect(names(model.counts.keys) == names([decomposed]))
    // The objects are two.
    model.byName = [decomposed: Tag(1, "one")]
    try apply(#"{"byName":{"\#(decomposed)":null,"\#(composed)":{"id":1}}}"#, to: model)
    #expect(model.byName[composed] == Tag(1))
  }

  // MARK: Clusters

  /// A patch between models of any two classes gives the other's class and values, nil too.
  @Test(arguments: ClusterForms.all.indices) func changesClasses(_ form: Int) throws {
    func test<F: ClusterForm>(_: F.Type) throws {
      func models() -> [ClusterForms.Base<F>] {
        let classes: [ClusterForms.Base<F>.Type] = [
          ClusterForms.A<F>.self, ClusterForms.B<F>.self, ClusterForms.Middle<F>.self,
          ClusterForms.X<F>.self,
        ]
        return classes.flatMap { type in
          ["old", nil].map { name in
            let model = type.init()
            (model.name, model.item) = (name, name.map { _ in ClusterForms.Item() })
            (model as? ClusterForms.B<F>)?.note = name
            (model as? ClusterForms.X<F>)?.x = 5
            return model
          }
        }
      }
      func carrier(_ number: Int) -> ClusterForms.Carrier<F> {
        let carrier = ClusterForms.Carrier<F>()
        carrier.one = models()[number]
        carrier.named = ["k": models()[number], "\(number)": models()[number]]
        carrier.list = [models()[number]]
        carrier.deep = models()[number]
        carrier.deep.next = models()[number]
        return carrier
      }
      for old in models().indices {
        for new in models().indices {
          let (changed, wanted) = (carrier(old), carrier(new))
          let made = try patch(changed, wanted)
          try apply(made, to: changed)
          #expect(changed == wanted, "\(old) to \(new) by \(made)")
        }
      }
    }
    try test(ClusterForms.all[form])
  }

  /// The class of the model itself can't change, not even to one of its superclass.
  @Test func refusesAnotherClassOfTheModel() throws {
    typealias Form = ClusterForms.InsideForm
    let x = ClusterForms.X<Form>()
    for (patch, name) in [
      (#"{"type":"a"}"#, "A<InsideForm>"), (#"{"kind":null}"#, "Middle<InsideForm>"),
    ] {
      let error = adapterError { try apply(patch, to: x) }
      #expect(error?.kind == .noClassFound && error?.found.contains(name) == true, "\(error!)")
    }
  }

  @Test func refusesANullThatChoosesAClass() throws {
    typealias Form = ClusterForms.DeducedForm
    let new = ClusterForms.A<Form>()
    new.a = nil
    #expect(
      adapterMessage { _ = try JSONAdapter.mergePatch(from: ClusterForms.B<Form>(), to: new) }
        == """
        A<DeducedForm>: expected a value that a merge patch can give, found null, by which a patch \
        removes the member at $.a
        """)
  }

  private final class Choosing: Model, JSONSerializing {
    var one: ClusterForms.Base<ClusterForms.InsideBaseForm> = ClusterForms.A()
    var other: ClusterForms.Item?

    override class func classForParsing(_ json: JSONObject, forKey key: String) -> Model.Type? {
      key == "other" ? ClusterForms.Item.self : nil
    }
  }

  /// The code of a holder that chooses no class leaves the choice to the model's own tag.
  @Test func followsTheTagBelowAHolderThatChooses() throws {
    let model = Choosing()
    try apply(#"{"one":{"type":"b","b":3,"level":null}}"#, to: model)
    #expect((model.one as? ClusterForms.B)?.b == 3)
    try JSONAdapter.update(model, from: #"{"one":{"type":"a","a":4}}"#)
    #expect((model.one as? ClusterForms.A)?.a == 4)
  }
}
