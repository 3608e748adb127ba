import Foundation

extension DateText {
  /// A time in nanoseconds.
  struct Instant {
    /// The seconds since 1970, rounded down.
    var seconds: Int64
    /// Below 1,000,000,000.
    var nanosecond: Int
  }
}

extension DateText.Instant {
  private static let secondsTo2001 = Int64(Date.timeIntervalBetween1970AndReferenceDate)
  private static let powersOfTen = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// Creates the time that is `ticks` of a second's parts of that many digits after a second.
  private init(seconds: Int64, ticks: Int, digits: Int) {
    let nanosecond = ticks * Self.powersOfTen[9 - digits]
    let carry = nanosecond / 1_000_000_000
    self.init(seconds: seconds + Int64(carry), nanosecond: nanosecond - carry * 1_000_000_000)
  }

  /// Creates the time nearest to `date` with that many digits of a fraction.
  init(nearestTo date: Date, digits: Int) {
    if let milliseconds = date.wholeMilliseconds {
      let whole = Int64((Double(milliseconds) / 1000).rounded(.down))
      self.init(seconds: whole, nanosecond: Int(milliseconds - whole * 1000) * 1_000_000)
      return
    }
    let (seconds, part) = Self.parts(of: date)
    let ticks = (part * Double(Self.powersOfTen[digits])).rounded()
    self.init(seconds: seconds, ticks: Int(ticks), digits: digits)
  }

  /// The time with the least digits of a fraction, six to nine, that is `date`; with nine digits if
  /// none is.
  static func readingBack(as date: Date) -> (instant: Self, digits: Int) {
    let (seconds, part) = parts(of: date)
    var instant = Self(seconds: seconds, nanosecond: 0)
    for digits in 6...9 {
      let ticks = (part * Double(powersOfTen[digits])).rounded()
      instant = Self(seconds: seconds, ticks: Int(ticks), digits: digits)
      if instant.date == date { return (instant, digits) }
    }
    // Whole milliseconds are the date nearest to them since 1970, and this is one next to it.
    for neighbor in [instant.nanosecond + 1, instant.nanosecond - 1] where neighbor > 0 {
      let other = Self(seconds: instant.seconds, nanosecond: neighbor)
      if other.date == date { return (other, 9) }
    }
    return (instant, 9)
  }

  /// The seconds since 1970, rounded down, and the part of a second after them.
  private static func parts(of date: Date) -> (seconds: Int64, part: Double) {
    let whole = date.timeIntervalSinceReferenceDate.rounded(.down)
    return (Int64(whole) + secondsTo2001, date.timeIntervalSinceReferenceDate - whole)
  }

  /// The nearest date.
  ///
  /// A Date counts from 2001, and has finer steps than the seconds since 1970. For milliseconds,
  /// though, it is the one that Foundation makes of that many since 1970, as they are counted
  /// everywhere else.
  var date: Date {
    if nanosecond % 1_000_000 == 0 {
      if nanosecond == 0 { return Date(timeIntervalSince1970: Double(seconds)) }
      let milliseconds = seconds * 1000 + Int64(nanosecond / 1_000_000)
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    let whole = seconds - Self.secondsTo2001
    if whole.magnitude < 1 << 22 {
      // Both are exact, and one division rounds once.
      let nanoseconds = whole * 1_000_000_000 + Int64(nanosecond)
      return Date(timeIntervalSinceReferenceDate: Double(nanoseconds) / 1_000_000_000)
    }
    // The sum is rounded correctly, too: halfway points between dates are multiples of 2^-32 or
    // more, and nanoseconds that aren't at one are farther from it than the quotient's error.
    return Date(
      timeIntervalSinceReferenceDate: Double(whole) + Double(nanosecond) / 1_000_000_000)
  }
}

extension Date {
  init(nanosecondsSince1970 count: Int64) {
    // The least integer's seconds, rounded down, are more nanoseconds than an Int64 holds.
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1_000_000_000)
    self =
      (rest < 0
      ? DateText.Instant(seconds: seconds - 1, nanosecond: Int(rest) + 1_000_000_000)
      : DateText.Instant(seconds: seconds, nanosecond: Int(rest))).date
  }

  /// The nanoseconds since 1970 with the least digits that read back as the date, or the nearest
  /// ones; nil if they are too many.
  var nanosecondsSince1970: Int64? {
    guard timeIntervalSince1970.magnitude < 9.2e9 else { return nil }
    if let milliseconds = wholeMilliseconds { return milliseconds * 1_000_000 }
    let instant = DateText.Instant.readingBack(as: self).instant
    return instant.seconds * 1_000_000_000 + Int64(instant.nanosecond)
  }

  /// The seconds since 1970 if they are whole. The date is in a range in which Int64 holds them.
  @inline(__always) var wholeSeconds: Int64? {
    let seconds = timeIntervalSinceReferenceDate
    guard seconds.rounded(.down) == seconds else { return nil }
    return Int64(seconds) + Int64(Self.timeIntervalBetween1970AndReferenceDate)
  }

  /// The nearest milliseconds since 1970. The date is in a range in which Int64 holds them.
  @inline(__always) var nearestMilliseconds: Int64 {
    Int64((timeIntervalSince1970 * 1000).rounded())
  }

  /// The milliseconds since 1970 if the date is the one that is made of them.
  @inline(__always) var wholeMilliseconds: Int64? {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    let date = Date(timeIntervalSince1970: milliseconds / 1000)
    return date == self ? Int64(milliseconds) : nil
  }
}
