import Foundation

extension JSONWriter {
  /// Integers that the writer reads in place: lent, so that no reference to the array is counted.
  ///
  /// Its memory is exactly the array's.
  struct LentIntegers<Element: FixedWidthInteger>: ~Copyable {
    let elements: [Element]
  }
}

extension JSONWriter {
  /// The most room that a number of 64 bits takes, with the bytes stored beyond its end.
  private static var numberLength: Int { 64 }

  /// Writes an integer.
  @inline(__always) mutating func integer<T: FixedWidthInteger>(_ value: T) {
    if T.bitWidth <= 64 {
      integer(
        isNegative: T.isSigned && value < 0, UInt64(truncatingIfNeeded: value.magnitude))
    } else {
      rawNumber(String(value))
    }
  }

  // Compiled once for all widths.
  @inline(never) private mutating func integer(isNegative: Bool, _ magnitude: UInt64) {
    prepareValue(reserving: 24)
    if isNegative { store(UInt8(ascii: "-")) }
    digits(magnitude)
  }

  /// Writes an array of integers.
  mutating func integers<T: FixedWidthInteger>(_ values: [T]) {
    unsafe values.withUnsafeBufferPointer { unsafe integers($0) }
  }

  /// Writes an array of integers, without counting a reference to it.
  @inline(__always) mutating func integers<T: FixedWidthInteger>(
    _ lent: borrowing LentIntegers<T>
  ) {
    unsafe lent.elements.withUnsafeBufferPointer { unsafe integers($0) }
  }

  private mutating func integers<T: FixedWidthInteger>(_ values: UnsafeBufferPointer<T>) {
    beginArray()
    for index in 0..<values.count {
      // The index is one of the array's.
      let value = unsafe values[index]
      if isPretty || T.bitWidth > 64 {
        integer(value)
        continue
      }
      beginElement(index, reserving: 32)
      // The digits of a positive number overwrite the sign.
      unsafe buffer.storeBytes(of: UInt8(ascii: "-"), toByteOffset: count, as: UInt8.self)
      if T.isSigned, value < 0 { count &+= 1 }
      digits(UInt64(truncatingIfNeeded: value.magnitude))
    }
    endArray()
  }

  /// Makes room for an element of an array, and stores the comma in front of it.
  @inline(__always) private mutating func beginElement(_ index: Int, reserving length: Int) {
    reserve(length)
    // The first element overwrites the comma.
    unsafe buffer.storeBytes(of: UInt8(ascii: ","), toByteOffset: count, as: UInt8.self)
    if index > 0 { count &+= 1 }
  }

  /// Writes a member whose value is an integer.
  @inline(__always) mutating func member(_ key: Key, _ value: Int) {
    self.key(key, reserving: 24)
    if value < 0 { store(UInt8(ascii: "-")) }
    digits(UInt64(value.magnitude))
  }

  /// Writes the shortest text that reads back as the same number; 5.0 is `5`.
  ///
  /// Writes nothing and returns false for infinity and not-a-number, which have no JSON text.
  @discardableResult @inline(__always) mutating func double(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    prepareValue(reserving: Self.numberLength)
    finite(value)
    return true
  }

  /// Writes a member whose value is a finite number.
  @inline(__always) mutating func member(_ key: Key, _ value: Double) {
    self.key(key, reserving: Self.numberLength)
    finite(value)
  }

  @inline(never) private mutating func finite(_ value: Double) {
    // The caller has reserved the room.
    count &+= unsafe Self.store(value, at: buffer + count)
  }

  /// Writes an array of numbers up to the first one without a JSON text, and returns its index; nil
  /// if all were written.
  mutating func doubles(_ values: [Double]) -> Int? {
    beginArray()
    for index in values.indices {
      guard values[index].isFinite else { return index }
      if isPretty {
        prepareValue(reserving: Self.numberLength)
      } else {
        beginElement(index, reserving: Self.numberLength)
      }
      // The room has just been reserved.
      count &+= unsafe Self.store(values[index], at: buffer + count)
    }
    endArray()
    return nil
  }

