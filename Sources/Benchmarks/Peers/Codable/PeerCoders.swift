import Foundation

/// Foundation's coders, set up as an app would for a document.
struct PeerCoders {
  let decoder = JSONDecoder()
  let encoder = JSONEncoder()

  private init() {
    encoder.outputFormatting = .withoutEscapingSlashes
  }

  /// Coders for dates as Twitter and Weibo have them.
  static var twitterDates: PeerCoders {
    let coders = PeerCoders()
    coders.decoder.dateDecodingStrategy = .formatted(PeerDates.formatter)
    coders.encoder.dateEncodingStrategy = .formatted(PeerDates.formatter)
    return coders
  }

  /// The same dates, parsed by a function of one's own: as fast as JSONDecoder can have it.
  static var twitterDatesByHand: PeerCoders {
    let coders = twitterDates
    coders.decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = PeerDates.parse(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "No date")
      }
      return date
    }
    return coders
  }

  static var iso8601: PeerCoders {
    let coders = PeerCoders()
    coders.decoder.dateDecodingStrategy = .iso8601
    coders.encoder.dateEncodingStrategy = .iso8601
    return coders
  }
}
