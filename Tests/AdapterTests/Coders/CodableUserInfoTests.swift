import Foundation
import Peridot
import Testing

@testable import TestSupport

private func localeKey() throws -> CodingUserInfoKey {
  try #require(CodingUserInfoKey(rawValue: "locale"))
}

/// A Codable value that looks at its coder's `userInfo` both ways.
private struct Aware: Codable, Hashable {
  var read = ""

  init() {}

  init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode(String.self)
    read = decoder.userInfo[try localeKey()] as? String ?? "none"
  }

  func encode(to encoder: any Encoder) throws {
    let seen = encoder.userInfo[try localeKey()] as? String ?? "none"
    var container = encoder.singleValueContainer()
    try container.encode("\(seen) \(read)")
  }
}

/// The same as an enum with raw values and a coding of its own, which may be the key of a dictionary.
private enum Word: String, Codable {
  case de, none

  init(from decoder: any Decoder) throws {
    self = (decoder.userInfo[try localeKey()] as? String).flatMap(Word.init(rawValue:)) ?? .none
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(encoder.userInfo[try localeKey()] as? String ?? "none")-\(rawValue)")
  }
}

/// One that has all that its `userInfo` has.
private struct Whole: Codable, Equatable {
  var names: [String] = []
  var count: Int?

  init(from decoder: any Decoder) throws {
    names = decoder.userInfo.keys.map(\.rawValue).sorted()
    count = decoder.userInfo[try localeKey()] as? Int
  }
}

private final class Inner: Model, JSONSerializing {
  var aware = Aware()
}

private final class Places: Model, JSONSerializing {
  var plain = Aware()
  var optional: Aware?
  var array: [Aware] = []
  var set: Set<Aware> = []
  var values: [String: Aware] = [:]
  var keys: [Word: Int] = [:]
  var word = Word.none
  var nested = Aware()
  var inner: Inner?
  var any: Any?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["nested": "a.b"] }
}

private final class Holder: Model, JSONSerializing {
  var whole: Whole?
}

/// A model that is Codable, within a Codable value.
private final class Coded: Model, CodableModel {
  var aware = Aware()
  var seen = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["seen": .excluded] }

  override func didLoad(from source: ModelSource) throws {
    seen = JSONAdapter.userInfo["locale"] as? String ?? "none"
  }
}

private struct Box: Codable, Equatable {
  var coded: Coded
}

private final class BoxHolder: Model, JSONSerializing {
  var box: Box?
}

/// The adapter's `userInfo` in the coders of Codable values within models.
@Suite struct CodableUserInfoTests {
  private static let text =
    #"{"plain":"x","optional":"x","array":["x","x"],"set":["x"],"values":{"k":"x"},"keys":{"k":1},"word":"x","a":{"b":"x"},"inner":{"aware":"x"}}"#

  private static func written(_ seen: String, _ read: String) -> String {
    let value = #""\#(seen) \#(read)""#
    let word = #"\#(seen)-\#(read)"#
    return
      #"{"plain":\#(value),"optional":\#(value),"array":[\#(value),\#(value)],"set":[\#(value)],"values":{"k":\#(value)},"keys":{"\#(word)":1},"word":"\#(word)","a":{"b":\#(value)},"inner":{"aware":\#(value)},"any":\#(value)}"#
  }

  private static func check(_ places: Places, read: String) throws {
    places.any = places.plain
    let plain = try JSONAdapter.string(from: places)
    #expect(plain == written("none", read))
    try JSONAdapter.$userInfo.withValue(["locale": "de"]) {
      #expect(try JSONAdapter.string(from: places) == written("de", read))
      let dictionary = try JSONAdapter.dictionary(from: places)
      #expect(dictionary["plain"] as? String == "de \(read)")
      #expect(dictionary["array"] as? [String] == ["de \(read)", "de \(read)"])
      #expect((dictionary["keys"] as? [String: Int])?.keys.sorted() == ["de-\(read)"])
    }
  }

  @Test func reachesEveryPlace() throws {
    try Self.check(JSONAdapter.model(from: Self.text), read: "none")
    let places = try JSONAdapter.$userInfo.withValue(["locale": "de"]) {
      try JSONAdapter.model(of: Places.self, from: Self.text)
    }
    try Self.check(places, read: "de")
    // Nothing is left behind.
    try Self.check(JSONAdapter.model(from: Self.text), read: "none")
  }

  @Test func reachesWhatIsReadFromADictionary() throws {
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(Self.text.utf8)) as? [String: Any])
    let places = try JSONAdapter.$userInfo.withValue(["locale": "de"]) {
      try JSONAdapter.model(of: Places.self, from: json)
    }
    try Self.check(places, read: "de")
  }

  @Test func reachesUpdates() throws {
    let places: Places = try JSONAdapter.model(from: Self.text)
    try JSONAdapter.$userInfo.withValue(["locale": "de"]) {
      try JSONAdapter.update(places, from: #"{"plain":"y","inner":{"aware":"y"}}"#)
    }
    #expect(places.plain.read == "de")
    #expect(places.inner?.aware.read == "de")
    #expect(places.nested.read == "none")
  }

  @Test func eachNameIsAKey() throws {
    let holder = try JSONAdapter.$userInfo.withValue(["locale": 5, "": true, "b c": [1]]) {
      try JSONAdapter.model(of: Holder.self, from: #"{"whole":{}}"#)
    }
    #expect(holder.whole?.names == ["", "b c", "locale"])
    #expect(holder.whole?.count == 5)
    #expect(try JSONAdapter.model(of: Holder.self, from: #"{"whole":{}}"#).whole?.names == [])
  }

  /// Through a coder of ours into one of the value's, and back into the adapter.
  @Test func reachesModelsWithinCodableValues() throws {
    let text = #"{"box":{"coded":{"aware":"x"}}}"#
    let holder = try JSONAdapter.$userInfo.withValue(["locale": "de"]) {
      try JSONAdapter.model(of: BoxHolder.self, from: text)
    }
    #expect(holder.box?.coded.aware.read == "de")
    #expect(holder.box?.coded.seen == "de")
    let plain: BoxHolder = try JSONAdapter.model(from: text)
    #expect(plain.box?.coded.seen == "none")
    let written = try JSONAdapter.$userInfo.withValue(["locale": "fr"]) {
      try JSONAdapter.string(from: holder)
    }
    #expect(written == #"{"box":{"coded":{"aware":"fr de"}}}"#)
  }

  @Test func dependsOnTheTask() async throws {
    try await withThrowingTaskGroup(of: (String, String?).self) { group in
      for index in 0..<64 {
        group.addTask {
          let name = index % 4 == 0 ? nil : "\(index)"
          let model = try JSONAdapter.$userInfo.withValue(name.map { ["locale": $0] } ?? [:]) {
            try JSONAdapter.model(of: Inner.self, from: #"{"aware":"x"}"#)
          }
          return (model.aware.read, name)
        }
      }
      for try await (read, name) in group { #expect(read == name ?? "none") }
    }
  }
}
