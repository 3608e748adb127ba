import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Animal: Model {
  public var name = ""
  internal var age = 0
  fileprivate var color = ""
  private var secret = ""
  private(set) var weight = 0.0
  let species = "?"
}

private final class Dog: Animal {
  var tricks: [String] = []
  lazy var kennel = "lazy"
  var loud: Bool { true }
  static let count = 3
  var _cached = 1
  var _0 = 2
}

private class Crate<Content>: Model {
  var content: Content?
  var contents: [Content] = []
}

private final class Bag: Crate<String> {
  var label = ""
}

private final class Pair<First, Second>: Crate<(First, Second)> {
  var first: First?
  weak var weakSelf: Pair<First, Second>?
  var second: Second?
}

private enum Outer {
  enum Inner {
    final class Deep: Model {
      var depth = 2
    }
  }
}

private protocol Delegate: AnyObject {}

private final class References: Model {
  var strong: Dog?
  weak var weakOne: Dog?
  unowned var unownedOne: Dog
  unowned(unsafe) var unsafeOne: Dog
  unowned var unownedOptional: Dog?
  weak var delegate: (any Delegate)?
  weak var anything: AnyObject?
  weak var object: NSObject?
  var last = 0

  nonisolated(unsafe) private static let shared = Dog()

  required init() {
    unownedOne = Self.shared
    unsafeOne = Self.shared
    super.init()
  }
}

@propertyWrapper private struct Clamped {
  private var value = 0
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 10) }
  }
  var projectedValue: Bool { value == 10 }
}

private final class Wrapped: Model {
  @Clamped var level: Int
  var plain = 0

  override class var declaredProperties: [Property] {
    [property("level", \.level)]
  }
}

private final class Empty: Model {}

private struct Token: ~Copyable {
  var number = 1
}

private final class Unusual: Model {
  var before = 1
  var token = Token()
  var nothing: Void = ()
  var type = Int.self
  var after = 2
  var optionalType: Int.Type? = Int.self
  var typed: (Int8, String.Type) = (1, String.self)
  var last = 3
  var anyType: any Any.Type = Int.self
  var errorType: any Error.Type = CancellationError.self
  var dogClass: Model.Type = Dog.self
}

private final class Local: Model {
  var `class` = ""
  // swift-format-ignore: IdentifiersMustBeASCII
  var été = ""
  var `two words` = ""
}

private final class Lent<Content: ~Copyable>: Model {
  var before = 1
  var content: Content?
  var after = "after"
  var _hidden: Content?
  var isEmpty: Bool { content == nil }
  override class var excludedPropertyKeys: Set<String> { ["content"] }
}

private nonisolated(unsafe) let owner = NSObject()

private final class Observed: Model, JSONSerializing {
  weak var delegate: (any Delegate)?
  weak var observer: AnyObject?
  unowned(unsafe) var _owner: NSObject = owner
  var count = 0

  override class var declaredProperties: [Property] {
    [property("observer", \.observer)]
  }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["observer": .excluded] }
}

private final class Told: Model, JSONSerializing {
  weak var delegate: (any Delegate)?
  weak var source: AnyObject?
  var count = 0
  override class var excludedPropertyKeys: Set<String> { ["delegate"] }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["source": .excluded] }
}

private final class Misled: Model, JSONSerializing {
  weak var delegate: (any Delegate)?
  var count = 0
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["delegate": "target"] }
  override class var includedPropertyKeys: Set<String>? { ["count", "delegate"] }
}

private final class Constant: Model, JSONSerializing {
  let id = 1
  let secret = "s"
  let declared = true
  let _cache = 2
  private(set) var title = ""
  override class var declaredProperties: [Property] {
    [property("declared", readOnly: \.declared)]
  }
  override class var excludedPropertyKeys: Set<String> { ["secret"] }
}

@Suite struct PropertyDiscoveryTests {
  private func texts(_ variables: [(name: String, reason: String)]) -> [String] {
    variables.map { "\($0.name): \($0.reason)" }
  }

