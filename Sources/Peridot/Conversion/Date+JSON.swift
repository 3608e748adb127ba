import Foundation

extension Date: JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Date {
    let strategy = context.policy.dates
    let kind = try reader.peekKind()
    let place = ReadingPlace(&reader)
    switch kind {
    case .string:
      guard let format = strategy.textFormat else { break }
      let date = try reader.withStringBytesIfPresent { DateText.parse($0, as: format) }
      if let date = date ?? nil { return date }
      place.restore(&reader)
      try reader.refuseBlankText(at: place, context, expected: strategy.expected)
    case .number:
      guard let scale = strategy.secondsPerUnit,
        let number = try reader.readDoubleIfPresent(), number.isFinite
      else { break }
      guard strategy == .automatic else { return Date(timeIntervalSince1970: number * scale) }
      let seconds = number.magnitude < 1e11 ? number : number * scale
      let date = Date(timeIntervalSince1970: seconds)
      // It is written as text, which has four digits for the year.
      if DateText.string(date, as: .iso8601) != nil { return date }
      throw ConversionError(
        .outOfRange, at: place.position, expected: "a date in the years 0000 to 9999",
        found: reader.describeValue(at: place.position))
    default:
      break
    }
    place.restore(&reader)
    throw reader.mismatch(strategy.expected)
  }

  static var isResetByMismatch: Bool { true }

  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    let strategy = context.policy.dates
    switch strategy {
    case .secondsSince1970:
      try timeIntervalSince1970.write(&writer, context)
    case .millisecondsSince1970:
      try (timeIntervalSince1970 * 1000).rounded().write(&writer, context)
    default:
      guard let text = DateText.string(self, as: strategy.textFormat ?? .iso8601) else {
        throw ConversionError(
          .outOfRange, at: 0, expected: "a date in the years 0000 to 9999",
          found: "\(timeIntervalSince1970) seconds since 1970")
      }
      writer.string(text)
    }
  }
}

extension ConversionPolicy.DateStrategy {
  fileprivate var textFormat: DateText.Format? {
    switch self {
    case .iso8601: .iso8601
    case .rfc1123: .rfc1123
    case .twitter: .twitter
    case .automatic, .text: .lenient
    case .secondsSince1970, .millisecondsSince1970: nil
    }
  }

  /// What a number counts; nil where a number is no date.
  fileprivate var secondsPerUnit: Double? {
    switch self {
    case .secondsSince1970: 1
    case .millisecondsSince1970, .automatic: 0.001
    default: nil
    }
  }

  fileprivate var expected: String {
    switch self {
    case .iso8601: "an ISO 8601 date"
    case .rfc1123: "an RFC 1123 date"
    case .twitter: "a date as Twitter writes it"
    case .secondsSince1970: "seconds since 1970"
    case .millisecondsSince1970: "milliseconds since 1970"
    case .automatic, .text: "a date"
    }
  }
}
