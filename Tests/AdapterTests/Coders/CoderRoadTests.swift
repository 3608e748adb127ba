import Foundation
import Peridot
import Testing

/// What one road makes of a document: the values, or the error.
private func outcome(_ read: () throws -> Model) -> String {
  do {
    return try words(read())
  } catch let error as JSONAdapterError {
    return words(error)
  } catch let error as DecodingError {
    guard let made = error.underlyingAdapterError else { return "\(error)" }
    return words(made)
  } catch {
    return "\(error)"
  }
}

private func words(_ error: JSONAdapterError) -> String {
  let property = error.propertyKey ?? "-"
  return "\(error.kind) \(error.path) \(error.modelClass.map { "\($0)" } ?? "-").\(property)"
}

private func words(_ value: Any) -> String {
  switch value {
  case let model as Model:
    let values = model.dictionaryValue
    return "{"
      + values.keys.sorted().map { "\($0): \(words(values[$0] ?? "gone"))" }
      .joined(separator: ", ") + "}"
  case let members as [String: Any]:
    return "["
      + members.keys.sorted().map { "\($0): \(words(members[$0] ?? "gone"))" }
      .joined(separator: ", ") + "]"
  case let array as [Any]: return "[" + array.map { words($0) }.joined(separator: ", ") + "]"
  case let date as Date: return "\(date.timeIntervalSince1970)"
  default: return "\(value)"
  }
}

extension DecodingError {
  fileprivate var underlyingAdapterError: JSONAdapterError? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError as? JSONAdapterError
    @unknown default: nil
    }
  }
}

private final class Alternatives: Model, CodableModel {
  var a: Int?
  var b = 7

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["a": .firstOf("a.d", "e"), "b": .firstOf("x.y.z", "x.w", "v")]
  }
}

private final class Nested: Model, CodableModel {
  var a: Int?
  var b = 7
  var c: Inner?
  var d: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["a": "p.a", "b": "p.q.b", "c": "p.c", "d": .firstOf("d", "p.d")]
  }
}

private final class Inner: Model, CodableModel {
  var x = 0.5
  var at: Date?
}

private final class Rooted: Model, CodableModel {
  var id = 0
  var inner = Inner()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["inner": .root] }
}

private final class RootedLoose: Model, CodableModel {
  var id = 0
  var count = 3

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["count": .root] }
}

private final class RootedValue: Model, CodableModel {
  struct Size: Codable, Equatable {
    var w = 1
    var h = 2
  }

  var id = 0
  var size = Size()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["size": .root] }
}

private final class Elements: Model, CodableModel {
  var first: Int?
  var zip: Int?
  var names: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["first": "tags[0]", "zip": "a[0].zip", "names": "people[*].name"]
  }
}

private final class Numbers: Model, CodableModel {
  var x = 1.5
  var y: Double?
  var f: Float = 2.5
  var i = 3
  var u: UInt8 = 4
  var list: [Double] = []
  var map: [String: Double] = [:]
  var d: Decimal?
  var any: Any?
}

private final class Several: Model, CodableModel {
  var both: [String: Int] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["both": ["a", "b.c"]] }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    .closure { (json: [String: Any]) in json.compactMapValues { $0 as? Int } }
  }
}

/// A model that a coder reads, compared with the same from bytes and from a dictionary.
@Suite struct CoderRoadTests {
  private static var policies: [(String, ConversionPolicy)] {
    var failing = ConversionPolicy.strict
    failing.unknownKeys = .fail
    var lenientFailing = ConversionPolicy.lenient
    lenientFailing.unknownKeys = .fail
    var reset = ConversionPolicy.lenient
    reset.null = .reset
    reset.mismatch = .reset
    var skip = ConversionPolicy.strict
    skip.null = .skip
    return [
      ("strict", .strict), ("lenient", .lenient), ("fail", failing),
      ("lenient+fail", lenientFailing), ("reset", reset), ("skip", skip),
      ("yy", .legacyYYModel), ("json", .legacyJSONModel),
    ]
  }

  private static func roads<M: CodableModel>(_ type: M.Type, _ documents: [String]) {
    for document in documents {
      for (name, policy) in policies {
        let bytes = outcome { try JSONAdapter.model(of: M.self, from: document, policy: policy) }
        let coder = outcome {
          let decoder = JSONDecoder()
          decoder.userInfo[.conversionPolicy] = policy
          return try decoder.decode(M.self, from: Data(document.utf8))
        }
        #expect(coder == bytes, "\(M.self) \(name) JSONDecoder \(document)")
        guard
          let json = try? JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
        else { continue }
        let dictionary = outcome { try JSONAdapter.model(of: M.self, from: json, policy: policy) }
        #expect(dictionary == bytes, "\(M.self) \(name) dictionary \(document)")
      }
    }
  }

