import Foundation
import Peridot
import Testing

@testable import TestSupport

private let long = "a text that is too long to lie within a string itself"

/// The model that code within a test writes to, and lets go of.
private final class Stage: @unchecked Sendable {
  // Sendable: used by one thread.

  @TaskLocal static var current = Stage()
  var parent: Parent?
  var calls = 0

  static func run<Result>(_ body: (Stage) throws -> Result) rethrows -> Result {
    let stage = Stage()
    return try $current.withValue(stage) { try body(stage) }
  }

  /// Writes to all that the parent holds, and lets go of it.
  func disturb() {
    calls += 1
    guard let parent else { return }
    parent.text = long + " \(calls)"
    parent.numbers = Array(repeating: calls, count: 50)
    parent.disturbing = nil
    parent.child = nil
    parent.children = []
    parent.byName = [:]
    parent.anything = [long]
    self.parent = nil
  }
}

private class Child: Model, JSONSerializing {
  override class var archiveName: String { "MutationTests.Child" }

  var name = ""
  weak var parent: Parent?
}

private final class Disturbing: Child {
  override class var archiveName: String { "MutationTests.Disturbing" }

  override func validate() throws { Stage.current.disturb() }

  override func didLoad(from source: ModelSource) throws { Stage.current.disturb() }
}

/// Chosen by a class that writes to the model at hand.
private class Chosen: Model, JSONSerializing {
  override class var archiveName: String { "MutationTests.Chosen" }

  var name = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    Stage.current.disturb()
    return self
  }
}

/// A value with an `==`, a hash and a coding that write to the model that holds it.
private struct Value: Codable, Hashable {
  var name = ""

  init(_ name: String) { self.name = name }

  init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
    Stage.current.disturb()
  }

  func encode(to encoder: any Encoder) throws {
    Stage.current.disturb()
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  static func == (first: Value, second: Value) -> Bool {
    Stage.current.disturb()
    return first.name == second.name
  }

  func hash(into hasher: inout Hasher) {
    Stage.current.disturb()
    hasher.combine(name)
  }
}

private class Parent: Model, JSONSerializing {
  override class var archiveName: String { "MutationTests.Parent" }

  var text = long
  var numbers = [1, 2, 3]
  var disturbing: Disturbing?
  var child: Child?
  var chosen: Chosen?
  var children: [Child] = []
  var byName: [String: Child] = [:]
  var value = Value("value")
  var transformed = ""
  var anything: Any = 1
  var last = 0

  required init() {
    super.init()
    if Stage.current.calls < 0 { Stage.current.parent = self }
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "transformed" else { return super.transformer(forKey: key) }
    return .closure(
      forward: { (text: String) in
        Stage.current.disturb()
        return text
      },
      reverse: { (text: String) in
        Stage.current.disturb()
        return text
      })
  }
}

/// Its observer and its computed property write to it.
private final class Observing: Parent {
  var observed = "" {
    didSet {
      Stage.current.parent = self
      Stage.current.disturb()
    }
  }

  var computed: String {
    get {
      Stage.current.parent = self
      Stage.current.disturb()
      return "computed"
    }
    set { observed = newValue }
  }

  override class var declaredProperties: [Property] {
    [
      property("observed", \.observed, facets: .accessors), property("computed", \.computed),
    ]
  }
}

private final class Finishing: Parent, JSONFinishing {
  func finish(_ json: inout [String: Any]) throws {
    Stage.current.parent = self
    Stage.current.disturb()
    json["finished"] = true
  }
}

/// Its hooks of merging and archiving write to it.
private final class Hooked: Parent {
  override class var archiveName: String { "MutationTests.Hooked" }

  override func mergeValue(forKey key: String, from other: Model) {
    Stage.current.parent = other as? Parent
    Stage.current.disturb()
    super.mergeValue(forKey: key, from: other)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    Stage.current.parent = self
    Stage.current.disturb()
  }

