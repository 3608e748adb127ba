import Foundation

/// A cursor over a document whose form is known: nothing is checked.
@safe struct LimitReader {
  private var next: UnsafePointer<UInt8>
  private let limit: UnsafePointer<UInt8>

  /// Calls `body` with a reader at the beginning of `document`.
  static func read<Result>(_ document: Data, _ body: (inout LimitReader) -> Result) -> Result {
    // The document lends its bytes for the call, and has the form that the caller reads.
    unsafe document.withUnsafeBytes { bytes in
      var reader = unsafe LimitReader(bytes.assumingMemoryBound(to: UInt8.self))
      return body(&reader)
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe next = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    unsafe limit = next + bytes.count
  }

  /// Moves past a member's name, known by its length, to the value.
  @inline(__always) mutating func name(_ name: StaticString) {
    unsafe next += name.utf8CodeUnitCount + 3
    if unsafe next.pointee == 0x20 { unsafe next += 1 }
  }

  /// Whether the next member has this name.
  @inline(__always) func isAt(_ name: StaticString) -> Bool {
    unsafe memcmp(next + 1, name.utf8Start, name.utf8CodeUnitCount) == 0
  }

  /// Moves past a bracket or a comma, and white space behind it.
  @inline(__always) mutating func mark() {
    unsafe next += 1
    space()
  }

  @inline(__always) mutating func space() {
    while unsafe next.pointee <= 0x20 { unsafe next += 1 }
  }

  /// Moves past a closing bracket.
  @inline(__always) mutating func end() { unsafe next += 1 }

  /// Moves past a comma, or past the closing bracket: then the answer is false.
  @inline(__always) mutating func goesOn() -> Bool {
    let isComma = unsafe next.pointee == UInt8(ascii: ",")
    unsafe next += 1
    return isComma
  }

  /// Moves past an opening bracket, and past the closing one if it follows: then the answer is false.
  @inline(__always) mutating func begins(before closing: UInt8) -> Bool {
    unsafe next += 1
    guard unsafe next.pointee == closing else { return true }
    unsafe next += 1
    return false
  }

  @inline(__always) mutating func array<Element>(
    of read: (inout LimitReader) -> Element
  ) -> [Element] {
    var elements: [Element] = []
    guard begins(before: UInt8(ascii: "]")) else { return elements }
    repeat { elements.append(read(&self)) } while goesOn()
    return elements
  }

  /// Reads an array with white space behind its commas.
  @inline(__always) mutating func spacedArray<Element>(
    of read: (inout LimitReader) -> Element
  ) -> [Element] {
    array {
      $0.space()
      return read(&$0)
    }
  }

  @inline(__always) mutating func dictionary<Value>(
    of read: (inout LimitReader) -> Value
  ) -> [String: Value] {
    var members: [String: Value] = [:]
    guard begins(before: UInt8(ascii: "}")) else { return members }
    repeat {
      let name = string()
      unsafe next += 1
      members[name] = read(&self)
    } while goesOn()
    return members
  }

  /// Reads text without escapes.
  @inline(__always) mutating func string() -> String {
    let start = unsafe next + 1
    let quote = unsafe memchr(start, 0x22, limit - start).unsafelyUnwrapped
    let length = unsafe UnsafeRawPointer(quote) - UnsafeRawPointer(start)
    unsafe next = start + length + 1
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  @inline(__always) mutating func optionalString() -> String? { isNull() ? nil : string() }

  @inline(__always) mutating func isNull() -> Bool {
    guard unsafe next.pointee == UInt8(ascii: "n") else { return false }
    unsafe next += 4
    return true
  }

  @inline(__always) mutating func bool() -> Bool {
    let isTrue = unsafe next.pointee == UInt8(ascii: "t")
    unsafe next += isTrue ? 4 : 5
    return isTrue
  }

  @inline(__always) mutating func int() -> Int {
    var value: UInt64 = 0
    digits(into: &value)
    return Int(value)
  }

  @inline(__always) mutating func signedInt() -> Int {
    let isNegative = unsafe next.pointee == UInt8(ascii: "-")
    if isNegative { unsafe next += 1 }
    var value: UInt64 = 0
    digits(into: &value)
    return Int(truncatingIfNeeded: isNegative ? 0 &- value : value)
  }

  /// Reads a number that may have an exponent.
  @inline(__always) mutating func scientific() -> Double {
    let start = unsafe next
    let value = double()
    guard unsafe next.pointee | 0x20 == UInt8(ascii: "e") else { return value }
    // Past the letter, a sign or digit, and the other digits.
    unsafe next += 2
    var exponent: UInt64 = 0
    digits(into: &exponent)
    return unsafe strtod(start, nil)
  }

  @inline(__always) private mutating func digits(into value: inout UInt64) {
    while true {
      let digit = unsafe next.pointee &- 0x30
      if digit > 9 { return }
      value = value &* 10 &+ UInt64(digit)
      unsafe next += 1
    }
  }

  /// Reads a number of up to nineteen digits, some of them behind a point.
  @inline(__always) mutating func double() -> Double {
    let start = unsafe next
    let isNegative = unsafe next.pointee == UInt8(ascii: "-")
    if isNegative { unsafe next += 1 }
    var value: UInt64 = 0
    digits(into: &value)
    var places = 0
    if unsafe next.pointee == UInt8(ascii: ".") {
      unsafe next += 1
      let fraction = unsafe next
      while unsafe limit - next >= 8 {
        let bytes = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)
        var eight = bytes ^ 0x3030_3030_3030_3030
        if (eight &+ 0x7676_7676_7676_7676 | eight) & 0x8080_8080_8080_8080 != 0 { break }
        eight = (eight &* 2561) >> 8
        eight = ((eight & 0x00FF_00FF_00FF_00FF) &* 6_553_601) >> 16
        eight = ((eight & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) >> 32
        value = value &* 100_000_000 &+ eight
        unsafe next += 8
      }
      digits(into: &value)
      places = unsafe next - fraction
    }
    guard let double = Self.scaled(value, places) else { return unsafe strtod(start, nil) }
    return isNegative ? -double : double
  }

  /// `value / 10^places`; nil where 64 bits of the power do not tell.
  @inline(__always) private static func scaled(_ value: UInt64, _ places: Int) -> Double? {
    if value <= 1 << 53, places <= 22 { return Double(value) / powersOfTen[places] }
    guard places < reciprocals.count else { return nil }
    let shift = value.leadingZeroBitCount
    let product = (value << UInt64(shift)).multipliedFullWidth(by: reciprocals[places]).high
    let top = Int(product >> 63)
    var significand = product >> UInt64(top + 9)
    // Too close to call without the lower bits.
    if product & 0x1FF == 0x1FF { return nil }
    significand = (significand + significand & 1) >> 1
    // log2(10) in units of 2^-19.
    let exponent = ((-places * 1_741_647) >> 19) + 63 - shift + top - 52
    return Double(significand) * Double(bitPattern: UInt64(exponent + 1023) << 52)
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The first 64 bits of 10^-n.
  private static let reciprocals: [UInt64] = [
    0x8000_0000_0000_0000, 0xCCCC_CCCC_CCCC_CCCC, 0xA3D7_0A3D_70A3_D70A, 0x8312_6E97_8D4F_DF3B,
    0xD1B7_1758_E219_652B, 0xA7C5_AC47_1B47_8423, 0x8637_BD05_AF6C_69B5, 0xD6BF_94D5_E57A_42BC,
    0xABCC_7711_8461_CEFC, 0x8970_5F41_36B4_A597, 0xDBE6_FECE_BDED_D5BE, 0xAFEB_FF0B_CB24_AAFE,
    0x8CBC_CC09_6F50_88CB, 0xE12E_1342_4BB4_0E13, 0xB424_DC35_095C_D80F, 0x901D_7CF7_3AB0_ACD9,
    0xE695_94BE_C44D_E15B, 0xB877_AA32_36A4_B449, 0x9392_EE8E_921D_5D07, 0xEC1E_4A7D_B695_61A5,
  ]
}
