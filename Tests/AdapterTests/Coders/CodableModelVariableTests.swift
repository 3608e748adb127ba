import ClientModels
import Foundation
import MainActorModels
import Observation
import Peridot
import Testing

/// Doubles what it is set to.
@propertyWrapper private struct Doubled: PropertyWrapper {
  private var half: Int

  init(wrappedValue: Int) { half = wrappedValue / 2 }

  var wrappedValue: Int {
    get { half * 2 }
    set { half = newValue / 2 }
  }
}

/// One variable of each kind that stands in a class.
private class Kinds: Model, CodableModel {
  var plain = 1
  var silent = 2 { didSet { log.append("silent") } }
  var heard = 3 { didSet { log.append("heard \(oldValue) to \(heard)") } }
  private(set) var guarded = 4
  var implicit: String! = "five"
  var shown: String? = "six"
  weak var parent: Kinds?
  var children: [Kinds] = []
  @Doubled var even = 8
  var computed: Int {
    get { _computed }
    set {
      log.append("computed")
      _computed = newValue
    }
  }
  let constant = 10
  lazy var later = 11
  var _computed = 9
  var log: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["log": .excluded, "parent": .writeOnly("parent")]
  }

  override class var declaredProperties: [Property] {
    [property("heard", \.heard, facets: .accessors), property("computed", \.computed)]
  }
}

private final class LoudKinds: Kinds {
  override var shown: String? {
    get { super.shown?.uppercased() }
    set { super.shown = newValue?.lowercased() }
  }

  override class var declaredProperties: [Property] {
    [property("shown", \.shown, facets: .accessors)]
  }
}

/// What a coder is to get of it.
private struct Twin: Codable, Equatable {
  var plain = 1
  var silent = 2
  var heard = 3
  var guarded = 4
  var implicit: String? = "five"
  var shown: String? = "six"
  var children: [Twin] = []
  var even = 8
  var computed = 9

  static let other = Twin(
    plain: -1, silent: -2, heard: -3, guarded: -4, implicit: "e", shown: "s", children: [Twin()],
    even: -8, computed: -9)
}

@Observable private class Watched: Model, CodableModel {
  var title = ""
  var count = 0 { didSet { changes += 1 } }
  var next: Watched?
  @ObservationIgnored @Doubled var even = 2
  @ObservationIgnored var changes = 0
  @ObservationIgnored var plain = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["changes": .excluded, "title": "the.title"]
  }
}

/// Each class of a chain has the macro for itself.
@Observable private final class WatchedMore: Watched {
  var more: [String: Date] = [:]

  override class var declaredProperties: [Property] {
    [property("more", \.more)]
  }
}

/// What a coder is to get of it.
private struct WatchedTwin: Codable {
  struct Title: Codable {
    var title = "a"
  }

  var the = Title()
  var count = 5
  var even = 6
  var plain = "p"
  var more: [String: Date]? = ["x": Date(timeIntervalSinceReferenceDate: 7)]
}

/// Every kind of variable, and classes of other modules, under coders.
@Suite struct CodableModelVariableTests: FoundationJSONCoding {
  typealias Coder = CodableModelTests.Coder

  /// Encodes a value, decodes it as another type, and the same back again.
  private static func through<Value: Codable, Other: Codable>(
    _ coder: Coder, _ value: Value, _: Other.Type, _ use: (Other) throws -> Void
  ) throws -> Value {
    let other = try #require(try coder.decode(Other.self, coder.encode(value)) as? Other)
    try use(other)
    return try #require(try coder.decode(Value.self, coder.encode(other)) as? Value)
  }

