import Foundation

extension JSONReader {
  /// Reads a plain integer that fits; returns nil for everything else, even malformed numbers.
  mutating func readIntIfPresent() -> Int? {
    let isNegative = nextByte() == UInt8(ascii: "-")
    let start = isNegative ? cursor &+ 1 : cursor
    let short = lent.shortInteger(at: start)
    if short.end >= 0 {
      cursor = short.end
      return isNegative ? 0 &- short.magnitude : short.magnitude
    }
    return readLongInt(from: start, isNegative: isNegative)
  }

  @inline(never)
  private mutating func readLongInt(from start: Int, isNegative: Bool) -> Int? {
    var value: UInt64 = 0
    let next = lent.accumulate(from: start, into: &value)
    let digits = next - start
    // Nineteen digits fit UInt64: the value is right unless there are more.
    guard digits > 0, digits <= 19, digits == 1 || byte(at: start) != 0x30 else { return nil }
    if next < count {
      let following = byte(at: next)
      if following == UInt8(ascii: ".") || following | 0x20 == UInt8(ascii: "e") { return nil }
    }
    guard value <= UInt64(Int.max) + (isNegative ? 1 : 0) else { return nil }
    cursor = next
    let magnitude = Int(truncatingIfNeeded: value)
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// Reads a number of any form.
  mutating func readNumberIfPresent() throws -> Number? {
    let first = nextByte()
    guard first == UInt8(ascii: "-") || first &- 0x30 <= 9 else { return nil }
    let number = try lent.scanNumber(at: cursor)
    cursor = number.end
    return number
  }

  /// Reads a number as the nearest double; infinity or NaN if it is out of range, as `double(of:)`
  /// gives them.
  mutating func readDoubleIfPresent() throws -> Double? {
    let first = nextByte()
    guard first == UInt8(ascii: "-") || first &- 0x30 <= 9 else { return nil }
    let plain = lent.singleDouble(at: cursor)
    if plain.end >= 0 {
      cursor = plain.end
      return plain.value
    }
    let number = try lent.scanNumber(at: cursor)
    cursor = number.end
    return lent.double(of: number)
  }

  /// Reads elements of an array from the one at the cursor on, as long as they are plain numbers
  /// and fit.
  ///
  /// - Returns: Whether the cursor is at an element; otherwise it is behind one.
  mutating func readPlainDoubles(into output: inout OutputSpan<Double>) -> Bool {
    _ = nextByte()
    let (offset, isAtElement) = lent.plainDoubles(from: cursor, into: &output)
    cursor = offset
    return isAtElement
  }

  func text(of number: Number) -> String { lent.text(of: number) }

  /// The double nearest to a number; infinity if it is too large, and NaN if only zero is near it,
  /// with the number's sign.
  func double(of number: Number) -> Double { lent.double(of: number) }

  /// The decimal exactly equal to a number, or nil if Decimal has too few digits.
  func decimal(of number: Number) -> Decimal? { lent.decimal(of: number) }
}

extension JSONReader.Bytes {
  /// Reads an integer of up to seven digits; the end is -1 for any other number, and near the end
  /// of the document.
  @inline(__always) fileprivate func shortInteger(at start: Int) -> (magnitude: Int, end: Int) {
    guard start &+ 8 <= count else { return (0, -1) }
    let values = Self.values(word(at: start))
    let digits = Self.digitCount(values)
    // A leading zero has to be the only digit.
    guard UInt(bitPattern: digits &- 1) < (values & 0xFF == 0 ? 1 : 7) else { return (0, -1) }
    // The byte after the digits is neither a point nor an exponent.
    let following = values &>> UInt64(truncatingIfNeeded: digits &* 8) & 0xFF
    if following == 0x1E || following | 0x20 == 0x75 { return (0, -1) }
    return (
      Int(truncatingIfNeeded: Self.number(values, digits: digits)), start &+ digits
    )
  }

