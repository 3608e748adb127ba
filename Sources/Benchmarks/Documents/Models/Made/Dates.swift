import Foundation
import Peridot

/// Dates as ISO 8601 text.
final class Dates: Model, JSONSerializing {
  var moments: [Date] = []
}
