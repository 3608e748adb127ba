extension Double {
  /// Creates the double nearest to `magnitude * 10^scale`, infinity where it is out of range.
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
    // A word is below 10^20: all that is smaller or larger than these is zero or infinity.
    if magnitude == 0 || scale < -342 { return 0 }
    if scale > 308 { return .infinity }
    let (significand, exponent) = rounded(magnitude, scale)
    if exponent <= 0 {
      // Subnormal, or zero. No such number lies halfway between two doubles: its power of five does
      // not fit a word.
      if exponent <= -63 { return 0 }
      let bits = significand &>> UInt64(truncatingIfNeeded: 1 &- exponent)
      // What is rounded up to a normal number has the bits of one.
      return Double(bitPattern: (bits &+ bits & 1) >> 1)
    }
    return exponent >= 0x7FF ? .infinity : Double(significand, exponent: exponent)
  }

  /// Creates the double nearest to `magnitude * 10^-places`, for a magnitude that is not zero and up
  /// to 27 places, of which each such number is in range.
  @inline(__always) init(_ magnitude: UInt64, places: Int) {
    let (significand, exponent) = Self.rounded(magnitude, 0 &- places)
    self.init(significand, exponent: exponent)
  }

  /// Creates the number of a significand of 53 bits, and one more to round by, and of the exponent
  /// as it stands in a double.
  @inline(__always) private init(_ significand: UInt64, exponent: Int) {
    // The first bit of the significand, or the carry from rounding, adds to the exponent.
    let bits = (significand &+ significand & 1) >> 1
    self.init(bitPattern: UInt64(truncatingIfNeeded: exponent &- 1) &<< 52 &+ bits)
  }

  /// The significand of 53 bits, and one more to round by, and the exponent as in a double.
  @inline(__always) private static func rounded(
    _ magnitude: UInt64, _ scale: Int
  ) -> (significand: UInt64, exponent: Int) {
    let shift = magnitude.leadingZeroBitCount
    let bits = magnitude &<< UInt64(truncatingIfNeeded: shift)
    var product = bits.multipliedFullWidth(by: PowersOfTen.high(scale))
    // The lower half of the power can change what is rounded only if it can carry this far.
    if product.high & 0x1FF == 0x1FF {
      // The paper's powers above 10^55 are rounded down, those of the table up.
      let low = PowersOfTen.low(scale) &- (scale > 55 ? 1 : 0)
      let (sum, overflow) = product.low.addingReportingOverflow(
        bits.multipliedFullWidth(by: low).high)
      product = (overflow ? product.high &+ 1 : product.high, sum)
    }
    let top = Int(truncatingIfNeeded: product.high >> 63)
    var significand = product.high &>> UInt64(truncatingIfNeeded: top &+ 9)
    // Halfway between two doubles, which only these scales allow: to even, which is down here.
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
