extension Double {
  /// Creates the double nearest to `magnitude * 10^scale`, or nil where two machine words are too
  /// short to tell.
  @inline(__always) init?(_ magnitude: UInt64, scaledBy scale: Int) {
    if scale == 0 || magnitude == 0 {
      self = Double(magnitude)
    } else if magnitude <= 1 << 53, scale >= -22, scale <= 22 {
      // Both are exact then, and one operation rounds once (Clinger's fast path).
      let double = Double(magnitude)
      self = scale < 0 ? double / Self.powersOfTen[-scale] : double * Self.powersOfTen[scale]
    } else if scale >= -27, scale <= 27 {
      self = Self.exactlyScaled(magnitude, by: scale)
    } else {
      return nil
    }
  }

  /// Multiplies with or divides by a power of five that fits a word, without any error, then by a
  /// power of two, and rounds once.
  @inline(never) private static func exactlyScaled(_ magnitude: UInt64, by scale: Int) -> Double {
    let shift = magnitude.leadingZeroBitCount
    let bits = magnitude << UInt64(shift)
    if scale > 0 {
      let product = bits.multipliedFullWidth(by: powersOfFive[scale])
      let high = product.high.leadingZeroBitCount
      // The factor is more than one, so that the upper word is not zero: `bits` has its top bit set.
      let top = product.high << UInt64(high) | (product.low >> 1) >> UInt64(63 - high)
      return rounded(
        top, isInexact: product.low << UInt64(high) != 0, exponent: scale + 64 - high - shift)
    }
    let divisor = powersOfFive[-scale]
    let divisorShift = divisor.leadingZeroBitCount
    // The upper word is below the divisor, whose top bit is set, so that the quotient fits.
    let (quotient, remainder) = (divisor << UInt64(divisorShift))
      .dividingFullWidth((bits >> 1, bits << 63))
    let high = quotient.leadingZeroBitCount
    return rounded(
      quotient << UInt64(high), isInexact: remainder != 0,
      exponent: scale + divisorShift - shift - 63 - high)
  }

  /// Rounds `bits * 2^exponent`, whose top bit is set, to the nearest double, ties to even.
  @inline(__always) private static func rounded(
    _ bits: UInt64, isInexact: Bool, exponent: Int
  ) -> Double {
    var significand = bits >> 11
    let rest = bits & 0x7FF
    if rest > 0x400 || rest == 0x400 && (isInexact || significand & 1 == 1) { significand += 1 }
    // No result is near the limits of the exponent, so that this multiplication is exact.
    let power = Double(bitPattern: UInt64(exponent + 11 + 1023) << 52)
    return Double(significand) * power
  }

  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static let powersOfFive: [UInt64] = [
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390_625, 1_953_125, 9_765_625, 48_828_125,
    244_140_625, 1_220_703_125, 6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125,
    3_814_697_265_625, 19_073_486_328_125, 95_367_431_640_625, 476_837_158_203_125,
    2_384_185_791_015_625, 11_920_928_955_078_125, 59_604_644_775_390_625,
    298_023_223_876_953_125, 1_490_116_119_384_765_625, 7_450_580_596_923_828_125,
  ]
}