  @Test(arguments: Coder.all)
  func everyKindOfVariableIsCodedAsItsTwin(_ coder: Coder) throws {
    for twin in [Twin(), Twin.other] {
      let again = try Self.through(coder, twin, Kinds.self) { kinds in
        #expect(kinds.plain == twin.plain && kinds.silent == twin.silent)
        #expect(kinds.heard == twin.heard && kinds.guarded == twin.guarded)
        #expect(kinds.even == twin.even && kinds.computed == twin.computed)
        #expect(kinds.implicit == twin.implicit && kinds.shown == twin.shown)
        #expect(kinds.children.count == twin.children.count)
        // Accessors run where the variable is declared by key path, and nowhere else.
        #expect(kinds.log.sorted() == ["computed", "heard 3 to \(twin.heard)"])
      }
      #expect(again == twin)
    }
    #expect(Kinds.propertyKeys.contains("constant") == false)
  }

  @Test func aDeclaredOverrideIsAskedBothWays() throws {
    let loud = try Self.decode(LoudKinds.self, #"{"shown":"Mint"}"#)
    #expect(loud.shown == "MINT")
    #expect((loud as Kinds).plain == 1)
    #expect(try Self.text(loud).contains(#""shown":"MINT""#))
    #expect(loud.log.isEmpty)
  }

  @Test func aRowHasTheSameVariables() throws {
    let decoder = RowDecoder([
      "plain": 1, "silent": 2, "heard": 30, "guarded": 4, "implicit": NSNull(), "shown": "s",
      "even": 8, "computed": 9,
    ])
    let kinds = try decoder.decode(Kinds.self)
    #expect(decoder.notes.wrongs == [])
    #expect(kinds.heard == 30)
    #expect(kinds.implicit == nil)
    kinds.children = []
    let row = try RowEncoder.row(kinds)
    #expect(row["even"] as? Int == 8)
    #expect(row["heard"] as? Int == 30)
    // A new object has another value, so nil is written.
    #expect(row["implicit"] as? String == "null")
    #expect(row["parent"] as? String == "NULL")
    #expect(row.keys.contains { $0.hasPrefix("_") || $0 == "constant" || $0 == "later" } == false)
  }

  @Test(arguments: [
    ("plain", "Kinds.plain"), ("heard", "Kinds.heard"), ("guarded", "Kinds.guarded"),
    ("even", "Kinds.even"), ("computed", "Kinds.computed"),
  ])
  func saysWhichVariableIsWrong(_ key: String, _ name: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try Self.decode([Kinds].self, #"[{"\#(key)":"x"}]"#)
    }
    guard case .typeMismatch(let found, let context) = error else {
      Testing.Issue.record("\(error as Any)")
      return
    }
    #expect(ObjectIdentifier(found) == ObjectIdentifier(Int.self))
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["0", key])
    let underlying = try #require(context.underlyingError as? JSONAdapterError)
    #expect(underlying.propertyKey == key)
    #expect(underlying.description.hasPrefix("\(name): expected Int"))
  }

  // MARK: Weak variables

