import Foundation
import Peridot

// Classes of all kinds, for the agreement of schemas with the reader.

final class Scalars: Model, JSONSerializing {
  var int = 1
  var small: Int8 = 1
  var byte: UInt8 = 1
  var large: UInt64 = 1
  var double = 1.5
  var float: Float = 2
  var decimal = Decimal(3)
  var isOn = true
  var text = "a"
  var cg: CGFloat = 0
}

final class Options: Model, JSONSerializing {
  var int: Int?
  var double: Double?
  var isOn: Bool?
  var text: String?
  var date: Date?
  var twice: Int??
  var number: NSNumber?
}

final class Texts: Model, JSONSerializing {
  var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  var url: URL?
  var data = Data()
  var zone: TimeZone?
  var locale: Locale?
  var letter: Character = "a"
  var date = Date(timeIntervalSince1970: 0)
  var part: Substring = ""
}

class Required: Model, JSONSerializing {
  var id = 0
  var name: String?
  var tags: [String] = []
  override class var declaredProperties: [Property] {
    [
      property("id", \.id, isRequired: true), property("name", \.name, isRequired: true),
    ]
  }
}

final class Closed: Model, JSONSerializing {
  var id = 0
  var child: Closed?
  var children: [Scalars] = []
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.unknownKeys = .fail } }
}

final class AllThere: Model, JSONSerializing {
  var id = 0
  var name: String?
  var inner = Point()
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.absentKeys = .fail } }
}

final class Point: Model, JSONSerializing {
  var x = 0
  var y = 0
}

final class Tree: Model, JSONSerializing {
  var name = ""
  var children: [Tree] = []
  var byName: [String: Tree?] = [:]
  weak var parent: Tree?
}

final class Lists: Model, JSONSerializing {
  var numbers: [Int] = []
  var options: [Int?] = []
  var grid: [[Double]] = []
  var names: Set<String> = []
  var points: [Point]?
  var flags: [Bool] = []
}

final class Maps: Model, JSONSerializing {
  var scores: [String: Int] = [:]
  var byNumber: [Int: String] = [:]
  var byID: [UUID: Point] = [:]
  var bySize: [Size: Int] = [:]
  var lists: [String: [Int]]?
}

enum Size: String, Codable, CaseIterable { case small, large }
enum Level: Int, Codable {
  case low = 1
  case high = 5
}
enum Open: String, Codable, UnknownCaseRepresentable {
  case a, b, other
  static var unknownCase: Open { .other }
}
struct Flags: OptionSet, Codable { let rawValue: Int }
enum Lenient: String, Codable {
  case yes, no
  init?(rawValue: String) {
    switch rawValue.lowercased() {
    case "yes": self = .yes
    case "no": self = .no
    default: return nil
    }
  }
}

final class Enums: Model, JSONSerializing {
  var size = Size.small
  var level: Level?
  var open = Open.a
  var flags = Flags()
  var lenient = Lenient.yes
  var sizes: [Size] = []
}

final class Nested: Model, JSONSerializing {
  var name: String?
  var city: String?
  var zip = 0
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": "user.name", "city": "user.address.city", "zip": "user.address.zip"]
  }
}

final class NestedClosed: Model, JSONSerializing {
  var name: String?
  var age: Int?
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": "user.name", "age": "user.age"]
  }
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.unknownKeys = .fail } }
}

final class Within: Model, JSONSerializing {
  var point: Point?
  var x: Int?
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["point": "point", "x": .readOnly("point.x")]
  }
}

final class Indexed: Model, JSONSerializing {
  var first: Int?
  var second = ""
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["first": "list[0].id", "second": "list[1]"]
  }
}

final class Each: Model, JSONSerializing {
  var ids: [Int] = []
  var names: [String?]?
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["ids": "items[*].id", "names": "items[*].name"]
  }
}

final class Alternatives: Model, JSONSerializing {
  var id = 0
  var name: String?
  override class var declaredProperties: [Property] {
    [
      property("id", \.id, at: .firstOf("id", "ID", "user.id"), isRequired: true),
      property("name", \.name, at: .firstOf("name", "title")),
    ]
  }
}

final class AlternativesClosed: Model, JSONSerializing {
  var id = 0
  override class var declaredProperties: [Property] {
    [property("id", \.id, at: .firstOf("user.id", "id"))]
  }
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.unknownKeys = .fail } }
}

final class TwoPlaces: Model, JSONSerializing {
  var age = 0
  var created: String?
  var secret = ""
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "age": .reading("user_age", writing: "age"), "created": .readOnly("created"),
      "secret": .writeOnly("secret"),
    ]
  }
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.unknownKeys = .fail } }
}

class Animal: Model, JSONSerializing {
  var name = ""
  override class var cluster: Cluster? {
    cluster(tag: "type", ["dog": Dog.self, "cat": Cat.self, "puppy": Puppy.self])
  }
}
class Dog: Animal { var barks = true }
final class Puppy: Dog { var age = 0 }
final class Cat: Animal { var lives: Int? }

