import Foundation

/// A buffer of JSON text for values whose form is known: nothing is checked, and nothing escaped.
@safe struct LimitWriter: ~Copyable {
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  /// Returns the text that `body` writes.
  static func write(capacity: Int, _ body: (inout LimitWriter) -> Void) -> Data {
    var writer = LimitWriter(capacity: capacity)
    body(&writer)
    // The data owns the buffer from now on.
    return unsafe Data(
      bytesNoCopy: writer.buffer, count: writer.count,
      deallocator: .custom { pointer, _ in unsafe pointer.deallocate() })
  }

  private init(capacity: Int) {
    self.capacity = capacity
    unsafe buffer = .allocate(capacity: capacity)
  }

  /// Makes room for `bytes` bytes more.
  @inline(__always) private mutating func reserve(_ bytes: Int) {
    if capacity - count < bytes { grow(bytes) }
  }

  @inline(never) private mutating func grow(_ bytes: Int) {
    capacity = 2 * capacity + bytes
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: buffer, count: count)
    unsafe buffer.deallocate()
    unsafe buffer = larger
  }

  @inline(__always) mutating func text(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    unsafe memcpy(buffer + count, text.utf8Start, text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  @inline(__always) mutating func byte(_ byte: UInt8) {
    reserve(1)
    unsafe buffer[count] = byte
    count += 1
  }

  /// Writes an opening bracket, the elements with commas between them, and the closing bracket.
  @inline(__always) mutating func array<Element>(
    _ elements: [Element], _ write: (inout LimitWriter, Element) -> Void
  ) {
    byte(UInt8(ascii: "["))
    for element in elements {
      write(&self, element)
      byte(UInt8(ascii: ","))
    }
    if !elements.isEmpty { count -= 1 }
    byte(UInt8(ascii: "]"))
  }

  @inline(__always) mutating func dictionary<Value>(
    _ members: [String: Value], _ write: (inout LimitWriter, Value) -> Void
  ) {
    byte(UInt8(ascii: "{"))
    for (name, value) in members {
      string(name)
      byte(UInt8(ascii: ":"))
      write(&self, value)
      byte(UInt8(ascii: ","))
    }
    if !members.isEmpty { count -= 1 }
    byte(UInt8(ascii: "}"))
  }

  @inline(__always) mutating func string(_ string: String) {
    var string = string
    string.withUTF8 { bytes in
      reserve(bytes.count + 2)
      unsafe buffer[count] = UInt8(ascii: "\"")
      if let source = bytes.baseAddress {
        unsafe memcpy(buffer + count + 1, source, bytes.count)
      }
      unsafe buffer[count + bytes.count + 1] = UInt8(ascii: "\"")
      count += bytes.count + 2
    }
  }

  @inline(__always) mutating func bool(_ value: Bool) { text(value ? "true" : "false") }

  /// Writes an integer that is not negative.
  @inline(__always) mutating func int(_ value: Int) {
    reserve(24)
    digits(UInt64(value), least: 1)
  }

  @inline(__always) mutating func signedInt(_ value: Int) {
    if value < 0 { byte(UInt8(ascii: "-")) }
    reserve(24)
    digits(UInt64(value.magnitude), least: 1)
  }

  /// Writes a number from 1 to 1000 with 13 or 15 places, others as `description` does.
  mutating func double(_ value: Double) {
    let magnitude = value.magnitude
    guard magnitude >= 1, magnitude < 1000 else { return description(value) }
    reserve(32)
    if value < 0 { byte(UInt8(ascii: "-")) }
    let scaled = (magnitude * 1e13).rounded()
    if scaled <= 0x1p53, scaled / 1e13 == magnitude {
      fixed(UInt64(scaled), places: 13, power: 10_000_000_000_000)
    } else {
      // Sixteen to eighteen digits, rounded once.
      let shift = UInt128(52 - Int(magnitude.exponent))
      let product = UInt128(magnitude.significandBitPattern | 1 << 52) * 1_000_000_000_000_000
      let rounded = (product + 1 << (shift - 1)) >> shift
      fixed(UInt64(rounded), places: 15, power: 1_000_000_000_000_000)
    }
  }

  @inline(__always) private mutating func fixed(_ value: UInt64, places: Int, power: UInt64) {
    let (whole, fraction) = value.quotientAndRemainder(dividingBy: power)
    digits(whole, least: 1)
    byte(UInt8(ascii: "."))
    digits(fraction, least: places)
    while unsafe buffer[count - 1] == UInt8(ascii: "0") { count -= 1 }
    if unsafe buffer[count - 1] == UInt8(ascii: ".") { count -= 1 }
  }

  private mutating func description(_ value: Double) {
    var text = value.description
    text.withUTF8 { bytes in
      reserve(bytes.count)
      if let source = bytes.baseAddress { unsafe memcpy(buffer + count, source, bytes.count) }
      count += bytes.count
    }
  }

  /// Writes digits where there is room for them, with zeros before them up to `least`.
  @inline(__always) private mutating func digits(_ value: UInt64, least: Int) {
    var length = least
    var power: UInt64 = 10
    for _ in 1..<least { power *= 10 }
    while length < 19, value >= power {
      length += 1
      power *= 10
    }
    var rest = value
    var index = count + length
    while index - count >= 2 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      index -= 2
      let tens = UInt8(truncatingIfNeeded: pair) / 10
      unsafe buffer[index] = 0x30 + tens
      unsafe buffer[index + 1] = 0x30 + UInt8(truncatingIfNeeded: pair) - 10 * tens
      rest = quotient
    }
    if index > count { unsafe buffer[count] = 0x30 + UInt8(truncatingIfNeeded: rest % 10) }
    count += length
  }
}
