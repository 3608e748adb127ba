import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Push: Model, CodableModel {
  var branch = ""
  var price = Decimal(0)
}

private final class Event: Model, CodableModel {
  var id = 0
  var payload = RawJSON()
  var note: RawJSON?
  var list: [RawJSON] = []
  var byName: [String: RawJSON] = [:]
  var deep = RawJSON()

  override class var archiveName: String { "RawJSONTests.Event" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "a.b"] }
}

private final class Hidden: Model, JSONSerializing {
  var secret = RawJSON()
  override class var declaredProperties: [Property] {
    [property("secret", \.secret, isSecret: true)]
  }
}

private final class Keeping: Model, CodableModel, JSONExtrasKeeping {
  var payload = RawJSON()
  var list: [RawJSON] = []
  var first: RawJSON?
  var form = Form.null
  var inner: Keeping?
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": "all[0]"] }
}

private final class Finishing: Model, JSONSerializing, JSONFinishing {
  var payload = RawJSON()
  var list = RawJSON()
  var empty = RawJSON()

  func finish(_ json: inout [String: Any]) { json["made"] = [String: Any]() }
}

private enum Form: JSONUnion {
  case texts([String])
  case raw(RawJSON)
  case null
}

@Suite struct RawJSONTests {
  @Test func keepsSpacesBesideExtrasAndAtIndexes() throws {
    let text =
      #"{"payload":{ "a" : [1,  2] },"list":[[ ],{ }, 5],"form":{ "x": 1},"inner":{"payload":[ 1 ],"list":[],"form":null,"other":{"b":2}},"all":[{ "z":1.0 }],"other":1}"#
    let keeping: Keeping = try JSONAdapter.model(from: text)
    let kept =
      #"{"payload":{ "a" : [1,  2] },"list":[[ ],{ },5],"form":{"x":1},"inner":{"payload":[ 1 ],"list":[],"form":null,"other":{"b":2}},"all":[{ "z":1.0 }],"other":1}"#
    #expect(try JSONAdapter.string(from: keeping) == kept)
    let dictionary = try JSONAdapter.dictionary(from: keeping)
    #expect(dictionary["payload"] as? [String: [Int]] == ["a": [1, 2]])
    #expect((dictionary["all"] as? [Any])?.count == 1)
    let again: Keeping = try JSONAdapter.model(from: dictionary)
    #expect(again == keeping)
    let sorted = try JSONAdapter.string(from: keeping, options: .sortedKeys)
    #expect(sorted.hasPrefix(#"{"all":[{"z":1.0}],"form":{"x":1},"#))
  }

  @Test func aCaseIsStillReadBesideExtras() throws {
    let keeping = Keeping()
    keeping.jsonExtras = ["other": 1]
    keeping.form = .raw(try RawJSON(#"[ "a" ]"#))
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: keeping) }
  }

  @Test func keepsSpacesOfObjectsThatAHookLeaves() throws {
    let text = #"{"payload":{ "a": 1 },"list":[ 1 ],"empty":{ }}"#
    let model: Finishing = try JSONAdapter.model(from: text)
    #expect(
      try JSONAdapter.string(from: model)
        == #"{"payload":{ "a": 1 },"list":[1],"empty":{},"made":{}}"#)
  }

  private static let payload = #"{ "z": 1.10, "a" : [1e2,  "\u00e9\/"], "n": null }"#
  private static let text =
    #"{"id":1,"payload":\#(payload),"note":[ ],"list":[1.0,"x", null],"byName":{"k":{ }},"a":{"b":-0}}"#

  private func raw(_ text: String) throws -> RawJSON { try RawJSON(text) }

  @Test func tellsNumbersBeyondADoubleByTheirText() throws {
    #expect(try RawJSON("[1e400]") == RawJSON("[1e400]"))
    #expect(try RawJSON("[1e400]") != RawJSON("[2e400]"))
    #expect(try RawJSON("1e400") != RawJSON("null"))
    #expect(try RawJSON(#"{"a":1e400,"b":null}"#) != RawJSON(#"{"a":1e400}"#))
    #expect(try RawJSON("[1, 2.0]") == RawJSON("[1,2]"))
  }

  @Test func keepsTheBytes() throws {
    let event = try JSONAdapter.model(of: Event.self, from: Self.text)
    #expect(event.payload.description == Self.payload)
    #expect(event.list.map(\.description) == ["1.0", #""x""#, "null"])
    #expect(event.deep.description == "-0")
    #expect(
      try JSONAdapter.string(from: event)
        == #"{"id":1,"payload":\#(Self.payload),"note":[ ],"list":[1.0,"x",null],"#
        + #""byName":{"k":{ }},"a":{"b":-0}}"#)
    let array = try JSONAdapter.models(of: Event.self, from: "[\(Self.text)]")
    #expect(array == [event])
  }

  @Test func keepsTheBytesOfAStream() async throws {
    let bytes = AsyncStream<Data> { stream in
      for byte in Self.text.utf8 { stream.yield(Data([byte])) }
      stream.finish()
    }
    for try await event in JSONAdapter.stream(of: Event.self, from: bytes) {
      #expect(event.payload.description == Self.payload)
    }
  }

