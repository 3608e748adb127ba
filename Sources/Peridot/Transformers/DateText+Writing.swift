import Foundation

/// Where the bytes of a date go: an array, or the buffer of a writer.
protocol DateTextSink: ~Copyable, ~Escapable {
  mutating func append(_ byte: UInt8)
}

extension Array: DateTextSink where Element == UInt8 {}

extension DateText {
  private static let monthNames = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)
  private static let weekdayNames = Array("SunMonTueWedThuFriSat".utf8)

  /// Appends the date's text in UTC, and returns whether it has one.
  ///
  /// Nothing is appended for a date that is not finite or outside of the years 0000 to 9999.
  /// Milliseconds, to which the time is rounded, are written in ISO 8601 only, and only if they are
  /// not zero.
  static func write(
    _ date: Date, as format: Format, into sink: inout some DateTextSink & ~Copyable & ~Escapable
  ) -> Bool {
    // Double the range of a Date that can be written, so that the conversion to Int is sure to
    // succeed.
    let seconds = date.timeIntervalSince1970
    guard abs(seconds) < 5e11,
      let time = CivilTime(millisecondsSince1970: Int((seconds * 1000).rounded()))
    else { return false }
    switch format {
    case .iso8601, .iso8601AssumingUTC, .lenient, .legacyYYModel, .legacyJSONModel:
      writeISO8601(time, into: &sink)
    case .rfc1123: writeRFC1123(time, into: &sink)
    case .twitter: writeTwitter(time, into: &sink)
    }
    return true
  }

  private static func writeISO8601(
    _ time: CivilTime, into sink: inout some DateTextSink & ~Copyable & ~Escapable
  ) {
    appendYear(time, to: &sink)
    sink.append(UInt8(ascii: "-"))
    appendTwoDigits(time.month, to: &sink)
    sink.append(UInt8(ascii: "-"))
    appendTwoDigits(time.day, to: &sink)
    sink.append(UInt8(ascii: "T"))
    appendTime(time, to: &sink)
    let millisecond = time.nanosecond / 1_000_000
    if millisecond != 0 {
      sink.append(UInt8(ascii: "."))
      sink.append(UInt8(ascii: "0") + UInt8(millisecond / 100))
      appendTwoDigits(millisecond % 100, to: &sink)
    }
    sink.append(UInt8(ascii: "Z"))
  }

  private static func writeRFC1123(
    _ time: CivilTime, into sink: inout some DateTextSink & ~Copyable & ~Escapable
  ) {
    appendName(time.weekday, of: weekdayNames, to: &sink)
    sink.append(UInt8(ascii: ","))
    sink.append(UInt8(ascii: " "))
    appendTwoDigits(time.day, to: &sink)
    sink.append(UInt8(ascii: " "))
    appendName(time.month - 1, of: monthNames, to: &sink)
    sink.append(UInt8(ascii: " "))
    appendYear(time, to: &sink)
    sink.append(UInt8(ascii: " "))
    appendTime(time, to: &sink)
    for byte in " GMT".utf8 { sink.append(byte) }
  }

  private static func writeTwitter(
    _ time: CivilTime, into sink: inout some DateTextSink & ~Copyable & ~Escapable
  ) {
    appendName(time.weekday, of: weekdayNames, to: &sink)
    sink.append(UInt8(ascii: " "))
    appendName(time.month - 1, of: monthNames, to: &sink)
    sink.append(UInt8(ascii: " "))
    appendTwoDigits(time.day, to: &sink)
    sink.append(UInt8(ascii: " "))
    appendTime(time, to: &sink)
    for byte in " +0000 ".utf8 { sink.append(byte) }
    appendYear(time, to: &sink)
  }

  private static func appendYear(
    _ time: CivilTime, to sink: inout some DateTextSink & ~Copyable & ~Escapable
  ) {
    appendTwoDigits(time.year / 100, to: &sink)
    appendTwoDigits(time.year % 100, to: &sink)
  }

  private static func appendTime(
    _ time: CivilTime, to sink: inout some DateTextSink & ~Copyable & ~Escapable
  ) {
    appendTwoDigits(time.hour, to: &sink)
    sink.append(UInt8(ascii: ":"))
    appendTwoDigits(time.minute, to: &sink)
    sink.append(UInt8(ascii: ":"))
    appendTwoDigits(time.second, to: &sink)
  }

  private static func appendTwoDigits(
    _ number: Int, to sink: inout some DateTextSink & ~Copyable & ~Escapable
  ) {
    sink.append(UInt8(ascii: "0") + UInt8(number / 10))
    sink.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private static func appendName(
    _ index: Int, of names: [UInt8], to sink: inout some DateTextSink & ~Copyable & ~Escapable
  ) {
    for position in (3 * index)..<(3 * index + 3) { sink.append(names[position]) }
  }
}
