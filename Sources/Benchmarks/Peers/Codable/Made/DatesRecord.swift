import Foundation

/// What ``Dates`` is to JSONDecoder and JSONEncoder.
final class DatesRecord: Codable {
  var moments: [Date]
}
