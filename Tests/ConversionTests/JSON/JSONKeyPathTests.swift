import Testing

@testable import Peridot

@Suite struct JSONKeyPathTests {
  @Test(
    arguments: [
      ("login", [.key("login")]),
      ("user.login", [.key("user"), .key("login")]),
      ("tags[0]", [.key("tags"), .index(0)]),
      ("items[*].id", [.key("items"), .each, .key("id")]),
      (
        "a[0][12][*].b.c[3]",
        [.key("a"), .index(0), .index(12), .each, .key("b"), .key("c"), .index(3)]
      ),
      ("@type", [.key("@type")]), ("$ref", [.key("$ref")]), ("a b", [.key("a b")]),
      ("日本.é", [.key("日本"), .key("é")]), ("*", [.key("*")]), ("0", [.key("0")]),
      (".ext", [.key(".ext")]), ("a.", [.key("a.")]), (".", [.key(".")]), ("..", [.key("..")]),
      (".a[0]", [.key(".a[0]")]),
      ("a..b", [.key("a"), .key("b")]), (".a.b.", [.key("a"), .key("b")]),
      (#"["a.b"]"#, [.key("a.b")]), (#"user["a.b"].c"#, [.key("user"), .key("a.b"), .key("c")]),
      (#"["q\"\\]"][0]"#, [.key("q\"\\]"), .index(0)]),
      (#""x.y".z"#, [.key("x.y"), .key("z")]),
      (#"a."b.c"[0]"#, [.key("a"), .key("b.c"), .index(0)]),
      (#"a"b.c"#, [.key("a\"b"), .key("c")]), ("\"\"", [.key("")]),
    ] as [(String, [JSONKeyPath.Component])])
  func readsTexts(_ text: String, _ components: [JSONKeyPath.Component]) {
    let path = JSONKeyPath(text)
    #expect(path.mistake == nil)
    #expect(path.form == .path(components))
    #expect(JSONKeyPath(path.description) == path)
  }

  @Test(arguments: [
    ("", "\"\" names no member: a member without a name is .literal(\"\")"),
    ("tags[x]", "\"tags[x]\" has brackets with neither an index, * nor a quoted name in them"),
    ("tags[]", "\"tags[]\" has brackets with neither an index, * nor a quoted name in them"),
    ("tags[-1]", "\"tags[-1]\" has brackets with neither an index, * nor a quoted name in them"),
    (
      "a[99999999999999999999]",
      "\"a[99999999999999999999]\" has brackets with neither an index, * nor a quoted name in them"
    ),
    ("a[", "\"a[\" has a bracket that is not closed"),
    ("a[0", "\"a[0\" has a bracket that is not closed"),
    ("a[*", "\"a[*\" has a bracket that is not closed"),
    ("a[\"b", "\"a[\"b\" has a bracket that is not closed"),
    ("a]", "\"a]\" has a closing bracket too many"),
    ("a[0]]", "\"a[0]]\" has a closing bracket too many"),
    ("[*]x", "\"[*]x\" lacks a dot after a bracket"),
    ("a.[0]", "\"a.[0]\" has brackets without a name before them"),
    ("a[0]b", "\"a[0]b\" lacks a dot after a bracket"),
    ("\"a.b", "\"\"a.b\" has a quotation mark that is not closed"),
    ("\"a\"b", "\"\"a\"b\" lacks a dot after a quotation mark"),
  ])
  func tellsWhatIsNoPath(_ text: String, _ mistake: String) {
    #expect(JSONKeyPath(text).mistake == mistake)
  }

  @Test(
    arguments: [
      ("[0]", [.index(0)]), ("[0].x", [.index(0), .key("x")]), ("[1][2]", [.index(1), .index(2)]),
      ("[*]", [.each]),
    ] as [(String, [JSONKeyPath.Component])])
  func leadsIntoAnArrayThatIsTheWhole(_ text: String, _ components: [JSONKeyPath.Component]) {
    let path = JSONKeyPath(text)
    #expect(path.mistake == nil)
    #expect(path.form == .path(components))
    #expect(path.description == text)
    #expect(path.mistakeInObject == "\"\(text)\" has brackets without a name before them")
    #expect(JSONKeyPath.firstOf("a", path).mistake == path.mistakeInObject)
  }

  @Test func readsLiterals() {
    let one: JSONKeyPath = "user.login"
    #expect(one == JSONKeyPath("user.login"))
    let several: JSONKeyPath = ["lat", "geo.lng"]
    #expect(several == .all("lat", "geo.lng"))
    #expect(several.form == .all(["lat", "geo.lng"]))
    #expect(several.mistake == nil)
    let none: JSONKeyPath = []
    #expect(none.form == .all([]))
  }

  @Test func takesNamesAsTheyAre() {
    #expect(JSONKeyPath.literal("a.b", "c[0]").form == .path([.key("a.b"), .key("c[0]")]))
    #expect(JSONKeyPath.literal("a.b", "c").description == #"["a.b"].c"#)
    #expect(JSONKeyPath.literal("a") == "a")
    #expect(JSONKeyPath.literal().mistake == "a literal path needs at least one name")
    for name in ["a.b", "", "\"", "\"a", "a\"", "\\", "[", "]", "a\nb\t\r", "é", ".ext"] {
      let path = JSONKeyPath.literal("x", name)
      #expect(JSONKeyPath(path.description) == path)
      #expect(JSONKeyPath(JSONKeyPath.literal(name).description) == .literal(name))
    }
  }

  @Test func hasForms() {
    #expect(JSONKeyPath.root.form == .root)
    #expect(JSONKeyPath.excluded.form == .excluded)
    #expect(JSONKeyPath.firstOf("a", "b.c").form == .firstOf(["a", "b.c"]))
    #expect(JSONKeyPath.firstOf().mistake == "firstOf needs at least one path")
    #expect(JSONKeyPath.readOnly("a.b").direction == .readOnly)
    #expect(JSONKeyPath.writeOnly("a.b").direction == .writeOnly)
    #expect(JSONKeyPath("a").direction == .both)
    #expect(JSONKeyPath.readOnly("a") != "a")
    #expect(JSONKeyPath.readOnly("a[").mistake == JSONKeyPath("a[").mistake)
  }

  @Test func describesItself() {
    #expect("\(JSONKeyPath.firstOf("a", "b.c[*]"))" == "firstOf(a, b.c[*])")
    #expect("\(["a", "b"] as JSONKeyPath)" == "[a, b]")
    #expect("\(JSONKeyPath.readOnly("a.b"))" == "readOnly(a.b)")
    #expect("\(JSONKeyPath.writeOnly(.root))" == "writeOnly(root)")
    #expect("\(JSONKeyPath.excluded)" == "excluded")
  }

  @Test func tellsMistakesOfItsParts() {
    #expect((["a", "b["] as JSONKeyPath).mistake == "\"b[\" has a bracket that is not closed")
    #expect(
      JSONKeyPath.firstOf("a", .excluded).mistake
        == "an excluded path cannot be a part of another")
    #expect(
      JSONKeyPath.all(.readOnly("a")).mistake
        == "a direction belongs to the whole, not to readOnly(a)")
  }
}
