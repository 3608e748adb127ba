import Foundation
import Peridot
import Testing

// Classes of every kind, for each form of path, with a document that each of them reads.

/// A class that the table of roads reads, with the members of a document that is right.
struct RoadClass: Sendable, CustomTestStringConvertible {
  let type: any (CodableModel & Equatable).Type
  let members: [(name: String, json: String)]
  /// Members that coders have rules of their own for: dates, data and URLs.
  let codersOwn: Set<String>
  var testDescription: String { "\(type)" }

  init(
    _ type: any (CodableModel & Equatable).Type, codersOwn: Set<String> = [],
    _ members: KeyValuePairs<String, String>
  ) {
    self.type = type
    self.codersOwn = codersOwn
    self.members = members.map { ($0.key, $0.value) }
  }

  static let all: [RoadClass] = [
    RoadClass(
      RoadScalars.self,
      [
        "int": "5", "small": "7", "unsigned": "9", "double": "1.5", "float": "0.25",
        "bool": "true", "text": #""t""#, "decimal": "662.81", "letter": #""c""#,
        "optionalInt": "3", "optionalText": #""o""#, "optionalBool": "false", "twice": "4",
      ]),
    RoadClass(
      RoadValues.self, codersOwn: ["when", "data", "page", "optionalPage"],
      [
        "when": #""2026-01-02T03:04:05Z""#, "page": #""http://example.org/a""#,
        "uuid": #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, "data": #""AQI=""#,
        "suit": #""hearts""#, "rank": "1", "optionalRank": "-1",
        "pair": #"{"left":1,"right":"r"}"#, "optionalPage": #""http://example.org/b""#,
      ]),
    RoadClass(
      RoadCollections.self,
      [
        "ints": "[1,2]", "optionals": "[1,null,2]", "matrix": "[[1.5],[]]", "set": #"["a","b"]"#,
        "table": #"{"x":1.5}"#, "byNumber": #"{"1":true}"#, "bySuit": #"{"hearts":["h"]}"#,
        "pairs": #"[{"left":1},{"left":2}]"#, "optionalTable": #"{"k":"v"}"#,
      ]),
    RoadClass(
      RoadModels.self,
      [
        "part": #"{"id":1,"meta":{"label":"l"}}"#, "required": #"{"id":2}"#,
        "parts": #"[{"id":3},{"id":4,"meta":{"label":"m"}}]"#, "byKey": #"{"a":[{"id":5}]}"#,
      ]),
    RoadClass(
      RoadUntyped.self, ["any": #"{"a":[1,"x",null,true]}"#, "list": #"[1,"y"]"#, "table": "{}"]),
    RoadClass(
      RoadPaths.self,
      [
        "a": #"{"b":{"c":5},"d":"deep"}"#, "x": #"{"y":"first"}"#, "z": #""second""#,
        "list": #"[{"n":1},{"n":2}]"#, "tags": #"["t0","t1"]"#, "a.b": "8",
        "lat": "1.5", "lng": "2.5", "same": "6", ".ext": #""e""#,
      ]),
    RoadClass(RoadRoot.self, ["id": "1", "meta": #"{"label":"l"}"#]),
    RoadClass(
      RoadStyled.self, ["first_name": #""f""#, "last_name": #""l""#, "home_address": #"{"zip":1}"#]
    ),
    RoadClass(RoadTransformed.self, ["centi": "5", "word": #""one""#, "stamp": "100"]),
    RoadClass(RoadPrepared.self, ["key": "4", "name": #""n""#]),
    RoadClass(RoadExtras.self, ["id": "1", "more": #"{"a":[1,"b"]}"#, "p": #"{"q":1,"r":2}"#]),
    RoadClass(RoadShape.self, ["kind": #""circle""#, "x": "1", "n": "2"]),
    RoadClass(RoadHolder.self, ["shapes": #"[{"kind":"circle","n":1},{"kind":"shape","x":2}]"#]),
    RoadClass(RoadRequired.self, ["id": "1", "name": #""n""#]),
    RoadClass(RoadValidated.self, ["age": "20", "size": "3"]),
  ]
}

enum RoadSuit: String, Codable { case clubs, hearts }

enum RoadRank: Int, Codable {
  case low = -1
  case high = 1
}

struct RoadPair: Codable, Equatable {
  var left = 0
  var right: String?
}

struct RoadRejection: Error, CustomStringConvertible {
  var description: String { "rejected" }
}

class RoadScalars: Model, CodableModel {
  var int = -1
  var small: Int8 = -1
  var unsigned: UInt = 1
  var double = -1.0
  var float: Float = -1
  var bool = false
  var text = "-"
  var decimal: Decimal = -1
  var letter: Character = "-"
  var optionalInt: Int?
  var optionalText: String?
  var optionalBool: Bool?
  var twice: Int??
}

class RoadValues: Model, CodableModel {
  var when = Date(timeIntervalSince1970: 0)
  var page = URL(filePath: "/")
  var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var data = Data()
  var suit = RoadSuit.clubs
  var rank = RoadRank.low
  var optionalRank: RoadRank?
  var pair = RoadPair()
  var optionalPage: URL?
}

class RoadCollections: Model, CodableModel {
  var ints: [Int] = [-1]
  var optionals: [Int?] = []
  var matrix: [[Double]] = []
  var set: Set<String> = []
  var table: [String: Double] = [:]
  var byNumber: [Int: Bool] = [:]
  var bySuit: [RoadSuit: [String]] = [:]
  var pairs: [RoadPair] = []
  var optionalTable: [String: String]?
}

class RoadPart: Model, CodableModel {
  var id = 0
  var label: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["label": "meta.label"] }
}

class RoadModels: Model, CodableModel {
  var part: RoadPart?
  var required = RoadPart()
  var parts: [RoadPart] = []
  var byKey: [String: [RoadPart]] = [:]
}

class RoadUntyped: Model, CodableModel {
  var any: Any = 0
  var list: [Any] = []
  var table: [String: Any]?
}

class RoadPaths: Model, CodableModel {
  var deep = 0
  var deeper: String?
  var choice: String?
  var each: [Int] = []
  var tag: String?
  var dotted = 0
  var place = ""
  var same = 0
  var again: Int?
  var ext: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "deep": "a.b.c", "deeper": "a.d", "choice": .firstOf("x.y", "z"), "each": "list[*].n",
      "tag": "tags[1]", "dotted": .literal("a.b"), "place": ["lat", "lng"],
      "again": .readOnly("same"), "ext": ".ext",
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "place" else { return nil }
    return .closure(
      forward: { (found: [String: Any]) in
        found.keys.sorted().map { "\($0)=\(RoadTable.words(found[$0] ?? 0))" }
          .joined(separator: ",")
      })
  }
}

class RoadRoot: Model, CodableModel {
  var id = 0
  var part = RoadPart()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["part": .root] }
}

class RoadStyled: Model, CodableModel, JSONKeyStyling {
  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  var firstName = ""
  var lastName: String?
  var zipCode = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["zipCode": "home_address.zip"]
  }
}

class RoadTransformed: Model, CodableModel {
  var centi = 0
  var word: String?
  var stamp: Date?

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "centi": .closure(forward: { (value: Int) in value &* 100 }, reverse: { $0 / 100 })
    case "word": .mapping(["one": "1", "two": "2"])
    case "stamp": .epochSeconds
    default: nil
    }
  }
}

class RoadPrepared: Model, CodableModel, JSONPreparing, JSONFinishing {
  var id = 0
  var name: String?

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    json["id"] = json.removeValue(forKey: "key")
    return json
  }

  func finish(_ json: inout [String: Any]) throws { json["key"] = json.removeValue(forKey: "id") }
}

class RoadExtras: Model, CodableModel, JSONExtrasKeeping {
  var id = 0
  var inner = 0
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["inner": "p.q"] }
}

class RoadShape: Model, CodableModel {
  var kind = ""
  var x = 0.0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json["kind"] as? String {
    case "circle": RoadCircle.self
    case nil: nil
    default: RoadShape.self
    }
  }
}

final class RoadCircle: RoadShape {
  var n = 0
}

class RoadHolder: Model, CodableModel {
  var shapes: [RoadShape] = []
}

class RoadRequired: Model, CodableModel {
  var id = 0
  var name = ""

  override class var requiredPropertyKeys: Set<String> { ["id", "name"] }
}

class RoadValidated: Model, CodableModel {
  var age = 18
  var size = 0

  override func validate() throws {
    if age < 18 { throw RoadRejection() }
  }
}