  /// Reads numbers followed by commas, as `plainDouble` does, while they fit.
  ///
  /// - Returns: The end of the last number, or the start of the one after the last comma.
  @inline(never) fileprivate func plainDoubles(
    from start: Int, into output: inout OutputSpan<Double>
  ) -> (offset: Int, isAtElement: Bool) {
    var offset = start
    while !output.isFull {
      let (value, end) = plainDouble(at: offset)
      if end < 0 { break }
      output.append(value)
      offset = end
      // A plain number is not at the end of the document.
      guard byte(at: offset) == UInt8(ascii: ",") else { return (offset, false) }
      offset &+= byte(at: offset &+ 1) == 0x20 ? 2 : 1
    }
    return (offset, true)
  }

  /// Reads the number at `start`; see `plainDouble`.
  @inline(never) fileprivate func singleDouble(at start: Int) -> (value: Double, end: Int) {
    plainDouble(at: start)
  }

  /// Reads a number of up to nineteen digits without an exponent, as most are. The end is -1 for
  /// any other text, for more than eight digits before the point, and near the end of the document.
  ///
  /// The count of digits and the sign change from number to number, so no branch depends on them.
  @inline(__always) private func plainDouble(at start: Int) -> (value: Double, end: Int) {
    let other = (value: 0.0, end: -1)
    // The sign, eight digits, the point, twenty-four more, and two bytes after them.
    guard start &+ 36 <= count else { return other }
    let isNegative = byte(at: start) == UInt8(ascii: "-")
    let integer = isNegative ? start &+ 1 : start
    let first = Self.values(word(at: integer))
    let whole = Self.digitCount(first)
    // At least one digit; a leading zero is the only one.
    let zero = first & 0xFF == 0 ? 1 : 0
    guard UInt(bitPattern: whole &- 1) < UInt(bitPattern: 8 &- zero &* 7) else { return other }
    var magnitude = Self.number(first, digits: whole)
    var next = integer &+ whole
    let sign: UInt64 = isNegative ? 1 << 63 : 0
    guard byte(at: next) == UInt8(ascii: ".") else {
      let end = byte(at: next)
      if end | 0x20 == UInt8(ascii: "e") || end &- 0x30 <= 9 { return other }
      return (
        Double(bitPattern: Double(Int(truncatingIfNeeded: magnitude)).bitPattern | sign), next
      )
    }
    next &+= 1
    let second = Self.values(word(at: next))
    var places = Self.digitCount(second)
    if places < 8 {
      next &+= places
      if places == 0 || byte(at: next) | 0x20 == UInt8(ascii: "e") { return other }
      let power = Self.powerOfTen(places)
      magnitude = magnitude &* power &+ Self.number(second, digits: places)
      // Both are exact, and one division rounds once (Clinger's fast path).
      let value =
        Double(Int(truncatingIfNeeded: magnitude)) / Double(Int(truncatingIfNeeded: power))
      return (Double(bitPattern: value.bitPattern | sign), next)
    }
    let third = Self.values(word(at: next &+ 8))
    let more = Self.digitCount(third)
    magnitude = magnitude &* 100_000_000 &+ Self.number(second)
    magnitude = magnitude &* Self.powerOfTen(more) &+ Self.number(third, digits: more)
    places = 8 &+ more
    if more == 8 {
      let fourth = Self.values(word(at: next &+ 16))
      let rest = Self.digitCount(fourth)
      magnitude = magnitude &* Self.powerOfTen(rest) &+ Self.number(fourth, digits: rest)
      places &+= rest
    }
    next &+= places
    // Nineteen digits fit, not counting a zero before the point.
    guard places &+ whole &- zero <= 19, magnitude != 0,
      byte(at: next) | 0x20 != UInt8(ascii: "e")
    else { return other }
    let value = Double(magnitude, places: places)
    return (Double(bitPattern: value.bitPattern | sign), next)
  }

