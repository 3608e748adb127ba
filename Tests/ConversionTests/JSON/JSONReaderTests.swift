import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct JSONReaderTests {
  @Test func pullsTokens() throws {
    let text =
      #" { "name" : "Ann", "tags":["a","b"], "age":42, "none":null, "yes":true , "o":{} } "#
    for source in [JSONBytes(text), JSONBytes(Data(text.utf8)), JSONBytes(Array(text.utf8))] {
      #expect(source.count == text.utf8.count)
      try source.withReader { reader in
        #expect(try reader.peekKind() == .object)
        #expect(try reader.beginObject())
        #expect(reader.depth == 1)
        #expect(try reader.readKey() == "name")
        #expect(try reader.peekKind() == .string)
        #expect(try reader.readBoolIfPresent() == nil)
        #expect(reader.readIntIfPresent() == nil)
        #expect(try reader.readNumberIfPresent() == nil)
        #expect(try reader.readDoubleIfPresent() == nil)
        #expect(try !reader.readNullIfPresent())
        #expect(try reader.readStringIfPresent() == "Ann")
        #expect(try reader.nextMember())
        #expect(try reader.readKey() == "tags")
        #expect(try reader.readStringIfPresent() == nil)
        #expect(try reader.withStringBytesIfPresent { $0.count } == nil)
        #expect(try reader.beginArray())
        #expect(reader.depth == 2)
        #expect(try reader.readStringIfPresent() == "a")
        #expect(try reader.nextElement())
        #expect(try reader.readStringIfPresent() == "b")
        #expect(try !reader.nextElement())
        #expect(reader.depth == 1)
        #expect(try reader.nextMember())
        #expect(try reader.readKey() == "age")
        #expect(try reader.peekKind() == .number)
        #expect(reader.readIntIfPresent() == 42)
        #expect(try reader.nextMember())
        #expect(try reader.readKey() == "none")
        #expect(try reader.peekKind() == .null)
        #expect(try reader.readNullIfPresent())
        #expect(try reader.nextMember())
        #expect(try reader.readKey() == "yes")
        #expect(try reader.peekKind() == .bool)
        #expect(try reader.readBoolIfPresent() == true)
        #expect(try reader.nextMember())
        #expect(try reader.readKey() == "o")
        #expect(try !reader.beginObject())
        #expect(try !reader.nextMember())
        #expect(reader.depth == 0)
        try reader.endDocument()
      }
    }
  }

  @Test func readsAValueAgain() throws {
    try JSONBytes(#"{"a":[1,{"b":2}],"c":3}"#).withReader { reader in
      _ = try reader.beginObject()
      _ = try reader.readKey()
      let (place, depth) = (reader.position, reader.depth)
      try reader.skipValue()
      #expect(reader.position == 16)
      #expect(reader.depth == depth)
      reader.position = place
      let value = try #require(try reader.readValue() as? [Any])
      #expect(NSArray(array: value) == [1, ["b": 2]] as NSArray)
      #expect(reader.depth == depth)
      #expect(try reader.nextMember())
      #expect(try reader.readKey() == "c")
    }
  }

  @Test func startsAtAnOffset() throws {
    JSONBytes("[10,20]").withReader(at: 4) { reader in
      #expect(reader.readIntIfPresent() == 20)
    }
  }

  @Test func findsKeysInATable() throws {
    let names = [
      "id", "a", "login", "eightxyz", "sixchr", "seven77", "followers_count", "é", "", "a\"b",
      "tab\t",
      "a_very_long_member_name_with_more_than_thirty_bytes", "exactly_fourteen", "id",
    ]
    let table = JSONKeyTable(names)
    #expect(table.names == names)
    // The first key of a text begins with a comma, because nothing opened an object.
    let members = names.map { name in written { $0.key(name) }.dropFirst() + "1" }
    let document =
      "{" + members.joined(separator: ",") + #","unknown":0,"\u0069d":0,"lo\u0067in" : 0}"#
    for shift in -2...3 {
      try JSONBytes(document).withReader { reader in
        #expect(try reader.beginObject())
        var found: [Int] = []
        var keys: [String] = []
        var index = 0
        repeat {
          found.append(try reader.nextKey(in: table, expecting: index + shift))
          keys.append(reader.lastKey)
          #expect(reader.readIntIfPresent() != nil)
          index += 1
        } while try reader.nextMember()
        #expect(keys == names + ["unknown", "id", "login"])
        let expected = Array(0..<13) + [shift == 0 ? 13 : 0, -1, 0, 2]
        #expect(found == expected)
      }
    }
    #expect(table.index(of: "login") == 2)
    #expect(table.index(of: "id") == 0)
    #expect(table.index(of: "logi") == nil)
    #expect(table.index(of: "e\u{301}") == nil)
    #expect(JSONKeyTable([]).index(of: "a") == nil)
  }

  /// A text of few bytes can be kept in the String's own words, or in memory of its own.
  @Test func findsNamesInAllFormsOfTexts() {
    let names = (0...20).map { String(repeating: "n", count: $0) } + ["é", "ñandú", "日本語"]
    let table = JSONKeyTable(names)
    for (index, name) in names.enumerated() {
      var large = String(repeating: "x", count: 40)
      large.removeAll(keepingCapacity: true)
      large += name
      for form in [name, large, String(Array(name)), (name as NSString) as String] {
        #expect(table.index(of: form) == index)
        var members = LentMembers([form: 1])
        #expect(members.next() && table.index(of: members) == index)
        #expect(table.index(of: form + "m") == nil)
        members = LentMembers([form + "m": 1])
        #expect(members.next() && table.index(of: members) == nil)
      }
    }
  }

  @Test func findsEveryNameOfALargeTable() throws {
    var random = SeededRandom(seed: 11)
    for count in [1, 2, 3, 10, 100, 1000] {
      var names: Set<String> = []
      while names.count < count {
        let length = Int.random(in: 0...40, using: &random)
        names.insert(
          String((0..<length).map { _ in "abcé_日".randomElement(using: &random) ?? "a" }))
      }
      let list = Array(names)
      let table = JSONKeyTable(list)
      for (index, name) in list.enumerated() {
        #expect(table.index(of: name) == index)
        #expect((table.index(of: name + "x") ?? -1) < 0 || names.contains(name + "x"))
      }
    }
  }

  @Test func aKeyNearTheEndIsNotReadBeyondIt() throws {
    let table = JSONKeyTable(["a", "ab", "abcdefghijk"])
    for (text, index) in [("{\"a\":1}", 0), ("{\"ab\":1}", 1), ("{\"abcdefghijk\":1}", 2)] {
      let found = try JSONBytes(text).withReader { reader in
        _ = try reader.beginObject()
        return try reader.nextKey(in: table, expecting: index)
      }
      #expect(found == index)
    }
    for text in ["{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"abcdefghijk\"", "{\"abcdefghijk"] {
      #expect(throws: JSONSyntaxError.self) {
        try JSONBytes(text).withReader { reader in
          _ = try reader.beginObject()
          _ = try reader.nextKey(in: table, expecting: text.count > 8 ? 2 : 0)
          try reader.skipValue()
        }
      }
    }
  }

  @Test func lendsTheBytesOfAString() throws {
    let text = #"["plain","esc\n\u00e9","日本",1]"#
    try JSONBytes(text).withReader { reader in
      _ = try reader.beginArray()
      var strings: [String?] = []
      repeat {
        let string = try reader.withStringBytesIfPresent { span in
          var bytes: [UInt8] = []
          for index in span.indices { bytes.append(span[index]) }
          return String(decoding: bytes, as: UTF8.self)
        }
        strings.append(string)
        if string == nil { try reader.skipValue() }
      } while try reader.nextElement()
      #expect(strings == ["plain", "esc\né", "日本", nil])
    }
  }

  @Test(arguments: [
    (#"  "abc""#, #"string "abc""#), ("12.5", "number 12.5"), ("true", "true"), ("false", "false"),
    ("null", "null"), ("{}", "object"), (" [1]", "array"), ("", "nothing"), ("x", "no value"),
    (#""\ud800""#, "string"),
    (
      "\"" + String(repeating: "é", count: 52) + "\"",
      "string \"" + String(repeating: "é", count: 50) + "…\""
    ),
    (
      "\"" + String(repeating: "a", count: 51) + "\"",
      "string \"" + String(repeating: "a", count: 51) + "\""
    ),
  ])
  func describesValues(_ text: String, _ description: String) {
    #expect(JSONBytes(text).withReader { $0.describeValue(at: 0).description } == description)
  }

  @Test func readsWhatJSONSerializationWouldGive() throws {
    let text = #"""
      {"s":"x","i":-5,"u":18446744073709551615,"d":1.5,"t":true,"f":false,"n":null,
       "a":[1,[],{}],"o":{"p":{"q":[]}},"dup":1,"dup":2,
       "big":123456789012345678901234567890,"z":1.0,"e":1e2}
      """#
    let value = try #require(try readDocument(text) as? [String: Any])
    let expected = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(NSDictionary(dictionary: value) == NSDictionary(dictionary: expected))
    #expect(value["dup"] as? Int == 2)
    #expect(value["t"] is NSNumber)
    #expect((value["t"] as? NSNumber) === NSNumber(value: true))
    #expect(value["n"] is NSNull)
    #expect(value["a"] is [Any])
    #expect((value["u"] as? NSNumber)?.uint64Value == .max)
    #expect((value["big"] as? NSDecimalNumber)?.description == "123456789012345678901234567890")
    let tooLarge = readError(Array("[1e400]".utf8))
    #expect(tooLarge?.kind == .numberOutOfRange)
    #expect(tooLarge?.byteOffset == 1)
  }

  @Test func copiesBytes() {
    #expect(JSONBytes("[1,2]").withReader { $0.bytes(from: 1, to: 4) } == Array("1,2".utf8))
    #expect(JSONBytes("").withReader { $0.bytes(from: 0, to: 0) } == [])
  }
}
