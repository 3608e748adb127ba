import Foundation

/// Foundation's coders, set up as an app would for these documents.
enum PeerCoders {
  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(PeerDates.formatter)
    return decoder
  }

  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .formatted(PeerDates.formatter)
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }
}