  func scanNumber(at start: Int) throws -> JSONReader.Number {
    let isNegative = byte(at: start) == UInt8(ascii: "-")
    var next = isNegative ? start + 1 : start
    var magnitude: UInt64 = 0
    var firstDigit: UInt8 = 0
    var digits = 0
    var scale = 0
    let integer = next
    if next < count, byte(at: next) == 0x30 {
      next += 1
      if next < count, byte(at: next) &- 0x30 <= 9 { throw error(.leadingZero, at: integer) }
    } else {
      next = accumulate(from: next, into: &magnitude)
      digits = next - integer
      if digits == 0 { throw error(.missingDigit, at: next) }
      firstDigit = byte(at: integer)
    }
    var isIntegral = true
    if next < count, byte(at: next) == UInt8(ascii: ".") {
      isIntegral = false
      next += 1
      let fraction = next
      var significant = fraction
      if digits == 0 {
        // Leading zeros are not among the twenty digits that fit.
        while significant < count, byte(at: significant) == 0x30 { significant += 1 }
      }
      next = accumulate(from: significant, into: &magnitude)
      if next == fraction { throw error(.missingDigit, at: next) }
      if digits == 0, next > significant { firstDigit = byte(at: significant) }
      digits += next - significant
      scale = fraction - next
    }
    if next < count, byte(at: next) | 0x20 == UInt8(ascii: "e") {
      isIntegral = false
      next += 1
      var isDownward = false
      if next < count, byte(at: next) == UInt8(ascii: "-") || byte(at: next) == UInt8(ascii: "+") {
        isDownward = byte(at: next) == UInt8(ascii: "-")
        next += 1
      }
      let first = next
      var exponent = 0
      while next < count, byte(at: next) &- 0x30 <= 9 {
        exponent.appendToExponent(byte(at: next) &- 0x30)
        next += 1
      }
      if next == first { throw error(.missingDigit, at: next) }
      scale += isDownward ? -exponent : exponent
    }
    // Twenty digits fit if the first is a one and the sum did not wrap around.
    let isComplete =
      digits <= 19 || digits == 20 && firstDigit == 0x31 && magnitude >= 10_000_000_000_000_000_000
    return JSONReader.Number(
      start: start, end: next, isNegative: isNegative, isIntegralText: isIntegral,
      isComplete: isComplete, magnitude: magnitude, scale: scale)
  }

  /// Appends the digits from `start` to a value, and returns the offset after them.
  @inline(__always) fileprivate func accumulate(from start: Int, into value: inout UInt64) -> Int {
    var next = start
    while next &+ 8 <= count {
      let bytes = Self.values(word(at: next))
      let digits = Self.digitCount(bytes)
      if digits == 8 {
        value = value &* 100_000_000 &+ Self.number(bytes)
        next &+= 8
        continue
      }
      if digits > 0 {
        let number = Self.number(bytes, digits: digits)
        value = value == 0 ? number : value &* Self.powerOfTen(digits) &+ number
      }
      return next &+ digits
    }
    while next < count {
      let digit = byte(at: next) &- 0x30
      if digit > 9 { break }
      value = value &* 10 &+ UInt64(digit)
      next &+= 1
    }
    return next
  }

  /// The values of eight digits; any other byte gives more than nine.
  @inline(__always) private static func values(_ text: UInt64) -> UInt64 {
    text ^ 0x3030_3030_3030_3030
  }

  /// The number of leading digits among eight values.
  @inline(__always) private static func digitCount(_ values: UInt64) -> Int {
    // The lowest set bit belongs to the first value that is not a digit; carries reach only those
    // above.
    let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
    return others.trailingZeroBitCount >> 3
  }

  /// The number of the first digits among eight values.
  @inline(__always) private static func number(_ values: UInt64, digits: Int) -> UInt64 {
    // Shifts in leading zeros, and the bytes after the digits out.
    number(values << UInt64(truncatingIfNeeded: 64 &- digits &* 8))
  }

  /// The number of eight digits, the first in the lowest byte.
  @inline(__always) private static func number(_ digits: UInt64) -> UInt64 {
    // Pairs of digits, then of pairs, then of fours, side by side.
    var digits = (digits &* 2561) >> 8
    digits = ((digits & 0x00FF_00FF_00FF_00FF) &* 6_553_601) >> 16
    digits = ((digits & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) >> 32
    return digits
  }

  @inline(__always) private static func powerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }

