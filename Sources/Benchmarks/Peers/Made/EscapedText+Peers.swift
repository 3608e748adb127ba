// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension EscapedText: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["title"] as? String { title = value }
    if let value = json["lines"] as? [String] { lines = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["title"] = title
    json["lines"] = lines
    return json
  }
}

/// The Codable twin of ``EscapedText``.
final class EscapedTextRecord: Codable {
  var title: String
  var lines: [String]
}
