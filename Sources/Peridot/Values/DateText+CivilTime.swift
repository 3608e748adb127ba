import Foundation

extension DateText {
  /// The fields of a date and time of day in the proleptic Gregorian calendar.
  struct CivilTime {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0
    var nanosecond = 0

    /// The seconds that the time is ahead of UTC.
    var offset = 0
  }
}

extension DateText.CivilTime {
  // Seconds and milliseconds have 64 bits, even if `Int` has 32.
  private static let secondsPerDay: Int64 = 86_400

  /// The instant; nil if a field is out of range.
  ///
  /// Second 60 is a leap second, allowed only in the last minute of a UTC day. It becomes the
  /// second after it, because Date has no leap seconds.
  var date: Date? {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let seconds =
      Int64(Self.days(since1970: year, month, day)) * Self.secondsPerDay
      + Int64(hour * 3600 + minute * 60 + second - offset)
    guard second < 60 || seconds % Self.secondsPerDay == 0 else { return nil }
    return DateText.Instant(seconds: seconds, nanosecond: nanosecond).date
  }

  /// Converts seconds since 1970 to fields in UTC; nil outside of the years 0000 to 9999.
  init?(secondsSince1970 seconds: Int64) {
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    let (days, secondOfDay) = Self.floorDivide(seconds, by: Self.secondsPerDay)
    self.init(dayOf1970: Int(days), secondOfDay: Int(secondOfDay))
  }

  /// Converts milliseconds since 1970 to fields in UTC; nil outside of the years 0000 to 9999.
  init?(millisecondsSince1970 milliseconds: Int64) {
    guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else { return nil }
    let (seconds, millisecond) = Self.floorDivide(milliseconds, by: 1000)
    let (days, secondOfDay) = Self.floorDivide(seconds, by: Self.secondsPerDay)
    self.init(dayOf1970: Int(days), secondOfDay: Int(secondOfDay))
    nanosecond = Int(millisecond) * 1_000_000
  }

  private init(dayOf1970 days: Int, secondOfDay: Int) {
    // Counted from 1 March of year 0, so that the leap day ends a year, in equal eras of 400 years.
    let (era, dayOfEra) = Self.floorDivide(days + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
  }

  /// The day of the week; Sunday is 0.
  var weekday: Int {
    Self.floorDivide(Self.days(since1970: year, month, day) + 4, by: 7).remainder
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }

  private static func days(since1970 year: Int, _ month: Int, _ day: Int) -> Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(yearFromMarch, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  @inline(__always)
  private static func floorDivide<Value: FixedWidthInteger>(
    _ value: Value, by divisor: Value
  ) -> (quotient: Value, remainder: Value) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