  @Test func hasAnEqualValueElsewhere() throws {
    let event = try JSONAdapter.model(of: Event.self, from: Self.text)
    let dictionary = try JSONAdapter.dictionary(from: event)
    let payload = try #require(dictionary["payload"] as? [String: Any])
    #expect(payload["z"] as? Double == 1.1)
    #expect(try JSONAdapter.model(of: Event.self, from: dictionary) == event)
    let foundation = try JSONSerialization.jsonObject(with: Data(Self.text.utf8))
    #expect(try JSONAdapter.model(of: Event.self, from: foundation) == event)
    let decoded = try JSONDecoder().decode(Event.self, from: Data(Self.text.utf8))
    #expect(decoded == event)
    #expect(decoded.payload.description == #"{"a":[100,"é/"],"n":null,"z":1.1}"#)
    #expect(try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(event)) == event)
    let plist = try PropertyListEncoder().encode(["k": try raw(#"{"a":[1,"x",true]}"#)])
    #expect(
      try PropertyListDecoder().decode([String: RawJSON].self, from: plist)
        == ["k": raw(#"{"a":[1,"x",true]}"#)])
  }

  @Test func isEqualByValue() throws {
    func expect(_ first: String, _ second: String, _ isEqual: Bool) throws {
      let (one, other) = (try raw(first), try raw(second))
      #expect((one == other) == isEqual, "\(first), \(second)")
      if isEqual { #expect(one.hashValue == other.hashValue, "\(first), \(second)") }
    }
    try expect(#"{"a":1,"b":[2]}"#, #" { "b" : [ 2 ], "a" : 1 } "#, true)
    try expect("1.10", "1.1", true)
    try expect("100", "1e2", true)
    try expect("12345678901234567890.1", "12345678901234567890.2", false)
    try expect("1", "true", false)
    try expect("[1,2]", "[2,1]", false)
    try expect(#""é""#, #""\u00e9""#, true)
    try expect("null", "{}", false)
    try expect("{}", "[]", false)
  }

  @Test func isReadOnDemand() throws {
    let event = Event()
    event.payload = try raw(#"{"branch": "main", "price": 1.10}"#)
    let push = try event.payload.decode(as: Push.self)
    #expect(push.branch == "main")
    #expect(push.price == Decimal(string: "1.1"))
    #expect(try raw("[1, 2]").decode(as: [Int].self) == [1, 2])
    #expect(try raw(#"["5"]"#).decode(as: [Int].self, policy: .lenient) == [5])
    #expect(try RawJSON(encoding: push).description == #"{"branch":"main","price":1.1}"#)
    #expect(event.payload.object.string(forKey: "branch") == "main")
    #expect {
      try event.payload.decode(as: [String: Int].self)
    } throws: { error in
      "\(error)" == #"expected Int, found string "main" at $.branch (line 1, column 12)"#
        + ": no policy reads it"
    }
    #expect {
      try raw("[1,]")
    } throws: { error in
      "\(error)" == "unexpected character ']' at $ (line 1, column 4)"
    }
  }

  @Test func nullIsNilForAnOptional() throws {
    let text =
      #"{"note": null, "payload": null, "list": [null], "byName": {"k": null}, "a": {"b": null}}"#
    let read = try JSONAdapter.model(of: Event.self, from: text)
    let values = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(read.list == [RawJSON()] && read.byName == ["k": RawJSON()])
    #expect(try JSONAdapter.model(of: Event.self, from: values) == read)
    #expect(try JSONDecoder().decode(Event.self, from: Data(text.utf8)) == read)
    let event = try JSONAdapter.model(of: Event.self, from: #"{"note": null, "payload": null}"#)
    #expect(event.note == nil)
    #expect(event.payload.isNull)
    #expect(event.payload == RawJSON())
    #expect(
      try JSONAdapter.string(from: event)
        == #"{"id":0,"payload":null,"list":[],"byName":{},"a":{"b":null}}"#)
  }

  @Test func isUpdatedAsADictionaryIs() throws {
    let old = try JSONAdapter.model(of: Event.self, from: Self.text)
    let new: Event = old.deeplyCopied()
    new.payload = try raw(#"{"a": {"x": 1}, "n": 2}"#)
    new.note = try raw("5")
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
    var replacing = ConversionPolicy.strict
    replacing.dictionaryUpdate = .replace
    try JSONAdapter.update(old, from: #"{"payload": { "q":1 }}"#, policy: replacing)
    #expect(old.payload.description == #"{ "q":1 }"#)
  }

  @Test func isArchivedCopiedAndCompared() throws {
    let event = try JSONAdapter.model(of: Event.self, from: Self.text)
    let read = try Event.unarchive(from: event.archivedData())
    #expect(read == event)
    #expect(read.payload.description == Self.payload)
    #expect(read.list.map(\.description) == ["1.0", #""x""#, "null"])
    let copy: Event = event.deeplyCopied()
    #expect(copy == event)
    copy.payload = try raw("1")
    #expect(copy.changedKeys(from: event) == ["payload"])
    #expect(try Event(dictionary: event.dictionaryValue) == event)
  }

  @Test func isHiddenWhereItIsSecret() throws {
    let hidden = try JSONAdapter.model(of: Hidden.self, from: #"{"secret": {"a": "planted"}}"#)
    #expect(!"\(hidden)".contains("planted"))
    #expect(try JSONAdapter.string(from: hidden) == #"{"secret":{"a": "planted"}}"#)
  }

  @Test func reportsWhatIsNoJSON() {
    #expect {
      try JSONAdapter.model(of: Event.self, from: #"{"payload": [1, 2}"#)
    } throws: { error in
      "\(error)" == "unexpected character '}' at $.payload (line 1, column 18)"
    }
    #expect {
      try JSONAdapter.model(of: Event.self, from: ["payload": [Double.nan]])
    } throws: { error in
      (error as? JSONAdapterError)?.path == "$.payload[0]"
    }
  }
}
