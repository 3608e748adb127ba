import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Suit: String, Codable {
  case hearts, clubs
}

private struct Stay: Codable, Equatable {
  var from = Date(timeIntervalSince1970: 0)
  var key = Data()
  var link: URL?
}

private class Guest: Model, JSONSerializing {
  var name = ""
}

private final class RegularGuest: Guest {}

private final class VIP: Model, JSONSerializing {
  var name = ""
}

private final class Booking: Model, JSONSerializing {
  var date = Date(timeIntervalSince1970: 0)
  var until: Date?
  var key = Data()
  var link: URL?
  var id: UUID?
  var price = Decimal(0)
  var amount = 0
  var tags: Set<String> = []
  var suit = Suit.hearts
  var guest: Guest?
  var guests: [Guest] = []
  var named: [String: Guest] = [:]
  var dates: [Date] = []
  var datesByName: [String: Date?] = [:]
  var anything: Any?
  var things: [Any] = []
  var loose: [String: Any] = [:]
  var stay: Stay?
  var city: Date?
  var first: Date?
  var all: [Date] = []
  var seen = ""
  var title = "none"

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "city": "place.since", "first": .firstOf("a", "b"), "all": "rows[*].at",
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "seen" else { return nil }
    return .closure(forward: { (value: Any) in "\(type(of: value))" })
  }
}

/// The same by way of the bytes: it keeps what is not its own.
private final class Keeper: Model, JSONSerializing, JSONExtrasKeeping {
  var date = Date(timeIntervalSince1970: 0)
  var guest: Guest?
  var jsonExtras: [String: Any] = [:]
}

private final class Prepared: Model, JSONSerializing, JSONPreparing {
  var date: Date?
  var link: URL?
  var guest: Guest?

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    if let seconds = json["seconds"] as? Double {
      json["date"] = Date(timeIntervalSince1970: seconds)
      json["link"] = URL(string: "http://made")
      json["guest"] = Guest().with { $0.name = "made" }
    }
    return json
  }
}

@Suite struct InMemoryValueTests {
  private let date = Date(timeIntervalSince1970: 1_234_567.25)
  private let data = Data([1, 2, 3])
  private let link = URL(fileURLWithPath: "/a b")
  private let id = UUID()
  private let guest = Guest().with { $0.name = "G" }

  private var dictionary: [String: Any] {
    [
      "date": date, "until": date, "key": data, "link": link, "id": id,
      "price": Decimal(string: "12345678901234567890.123456789") ?? 0, "amount": Decimal(7),
      "tags": Set(["x", "y"]), "suit": Suit.clubs, "guest": guest,
      "guests": [guest, ["name": "H"]],
      "named": ["a": guest, "b": ["name": "I"]], "dates": [date, "2014-05-06T07:08:09Z"],
      "datesByName": ["d": date], "anything": date, "things": [1, date, guest],
      "loose": ["d": date, "n": ["u": id]], "stay": ["from": date, "key": data, "link": link],
      "place": ["since": date, "other": Thread()], "b": date,
      "rows": [["at": date], ["at": date, "x": data]], "seen": date, "unmapped": Thread(),
      "unmappedNumber": Double.nan, "unmappedList": [Thread()],
    ]
  }

  private func check(_ model: Booking) {
    #expect(model.date == date && model.until == date)
    #expect(model.key == data && model.link == link && model.id == id)
    #expect(model.price == Decimal(string: "12345678901234567890.123456789"))
    #expect(model.amount == 7)
    #expect(model.tags == ["x", "y"])
    #expect(model.suit == .clubs)
    #expect(model.guest === guest)
    #expect(model.guests.map(\.name) == ["G", "H"] && model.guests.first === guest)
    #expect(model.named["a"] === guest && model.named["b"]?.name == "I")
    #expect(model.dates == [date, Date(timeIntervalSince1970: 1_399_360_089)])
    #expect(model.datesByName == ["d": date])
    #expect(model.anything as? Date == date)
    #expect(model.things.count == 3 && model.things[1] as? Date == date)
    #expect(model.things[2] as? Guest === guest)
    #expect(model.loose["d"] as? Date == date)
    #expect((model.loose["n"] as? [String: Any])?["u"] as? UUID == id)
    #expect(model.stay?.from.timeIntervalSince1970 == 1_234_567.25)
    #expect(model.stay?.key == data && model.stay?.link == link)
    #expect(model.city == date && model.first == date && model.all == [date, date])
    #expect(model.seen == "Date")
  }

  @Test func takesWhatIsOfThePropertysTypeAsItIs() throws {
    check(try JSONAdapter.model(from: dictionary))
    check(try JSONAdapter.models(from: [dictionary] as [Any])[0])
    check(try #require(try JSONAdapter.modelsByKey(from: ["k": dictionary])["k"]))
    let model = Booking()
    try JSONAdapter.update(model, from: dictionary)
    check(model)
  }

  @Test func takesThemDirectly() throws {
    var plain = dictionary
    for key in ["b", "rows", "place", "seen"] { plain[key] = nil }
    let model = try JSONAdapter.model(of: Direct.self, from: plain)
    #expect(model.date == date && model.guest === guest && model.tags == ["x", "y"])
    #expect(model.anything as? Date == date)
    #expect(model.suit == .clubs && model.dates.first == date)
    #expect(model.stay?.key == data)
    // As it is, where the property's type is none of these.
    #expect(
      adapterMessage { try JSONAdapter.model(of: Direct.self, from: ["text": date]) }
        == "Direct.text: expected String, found a Date at $.text")
  }

