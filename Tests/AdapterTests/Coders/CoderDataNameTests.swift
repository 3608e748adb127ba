import Foundation
import Peridot
import Testing

private final class Counter: Model, CodableModel {
  var key = ""
  var counts: [String: Int] = [:]
  var more: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["more": "more_of"] }
}

private final class Keyed: Model, CodableModel, Holder {
  var all: [Counter] = []

  override class var declaredProperties: [Property] {
    [property("all", \.all, facets: .keyed(by: "key"))]
  }
}

private final class Transformed: Model, CodableModel, Holder {
  var all: [Counter] = []

  override class var declaredProperties: [Property] {
    [property("all", \.all, by: .models(Counter.self))]
  }
}

private final class InArrays: Model, CodableModel, Holder {
  var all: [Counter] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["all": "rows[*].the_count"] }
}

private final class Finished: Model, CodableModel, JSONFinishing, Holder {
  var all: [Counter] = []

  func finish(_ json: inout [String: Any]) throws {}
}

private final class Prepared: Model, CodableModel, JSONPreparing, Holder {
  var all: [Counter] = []

  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

private enum KeyOr: JSONUnion {
  case key(String)
  case counter(Counter)
}

private final class WithUnion: Model, CodableModel {
  var keyOr = KeyOr.key("")
}

private protocol Holder: CodableModel {
  var all: [Counter] { get set }
}

/// Names that are data, in models whose JSON a coder gets or gives as a whole.
@Suite struct CoderDataNameTests {
  private func written<M: Holder>(_ type: M.Type) throws -> String {
    let (holder, counter) = (M(), Counter())
    counter.key = "k"
    counter.counts = ["userID": 1, "user_name": 2]
    counter.more = ["innerName": ["a_b": 3]]
    holder.all = [counter]
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(holder)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(M.self, from: json) == holder)
    return String(decoding: json, as: UTF8.self)
  }

  private static let counts =
    #""counts":{"userID":1,"user_name":2},"#
  private static let more = #""more_of":{"innerName":{"a_b":3}}"#

  @Test func stayAsTheyAre() throws {
    let whole = "[{\(Self.counts)\"key\":\"k\",\(Self.more)}]"
    #expect(try written(Keyed.self) == "{\"all\":{\"k\":{\(Self.counts)\(Self.more)}}}")
    #expect(try written(Transformed.self) == "{\"all\":\(whole)}")
    #expect(
      try written(InArrays.self)
        == "{\"rows\":[{\"the_count\":\(whole.dropFirst().dropLast())}]}")
    #expect(try written(Finished.self) == "{\"all\":\(whole)}")
    #expect(try written(Prepared.self) == "{\"all\":\(whole)}")
  }

  @Test func ofAUnionsModelStayAsTheyAre() throws {
    let (model, counter) = (WithUnion(), Counter())
    counter.counts = ["userID": 1]
    model.keyOr = .counter(counter)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(model)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"key_or":{"counts":{"userID":1},"key":"","more_of":{}}}"#)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(WithUnion.self, from: json) == model)
  }

  /// Peridot knows only the names that a strategy of the user's makes.
  @Test func areThoseOfACustomStrategy() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let name = path[path.count - 1].stringValue
      return CodingPlaceKey(name.hasPrefix("x-") ? String(name.dropFirst(2)) : name)
    }
    let json = Data(#"{"x-all":{"k":{"x-counts":{"x-a":1},"more_of":{}}}}"#.utf8)
    let keyed = try decoder.decode(Keyed.self, from: json)
    #expect(keyed.all.map(\.key) == ["k"])
    #expect(keyed.all[0].counts == ["a": 1])
  }

  private struct CodingPlaceKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
