import Foundation

/// The Codable twin of ``Dates``.
final class DatesRecord: Codable {
  var moments: [Date]
}