  private final class Node: Model, CodableModel {
    var name = ""
    weak var parent: Node?
    var child: Node?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["parent": "parent"] }
  }

  /// A weak variable that is not mapped has no JSON.
  private final class Leaf: Model, CodableModel {
    var name = ""
    weak var parent: Node?
  }

  @Test func aWeakVariableThatIsNotMappedIsLeftOut() throws {
    let leaf = try Self.decode(Leaf.self, #"{"name":"a","parent":5}"#)
    let parent = Node()
    leaf.parent = parent
    #expect(try Self.text(leaf) == #"{"name":"a"}"#)
    withExtendedLifetime(parent) {}
  }

  @Test func aMappedWeakVariableHoldsNothing() throws {
    let node = try Self.decode(Node.self, #"{"name":"a","parent":{"name":"b"}}"#)
    #expect(node.name == "a")
    // Nobody else holds the parent.
    #expect(node.parent == nil)
    let parent = Node()
    parent.name = "c"
    node.parent = parent
    #expect(try Self.text(node) == #"{"name":"a","parent":{"name":"c"}}"#)
    parent.child = node
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(node) }
    guard case .invalidValue(_, let context) = error else {
      Testing.Issue.record("\(error as Any)")
      return
    }
    #expect((context.underlyingError as? JSONAdapterError)?.kind == .cycle)
    #expect(context.codingPath.map(\.stringValue) == ["parent", "child"])
  }

  // MARK: Observable classes

  @Test(arguments: Coder.all)
  func whatTheMacroHidesIsCoded(_ coder: Coder) throws {
    let twin = WatchedTwin()
    let again = try Self.through(coder, twin, WatchedMore.self) { watched in
      #expect((watched.title, watched.count, watched.even) == ("a", 5, 6))
      #expect(watched.plain == "p")
      #expect(watched.more.keys.sorted() == ["x"])
      #expect(watched.changes == 0)
      // What reads the variables is told when they change.
      let told = Flag()
      withObservationTracking {
        _ = watched.more
      } onChange: {
        told.isSet = true
      }
      let more = watched.more
      watched.more = [:]
      #expect(told.isSet)
      watched.more = more
    }
    #expect(try Self.text(again) == Self.text(twin))
    let plain = WatchedTwin(more: nil)
    let base = try Self.through(coder, plain, Watched.self) { #expect($0.title == "a") }
    #expect(try Self.text(base) == Self.text(plain))
  }

  private final class Flag: @unchecked Sendable {
    // Sendable: everything happens on one thread.
    var isSet = false
  }

  @Test func observableModelsHoldEachOther() throws {
    let text =
      #"{"count":0,"even":2,"next":{"count":1,"even":2,"plain":"","the":{"title":"b"}},"plain":"","the":{"title":"a"}}"#
    let watched = try Self.decode(Watched.self, text)
    #expect(watched.next?.title == "b")
    #expect(try Self.text(watched) == text)
    #expect(try Self.decode(Watched.self, text) == watched)
  }

  // MARK: Classes of another module

  private final class LooseLedger: Ledger {
    var note: String?

    override class var conversionPolicy: ConversionPolicy? { .lenient }
  }

  @Test(arguments: Coder.all)
  func aClassOfAnotherModuleIsCoded(_ coder: Coder) throws {
    struct Head: Codable, Equatable {
      var title = "t"
    }
    struct Paper: Codable, Equatable {
      var head = Head()
      var total = 3
      var openedAt = Date(timeIntervalSinceReferenceDate: 4)
      var size = 5
      var children: [Paper]? = []
      var owner = "me"
      var inner = ["a": 1]
      var note: String? = "n"
    }
    let paper = Paper(children: [Paper(children: [], note: nil)])
    let again = try Self.through(coder, paper, LooseLedger.self) { ledger in
      #expect((ledger.title, ledger.total, ledger.size) == ("t", 3, 5))
      #expect(ledger.opened == paper.openedAt)
      #expect(ledger.children.map(\.owner) == ["me"])
      #expect(ledger.children.first.map { type(of: $0) == Ledger.self } == true)
      #expect(ledger.note == "n")
      #expect(ledger.changes == 1)
    }
    #expect(again == paper)
  }

  @Test func aSubclassInAnotherModuleOverridesThePolicy() throws {
    let text = #"{"size":"3","owner":"  x"}"#
    let loose = try Self.decode(LooseLedger.self, text)
    #expect(loose.size == 3)
    #expect(loose.owner == "x")
    let error = #expect(throws: DecodingError.self) { try Self.decode(Ledger.self, text) }
    guard case .typeMismatch(_, let context) = error else {
      Testing.Issue.record("\(error as Any)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["size"])
    // By a metatype that is chosen when the program runs, too.
    let types: [any CodableModel.Type] = [LooseLedger.self, Ledger.self]
    let sizes = types.map { type -> Int? in
      let ledger = try? JSONDecoder().decode(type, from: Data(text.utf8)) as? Ledger
      return ledger?.size
    }
    #expect(sizes == [3, nil])
  }

  @Test(arguments: Coder.all)
  func anObservableClassOfAnotherModuleIsCoded(_ coder: Coder) throws {
    struct Paper: Codable, Equatable {
      var name = "n"
      var rows = [1, 2]
      var author = "me"
    }
    let again = try Self.through(coder, Paper(), Sheet.self) { sheet in
      #expect((sheet.name, sheet.rows, sheet.author) == ("n", [1, 2], "me"))
    }
    #expect(again == Paper())
  }

  @Observable private final class LongSheet: Sheet {
    var notes: [String] = []
    var next: LongSheet?
  }

  @Test func anObservableSubclassInAnotherModuleIsCoded() throws {
    let text =
      #"{"author":"me","name":"a","next":{"author":"","name":"b","notes":[],"rows":[]},"notes":["c"],"rows":[1]}"#
    let sheet = try Self.decode(LongSheet.self, text)
    #expect((sheet.name, sheet.rows, sheet.notes) == ("a", [1], ["c"]))
    #expect(sheet.next?.name == "b")
    #expect(try Self.text(sheet) == text)
    let error = #expect(throws: DecodingError.self) {
      try Self.decode(LongSheet.self, #"{"next":{"rows":[1,"x"]}}"#)
    }
    guard case .typeMismatch(_, let context) = error else {
      Testing.Issue.record("\(error as Any)")
      return
    }
    // The names that are declared, not those of the storage.
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        == ["next", "rows", "1"])
    #expect((context.underlyingError as? JSONAdapterError)?.path == "$.next.rows[1]")
  }

  // MARK: A module of the main actor

  private final class LateInvoice: Invoice {
    var fee: Int?

    override class var conversionPolicy: ConversionPolicy? { .lenient }
  }

  @Test @MainActor func modelsOfTheMainActorAreCodedThere() throws {
    let text =
      #"{"all":[{"lines":[],"meta":{"number":2},"paid":0}],"first":{"due":5,"lines":["a"],"meta":{"number":1},"paid":3,"payer":{"name":"b"}}}"#
    let folder = try reread(Self.decode(Folder.self, text))
    #expect(try Self.text(folder) == text)
    #expect(folder.first.changes == 1)
    #expect(folder.first.payer?.name == "b")
  }

  @Test func modelsOfTheMainActorAreCodedElsewhere() async throws {
    let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          let late = try Self.decode(
            LateInvoice.self, #"{"meta":{"number":"\#(number)"},"fee":"4"}"#)
          return late.number * 10 + (late.fee ?? 0)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted()
    }
    #expect(numbers == (0..<8).map { $0 * 10 + 4 })
  }

  // MARK: Generic classes

  private class NamedStack<Element: Codable & Sendable>: Stack<Element> {
    var name = ""
    var last: Element?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["last": "ends.last"] }
  }

  private final class NumberStack: NamedStack<Int> {
    var sum = 0
  }

  private struct StackTwin<Element: Codable & Equatable>: Codable, Equatable {
    struct Ends: Codable, Equatable {
      var last: Element
    }

    var elements: [Element]
    var top: Element?
    var name = "n"
    var ends: Ends

    init(_ elements: [Element]) {
      self.elements = elements
      top = elements.last
      ends = Ends(last: elements[0])
    }
  }

  @Test(arguments: Coder.all)
  func genericSubclassesAreCoded(_ coder: Coder) throws {
    func check<Element: Codable & Equatable & Sendable>(_ elements: [Element]) throws {
      let twin = StackTwin(elements)
      let again = try Self.through(coder, twin, NamedStack<Element>.self) { stack in
        #expect(stack.elements == elements)
        #expect(stack.top == elements.last)
        #expect(stack.last == elements[0])
      }
      #expect(again == twin)
    }
    try check([1, 2])
    try check(["a", "b"])
    try check([Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)])
    try check([["a": 1], [:]])
    try check([Point(x: 1, y: 2)])
    let numbers = try Self.through(coder, StackTwin([3, 4]), NumberStack.self) { stack in
      #expect((stack.elements, stack.last, stack.sum) == ([3, 4], 3, 0))
    }
    #expect(numbers == StackTwin([3, 4]))
    #expect(throws: DecodingError.self) {
      try Self.decode(NumberStack.self, #"{"ends":{"last":"x"}}"#)
    }
  }
}