  override func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    let value = try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
    Stage.current.parent = self
    Stage.current.disturb()
    return value
  }
}

private func fill<Filled: Parent>(_ parent: Filled) -> Filled {
  parent.disturbing = Disturbing()
  parent.child = Child()
  parent.child?.parent = parent
  parent.children = (0..<3).map { index in
    let child = Child()
    (child.name, child.parent) = ("child \(index)", parent)
    return child
  }
  parent.byName = ["a": Child(), "b": Child()]
  parent.transformed = "transformed"
  return parent
}

/// Code of the user's that writes to the model being read or written, or releases what it holds.
@Suite struct MutationWhileReadTests {
  private let members = """
    "child":{"name":"c"},"children":[{"name":"x"},{"name":"y"}],"byName":{"k":{"name":"z"}}
    """

  /// The stage holds the new parent from its `init` on.
  private func read(_ json: String) throws -> (Parent, calls: Int) {
    let stage = Stage()
    stage.calls = -1000
    let parent = try Stage.$current.withValue(stage) {
      try JSONAdapter.model(of: Parent.self, from: json)
    }
    return (parent, stage.calls + 1000)
  }

  @Test(arguments: [
    #""disturbing":{"name":"d"}"#, #""value":"v""#, #""transformed":"t""#,
    #""chosen":{"name":"n"}"#,
  ])
  func whileAModelIsRead(_ disturbance: String) throws {
    // What is read before is overwritten, and what is read afterwards counts.
    let (before, calls) = try read("{\(members),\(disturbance),\"last\":1}")
    #expect(calls >= 1)
    #expect(before.text.hasPrefix(long + " -"))
    #expect(before.numbers.count == 50)
    #expect(before.child == nil && before.children.isEmpty && before.byName.isEmpty)
    #expect(before.last == 1)
    let (after, _) = try read("{\(disturbance),\(members),\"last\":1}")
    #expect(after.child?.name == "c")
    #expect(after.children.map(\.name) == ["x", "y"])
    #expect(after.byName["k"]?.name == "z")
    #expect(after.last == 1)
  }