  /// Writes the shortest text that reads back as the same Float; see `double`.
  @discardableResult mutating func float(_ value: Float) -> Bool {
    guard value.isFinite else { return false }
    prepareValue(reserving: Self.numberLength)
    if value.sign == .minus { store(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    // All integers up to this one are Floats, so the shortest text has all their digits.
    if magnitude <= 0x1p24, let whole = UInt64(exactly: magnitude) {
      digits(whole)
    } else {
      // The room has been reserved.
      count &+= unsafe Self.store(
        ShortestDecimal(magnitude), isLarge: magnitude > 0x1p24, at: buffer + count)
    }
    return true
  }

  /// Stores the digits of a number; the caller has reserved 24 bytes.
  @inline(__always) private mutating func digits(_ value: UInt64) {
    if value < 10 {
      store(UInt8(truncatingIfNeeded: value) + 0x30)
    } else {
      // The caller has reserved the room.
      count &+= unsafe Self.store(digitsOf: value, at: buffer + count)
    }
  }
}

/// The text of numbers. The callers have reserved the room, and each function returns its length.
///
/// The functions take an address, not the writer, so that the address and the length stay in
/// registers.
extension JSONWriter {
  /// Stores a finite number; needs room for 64 bytes.
  @inline(__always) private static func store(
    _ value: Double, at target: UnsafeMutableRawPointer
  ) -> Int {
    // The digits of a positive number overwrite the sign: half of all numbers can have one, which
    // no branch predicts. No other branch below depends on the digits, either.
    unsafe target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    let sign = Int(truncatingIfNeeded: value.bitPattern >> 63)
    let target = unsafe target + sign
    let magnitude = value.magnitude.bitPattern
    let fraction = magnitude & (1 << 52 - 1)
    let exponent = Int(truncatingIfNeeded: magnitude >> 52)
    let significand = fraction | 1 << 52
    // The number of the significand's bits behind the point.
    let places = 1075 &- exponent
    // None below one, and none beyond 2^53.
    let shown = UInt64(min(UInt(bitPattern: places), 53))
    if significand & (1 &<< shown &- 1) == 0 {
      return unsafe sign &+ store(digitsOf: significand &>> shown, at: target)
    }
    if let decimal = ShortestDecimal(short: value.magnitude, exponent: exponent) {
      return unsafe sign &+ store(decimal, isLarge: false, at: target)
    }
    guard fraction != 0, exponent != 0,
      let decimal = ShortestDecimal(byOneProduct: significand, power: 0 &- places)
    else { return unsafe sign &+ store(rare: value.magnitude, at: target) }
    return unsafe sign &+ store(decimal, isLarge: places < 0, at: target)
  }

  /// Stores zero, a power of two, or another number that needs more than one product.
  @inline(never) private static func store(
    rare value: Double, at target: UnsafeMutableRawPointer
  ) -> Int {
    // All integers up to this one are doubles, so the shortest text has all their digits.
    if value <= 0x1p53, let whole = UInt64(exactly: value) {
      return unsafe store(digitsOf: whole, at: target)
    }
    return unsafe store(ShortestDecimal(value), isLarge: value > 0x1p53, at: target)
  }

  /// Stores a number in the form of `Double.description`, without a fraction of zero; with an
  /// exponent if it is large, or below 10^-4.
  @inline(__always) private static func store(
    _ decimal: ShortestDecimal, isLarge: Bool, at target: UnsafeMutableRawPointer
  ) -> Int {
    // Seventeen digits, the first not zero: most numbers have 16 or 17.
    let isShort = decimal.digits < 10_000_000_000_000_000 ? 1 : 0
    var digits = decimal.digits &* (isShort == 0 ? 1 : 10)
    var exponent = decimal.exponent &- isShort
    if digits < 10_000_000_000_000_000 {
      // A Float, or a number below all that have 53 bits.
      if digits < 10_000_000_000 {
        digits &*= 10_000_000
        exponent &-= 7
      }
      while digits < 10_000_000_000_000_000 {
        digits &*= 10
        exponent &-= 1
      }
    }
    let (upper, lower) = digits.quotientAndRemainder(dividingBy: 100_000_000)
    let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
    // Sixteen digits, the first in the lowest byte, and the one before them.
    let last = lower == 0 ? 0x3030_3030_3030_3030 : eightDigits(lower)
    let rest = UInt128(last) << 64 | UInt128(eightDigits(middle))
    let leading = UInt8(truncatingIfNeeded: first) &+ 0x30
    let zeros = (rest & 0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F).leadingZeroBitCount >> 3
    let length = 16 &- zeros
    // The number of digits before the point.
    let point = 17 &+ exponent
    if isLarge || point < -3 {
      return unsafe store(leading, rest, length: length, exponent: point &- 1, at: target)
    }
    // A zero, the point, and up to three zeros; for numbers from one on, none of them remains.
    let isBelowOne = point <= 0
    let start = isBelowOne ? 2 &- point : 0
    let whole = isBelowOne ? 0 : point &- 1
    let tail = start &+ (isBelowOne ? 1 : 2)
    // The caller has reserved room for all of them.
    unsafe target.storeBytes(of: 0x3030_3030_3030_2E30, as: UInt64.self)
    unsafe target.storeBytes(of: leading, toByteOffset: start, as: UInt8.self)
    unsafe target.storeBytes(of: rest.littleEndian, toByteOffset: start &+ 1, as: UInt128.self)
    unsafe target.storeBytes(of: UInt8(ascii: "."), toByteOffset: whole &+ 1, as: UInt8.self)
    let fraction = rest &>> UInt128(truncatingIfNeeded: whole &* 8)
    unsafe target.storeBytes(
      of: fraction.littleEndian, toByteOffset: tail &+ whole, as: UInt128.self)
    return tail &+ length
  }

  /// Stores a number with an exponent.
  @inline(never) private static func store(
    _ first: UInt8, _ rest: UInt128, length: Int, exponent: Int,
    at target: UnsafeMutableRawPointer
  ) -> Int {
    // The caller has reserved room for twenty digits and signs, and four digits of the exponent.
    unsafe target.storeBytes(of: first, as: UInt8.self)
    unsafe target.storeBytes(of: UInt8(ascii: "."), toByteOffset: 1, as: UInt8.self)
    unsafe target.storeBytes(of: rest.littleEndian, toByteOffset: 2, as: UInt128.self)
    var count = length == 0 ? 1 : 2 &+ length
    // The exponent's sign, and at least two digits.
    let sign = exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
    let start = UInt32(UInt8(ascii: "e")) | UInt32(sign) << 8 | 0x30_0000
    unsafe target.storeBytes(of: start.littleEndian, toByteOffset: count, as: UInt32.self)
    count &+= exponent.magnitude < 10 ? 3 : 2
    return unsafe count &+ store(digitsOf: UInt64(exponent.magnitude), at: target + count)
  }

  /// Stores the digits of a number, eight at a time; needs room for 24 bytes.
  @inline(__always) private static func store(
    digitsOf value: UInt64, at target: UnsafeMutableRawPointer
  ) -> Int {
    unsafe value < 100_000_000
      ? store(upToEight: value, at: target) : store(many: value, at: target)
  }

  @inline(never) private static func store(
    many value: UInt64, at target: UnsafeMutableRawPointer
  ) -> Int {
    let (upper, lower) = value.quotientAndRemainder(dividingBy: 100_000_000)
    var count: Int
    if upper < 10 {
      count = 1
      unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: upper) &+ 0x30, as: UInt8.self)
    } else if upper < 100_000_000 {
      count = unsafe store(upToEight: upper, at: target)
    } else {
      let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
      count = unsafe store(upToEight: first, at: target)
      // The caller has room for 24 bytes.
      unsafe target.storeBytes(
        of: eightDigits(middle).littleEndian, toByteOffset: count, as: UInt64.self)
      count &+= 8
    }
    unsafe target.storeBytes(
      of: eightDigits(lower).littleEndian, toByteOffset: count, as: UInt64.self)
    return count &+ 8
  }

