import Foundation
import Peridot

@testable import TestSupport

enum DictionarySuit: String { case clubs, hearts }
enum DictionaryRank: Int {
  case low = -1
  case high = 1
}

struct DictionaryPair: Codable, Equatable {
  var left = 0
  var right: String?
}

struct DictionaryRejection: Error {}

class DictionaryPart: Model, JSONSerializing {
  var id = 0
  var label: String?
  var parts: [DictionaryPart] = []
  var any: Any = NSNull()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["label": "meta.label"] }

  override class var requiredPropertyKeys: Set<String> { ["id"] }

  override func validate() throws {
    if id == 300 { throw DictionaryRejection() }
  }
}

/// One that hooks see as a whole.
final class DictionaryHooked: DictionaryPart, JSONPreparing, JSONFinishing {
  // One member, because a dictionary made anew has an order of its own.
  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    ["id": json["id"] ?? 7]
  }

  func finish(_ json: inout [String: Any]) throws {
    json["finished"] = true
    if id == -1 { throw DictionaryRejection() }
  }
}

final class DictionaryExtras: Model, JSONSerializing, JSONExtrasKeeping {
  var id = 0
  var jsonExtras: [String: Any] = [:]
}

class DictionaryShape: Model, JSONSerializing {
  var x = 0.0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json["n"] == nil ? DictionaryShape.self : DictionaryCircle.self
  }
}

final class DictionaryCircle: DictionaryShape {
  var n = 0
}

/// Every way in which a property may be read and written.
class DictionaryEverything: Model, JSONSerializing {
  var int = 1
  var small: Int8 = 1
  var optionalInt: Int?
  var long: Int64 = 1
  var unsigned: UInt64 = 1
  var double = 1.0
  var optionalDouble: Double?
  var float: Float = 1
  var cg: CGFloat? = 1
  var bool = true
  var optionalBool: Bool?
  var string = "s"
  var optionalString: String?
  var character: Character? = "c"
  var decimal: Decimal = 1
  var date: Date? = Date(timeIntervalSince1970: 1)
  var url: URL?
  var uuid: UUID?
  var data: Data?
  var suit = DictionarySuit.clubs
  var rank: DictionaryRank?
  var pair: DictionaryPair?
  var number: NSNumber = 1
  var any: Any = "any"
  var object: [String: Any] = [:]
  var ints: [Int] = []
  var optionals: [Int?]? = []
  var matrix: [[Double]] = []
  var set: Set<String> = []
  var table: [String: Double] = [:]
  var byNumber: [Int: Bool] = [:]
  var bySuit: [DictionarySuit: [String]] = [:]
  var part: DictionaryPart?
  var required = DictionaryPart()
  var parts: [DictionaryPart] = []
  var byKey: [String: [DictionaryPart]] = [:]
  var hooked: DictionaryHooked?
  var extras: DictionaryExtras?
  var shape: DictionaryShape?
  var deep = 0
  var deeper: String?
  var twin = 0
  var centi = 0
  var twitter: Date?
  var word: String?
  var lenient = 0
  var skipped: Int? = 1

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["deep": "a.b.c", "deeper": "a.d", "twin": .readOnly("int")]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "centi": .closure(forward: { (value: Int) in value &* 100 }, reverse: { $0 / 100 })
    case "twitter": .twitterDate
    case "word": .mapping(["one": "1", "two": "2"])
    default: nil
    }
  }

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var own = policy
    switch key {
    case "lenient": own.acceptsNumericStrings = true
    case "skipped":
      own.null = .skip
      own.nilOnExport = .null
    default: break
    }
    return own
  }
}

/// What only bytes can tell: paths through arrays, alternatives, members of two properties.
final class DictionaryIndirect: DictionaryEverything {
  var choice: String?
  var each: [Int] = []
  var same: Int? = 1

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["choice": .firstOf("x.y", "z"), "each": "list[*].n", "same": "long"]
  }
}