  @Test(arguments: [
    #""disturbing":{"name":"d"}"#, #""value":"v""#, #""transformed":"t""#,
    #""chosen":{"name":"n"}"#,
  ])
  func whileAModelIsUpdated(_ disturbance: String) throws {
    for fails in [false, true] {
      let parent = fill(Parent())
      parent.chosen = Chosen()
      let children = parent.children
      try Stage.run { stage in
        stage.parent = parent
        let json = "{\"text\":\"t\",\(members),\(disturbance),\"last\":\(fails ? "\"x\"" : "1")}"
        if fails {
          #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(parent, from: json) }
        } else {
          try JSONAdapter.update(parent, from: json)
          #expect(parent.child == nil && parent.children.isEmpty)
          #expect(parent.text == long + " 1")
          #expect(parent.last == 1)
        }
        #expect(stage.calls >= 1)
        #expect(stage.parent == nil)
      }
      // What the JSON names is put back in any case; a hook's other changes are, too.
      guard fails else { continue }
      #expect(parent.text == long)
      #expect(zip(parent.children, children).allSatisfy { $0 === $1 })
      #expect(parent.children.count == 3)
      #expect(parent.byName.keys.sorted() == ["a", "b"])
      #expect(parent.last == 0)
    }
  }

  @Test func whileANestedModelIsUpdatedThatIsLetGo() throws {
    let parent = fill(Parent())
    weak let ended = parent.disturbing
    try Stage.run { stage in
      stage.parent = parent
      parent.disturbing?.parent = parent
      try JSONAdapter.update(
        parent, from: #"{"children":[{"name":"x"}],"disturbing":{"name":"d"},"child":null}"#)
      #expect(stage.calls >= 1)
    }
    #expect(parent.children.isEmpty)
    #expect(ended != nil)
    parent.disturbing = nil
    #expect(ended == nil)
  }

  @Test func whileObserversRun() throws {
    try Stage.run { _ in
      let parent = try JSONAdapter.model(
        of: Observing.self, from: "{\(members),\"observed\":\"o\",\"computed\":\"c\",\"last\":1}")
      #expect(parent.children.isEmpty && parent.child == nil && parent.byName.isEmpty)
      #expect(parent.observed == "c")
      #expect(parent.last == 1)
      try JSONAdapter.update(parent, from: "{\"observed\":\"p\",\(members)}")
      #expect(parent.observed == "p")
      #expect(parent.children.map(\.name) == ["x", "y"])
      try parent.setValue("q", forPropertyKey: "observed")
      #expect(parent.children.isEmpty)
      let other = try Observing(dictionary: ["computed": "r", "text": "t", "numbers": [7]])
      #expect(other.observed == "r")
    }
  }

  @Test func whileAModelIsWritten() throws {
    func text(_ parent: Parent) throws -> String {
      try Stage.run { stage in
        stage.parent = parent
        let text = try JSONAdapter.string(from: parent)
        #expect(stage.calls >= 1)
        #expect(parent.children.isEmpty)
        return text
      }
    }
    // What was written before the change is as it was, and what comes after it is as it is.
    #expect(
      try text(fill(Parent())) == """
        {"text":"\(long)","numbers":[1,2,3],"disturbing":{"name":""},"child":{"name":""},\
        "children":[{"name":"child 0"},{"name":"child 1"},{"name":"child 2"}],\
        "byName":{"a":{"name":""},"b":{"name":""}},"value":"value","transformed":"transformed",\
        "anything":["\(long)"],"last":0}
        """)
    let observing = try text(fill(Observing()))
    #expect(observing.contains(#""children":[{"name":"child 0"}"#))
    #expect(observing.hasSuffix(#""observed":"","computed":"computed"}"#))
    let finishing = try text(fill(Finishing()))
    #expect(finishing.contains(#""children":[{"name":"child 0"}"#))
    #expect(finishing.contains(#""finished":true"#))
  }

  @Test func whileADictionaryIsMade() throws {
    let parent = fill(Parent())
    try Stage.run { stage in
      stage.parent = parent
      let dictionary = try JSONAdapter.dictionary(from: parent)
      #expect((dictionary["text"] as? String)?.hasPrefix(long) == true)
      #expect(stage.calls >= 1)
    }
    let observing = fill(Observing())
    let values = Stage.run { _ in observing.dictionaryValue }
    #expect((values["children"] as? [Child])?.count == 3)
    #expect(observing.children.isEmpty)
  }

  @Test func whileModelsAreComparedAndHashed() {
    let (first, second) = (fill(Parent()), fill(Parent()))
    (first.value, second.value) = (Value("one"), Value("two"))
    Stage.run { stage in
      stage.parent = first
      #expect(first != second)
      #expect(stage.calls == 1)
      stage.parent = second
      _ = second.hash
      #expect(stage.calls == 2)
      #expect(second.children.isEmpty)
      stage.parent = second
      #expect(first.changedKeys(from: second).contains("value"))
    }
    #expect(first.children.isEmpty)
  }

  @Test func whileModelsAreCopiedAndMerged() throws {
    let parent = fill(Parent())
    try Stage.run { stage in
      stage.parent = parent
      let copy = try #require(parent.deeplyCopied().disturbing)
      #expect(copy !== parent.disturbing)
      #expect(stage.calls == 1)
      #expect(parent.children.isEmpty)
    }
    for rule: MergeRule in [.overwrite, .skipNil, .deep] {
      let (target, source) = (fill(Hooked()), fill(Hooked()))
      Stage.run { stage in
        target.mergeValues(from: source, rule: rule)
        #expect(stage.calls >= 8)
      }
      // The source is changed before the first of its values is taken.
      #expect(target.children.isEmpty)
      #expect(target.numbers == Array(repeating: 2, count: 50))
    }
  }

  @Test func whileModelsAreArchived() throws {
    let parent = fill(Hooked())
    parent.transformed = "t"
    let data = try Stage.run { stage in
      let data = try parent.archivedData()
      #expect(stage.calls >= 1)
      return data
    }
    #expect(parent.children.isEmpty)
    try Stage.run { stage in
      let restored = try Hooked.unarchive(from: data)
      #expect(stage.calls >= 11)
      // The last value that is decoded is stored after the last change.
      #expect(restored.transformed == "t")
      #expect(restored.children.isEmpty)
      #expect(restored.numbers.count == 50)
    }
    let other = fill(Hooked())
    try Stage.run { _ in
      _ = try NSKeyedArchiver.archivedData(withRootObject: other, requiringSecureCoding: true)
    }
    #expect(other.children.isEmpty)
  }

  // MARK: Values that end

  /// As in an assignment, but the variable can be used: it has its new value already.
  @Test func showsTheNewValueToTheEndOfTheOldOne() throws {
    let values = Ending()
    let other = Ending()
    for key in Ending.propertyKeys {
      values.fill()
      try values.setValue(other[key], forPropertyKey: key)
      values.expectNew([key])
      values.fill()
      values.mergeValue(forKey: key, from: other)
      values.expectNew([key])
    }
    for rule in [MergeRule.overwrite, .skipNil, .deep] {
      values.fill()
      values.mergeValues(from: other, rule: rule)
      values.expectNew(rule == .skipNil ? ["some", "several", "parts", "choice", "table"] : nil)
    }
    values.fill()
    try JSONAdapter.update(values, from: #"{"any":null,"some":1,"several":[1]}"#)
    values.expectNew(["any", "some", "several"])
    values.fill()
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(values, from: #"{"any":1,"some":1,"several":[1],"count":"x"}"#)
    }
    values.expectNew([])
    values.clear()
  }
}

