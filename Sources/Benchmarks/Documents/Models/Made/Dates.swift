import Foundation
import Peridot

/// Moments as ISO 8601 has them.
final class Dates: Model, JSONSerializing {
  var moments: [Date] = []
}