  func text(of number: JSONReader.Number) -> String {
    // A number's range is in the document that it was read from.
    precondition(number.start >= 0 && number.start <= number.end && number.end <= count)
    return unsafe String(decoding: buffer(from: number.start, to: number.end), as: UTF8.self)
  }

  /// The double nearest to a number; infinity if it is too large, and NaN if only zero is near it,
  /// with the number's sign.
  func double(of number: JSONReader.Number) -> Double {
    guard number.isComplete else { return longDouble(of: number) }
    let magnitude = Double(number.magnitude, scaledBy: number.scale)
    return number.isNegative ? -magnitude : magnitude
  }

  /// The double nearest to a number with more digits than a word holds.
  @inline(never) private func longDouble(of number: JSONReader.Number) -> Double {
    // Nineteen digits from the first that is not zero; further ones are cut off.
    var magnitude: UInt64 = 0
    var digits = 0
    var cut = 0
    for offset in number.start..<number.end {
      let byte = byte(at: offset)
      if byte | 0x20 == UInt8(ascii: "e") { break }
      // Skips signs and the point.
      guard byte &- 0x30 <= 9 else { continue }
      if digits == 19 {
        cut += 1
      } else if magnitude != 0 || byte != 0x30 {
        magnitude = magnitude &* 10 &+ UInt64(byte &- 0x30)
        digits += 1
      }
    }
    // The number lies between two decimals, and mostly one double is the nearest to both.
    let scale = number.scale + cut
    let double = Double(magnitude, scaledBy: scale)
    if double == Double(magnitude + 1, scaledBy: scale) {
      return number.isNegative ? -double : double
    }
    // The text is a number, so the result isn't nil. Its first digit isn't a zero.
    let nearest = Double(text(of: number)) ?? .nan
    return nearest == 0 ? Double(signOf: nearest, magnitudeOf: .nan) : nearest
  }

  /// The decimal exactly equal to a number, or nil if Decimal has too few digits.
  func decimal(of number: JSONReader.Number) -> Decimal? {
    guard !number.isComplete else {
      return Decimal(
        magnitude: UInt128(number.magnitude), scale: number.scale, isNegative: number.isNegative)
    }
    var digits = DecimalDigits()
    for offset in number.start..<number.end {
      let byte = byte(at: offset)
      if byte | 0x20 == UInt8(ascii: "e") { break }
      // Skips signs and the point.
      if byte &- 0x30 <= 9, !digits.append(byte) { return nil }
    }
    return digits.decimal(scale: number.scale, isNegative: number.isNegative)
  }
}

extension JSONReader {
  /// A number in a document: its range and its digits.
  struct Number: Sendable {
    /// The range of its text in the document.
    let start: Int
    let end: Int
    let isNegative: Bool
    /// Whether the text has neither a fraction nor an exponent.
    let isIntegralText: Bool
    /// Whether `magnitude` holds every digit of the text.
    let isComplete: Bool
    /// The digits without sign, point and exponent.
    let magnitude: UInt64
    /// The power of ten to multiply `magnitude` by.
    let scale: Int

    /// Whether the number has the form of an integer and `magnitude` is its absolute value.
    var isExact: Bool { isIntegralText && isComplete }

    /// Whether all its digits are zeros.
    var isZero: Bool { isComplete && magnitude == 0 }

