import Foundation

/// The peers' ways to read and write dates.
enum PeerDates {
  /// The dates of Twitter and Weibo, as most apps read them.
  static let formatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE MMM dd HH:mm:ss Z yyyy"
    return formatter
  }()

  static let iso8601 = Date.ISO8601FormatStyle()

  /// Parses a date of Twitter by hand: `Wed Sep 16 12:20:09 +0800 2015`.
  static func parse(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count == 30 else { return nil }
    func number(_ range: Range<Int>) -> Int {
      range.reduce(0) { $0 * 10 + Int(bytes[$1]) - 48 }
    }
    guard let month = months.firstIndex(of: Array(bytes[4..<7])) else { return nil }
    // Days since 1970 in the proleptic Gregorian calendar, with years that begin in March.
    let year = number(26..<30) - (month < 2 ? 1 : 0)
    let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + number(8..<10) - 1
    let days = year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    let time = number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
    let zone = (number(21..<23) * 60 + number(23..<25)) * (bytes[20] == 0x2d ? -60 : 60)
    return Date(timeIntervalSince1970: Double(days * 86_400 + time - zone))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { Array($0.utf8) }
}
