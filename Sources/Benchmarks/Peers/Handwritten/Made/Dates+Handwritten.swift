import Foundation

extension Dates: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let texts = json["moments"] as? [String] {
      moments = texts.compactMap { try? PeerDates.iso8601.parse($0) }
    }
  }

  var handwritten: [String: Any] {
    ["moments": moments.map { PeerDates.iso8601.format($0) }]
  }
}
