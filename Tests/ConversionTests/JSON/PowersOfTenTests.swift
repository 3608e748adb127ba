import Testing

@testable import Peridot

@Suite struct PowersOfTenTests {
  @Test func areTheFirstBitsRoundedUp() {
    // 10^0 to 10^324, and the reciprocals of 10^1 to 10^342, by long multiplication and division.
    var power: [UInt32] = [1]
    for exponent in 0...342 {
      if exponent <= 324 {
        #expect(Self.bits(of: exponent) == Self.firstBits(power), "10^\(exponent)")
        #expect(PowersOfTen.binaryExponent(exponent) == Self.bitCount(power) - 1)
      }
      if exponent > 0 {
        #expect(Self.bits(of: -exponent) == Self.firstBitsOfReciprocal(power), "10^-\(exponent)")
        #expect(PowersOfTen.binaryExponent(-exponent) == -Self.bitCount(power))
      }
      power = Self.multiplied(power, by: 10)
    }
  }

  private static func bits(of exponent: Int) -> UInt128 {
    UInt128(PowersOfTen.high(exponent)) << 64 | UInt128(PowersOfTen.low(exponent))
  }

  // Integers as words of 32 bits, the lowest first.

  private static func bitCount(_ integer: [UInt32]) -> Int {
    32 * integer.count - (integer.last?.leadingZeroBitCount ?? 0)
  }

  private static func multiplied(_ integer: [UInt32], by factor: UInt64) -> [UInt32] {
    var carry: UInt64 = 0
    var product = integer.map { word in
      let part = UInt64(word) * factor + carry
      carry = part >> 32
      return UInt32(truncatingIfNeeded: part)
    }
    if carry > 0 { product.append(UInt32(carry)) }
    return product
  }

  private static func firstBits(_ integer: [UInt32]) -> UInt128 {
    let count = bitCount(integer)
    var bits: UInt128 = 0
    for index in 0..<128 {
      bits <<= 1
      let place = count - 1 - index
      if place >= 0, integer[place / 32] >> UInt32(place % 32) & 1 == 1 { bits |= 1 }
    }
    let hasMore = (0..<max(0, count - 128)).contains { place in
      integer[place / 32] >> UInt32(place % 32) & 1 == 1
    }
    return hasMore ? bits + 1 : bits
  }

  /// The first 128 bits of `1 / integer`, rounded up.
  private static func firstBitsOfReciprocal(_ integer: [UInt32]) -> UInt128 {
    // The power of two above the integer, less the integer: what is left after the first bit.
    let count = bitCount(integer)
    var rest = [UInt32](repeating: 0, count: integer.count + 1)
    rest[count / 32] = 1 << UInt32(count % 32)
    let divisor = integer + [0]
    rest = subtracted(rest, divisor)
    var bits: UInt128 = 1
    for _ in 0..<127 {
      rest = multiplied(rest, by: 2).prefix(divisor.count) + []
      bits <<= 1
      if !isLess(rest, divisor) {
        rest = subtracted(rest, divisor)
        bits |= 1
      }
    }
    return rest.allSatisfy { $0 == 0 } ? bits : bits + 1
  }

  private static func isLess(_ left: [UInt32], _ right: [UInt32]) -> Bool {
    left.reversed().lexicographicallyPrecedes(right.reversed())
  }

  private static func subtracted(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var borrow = false
    return zip(left, right).map { left, right in
      let (first, under) = left.subtractingReportingOverflow(right)
      let (second, underAgain) = first.subtractingReportingOverflow(borrow ? 1 : 0)
      borrow = under || underAgain
      return second
    }
  }
}