  private final class Direct: Model, JSONSerializing {
    var date = Date()
    var guest: Guest?
    var tags: Set<String> = []
    var anything: Any?
    var suit = Suit.hearts
    var dates: [Date] = []
    var stay: Stay?
    var text = ""
  }

  @Test func takesWhatATransformerWouldMake() throws {
    let model = try JSONAdapter.model(
      of: Transformed.self,
      from: ["day": date, "moment": date, "link": link] as [String: Any])
    #expect(model.day == date && model.moment == date && model.link == link)
    let other = try JSONAdapter.model(
      of: Transformed.self,
      from: ["day": "2014", "length": "four"] as [String: Any])
    #expect(other.day == Date(timeIntervalSince1970: 1_388_534_400))
    #expect(other.length == 4)
  }

  private final class Transformed: Model, JSONSerializing {
    var day: Date?
    var moment: Date?
    var link: URL?
    var length = 0

    override class func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "day": .date(format: "yyyy")
      case "moment": .iso8601Date
      case "link": .url
      case "length": .closure { (text: String) in text.count }
      default: nil
      }
    }
  }

  @Test func takesOnlyModelsOfTheClassThatIsAskedFor() throws {
    let guests: [Any] = [RegularGuest(), ["name": "x"]]
    let models = try JSONAdapter.models(of: Guest.self, from: guests)
    #expect(models[0] === guests[0] as AnyObject && models[1].name == "x")
    #expect(try JSONAdapter.model(of: Guest.self, from: guest as Any) === guest)
    let chosen: Guest.Type = RegularGuest.self
    let wrong: [Any] = [guest]
    let error = adapterError { _ = try JSONAdapter.models(of: chosen, from: wrong) }
    #expect(error?.description == "RegularGuest: expected object, found a Guest at $[0]")
  }

  @Test func refusesWhatIsOfAnotherType() {
    for (value, found) in [
      (date as Any, "a Date"), (guest, "a Guest"), (URL(fileURLWithPath: "/") as Any, "a URL"),
    ] {
      let error = adapterError { try JSONAdapter.model(of: Booking.self, from: ["title": value]) }
      #expect(error?.description == "Booking.title: expected String, found \(found) at $.title")
      #expect(error?.kind == .typeMismatch)
    }
    let error = adapterError {
      try JSONAdapter.model(of: Booking.self, from: ["guests": [["name": "x"], VIP()]])
    }
    #expect(error?.path == "$.guests[1]")
    #expect(error?.found == "a VIP")
    var issues: [String] = []
    let model = try? JSONAdapter.model(
      of: Booking.self, from: ["title": date, "dates": [date, id]], policy: .lenient
    ) { issues.append("\($0.action) \($0.path)") }
    #expect(model?.title == "none")
    #expect(issues.contains("skipped $.title"))
  }

  @Test func keepsThemInExtras() throws {
    let model = try JSONAdapter.model(
      of: Keeper.self, from: ["date": date, "guest": guest, "more": data, "far": ["id": id]])
    #expect(model.date == date && model.guest === guest)
    #expect(model.jsonExtras["more"] as? Data == data)
    #expect((model.jsonExtras["far"] as? [String: Any])?["id"] as? UUID == id)
    try JSONAdapter.update(model, from: ["later": date])
    #expect(model.jsonExtras["later"] as? Date == date)
  }

  @Test func takesWhatAHookMakes() throws {
    let model = try JSONAdapter.model(of: Prepared.self, from: #"{"seconds":5}"#)
    #expect(model.date == Date(timeIntervalSince1970: 5))
    #expect(model.link == URL(string: "http://made"))
    #expect(model.guest?.name == "made")
    let other = try JSONAdapter.model(of: Prepared.self, from: ["date": date, "guest": guest])
    #expect(other.date == date && other.guest === guest)
  }

  @Test func mapsAPropertyList() throws {
    let list: [String: Any] = ["date": date, "key": data, "dates": [date], "amount": 3]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let bytes = try PropertyListSerialization.data(
        fromPropertyList: list, format: format, options: 0)
      let object = try PropertyListSerialization.propertyList(from: bytes, format: nil)
      let model = try JSONAdapter.model(of: Booking.self, from: object)
      #expect(abs(model.date.timeIntervalSince(date)) < 1)
      #expect(model.key == data && model.dates.count == 1 && model.amount == 3)
    }
  }

  /// What nothing is mapped to costs nothing.
  @Test func neverLooksAtWhatIsNotMapped() throws {
    var deep: Any = 1
    for _ in 0..<2000 { deep = [deep] }
    let model = try JSONAdapter.model(of: Guest.self, from: ["name": "n", "deep": deep])
    #expect(model.name == "n")
    // By way of the bytes.
    let prepared = try JSONAdapter.model(
      of: Outer.self, from: ["guest": ["name": 1, "deep": deep], "deep": deep], policy: .lenient)
    #expect(prepared.guest?.name == "1")
    withExtendedLifetime(deep) {}
  }

  private final class Outer: Model, JSONSerializing {
    var guest: Guest?
  }

  @Test func showsThemToTheChoiceOfAClass() throws {
    let model = try JSONAdapter.model(of: Shape.self, from: ["at": date, "of": ["more": date]])
    #expect((model as? Dated)?.at == date)
    #expect((model as? Dated)?.more == date)
  }

  private class Shape: Model, JSONSerializing {
    override class func classForParsing(_ json: JSONObject) -> Model.Type? {
      json["at"] is Date && json.value(at: "of.more") is Date ? Dated.self : self
    }
  }

  private final class Dated: Shape {
    var at: Date?
    var more: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["more": "of.more"] }
  }
}