  @Test func alternatives() {
    Self.roads(
      Alternatives.self,
      [
        #"{"a":null,"e":5}"#, #"{"a":{"d":null},"e":5}"#, #"{"a":{"d":4},"e":5}"#,
        #"{"a":[1],"e":5}"#, #"{"a":[1]}"#, #"{"a":"x","e":null}"#, #"{"a":{"d":null}}"#,
        #"{"a":null}"#, #"{"e":null}"#, #"{"a":{"d":"x"},"e":5}"#, #"{"a":{},"e":5}"#, "{}",
        #"{"x":{"y":null,"w":3}}"#, #"{"x":{"y":{"z":null},"w":null},"v":9}"#,
        #"{"x":{"y":{"z":null},"w":null}}"#, #"{"x":null}"#, #"{"x":{"y":5,"w":3}}"#,
        #"{"x":{"y":5}}"#, #"{"x":{"y":{"z":"t"}},"v":9}"#, #"{"x":[{"y":{"z":3}}]}"#,
        #"{"v":null}"#, #"{"x":{"y":5,"w":null}}"#, #"{"x":{"u":1}}"#, #"{"x":{"y":{"u":1}}}"#,
        #"{"a":{"d":1,"u":2}}"#, #"{"a":{"u":2},"e":1}"#,
      ])
  }

  @Test func nested() {
    Self.roads(
      Nested.self,
      [
        #"{"p":{"a":1,"q":{"b":2},"c":{"x":1}}}"#, #"{"p":{"a":1,"u":2}}"#, #"{"p":{"q":{"u":2}}}"#,
        #"{"u":1}"#, #"{"p":null}"#, #"{"p":{"q":null}}"#, #"{"p":5}"#, #"{"p":{"q":5}}"#,
        #"{"p":{"c":{"u":1}}}"#, #"{"p":{"c":{"x":"t"}}}"#,
        #"{"p":{"c":5}}"#, #"{"p":{"c":null}}"#, #"{"p":{"q":{"b":"y"}}}"#,
        #"{"p":{"a":null,"q":{"b":null}}}"#, #"{"p":{"d":"x"}}"#, #"{"d":null,"p":{"d":"x"}}"#,
        #"{"p":{"c":{"at":"2026-01-02T03:04:05Z"}}}"#, #"{"p":{"c":{"at":"never"}}}"#,
        #"{"p":{"c":{"at":1}}}"#, #"{"p":{"c":[]}}"#, #"{"p.a": 3}"#, #"{"p":{"d":null}}"#,
      ])
  }

  @Test func roots() {
    Self.roads(
      Rooted.self,
      [
        #"{"id":1,"x":2.5}"#, #"{"id":1,"x":"t"}"#, #"{"id":1,"x":"2.5"}"#, #"{"id":"1","x":null}"#,
        #"{"id":1,"x":2.5,"u":1}"#, "{}", #"{"at":"never"}"#, #"{"at":1}"#,
      ])
    Self.roads(RootedLoose.self, [#"{"id":1}"#, "{}", #"{"id":1,"u":2}"#])
    Self.roads(
      RootedValue.self, [#"{"id":1,"w":5,"h":6}"#, #"{"id":1,"w":5}"#, #"{"w":"x","h":6}"#])
  }

  @Test func elements() {
    Self.roads(
      Elements.self,
      [
        #"{"tags":[1]}"#, #"{"tags":["x"]}"#, #"{"tags":[]}"#, #"{"tags":null}"#, #"{"tags":5}"#,
        #"{"a":[{"zip":1}]}"#, #"{"a":[{"zip":"x"}]}"#, #"{"a":[null]}"#,
        #"{"people":[{"name":"a"},{"name":null},{}]}"#, #"{"people":[{"name":1}]}"#,
        #"{"people":5}"#, #"{"people":[{"name":"a","u":1}]}"#, #"{"tags":[1],"u":1}"#,
      ])
    Self.roads(
      Several.self,
      [
        #"{"a":1,"b":{"c":2}}"#, #"{"a":1,"b":{"u":2}}"#, #"{"a":null}"#, "{}", #"{"b":5}"#,
        #"{"u":1}"#,
      ])
  }

  @Test func numbers() {
    Self.roads(
      Numbers.self,
      [
        #"{"x":1e400}"#, #"{"y":1e400}"#, #"{"f":1e400}"#, #"{"f":1e300}"#, #"{"i":1e400}"#,
        #"{"i":1.5}"#, #"{"u":300}"#, #"{"u":-1}"#, #"{"d":1e400}"#, #"{"any":1e400}"#,
        #"{"any":[1,1e400]}"#,
        #"{"x":"1e400"}"#, #"{"i":99999999999999999999}"#, #"{"x":-1e400}"#, #"{"x":true}"#,
        #"{"x":null}"#, #"{"list":[null]}"#, #"{"list":5}"#, #"{"map":[]}"#, #"{"any":null}"#,
        #"{"any":[1,{"a":2.5}]}"#, #"{"d":"1.25"}"#, #"{"list":null}"#,
      ])
  }
}
