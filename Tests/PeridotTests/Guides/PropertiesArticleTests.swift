// The code of Sources/Peridot/Documentation.docc/Properties.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@propertyWrapper struct Percentage {
  private var value: Int

  init(wrappedValue: Int) { value = wrappedValue }

  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 100) }
  }
}

extension Percentage: PropertyWrapper {}

@Suite struct PropertiesArticleTests {
  final class Person: Model, JSONSerializing {
    var login = ""
  }

  class Upload<Content: Codable>: Model, JSONSerializing {
    private(set) var id = 0  // set by the JSON, and by nobody outside
    var owner: Person!  // an Optional: nil until it is there
    var content: Content?

    convenience init(id: Int) {
      self.init()
      self.id = id
    }
  }

  final class TextUpload: Upload<String> {
    var language = "en"
  }

  @Test func readsVariablesOfEachKind() throws {
    let upload: TextUpload = try JSONAdapter.model(
      from: #"{"id": 7, "owner": {"login": "mona"}, "content": "Hi"}"#)
    let numbers = try JSONAdapter.model(of: Upload<[Int]>.self, from: #"{"content": [1, 2]}"#)
    #expect((upload.id, upload.owner.login, upload.content) == (7, "mona", "Hi"))
    #expect(upload.language == "en")
    #expect(numbers.content == [1, 2])
    #expect(numbers.owner == nil)
    #expect(try JSONAdapter.string(from: TextUpload(id: 3)) == #"{"id":3,"language":"en"}"#)
    try JSONAdapter.update(upload, from: #"{"id": 8, "owner": null}"#)
    #expect((upload.id, upload.owner) == (8, nil))
  }

  final class Product: Model, JSONSerializing {
    var summary = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["summary": "description"] }
  }

  @Test func mapsANameThatNSObjectHas() throws {
    let product: Product = try JSONAdapter.model(from: #"{"description": "a"}"#)
    #expect(product.summary == "a")
    #expect("\(\Product.summary)" == #"\Product.summary"#)
  }

  final class Mixed: Model, JSONSerializing {
    var value = 0
    let constant = 1
    lazy var later = 2
    var _cache = 3
    var twice: Int { value * 2 }
  }

  @Test func namesWhatIsNoProperty() throws {
    #expect(Mixed.propertyKeys == ["value"])
    #expect(Mixed.unsupportedVariables.map(\.name) == ["constant"])
    #expect(try JSONAdapter.model(of: Mixed.self, from: #"{"value": 5}"#).value == 5)
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Mixed.self) }
    #expect(error?.kind == .invalidMapping)
  }

  final class User: Model, JSONSerializing {
    var login = ""

    nonisolated(unsafe) static let anonymous = User()  // never changed
  }

  final class Post: Model, JSONSerializing {
    var author = User.anonymous
  }

  final class Reply: Model, JSONSerializing {
    var author = User()
  }

  @Test func anUpdateChangesASharedDefault() throws {
    let post = Post()
    let other = Post()
    try JSONAdapter.update(post, from: #"{"author": {"login": "mona"}}"#)
    #expect(other.author.login == "mona")
    User.anonymous.login = ""
    let read = try JSONAdapter.model(of: Post.self, from: #"{"author": {"login": "hubot"}}"#)
    #expect((read.author.login, other.author.login) == ("hubot", ""))
    #expect(Reply().author !== Reply().author)
  }

  final class Node: Model, JSONSerializing, JSONExtrasKeeping {
    var value = 0
    var scroll = 0
    weak var parent: Node?
    var jsonExtras: [String: Any] = [:]

    override class func storageBehavior(forKey key: String) -> PropertyStorage {
      key == "scroll" ? .transitory : super.storageBehavior(forKey: key)
    }
  }

  @Test func permanentPropertiesMakeModelsEqual() throws {
    let one = Node()
    let other = Node()
    one.parent = other
    one.scroll = 5
    one.jsonExtras = ["a": 1]
    #expect(one == other)
    #expect(one.changedKeys(from: other) == ["scroll", "parent"])
    #expect(try JSONAdapter.string(from: one) == #"{"value":0,"scroll":5,"a":1}"#)
    one.value = 1
    #expect(one != other)
    #expect(one.changedKeys(from: other) == ["value", "scroll", "parent"])
  }

  class Drink: Model, JSONSerializing {
    var flavor: String?
    var size = 0 { didSet { changes += 1 } }
    var changes: Int {
      get { _changes }
      set { _changes = newValue }
    }
    var _changes = 0

    override class var declaredProperties: [Property] {
      [property("size", \.size, facets: .accessors)]
    }
  }

  final class Tea: Drink {
    override var flavor: String? {
      get { super.flavor?.uppercased() }
      set { super.flavor = newValue?.lowercased() }
    }

    override class var declaredProperties: [Property] {
      [property("flavor", \.flavor, facets: .accessors)]
    }
  }

  @Test func goesThroughTheAccessorsOfADeclaredProperty() throws {
    let tea = try JSONAdapter.model(of: Tea.self, from: #"{"flavor": "Mint", "size": 2}"#)
    #expect(tea.flavor == "MINT")
    #expect(tea.changes == 1)
    #expect(try JSONAdapter.string(from: tea) == #"{"flavor":"MINT","size":2}"#)
    try JSONAdapter.update(tea, from: #"{"size": 3}"#)
    #expect(tea.changes == 2)
  }

  final class Player: Model, JSONSerializing {
    @Percentage var level = 1
  }

  @Test func aWrapperThatConformsTakesPart() throws {
    let player: Player = try JSONAdapter.model(from: #"{"level": 250}"#)  // its level is 100
    #expect(player.level == 100)
  }
}