final class Zoo: Model, JSONSerializing {
  var animals: [Animal] = []
  var dog: Dog?
  var cat: Cat?
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.unknownKeys = .fail } }
}

class Message: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "type", content: "payload", ["push": Push.self, "text": Text.self])
  }
}
final class Push: Message { var branch = "" }
final class Text: Message { var body: String? }

class Figure: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(around: ["circle": Circle.self, "square": Square.self])
  }
}
final class Circle: Figure { var radius = 0 }
final class Square: Figure { var side = 0 }

class Measure: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(deducedFrom: ["meters": Meters.self, "seconds": Seconds.self])
  }
}
final class Meters: Measure { var meters = 0 }
final class Seconds: Measure { var seconds = 0.0 }

class Loose: Model, JSONSerializing {
  var id = 0
  override class var cluster: Cluster? { cluster(tag: "kind", [1: Tight.self], unknown: .base) }
}
final class Tight: Loose { var width = 0 }

class Kept: Model, JSONSerializing {
  var id = 0
  override class var cluster: Cluster? {
    cluster(tag: "type", ["alert": Alert.self], unknown: .kept(Other.self))
  }
}
final class Alert: Kept { var text = "" }
final class Other: Kept, JSONKeeping { var keptJSON = RawJSON() }

class Attachment: Model, JSONSerializing {
  var url = ""
  override class var cluster: Cluster? {
    cluster(
      tag: "kind", ["image": Picture.self, "file": File.self],
      alsoReading: ["photo": Picture.self], absent: Picture.self)
  }
}
final class Picture: Attachment { var width: Int? }
final class File: Attachment { var size = 0 }

class Details: Model, JSONSerializing { var note: String? }
final class Card: Details { var number = "" }
final class Transfer: Details { var iban = "" }
final class Payment: Model, JSONSerializing {
  var details: Details?
  override class func cluster(forKey key: String) -> Cluster? {
    key == "details"
      ? Details.cluster(tag: "kind", ["card": Card.self, "transfer": Transfer.self]) : nil
  }
}

enum Reference: JSONUnion {
  case none
  case id(Int)
  case point(Point)
  case names([String])
}
final class Unions: Model, JSONSerializing {
  var reference = Reference.none
  var other: OneOrMany<Int>?
  var list: [Reference] = []
}

final class Transformed: Model, JSONSerializing {
  var seconds: Date?
  var iso = Date(timeIntervalSince1970: 0)
  var text = ""
  var number = 0
  override class var declaredProperties: [Property] {
    [
      property("seconds", \.seconds, by: .epochSeconds), property("iso", \.iso, by: .iso8601Date),
      property("text", \.text, by: .string(trimmed: true)),
      property(
        "number", \.number,
        by: .closure(
          forward: { (text: String) in Int(text) ?? 0 }, reverse: { "\($0)" })),
    ]
  }
}

final class Embedded: Model, JSONSerializing {
  var point: Point?
  var list: [Int] = []
  var inner = Point()
  var points: [Point]?
  override class var declaredProperties: [Property] {
    [
      property("point", \.point, by: .embeddedJSON), property("list", \.list, by: .embeddedJSON),
      property("inner", \.inner, by: .model(policy: .strict)),
      property("points", \.points, by: .models()),
    ]
  }
}

final class Limited: Model, JSONSerializing {
  var age = 0
  var ratio: Double?
  var name = "abc"
  var code = "a-1"
  var size = "s"
  var level: Level?
  var tags: [String] = ["a"]
  var set: Set<Int> = [1]
  var map: [String: Int] = [:]
  var even = 0
  override class var declaredProperties: [Property] {
    [
      property("age", \.age, limits: .within(0...150)),
      property("ratio", \.ratio, limits: .atMost(1)),
      property("name", \.name, limits: .count(1...5)),
      property("code", \.code, limits: .matching("[a-z0-9-]+")),
      property("size", \.size, limits: .oneOf(["s", "m", "l"])),
      property("level", \.level, limits: .oneOf([Level.low])),
      property("tags", \.tags, limits: .count(1...2)),
      property("set", \.set, limits: .count(1...2)),
      property("map", \.map, limits: .count(0...1)),
      property("even", \.even, limits: .rule("an even number") { $0 % 2 == 0 }),
    ]
  }
}

final class Validated: Model, JSONSerializing {
  var low = 0
  var high = 1
  override func validate() throws {
    struct Wrong: Error {}
    if low > high { throw Wrong() }
  }
}

final class Prepared: Model, JSONSerializing, JSONPreparing {
  var id = 0
  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    json["id"] = json["ID"]
    return json
  }
}

final class Extras: Model, JSONSerializing, JSONExtrasKeeping {
  var id = 0
  var jsonExtras: [String: Any] = [:]
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.unknownKeys = .fail } }
}

final class Remembering: Model, JSONSerializing, JSONPresenceKeeping {
  var id = 0
  var note: String?
  var city: String?
  var jsonPresence = JSONPresence()
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["city": "at.city"] }
}

