import Foundation

extension JSONDecoder {
  /// Decodes a value; what a type of Foundation's would end the process for throws an error.
  func decodeChecked<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
    switch type {
    case is IndexSet.Type:
      for range in try decode(Indexes.self, from: json).indexes where !range.isValid {
        throw Self.corrupted("\(range.location) and \(range.length) are no range of indexes")
      }
    case is CharacterSet.Type:
      // A bit for each character of a plane; each plane after the first has a number before it.
      let size = try decode(Characters.self, from: json).bitmap.count
      guard size >= 8192, (size - 8192) % 8193 == 0 else {
        throw Self.corrupted("\(size) bytes are no bitmap of characters")
      }
    default: break
    }
    return try decode(type, from: json)
  }

  private static func corrupted(_ message: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: message))
  }

  private struct Indexes: Decodable {
    struct Range: Decodable {
      let location: Int
      let length: Int

      var isValid: Bool {
        let (end, overflow) = location.addingReportingOverflow(length)
        return location >= 0 && length >= 0 && !overflow && end < .max
      }
    }

    let indexes: [Range]
  }

  private struct Characters: Decodable {
    let bitmap: Data
  }
}
