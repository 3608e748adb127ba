/// The shortest decimal that reads back as a given floating-point number, and of several the
/// nearest one: `digits * 10^exponent`.
///
/// The algorithm is Schubfach: Raffaele Giulietti, "The Schubfach way to render doubles" (2020).
/// The rest of one product, as a fixed-point number, decides nearly all of its comparisons: Victor
/// Zverovich, "Żmij" (2025).
struct ShortestDecimal {
  /// At most seventeen digits, which can end in zeros.
  let digits: UInt64
  let exponent: Int

  /// - Parameter value: A positive number.
  init(_ value: Double) {
    let fraction = value.bitPattern & (1 << 52 - 1)
    let exponent = Int(truncatingIfNeeded: value.bitPattern >> 52)
    self.init(
      exponent == 0 ? fraction : fraction | 1 << 52, power: max(exponent, 1) &- 1075,
      isPower: fraction == 0 && exponent > 1)
  }

  /// Finds the decimal of most numbers with at most 14 digits; returns nil for most others.
  ///
  /// No two decimals of at most 15 digits are read as the same double, so the one that is read as
  /// `value` is the shortest, except for zeros at its end.
  ///
  /// - Parameters:
  ///   - value: A positive number.
  ///   - exponent: Its exponent field in a double.
  @inline(__always) init?(short value: Double, exponent: Int) {
    // The digits before the point, or one fewer: log10(2) in units of 2^-12.
    let places = 13 &- ((exponent &- 1023) &* 1233) >> 12
    guard places >= 0, places <= 22 else { return nil }
    let power = Double.powersOfTen[places]
    // Below 2 * 10^14, and rounded to an integer, like all doubles beyond 2^52. The division, which
    // rounds once, shows whether it is the right one.
    let shifted = value * power + 0x1p52
    guard (shifted - 0x1p52) / power == value else { return nil }
    // As many digits as for other doubles.
    digits = (shifted.bitPattern & (1 << 52 - 1)) &* 100
    self.exponent = -2 &- places
  }

  /// Finds the decimal of `significand * 2^power` by one product instead of three.
  ///
  /// Returns nil, for very few numbers, if the upper 128 bits of the product don't decide.
  ///
  /// - Parameter significand: A number of 53 bits, not a power of two.
  @inline(__always) init?(byOneProduct significand: UInt64, power: Int) {
    // One unit is not wider than the interval that rounds to the number, and ten units are wider.
    let scale = (power &* 1_262_611) >> 22
    let shift = UInt64(truncatingIfNeeded: power &+ PowersOfTen.binaryExponent(0 &- scale) &+ 1)
    let high = PowersOfTen.high(0 &- scale)
    let factor = significand &<< shift
    let lower = PowersOfTen.low(0 &- scale).multipliedFullWidth(by: factor).high
    let upper = high.multipliedFullWidth(by: factor)
    let (fraction, overflow) = upper.low.addingReportingOverflow(lower)
    let units = overflow ? upper.high &+ 1 : upper.high
    // The distance from the multiple of ten units below, and half of the interval, in units of
    // 2^-60: four bits are left for a number below ten.
    let tens = units / 10 &* 10
    let distance = (units &- tens) &<< 60 | fraction >> 4
    let half = high &>> (5 &- shift)
    let ten = 10 << 60 as UInt64
    let reach = distance &+ half
    // Neither distance is within two units of its limit, nor the fraction within two of its own.
    guard distance &- half &+ 1 > 2, ten &- reach > 2, fraction &- 0x7FFF_FFFF_FFFF_FFFF > 2 else {
      return nil
    }
    // A multiple of ten units is shorter, and at most one is within reach; otherwise the nearest
    // unit. The choice changes from number to number, so arithmetic makes it, because no branch
    // predicts it.
    let isNextIn = reach > ten ? 1 : 0 as UInt64
    let isIn = isNextIn | (distance < half ? 1 : 0)
    let shorter = tens &+ isNextIn &* 10
    let longer = units &+ fraction >> 63
    digits = longer &+ (shorter &- longer) &* isIn
    exponent = scale
  }

  /// - Parameter value: A positive number.
  init(_ value: Float) {
    let fraction = UInt64(value.bitPattern & (1 << 23 - 1))
    let exponent = Int(truncatingIfNeeded: value.bitPattern >> 23)
    self.init(
      exponent == 0 ? fraction : fraction | 1 << 23, power: max(exponent, 1) &- 150,
      isPower: fraction == 0 && exponent > 1)
  }

  /// Finds the decimal of `significand * 2^power`.
  ///
  /// - Parameter isPower: Whether the number is a power of two, whose lower neighbor is half as
  ///   far away as the upper one.
  @inline(__always) private init(_ significand: UInt64, power: Int, isPower: Bool) {
    // The largest exponent at which one unit is not wider than the interval around the number:
    // log10(2), and log10(3/4) if one side is half as wide, in units of 2^-22.
    let scale = (power &* 1_262_611 &- (isPower ? 524_031 : 0)) >> 22
    let shift = UInt64(truncatingIfNeeded: power &+ PowersOfTen.binaryExponent(-scale) &+ 1)
    let (high, low) = (PowersOfTen.high(-scale), PowersOfTen.low(-scale))
    // The number, and the ends of the interval that rounds to it, in quarters of units.
    let quarters = significand &<< 2
    let middle = Self.product(high, low, quarters &<< shift)
    // The ends themselves round only to even numbers.
    let odd = significand & 1
    let first = Self.product(high, low, (quarters &- (isPower ? 1 : 2)) &<< shift) &+ odd
    let last = Self.product(high, low, (quarters &+ 2) &<< shift) &- odd
    let units = middle >> 2
    // A multiple of ten units is shorter. At most one is within the ends.
    let tens = units / 10
    let isTenIn = first <= tens &* 40
    let isNextTenIn = tens &* 40 &+ 40 <= last
    if isTenIn != isNextTenIn, tens > 0 {
      (digits, exponent) = (isNextTenIn ? tens &+ 1 : tens, scale &+ 1)
      return
    }
    let isLowerIn = first <= units &* 4
    let isUpperIn = units &* 4 &+ 4 <= last
    let half = units &* 4 &+ 2
    let roundsUp =
      isLowerIn != isUpperIn ? isUpperIn : middle > half || middle == half && units & 1 == 1
    (digits, exponent) = (roundsUp ? units &+ 1 : units, scale)
  }

  /// The upper word of a product of three words. Its last bit is set if more was cut off than the
  /// power's error explains.
  @inline(__always) private static func product(
    _ high: UInt64, _ low: UInt64, _ factor: UInt64
  ) -> UInt64 {
    let lower = low.multipliedFullWidth(by: factor).high
    let upper = high.multipliedFullWidth(by: factor)
    let (middle, overflow) = upper.low.addingReportingOverflow(lower)
    return (overflow ? upper.high &+ 1 : upper.high) | (middle > 1 ? 1 : 0)
  }
}