  @Test func tellsWhatCannotTakePart() {
    #expect(
      texts(References.unsupportedVariables) == [
        "unownedOne: it is unowned", "unsafeOne: it is unowned", "unownedOptional: it is unowned",
        "delegate: it is weak, and its type Delegate? is not a class",
        "anything: it is weak, and its type AnyObject? is not a class",
      ])
    #expect(
      texts(Unusual.unsupportedVariables) == [
        "token: its type cannot be copied", "nothing: its type is Void",
        "type: its type Int.Type has one value only, which takes no memory",
        "optionalType: its type Int.Type? has one value only, which takes no memory",
        "typed: its type (Int8, String.Type) has one value only, which takes no memory",
      ])
    #expect(
      texts(Dog.unsupportedVariables) == [
        "species: it is a constant: declare it as private(set) var"
      ])
    #expect(texts(Wrapped.unsupportedVariables) == [])
    #expect(
      texts(Observed.unsupportedVariables) == [
        "delegate: it is weak, and its type Delegate? is not a class",
        "_owner: it is unowned",
      ])
  }

  @Test func tellsOfConstants() throws {
    let reason = "it is a constant: declare it as private(set) var"
    #expect(texts(Constant.unsupportedVariables) == ["id: \(reason)", "secret: \(reason)"])
    #expect(Constant.propertyKeys == ["title", "declared"])
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Constant.self) }
    #expect(
      error?.description == """
        Constant: the mapping has mistakes:
        - "id" cannot take part: \(reason). Name it in excludedPropertyKeys, begin its name with "_", \
        or declare it in declaredProperties
        """)
    let read = try JSONAdapter.model(of: Constant.self, from: #"{"id": 7, "title": "t"}"#)
    #expect(read.id == 1 && read.title == "t")
  }

  @Test func takesClassesOverTypesThatCannotBeCopied() throws {
    #expect(Lent<Token>.propertyKeys == ["before", "after"])
    #expect(
      texts(Lent<Token>.unsupportedVariables) == [
        "content: its type cannot be copied", "_hidden: its type cannot be copied",
      ])
    let lent = try Lent<Token>(dictionary: ["before": 7, "after": "x"])
    lent.content = Token()
    #expect(lent.dictionaryValue.count == 2)
    #expect(lent.with { _ in } == lent)
    #expect(lent.with { _ in }.isEmpty)
    #expect(lent.hash == lent.with { _ in }.hash)
    #expect(Lent<Int>.propertyKeys == ["before", "after"])
    #expect(texts(Lent<Int>.unsupportedVariables) == [])
  }

  @Test func checkTellsOfThemUntilTheyAreExcluded() throws {
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Observed.self) }
    #expect(
      error?.description == """
        Observed: the mapping has mistakes:
        - "delegate" cannot take part: it is weak, and its type Delegate? is not a class. Name \
        it in excludedPropertyKeys, begin its name with "_", or declare it in declaredProperties
        """)
    #expect(try JSONAdapter.model(of: Observed.self, from: #"{"count": 1}"#).count == 1)
    #expect(throws: Never.self) { try JSONAdapter.check(Told.self) }
    #expect(Told.propertyKeys == ["count"])
    let misled = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Misled.self) }
    #expect(
      misled?.description == """
        Misled: the mapping has mistakes:
        - includedPropertyKeys names "delegate", which cannot take part: it is weak, and its type \
        Delegate? is not a class
        - keyPathsByPropertyKey names "delegate", which cannot take part: it is weak, and its type \
        Delegate? is not a class
        - "delegate" cannot take part: it is weak, and its type Delegate? is not a class. Name \
        it in excludedPropertyKeys, begin its name with "_", or declare it in declaredProperties
        """)
  }

  private func isSame(_ first: Any.Type, _ second: Any.Type) -> Bool { first == second }

  @Test func findsEveryAccessLevelSuperclassFirst() {
    #expect(Animal.propertyKeys == ["name", "age", "color", "secret", "weight"])
    #expect(Dog.propertyKeys == ["name", "age", "color", "secret", "weight", "tricks"])
    #expect(Dog.properties.map { "\($0)" }.last == "tricks: [String]")
  }

  @Test func findsThoseOfGenericClasses() {
    #expect(Crate<Int>.propertyKeys == ["content", "contents"])
    #expect(isSame(Crate<Int>.properties[0].valueType, Int?.self))
    #expect(Bag.propertyKeys == ["content", "contents", "label"])
    #expect(isSame(Bag.properties[1].valueType, [String].self))
    #expect(
      Pair<Int, Bool>.propertyKeys == ["content", "contents", "first", "weakSelf", "second"])
    #expect(isSame(Pair<Int, Bool>.properties[1].valueType, [(Int, Bool)].self))
    #expect(Pair<Int, Bool>.properties.map(\.isWeak) == [false, false, false, true, false])
  }

  @Test func findsThoseOfNestedAndLocalClasses() {
    final class Inside: Model {
      var here = 1
    }
    #expect(Outer.Inner.Deep.propertyKeys == ["depth"])
    #expect(Inside.propertyKeys == ["here"])
    #expect(Local.propertyKeys == ["class", "été", "two words"])
  }

  @Test func tellsWeakFromUnowned() {
    #expect(References.propertyKeys == ["strong", "weakOne", "object", "last"])
    #expect(References.properties.map(\.isWeak) == [false, true, true, false])
    #expect(isSame(References.properties[1].valueType, Dog?.self))
    #expect(References.properties[1].isOptional)
  }

  @Test func leavesOutStorageOfWrappersButTakesADeclaration() throws {
    #expect(Wrapped.propertyKeys == ["plain", "level"])
    let wrapped = try Wrapped(dictionary: ["level": 99])
    #expect(wrapped.level == 10)
    #expect(wrapped.$level)
  }

  @Test func knowsAClassWithoutProperties() throws {
    #expect(Empty.propertyKeys == [])
    #expect(Empty().dictionaryValue.isEmpty)
    #expect(Empty() == Empty())
    #expect(Empty().hash == Empty().hash)
    #expect(try Empty(dictionary: [:]).debugDescription.hasSuffix("> {}"))
    #expect(Model.propertyKeys == [])
  }

  @Test func leavesOutWhatHasNoMemoryOfItsOwn() throws {
    #expect(
      Unusual.propertyKeys == ["before", "after", "last", "anyType", "errorType", "dogClass"])
    let unusual = Unusual()
    try unusual.setValue(Wrapped.self, forPropertyKey: "dogClass")
    try unusual.setValue(String.self, forPropertyKey: "anyType")
    try unusual.setValue(DecodingError.self, forPropertyKey: "errorType")
    #expect(isSame(unusual.dogClass, Wrapped.self))
    #expect(isSame(unusual.anyType, String.self))
    #expect(isSame(unusual.errorType, DecodingError.self))
    #expect(isSame(try #require(unusual["dogClass"] as? Model.Type), Wrapped.self))
    #expect([unusual.before, unusual.after, unusual.last] as [Int] == [1, 2, 3])
    #expect(unusual.copy() as? Unusual == unusual)
    #expect(unusual.changedKeys(from: Unusual()) == ["anyType", "errorType", "dogClass"])
  }
}
