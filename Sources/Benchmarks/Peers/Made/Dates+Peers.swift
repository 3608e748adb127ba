// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension Dates: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let texts = json["moments"] as? [String] {
      moments = texts.compactMap { try? PeerDates.iso8601.parse($0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["moments"] = moments.map { PeerDates.iso8601.format($0) }
    return json
  }
}

/// The Codable twin of ``Dates``.
final class DatesRecord: Codable {
  var moments: [Date]
}
