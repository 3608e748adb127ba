import Foundation
import Synchronization

/// The formatters of the date formats that policies name, kept while they are few.
enum DateFormats {
  // A formatter is no value, and Foundation promises its thread safety on some systems only.
  private static let formatters = Mutex<[String: DateFormatter]>([:])

  static func date(from text: String, _ format: String) -> Date? {
    formatters.withLock { formatter(format, &$0).date(from: text) }
  }

  static func text(of date: Date, _ format: String) -> String {
    formatters.withLock { formatter(format, &$0).string(from: date) }
  }

  private static func formatter(
    _ format: String, _ formatters: inout sending [String: DateFormatter]
  ) -> DateFormatter {
    if let formatter = formatters[format] { return formatter }
    let formatter = DateFormatter()
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.isLenient = false
    formatter.dateFormat = format
    if formatters.count == 64 { formatters = [:] }
    formatters[format] = formatter
    return formatter
  }
}