final class LenientModel: Model, JSONSerializing {
  var id = 0
  var name: String?
  var point: Point?
  override class var conversionPolicy: ConversionPolicy? { .lenient }
}

final class Numeric: Model, JSONSerializing {
  var count = 0
  var ratio: Double?
  var text = ""
  var isOn = false
  var list: [Int] = []
  var sizes: [Size]?
  var map: [String: Int] = [:]
  override class var conversionPolicy: ConversionPolicy? {
    .strict.with {
      $0.acceptsNumericStrings = true
      $0.acceptsNumbersAsStrings = true
      $0.acceptsZeroAndOneAsBools = true
      $0.indexedObjectIsArray = true
      $0.emptyArrayIsObject = true
      $0.acceptsNullWords = true
    }
  }
}

final class NullKeeping: Model, JSONSerializing {
  var id = 0
  var point = Point()
  var list: [Int] = []
  var city = ""
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.null = .keep } }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["city": "address.city"] }
}

final class OneLoose: Model, JSONSerializing {
  var strict = 0
  var loose = 0
  var point: Point?
  override class var declaredProperties: [Property] {
    [
      property("loose", \.loose, facets: .policy { $0.acceptsNumericStrings = true }),
      property("point", \.point, facets: .policy { $0.acceptsNumericStrings = true }),
    ]
  }
}

struct Address: Codable, Equatable {
  var street = ""
  var number: Int?
  var isHome = false
  var since = Date(timeIntervalSince1970: 0)
  var tags: [String] = []
  var size = Size.small
  var inner: Coordinates?
}
struct Coordinates: Codable, Equatable {
  var latitude = 0.0
  var longitude: Float = 0
  enum CodingKeys: String, CodingKey {
    case latitude = "lat"
    case longitude = "lon"
  }
}
struct Handmade: Codable, Equatable {
  var value = 0
  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = (try? container.decode(Int.self, forKey: .value)) ?? 0
  }
}
final class Coded: Model, JSONSerializing {
  var address = Address()
  var places: [Coordinates] = []
  var handmade: Handmade?
  var duration: Duration?
  var range: ClosedRange<Int>?
  var point: CGPoint?
  var frame: CGRect?
  var big: Int128?
}

final class Foundations: Model, JSONSerializing {
  var calendar: Calendar?
  var parts = DateComponents()
  var path: IndexPath?
  var span: DateInterval?
  var home: Home?
}

struct Home: Codable {
  var zone: TimeZone
  var locale: Locale?
  var calendars: [Calendar] = []
}

final class Anything: Model, JSONSerializing {
  var any: Any?
  var raw = RawJSON()
  var list: [Any] = []
  var map: [String: Any] = [:]
}

final class Noted: Model, JSONSerializing {
  var login = "ada"
  var password = "secret"
  var age = 0
  var token = UUID()
  override class var declaredProperties: [Property] {
    [
      property("login", \.login, note: "The name, in lower case"),
      property("password", \.password, isSecret: true), property("age", \.age, default: 18),
    ]
  }
}

final class Styled: Model, JSONSerializing, JSONKeyStyling {
  var firstName = ""
  var lastLogin: Date?
  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
  override class var conversionPolicy: ConversionPolicy? {
    .strict.with {
      $0.dateStrategy = .secondsSince1970
      $0.unknownKeys = .fail
    }
  }
}

final class Distinct: Model, JSONSerializing {
  var ids: Set<Int> = []
  var data: Data?
  var date: Date?
  override class var conversionPolicy: ConversionPolicy? {
    .strict.with {
      $0.duplicateElements = .fail
      $0.dataStrategy = .base64URL
      $0.dateStrategy = .automatic
    }
  }
}

final class Chosen: Model, JSONSerializing {
  var id = 0
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

final class Whole: Model, JSONSerializing {
  var names: [String: Int] = [:]
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["names": .root] }
}

final class NamedElement: Model, JSONSerializing {
  var id: Int16 = 0
  var name: String?
  override class var declaredProperties: [Property] {
    [property("id", \.id, isRequired: true)]
  }
}

final class NamedText: Model, JSONSerializing {
  var key: String?
  var id = 0
  override class var identityKey: String? { "key" }
}

final class NamedElements: Model, JSONSerializing {
  var list: [NamedElement] = []
  var more: [NamedText]?
  override class var declaredProperties: [Property] {
    [
      property("list", \.list, facets: .keyed(by: "id")),
      property("more", \.more, facets: .keyed(by: "key")),
    ]
  }
}

final class AnyCase: Model, JSONSerializing, JSONKeyStyling {
  var userID = 0
  var name: String?
  var other = 1
  static var jsonKeyStyle: JSONKeyStyle { .ignoringCase }
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.unknownKeys = .fail } }
  override class var declaredProperties: [Property] {
    [property("userID", \.userID, isRequired: true), property("other", \.other, at: "stated")]
  }
}
