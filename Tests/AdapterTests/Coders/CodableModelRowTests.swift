import Foundation
import Peridot
import Testing

/// Models under coders that are as strict as those of databases.
@Suite struct CodableModelRowTests {
  private final class Person: Model, JSONSerializing {
    var name = ""
    var born: Date?
  }

  private final class Row: Model, CodableModel {
    var id = 0
    var title = "untitled"
    var at = Date(timeIntervalSinceReferenceDate: 0)
    var blob = Data()
    var link: URL?
    var token: UUID?
    var price: Decimal?
    var tags: [String] = []
    var dates: [Date] = []
    var sizes: [String: Int] = [:]
    var city: String?
    var zip: Int?
    var note: String?
    var person: Person?
    var old: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["at": "created_at", "city": "address.city", "zip": "address.more.zip"]
    }

    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "old" ? .iso8601Date : nil
    }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 12.25)
  private static let token = UUID()
  private static var row: [String: Any] {
    [
      "id": 7, "title": "a", "created_at": date, "blob": Data([1, 0]),
      "link": URL(fileURLWithPath: "/a"), "token": token, "price": Decimal(1) / 3,
      "tags": ["x"], "dates": [date], "sizes": ["s": 1],
      "address": ["city": "b", "more": ["zip": 9] as [String: Any]] as [String: Any],
      "note": "n", "person": ["name": "c", "born": date] as [String: Any],
      "old": "2001-01-01T00:00:00Z",
    ]
  }

  @Test func eachKeyIsDecodedOnceAsThePropertysType() throws {
    let decoder = RowDecoder(Self.row)
    let row = try decoder.decode(Row.self)
    #expect(decoder.notes.wrongs == [])
    #expect(row.id == 7)
    #expect(row.at == Self.date)
    #expect(row.blob == Data([1, 0]))
    #expect(row.link == URL(fileURLWithPath: "/a"))
    #expect(row.price == Decimal(1) / 3)
    #expect(row.tags == ["x"])
    #expect(row.dates == [Self.date])
    #expect(row.sizes == ["s": 1])
    #expect(row.city == "b")
    #expect(row.zip == 9)
    #expect(row.person?.name == "c")
    #expect(row.person?.born == Self.date)
    #expect(row.old == Date(timeIntervalSinceReferenceDate: 0))
    let leaves = decoder.notes.decoded.filter { !$0.contains("Coded") && !$0.contains("Node") }
    #expect(
      leaves.sorted() == [
        "blob: Data", "born: Date", "city: String", "created_at: Date", "dates: Array<Date>",
        "id: Int", "link: URL", "name: String", "note: String", "old: String", "price: Decimal",
        "sizes: Dictionary<String, Int>", "tags: Array<String>", "title: String", "token: UUID",
        "zip: Int",
      ])
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let row = try RowDecoder(Self.row).decode(Row.self)
    let cells = try RowEncoder.row(row)
    #expect(NSDictionary(dictionary: cells) == NSDictionary(dictionary: Self.row))
    #expect(cells["created_at"] is Date)
    #expect(cells["link"] is URL)
  }

  @Test func nilIsWrittenAsNil() throws {
    let cells = try RowEncoder.row(Row())
    for key in ["link", "token", "price", "address", "note", "person", "old"] {
      #expect(cells[key] as? String == "NULL", "\(key)")
    }
    #expect(cells["title"] as? String == "untitled")
    #expect(cells.count == 14)
  }

  private final class Nulls: Model, CodableModel {
    var a: Int?
    var b: String?
    var c: Any?
    var d: Double?

    override class var conversionPolicy: ConversionPolicy? {
      var policy = ConversionPolicy.strict
      policy.nilOnExport = .null
      return policy
    }

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["d": "n.d"] }
  }

  @Test func aPolicyMayAskForNull() throws {
    let cells = try RowEncoder.row(Nulls())
    #expect(cells["a"] as? String == "null")
    #expect(cells["b"] as? String == "null")
    #expect(cells["c"] as? String == "null")
    #expect((cells["n"] as? [String: Any])?["d"] as? String == "null")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      try encoder.encode(Nulls()) == Data(#"{"a":null,"b":null,"c":null,"n":{"d":null}}"#.utf8))
  }

  @Test func absentKeepsAndNullClears() throws {
    let decoder = RowDecoder(["note": NSNull(), "address": NSNull()])
    let row = try decoder.decode(Row.self)
    #expect(decoder.notes.wrongs == [])
    #expect(row.title == "untitled")
    #expect(row.note == nil)
    let refused = #expect(throws: DecodingError.self) {
      try RowDecoder(["title": NSNull()]).decode(Row.self)
    }
    guard case .valueNotFound(let type, let context) = refused else {
      Issue.record("\(refused as Any)")
      return
    }
    #expect(type is String.Type)
    #expect(context.codingPath.map(\.stringValue) == ["title"])
  }

  private class Shape: Model, CodableModel {
    var kind = ""
    var size = 0.0

    override class func classForParsing(_ json: JSONObject) -> Model.Type? {
      json.string(forKey: "kind") == "circle" ? Circle.self : self
    }
  }

  private final class Circle: Shape {
    var radius = 0
  }

  @Test func aClassIsChosenByWhatIsAskedForOnly() throws {
    let decoder = RowDecoder(["kind": "circle", "radius": 2, "size": 1.5, "blob": Data([9])])
    let shape = try decoder.decode(Shape.self)
    #expect((shape as? Circle)?.radius == 2)
    #expect(shape.kind == "circle")
    #expect(decoder.notes.wrongs == [])
    #expect(decoder.notes.decoded.sorted() == ["kind: String", "radius: Int", "size: Double"])
  }
}