    /// The number as an integer, in any form: 5 for `5`, `5.0`, `0.5e1` and `500e-2`.
    ///
    /// Nil if it has a fraction, doesn't fit, or has more digits in its text than a word holds.
    /// Nothing is rounded.
    var exactInteger: Int? {
      guard isComplete else { return nil }
      var value = magnitude
      var scale = value == 0 ? 0 : self.scale
      while scale < 0 {
        guard value % 10 == 0 else { return nil }
        value /= 10
        scale += 1
      }
      while scale > 0 {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        value = product
        scale -= 1
      }
      guard isNegative else { return Int(exactly: value) }
      return value == Int.min.magnitude ? .min : Int(exactly: value).map { -$0 }
    }
  }
}

extension Double {
  /// Creates the double nearest to `magnitude * 10^scale`; infinity if it is too large, and NaN if
  /// it isn't zero and only zero is near it.
  ///
  /// The algorithm of Eisel and Lemire: Daniel Lemire, "Number Parsing at a Gigabyte per Second"
  /// (2021). Noble Mushtak and Daniel Lemire, "Fast Number Parsing Without Fallback" (2023), prove
  /// that 128 bits of the power of ten are enough for every word and every scale.
  @inline(__always) init(_ magnitude: UInt64, scaledBy scale: Int) {
    if magnitude <= 1 << 53, scale <= 0, scale >= -22 {
      // Both are exact, and one division rounds once (Clinger's fast path).
      self = Double(magnitude) / Self.powersOfTen[-scale]
    } else {
      self = Self.nearest(magnitude, scale)
    }
  }

  @inline(never) private static func nearest(_ magnitude: UInt64, _ scale: Int) -> Double {
    if magnitude == 0 { return 0 }
    // A word is below 10^20: everything outside of these limits is too small or too large.
    if scale < -342 { return .nan }
    if scale > 308 { return .infinity }
    let (significand, exponent) = rounded(magnitude, scale)
    if exponent <= 0 {
      // Subnormal or too small. No such number is halfway between two doubles, because its power of five
      // doesn't fit a word.
      if exponent <= -63 { return .nan }
      let bits = significand &>> UInt64(truncatingIfNeeded: 1 &- exponent)
      // A number rounded up to a normal one has that one's bits.
      let rounded = (bits &+ bits & 1) >> 1
      return rounded == 0 ? .nan : Double(bitPattern: rounded)
    }
    return exponent >= 0x7FF ? .infinity : Double(significand, exponent: exponent)
  }

  /// Creates the double nearest to `magnitude * 10^-places`, for a magnitude other than zero and up
  /// to 27 places; each such number is in range.
  @inline(__always) init(_ magnitude: UInt64, places: Int) {
    let (significand, exponent) = Self.rounded(magnitude, 0 &- places)
    self.init(significand, exponent: exponent)
  }

  /// Creates the number of a significand of 53 bits, one more bit to round by, and a double's
  /// exponent field.
  @inline(__always) private init(_ significand: UInt64, exponent: Int) {
    // The first bit of the significand, or the carry from rounding, adds to the exponent.
    let bits = (significand &+ significand & 1) >> 1
    self.init(bitPattern: UInt64(truncatingIfNeeded: exponent &- 1) &<< 52 &+ bits)
  }

  /// The significand of 53 bits, one more bit to round by, and a double's exponent field.
  @inline(__always) private static func rounded(
    _ magnitude: UInt64, _ scale: Int
  ) -> (significand: UInt64, exponent: Int) {
    let shift = magnitude.leadingZeroBitCount
    let bits = magnitude &<< UInt64(truncatingIfNeeded: shift)
    var product = bits.multipliedFullWidth(by: PowersOfTen.high(scale))
    // The lower half of the power can change the rounded bits only if it carries this far.
    if product.high & 0x1FF == 0x1FF {
      // The paper's powers above 10^55 are rounded down, those of the table up.
      let low = PowersOfTen.low(scale) &- (scale > 55 ? 1 : 0)
      let (sum, overflow) = product.low.addingReportingOverflow(
        bits.multipliedFullWidth(by: low).high)
      product = (overflow ? product.high &+ 1 : product.high, sum)
    }
    let top = Int(truncatingIfNeeded: product.high >> 63)
    var significand = product.high &>> UInt64(truncatingIfNeeded: top &+ 9)
    // Halfway between two doubles, possible only at these scales: to even, which is down here.
    if product.low <= 1, significand & 3 == 1, scale >= -4, scale <= 23,
      significand &<< UInt64(truncatingIfNeeded: top &+ 9) == product.high
    {
      significand &-= 1
    }
    return (significand, PowersOfTen.binaryExponent(scale) &+ 63 &- shift &+ top &+ 1023)
  }

  /// The powers of ten that are doubles.
  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
