import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct JSONObjectTests {
  private func object(_ text: String) throws -> JSONObject {
    let bytes = JSONBytes(text)
    return try bytes.withReader { try $0.object(of: bytes) }
  }

  @Test func givesMembers() throws {
    let object = try object(
      #" {"s":"x","i":5,"d":2.5,"w":2.0,"b":true,"n":null,"o":{"k":[1]},"a":[1,"2"],"s":"last","é":1} "#
    )
    #expect(object["s"] as? String == "last")
    #expect(object["n"] is NSNull)
    #expect(object["x"] == nil)
    #expect(object["a"] as? [AnyHashable] == [1, "2"])
    #expect(object.contains("n"))
    #expect(!object.contains("x"))
    #expect(object.keys == ["s", "i", "d", "w", "b", "n", "o", "a", "é"])
    #expect(object.string(forKey: "s") == "last")
    #expect(object.string(forKey: "i") == nil)
    #expect(object.int(forKey: "i") == 5)
    #expect(object.int(forKey: "w") == 2)
    #expect(object.int(forKey: "d") == nil)
    #expect(object.int(forKey: "s") == nil)
    #expect(object.double(forKey: "d") == 2.5)
    #expect(object.double(forKey: "i") == 5)
    #expect(object.double(forKey: "n") == nil)
    #expect(object.bool(forKey: "b") == true)
    #expect(object.bool(forKey: "i") == nil)
    #expect(object.object(forKey: "o")?["k"] as? [Int] == [1])
    #expect(object.object(forKey: "a") == nil)
    #expect(object.dictionary.count == 9)
    #expect(object.int(forKey: "é") == 1)
  }

  @Test func outlivesItsReader() throws {
    var kept: JSONObject? = try {
      let data = Data(#"[{"a":{"b":"value"}}]"#.utf8)
      let bytes = JSONBytes(data)
      return try bytes.withReader { reader in
        _ = try reader.beginArray()
        return try reader.object(of: bytes).object(forKey: "a")
      }
    }()
    #expect(kept?.string(forKey: "b") == "value")
    #expect(kept?.description == #"{"b":"value"}"#)
    kept = nil
  }

  @Test func isAnObjectOrNothing() throws {
    #expect(throws: JSONSyntaxError.self) { try object("[1]") }
    #expect(throws: JSONSyntaxError.self) { try object("") }
  }

  @Test(arguments: [
    #"{"a":1"#, #"{"a":1,"#, #"{"a""#, "{", #"{"a":1,"b":"#, #"{"a":1,"b":\#u{1}}"#,
    #"{"a":1 "b":2}"#,
    #"{"a":1,"\ud800":2}"#,
  ])
  func malformedMembersAreAbsent(_ text: String) throws {
    let object = try object(text)
    #expect(object["a"] == nil)
    #expect(object.keys == [])
    #expect(object.dictionary.isEmpty)
    #expect(!object.contains("a"))
    #expect(object.int(forKey: "a") == nil)
    #expect(object.value(at: "a") == nil)
    #expect(object.description == "malformed object")
  }

  @Test func comparesNamesByTheirMeaning() throws {
    let object = try object(#"{"a":1,"\u0061b":2,"日本":3,"x\n":4,"日":5}"#)
    #expect(object.int(forKey: "ab") == 2)
    #expect(object.int(forKey: "日本") == 3)
    #expect(object.int(forKey: "x\n") == 4)
    #expect(object.int(forKey: "x") == nil)
  }

  /// Names around the fifteen bytes that a String keeps in itself, some of them with what has to be
  /// escaped, in documents that end right behind them.
  @Test func findsNamesOfAnyLength() throws {
    let seed: UInt64 = 20
    var random = SeededRandom(seed: seed)
    let characters: [Character] = ["a", "b", " ", "\"", "\\", "/", "\n", "\u{1}", "é", "\0"]
    for round in 0..<2_000 {
      let names = (0..<3).map { _ in
        String(
          (0..<Int.random(in: 0...17, using: &random)).map { _ in
            Int.random(in: 0..<4, using: &random) == 0
              ? characters.randomElement(using: &random) ?? "a" : "a"
          })
      }
      var members: [String: Int] = [:]
      for (index, name) in names.dropLast().enumerated() { members[name] = index }
      let json = try JSONObject(members)
      for name in names {
        #expect(
          json.int(forKey: name) == members[name],
          "seed \(seed), round \(round): \(name.debugDescription)")
      }
    }
  }

  @Test func followsPaths() throws {
    let object = try object(
      #"{"user":{"login":"ann","n":null},"tags":["x","y"],"items":[{"id":1},{},{"id":3}],"a.b":7,"e":[]}"#
    )
    #expect(object.value(at: "user.login") as? String == "ann")
    #expect(object.value(at: "tags[1]") as? String == "y")
    #expect(object.value(at: "tags[2]") == nil)
    #expect(object.value(at: "tags.x") == nil)
    #expect(object.value(at: "user[0]") == nil)
    #expect(object.value(at: "items[*].id") as? [Int] == [1, 3])
    #expect(object.value(at: "items[2].id") as? Int == 3)
    #expect((object.value(at: "e[*]") as? [Any])?.isEmpty == true)
    #expect(object.value(at: "e[0]") == nil)
    #expect(object.value(at: .literal("a.b")) as? Int == 7)
    #expect(object.value(at: .firstOf("x", "user.n", "tags[0]")) as? String == "x")
    #expect(object.value(at: .firstOf("x", "user.n")) is NSNull)
    #expect(
      object.value(at: ["user.login", "x", "tags[0]"]) as? [String: String]
        == ["user.login": "ann", "tags[0]": "x"])
    #expect((object.value(at: .root) as? [String: Any])?.count == 5)
    #expect(object.value(at: .excluded) == nil)
  }

  @Test func isMadeFromADictionary() throws {
    let object = try JSONObject(["a": 1, "b": ["c": NSNull()]])
    #expect(object.int(forKey: "a") == 1)
    #expect(object.object(forKey: "b")?["c"] is NSNull)
    #expect(throws: JSONValueError(.unsupportedType("Date")).inside(.key("d"))) {
      try JSONObject(["d": Date()])
    }
  }
}
