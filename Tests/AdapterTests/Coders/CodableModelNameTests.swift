import Foundation
import Peridot
import Testing

/// Names of members under coders that convert them.
@Suite struct CodableModelNameTests {
  private static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, _ text: String
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(text.utf8))
  }

  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private enum Suit: String, Codable {
    case redHearts, black
  }

  private final class Holder: Model, CodableModel {
    var anyValue: Any?
    var someMembers: [String: Any] = [:]
    var rawValue: RawJSON?
    var manyMembers: [[String: Any]] = []
    var suits: [String: Suit] = [:]
    var listHead: Any?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["listHead": "listed[0]"] }
  }

  @Test func namesWithinValuesWithoutATypeAreData() throws {
    let text =
      #"{"any_value":[{"aB":{"cD":1,"c_d":2},"a_b":null}],"many_members":[{"eF":1,"e_f":[{"gH":1}]}],"raw_value":{"iJ":{"k_l":1}},"some_members":{"mN":1,"m_n":{"oP":[]}},"suits":{"qR":"black","q_r":"redHearts"}}"#
    let holder = try Self.decode(Holder.self, text)
    let any = try #require((holder.anyValue as? [[String: Any]])?.first)
    #expect(any.keys.sorted() == ["aB", "a_b"])
    #expect(any["aB"] as? [String: Int] == ["cD": 1, "c_d": 2])
    #expect(holder.someMembers.keys.sorted() == ["mN", "m_n"])
    #expect(holder.manyMembers[0].keys.sorted() == ["eF", "e_f"])
    #expect(holder.rawValue == (try RawJSON(#"{"iJ":{"k_l":1}}"#)))
    #expect(holder.suits == ["qR": .black, "q_r": .redHearts])
    #expect(try Self.text(holder) == text)
  }

  @Test func namesOfAnElementAreData() throws {
    let holder = try Self.decode(Holder.self, #"{"listed":[{"aB":1,"a_b":2}]}"#)
    #expect(holder.listHead as? [String: Int] == ["aB": 1, "a_b": 2])
    #expect(
      try Self.text(holder)
        == #"{"listed":[{"aB":1,"a_b":2}],"many_members":[],"some_members":{},"suits":{}}"#)
  }

  @Test func otherCodersGetTheSameNames() throws {
    let holder = Holder()
    holder.someMembers = ["aB": ["c_d": 1, "eF": [["gH": true]]]]
    let data = try PropertyListEncoder().encode(holder)
    #expect(try PropertyListDecoder().decode(Holder.self, from: data) == holder)
  }

  private final class Kept: Model, CodableModel, JSONExtrasKeeping {
    var jsonExtras: [String: Any] = [:]
    var firstName = ""
    var city = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["city": "home_address.city_name"]
    }
  }

  @Test func namesOfExtrasAreData() throws {
    let text =
      #"{"first_name":"a","home_address":{"city_name":"b","house_number":{"aB":1}},"last_name":[{"cD":1,"c_d":2}],"x":1}"#
    let kept = try Self.decode(Kept.self, text)
    #expect((kept.firstName, kept.city) == ("a", "b"))
    #expect(kept.jsonExtras.keys.sorted() == ["home_address", "last_name", "x"])
    let address = try #require(kept.jsonExtras["home_address"] as? [String: Any])
    #expect(address.keys.sorted() == ["house_number"])
    #expect(address["house_number"] as? [String: Int] == ["aB": 1])
    #expect(kept.jsonExtras["last_name"] as? [[String: Int]] == [["cD": 1, "c_d": 2]])
    #expect(try Self.text(kept) == text)
    // Without a strategy.
    let plain = try JSONDecoder().decode(
      Kept.self, from: Data(#"{"firstName":"a","lastName":1,"last_name":2}"#.utf8))
    #expect(plain.jsonExtras as? [String: Int] == ["lastName": 1, "last_name": 2])
  }

  private final class Capitals: Model, CodableModel {
    var userID = 0
    var htmlURLText = ""
    var inner: Inner?
    var aURL = 0
    var iPhone15 = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["inner": .firstOf("main.innerID", "innerID")]
    }
  }

  private final class Inner: Model, JSONSerializing {
    var ownerID = 0
  }

  @Test func namesWithSeveralCapitalsAreFoundAgain() throws {
    let model = Capitals()
    (model.userID, model.htmlURLText, model.aURL, model.iPhone15) = (1, "a", 2, 3)
    model.inner = Inner()
    model.inner?.ownerID = 4
    let text = try Self.text(model)
    #expect(
      text
        == #"{"a_url":2,"html_url_text":"a","i_phone15":3,"main":{"inner_id":{"owner_id":4}},"user_id":1}"#
    )
    #expect(try Self.decode(Capitals.self, text) == model)
    #expect(try Self.decode(Capitals.self, #"{"inner_id":{"owner_id":4}}"#).inner == model.inner)
  }

  private final class Alike: Model, CodableModel {
    var userID = 0
    var userId = 0
    var label = ""
    var userName = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["label": "user_name"] }
  }

  @Test func aNameIsNotTakenForAnother() throws {
    let alike = try JSONDecoder().decode(
      Alike.self, from: Data(#"{"userId":1,"userName":"a"}"#.utf8))
    #expect((alike.userID, alike.userId) == (0, 1))
    #expect((alike.label, alike.userName) == ("", "a"))
  }

  private class Shape: Model, CodableModel {
    var id = 0

    override class var cluster: Cluster? {
      cluster(tag: "shape_kind", ["a_circle": Circle.self, "square": Square.self])
    }
  }

  private final class Circle: Shape {
    var outerRadius = 0
  }

  private final class Square: Shape {
    var sideLength = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["sideLength": "side_length"]
    }
  }

  @Test func aTagIsFound() throws {
    let text =
      #"[{"id":1,"outer_radius":2,"shape_kind":"a_circle"},{"id":2,"shape_kind":"square","side_length":3}]"#
    let shapes = try Self.decode([Shape].self, text)
    #expect((shapes[0] as? Circle)?.outerRadius == 2)
    #expect((shapes[1] as? Square)?.sideLength == 3)
    #expect(try Self.text(shapes) == text)
  }

  private class Figure: Model, CodableModel {
    override class var cluster: Cluster? {
      cluster(deducedFrom: ["outer_radius": Disk.self, "firstSide": Box.self])
    }
  }

  private final class Disk: Figure {
    var outerRadius = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["outerRadius": "outer_radius"]
    }
  }

  private final class Box: Figure {
    var firstSide = 0
  }

  @Test func aMemberThatDeterminesTheClassIsFound() throws {
    let text = #"[{"outer_radius":1},{"first_side":2}]"#
    let figures = try Self.decode([Figure].self, text)
    #expect((figures[0] as? Disk)?.outerRadius == 1)
    #expect((figures[1] as? Box)?.firstSide == 2)
    #expect(try Self.text(figures) == text)
  }

  private class Event: Model, CodableModel {
    override class func classForParsing(_ json: JSONObject) -> Model.Type? {
      json.value(at: "meta_data.event_kind") as? String == "loud" ? Loud.self : self
    }
  }

  private final class Loud: Event {
    var volume = 0
  }

  @Test func aChosenClassSeesTheNamesOfTheDocument() throws {
    let event = try Self.decode(
      Event.self, #"{"meta_data":{"event_kind":"loud"},"volume":3}"#)
    #expect((event as? Loud)?.volume == 3)
  }

  private final class Listed: Model, CodableModel {
    var names: [String] = []
    var firstCity: String?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["names": "all_people[*].first_name", "firstCity": "all_people[0].home.cityName"]
    }
  }

  @Test func namesInElementsAreFound() throws {
    let text =
      #"{"all_people":[{"first_name":"a","home":{"city_name":"b"}},{"first_name":"c"}]}"#
    let listed = try Self.decode(Listed.self, text)
    #expect(listed.names == ["a", "c"])
    #expect(listed.firstCity == "b")
    #expect(try Self.text(listed) == text)
  }

  private final class Prepared: Model, CodableModel, JSONPreparing {
    var home = ""
    var userID = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["home": "home_city"] }

    static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
  }

  @Test func namesOfAPreparedObjectAreFound() throws {
    let prepared = try Self.decode(Prepared.self, #"{"home_city":"a","user_id":2}"#)
    #expect((prepared.home, prepared.userID) == ("a", 2))
  }

  private class Room: Model, CodableModel {
    var roomID = 0
    var floorName = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["floorName": "floor_name"] }
    override class var cluster: Cluster? { cluster(tag: "room_kind", ["big": Hall.self]) }
  }

  private final class Hall: Room {
    var seatCount = 0
    var wideDoors: [Door] = []

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["seatCount": "seat_count"] }
  }

  private final class Door: Model, CodableModel {
    var doorID = 0
  }

  private enum Place: JSONUnion {
    case name(String)
    case room(Room)
  }

  /// The coder gives it each value as a whole.
  private final class Plan: Model, CodableModel, JSONPreparing {
    var mainRoom: Room?
    var roomsByName: [String: Room] = [:]
    var place = Place.name("")
    var keyedRooms: [Door] = []

    override class var declaredProperties: [Property] {
      [property("keyedRooms", \.keyedRooms, facets: .keyed(by: "doorID"))]
    }

    static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
  }

  private static let room =
    #"{"floor_name":"first","room_id":1,"room_kind":"big","seat_count":9,"wide_doors":[{"door_id":3}]}"#

  @Test func namesWithinAPreparedObjectAreFound() throws {
    let room = Self.room
    let text =
      #"{"main_room":\#(room),"place":\#(room),"rooms_by_name":{"my_room":\#(room)}}"#
    let plan = try Self.decode(Plan.self, text)
    let rooms = [plan.mainRoom, plan.roomsByName["my_room"]]
    for case let hall as Hall in rooms {
      #expect((hall.floorName, hall.roomID, hall.seatCount) == ("first", 1, 9))
      #expect(hall.wideDoors.map(\.doorID) == [3])
    }
    #expect(rooms.count { $0 is Hall } == 2)
    guard case .room(let room as Hall) = plan.place else {
      Issue.record("\(plan.place)")
      return
    }
    #expect((room.floorName, room.seatCount) == ("first", 9))
  }

  private final class Elements: Model, CodableModel {
    var second: Room?
    var byName: [String: Room] = [:]
    var each: [Room] = []

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["second": "all_rooms[1]", "byName": "tables[0]", "each": "list[*].the_room"]
    }
  }

  @Test func namesOfModelsWithinArraysOnPathsAreFound() throws {
    let room = Self.room
    let text =
      #"{"all_rooms":[null,\#(room)],"list":[{"the_room":\#(room)}],"tables":[{"my_room":\#(room)}]}"#
    let elements = try Self.decode(Elements.self, text)
    let rooms = [elements.second, elements.byName["my_room"]] + elements.each
    #expect(rooms.compactMap { ($0 as? Hall)?.seatCount } == [9, 9, 9])
    #expect(rooms.map { $0?.floorName } == ["first", "first", "first"])
    #expect(try Self.text(elements) == text)
  }

  private final class Rooms: Model, CodableModel {
    var allRooms: [Room] = []
  }

  @Test func namesAreFoundWhereAPolicyRepairs() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    let rooms = try decoder.decode(
      Rooms.self, from: Data(#"{"all_rooms":[5,\#(Self.room)]}"#.utf8))
    #expect(rooms.allRooms.map(\.floorName) == ["first"])
    #expect((rooms.allRooms.first as? Hall)?.wideDoors.map(\.doorID) == [3])
  }

  private final class Renamed: Model, CodableModel, JSONExtrasKeeping {
    var jsonExtras: [String: Any] = [:]
    var userName = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["userName": .firstOf("userName", "oldName")]
    }
  }

  private final class Written: Model, CodableModel, JSONExtrasKeeping {
    var jsonExtras: [String: Any] = [:]
    var userID = 1
    var city = "a"

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["userID": .writeOnly("userID"), "city": .writeOnly("home.cityName")]
    }
  }

  @Test func namesThatAreOnlyWrittenAreNoExtras() throws {
    let written = try Self.decode(
      Written.self, #"{"home":{"city_name":"b","zip":2},"user_id":4,"more_text":1}"#)
    #expect(written.userID == 1)
    #expect(written.jsonExtras["more_text"] as? Int == 1)
    #expect(written.jsonExtras["user_id"] == nil)
    #expect(written.jsonExtras["home"] as? [String: Int] == ["zip": 2])
  }

  private final class Around: Model, CodableModel, JSONExtrasKeeping {
    var jsonExtras: [String: Any] = [:]
    var door = Door()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["door": .root] }
  }

  @Test func namesOfAlternativesAndOfAModelAtTheRootAreNoExtras() throws {
    let renamed = try Self.decode(Renamed.self, #"{"user_name":"a","more_text":1}"#)
    #expect(renamed.userName == "a")
    #expect(renamed.jsonExtras as? [String: Int] == ["more_text": 1])
    let around = try Self.decode(Around.self, #"{"door_id":4,"more_text":1}"#)
    #expect(around.door.doorID == 4)
    #expect(around.jsonExtras as? [String: Int] == ["more_text": 1])
  }
}
