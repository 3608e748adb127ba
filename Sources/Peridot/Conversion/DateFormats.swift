import Foundation
import Synchronization

/// The date formats that policies name, kept while they are few.
enum DateFormats {
  private static let formats = Mutex<[String: DateFormat]>([:])

  static func date(from text: String, _ format: String) -> Date? {
    self.format(format).date(from: text)
  }

  static func text(of date: Date, _ format: String) -> String {
    self.format(format).text(of: date)
  }

  private static func format(_ text: String) -> DateFormat {
    formats.withLock { formats in
      if let format = formats[text] { return format }
      let format = DateFormat(text)
      if formats.count == 64 { formats = [:] }
      formats[text] = format
      return format
    }
  }
}
