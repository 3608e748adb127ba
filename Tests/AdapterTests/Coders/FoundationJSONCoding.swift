import Foundation

/// Tests that go through Foundation's coders of JSON.
protocol FoundationJSONCoding {}

extension FoundationJSONCoding {
  static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, _ text: String
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