/// What a value that ends finds in the variables of the model that held it.
private final class Ending: Model, JSONSerializing {
  struct Parts {
    var first: Any = 1
    var last: Any = 2
    var end: End?
  }

  enum Choice {
    case none
    case two(Any, End?)
  }

  final class End {
    unowned let model: Ending
    let key: String

    init(_ model: Ending, _ key: String) {
      self.model = model
      self.key = key
    }

    deinit {
      guard model._isWatched else { return }
      model._found.insert(key + " " + (model.holdsEnd(key) ? "old" : "new"))
    }
  }

  var any: Any?
  var some: Any = 1
  var several: [Any] = []
  var parts = Parts()
  var choice: Choice? = Choice.none
  var table: [String: Any] = [:]
  var count = 0

  // What is no property.
  var _found: Set<String> = []
  var _isWatched = false

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["parts": .excluded, "choice": .excluded]
  }

  func clear() {
    _isWatched = false
    (any, some, several, parts, choice, table) = (nil, 1, [], Parts(), Choice.none, [:])
    _found = []
  }

  func fill() {
    clear()
    func end(_ key: String) -> End { End(self, key) }
    any = end("any")
    some = end("some")
    several = [end("several")]
    parts = Parts(first: end("parts"), last: end("parts"), end: end("parts"))
    choice = .two(end("choice"), end("choice"))
    table = ["a": end("table")]
    _isWatched = true
  }

  func holdsEnd(_ key: String) -> Bool {
    switch key {
    case "any": any is End
    case "some": some is End
    case "several": several.first is End
    case "parts": parts.first is End || parts.last is End || parts.end != nil
    case "choice": if case .two = choice { true } else { false }
    default: table["a"] is End
    }
  }

  /// Expects the values of these variables, and no others, to have ended; nil stands for all.
  func expectNew(_ keys: [String]?, sourceLocation: SourceLocation = #_sourceLocation) {
    let keys = keys ?? ["any", "some", "several", "parts", "choice", "table"]
    let expected = Set(keys.filter { $0 != "count" }.map { $0 + " new" })
    #expect(_found == expected, sourceLocation: sourceLocation)
  }
}