  /// Stores a number below 10^8 without leading zeros.
  @inline(__always) private static func store(
    upToEight value: UInt64, at target: UnsafeMutableRawPointer
  ) -> Int {
    let digits = eightDigits(value)
    // The first digit is in the lowest byte; the last one counts even if it is zero.
    let zeros = (digits & 0x0F0F_0F0F_0F0F_0F0F | 1 << 56).trailingZeroBitCount >> 3
    // The caller has room for eight bytes.
    unsafe target.storeBytes(
      of: (digits &>> UInt64(truncatingIfNeeded: 8 &* zeros)).littleEndian, as: UInt64.self)
    return 8 &- zeros
  }

  /// The eight digits of a number below 10^8, the first in the lowest byte.
  @inline(__always) private static func eightDigits(_ value: UInt64) -> UInt64 {
    // Two fours, then four twos, then eight ones: each step divides all parts at once, by
    // multiplying with the reciprocal, and moves the remainders one place up.
    let upper = value / 10_000
    let fours = upper | (value &- upper &* 10_000) << 32
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) << 8 | 0x3030_3030_3030_3030
  }
}

extension JSONWriter {
  /// Writes a finite number in full, without an exponent, as `Decimal.description` does in
  /// microseconds.
  mutating func decimal(_ value: Decimal) {
    guard let number = value.digits else { return rawNumber(value.description) }
    let exponent = number == 0 ? 0 : value.exponent
    prepareValue(reserving: 64 &+ Int(exponent.magnitude))
    if number != 0, value.isSignMinus { store(UInt8(ascii: "-")) }
    guard exponent < 0 else {
      digits(number)
      for _ in 0..<exponent { store(UInt8(ascii: "0")) }
      return
    }
    var (whole, fraction): (UInt64, UInt64) = (0, number)
    if exponent > -20 {
      var power: UInt64 = 1
      for _ in exponent..<0 { power &*= 10 }
      (whole, fraction) = number.quotientAndRemainder(dividingBy: power)
    }
    digits(whole)
    store(UInt8(ascii: "."))
    var places = -exponent
    var rest = fraction
    repeat {
      places -= 1
      rest /= 10
    } while rest > 0
    for _ in 0..<places { store(UInt8(ascii: "0")) }
    digits(fraction)
  }
}
