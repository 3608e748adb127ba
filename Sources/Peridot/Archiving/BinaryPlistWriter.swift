/// Writes a binary property list, object by object.
///
/// Scalars go to the output at once; containers follow when the number of objects, and so the size
/// of a reference, is known. A number identifies each object.
///
/// A string or number is first written to the end of the output, and then looked up by its bytes.
/// If the same bytes were written before, it is removed.
struct BinaryPlistWriter {
  enum ContainerKind: UInt8 {
    case array = 0xA0
    case dictionary = 0xD0
  }

  struct Container {
    let object: Int32
    let kind: ContainerKind
    /// The start of its references: a dictionary's to its keys, an array's to its elements.
    let start: Int32
    /// The start of a dictionary's references to its values.
    let values: Int32
    let count: Int32
  }

  var bytes: [UInt8] = []
  /// The position of each object; zero for a container that is not written yet.
  var offsets: [Int] = []
  var containers: [Container] = []
  /// The references of all containers.
  var references: [Int32] = []
  // The written objects by their bytes; see `once(from:)`.
  var slots: [UInt64] = Array(repeating: 0, count: 256)
  var slotCount = 0

  init() {
    bytes.append(contentsOf: "bplist00".utf8)
  }

  /// The number of objects so far.
  var count: Int { offsets.count }

  // MARK: Scalars

  mutating func bool(_ value: Bool) -> Int {
    let start = bytes.count
    bytes.append(value ? 0x09 : 0x08)
    return once(from: start)
  }

  mutating func integer(_ value: Int64) -> Int {
    let start = bytes.count
    append(integer: value)
    return once(from: start)
  }

  mutating func real(_ value: Double) -> Int {
    let start = bytes.count
    bytes.append(0x23)
    append(value.bitPattern, size: 8)
    return once(from: start)
  }

  /// Adds a number, a Boolean or data.
  mutating func scalar(_ value: Boxed) -> Int {
    let start = bytes.count
    switch value {
    case .bool(let truth): return bool(truth)
    case .data(let bytes): return data(bytes)
    case .integer(let number): return integer(number)
    case .double(let number): return real(number)
    case .unsigned(let number):
      if let signed = Int64(exactly: number) { return integer(signed) }
      bytes.append(0x14)
      append(0, size: 8)
      append(number, size: 8)
    case .float(let number):
      bytes.append(0x22)
      append(UInt64(number.bitPattern), size: 4)
    case .string, .null, .object, .array, .decimal, .date, .url, .uuid, .other:
      preconditionFailure("no number")
    }
    return once(from: start)
  }

  /// Adds a date, in seconds since the reference date.
  mutating func date(_ seconds: Double) -> Int {
    offsets.append(bytes.count)
    bytes.append(0x33)
    append(seconds.bitPattern, size: 8)
    return count - 1
  }

  mutating func data(_ value: some Collection<UInt8>) -> Int {
    offsets.append(bytes.count)
    append(marker: 0x40, count: value.count)
    bytes.append(contentsOf: value)
    return count - 1
  }

  mutating func uid(_ value: Int) -> Int {
    offsets.append(bytes.count)
    if value < 1 << 8 {
      bytes.append(0x80)
      bytes.append(UInt8(truncatingIfNeeded: value))
    } else {
      let size = value < 1 << 16 ? 2 : 4
      bytes.append(0x80 | UInt8(size - 1))
      append(UInt64(value), size: size)
    }
    return count - 1
  }

  // MARK: Containers

  mutating func array(_ elements: [Int]) -> Int {
    let start = references.count
    references.append(contentsOf: elements.lazy.map { Int32(truncatingIfNeeded: $0) })
    return container(.array, start: start, values: start, count: elements.count)
  }

  mutating func dictionary(keys: [Int], values: [Int]) -> Int {
    let start = references.count
    references.append(contentsOf: keys.lazy.map { Int32(truncatingIfNeeded: $0) })
    references.append(contentsOf: values.lazy.map { Int32(truncatingIfNeeded: $0) })
    return container(.dictionary, start: start, values: start + keys.count, count: keys.count)
  }

  /// Adds a container whose references have been appended.
  mutating func container(
    _ kind: ContainerKind, start: Int, values: Int, count: Int
  ) -> Int {
    containers.append(
      Container(
        object: Int32(truncatingIfNeeded: offsets.count), kind: kind,
        start: Int32(truncatingIfNeeded: start), values: Int32(truncatingIfNeeded: values),
        count: Int32(truncatingIfNeeded: count)))
    offsets.append(0)
    return offsets.count - 1
  }

  // MARK: Bytes

  mutating func append(marker: UInt8, count: Int) {
    if count < 15 {
      bytes.append(marker | UInt8(truncatingIfNeeded: count))
    } else {
      bytes.append(marker | 0x0F)
      append(integer: Int64(count))
    }
  }

  private mutating func append(integer value: Int64) {
    switch value {
    case 0..<(1 << 8):
      bytes.append(0x10)
      bytes.append(UInt8(truncatingIfNeeded: value))
    case 0..<(1 << 16):
      bytes.append(0x11)
      append(UInt64(value), size: 2)
    case 0..<(1 << 32):
      bytes.append(0x12)
      append(UInt64(value), size: 4)
    default:
      bytes.append(0x13)
      append(UInt64(bitPattern: value), size: 8)
    }
  }

  @inline(never)
  mutating func append(_ value: UInt64, size: Int) {
    var shift = size * 8
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }
}

// MARK: - The end

extension BinaryPlistWriter {
  /// Writes the references, the table and the trailer, with `top` as the top object, and returns
  /// all bytes.
  ///
  /// - Parameter additions: one more key and value for each of these dictionaries.
  mutating func finish(
    top: Int, additions: [Int: (key: Int, value: Int)] = [:]
  ) -> [UInt8] {
    let referenceSize = Self.size(of: count)
    bytes.reserveCapacity(
      bytes.count + references.count * referenceSize + containers.count * 4
        + offsets.count * Self.size(of: bytes.count * 2) + 64)
    for container in containers {
      offsets[Int(container.object)] = bytes.count
      let addition = additions.isEmpty ? nil : additions[Int(container.object)]
      append(
        marker: container.kind.rawValue,
        count: Int(container.count) + (addition == nil ? 0 : 1))
      append(from: container.start, container.count, size: referenceSize)
      guard container.kind == .dictionary else { continue }
      if let addition { append(UInt64(addition.key), size: referenceSize) }
      append(from: container.values, container.count, size: referenceSize)
      if let addition { append(UInt64(addition.value), size: referenceSize) }
    }
    let offsetTable = bytes.count
    let offsetSize = Self.size(of: offsetTable)
    let offsets = offsets
    bytes.append(addingCapacity: offsets.count * offsetSize) { output in
      for offset in offsets { Self.append(UInt64(offset), size: offsetSize, to: &output) }
    }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    append(UInt64(count), size: 8)
    append(UInt64(top), size: 8)
    append(UInt64(offsetTable), size: 8)
    return bytes
  }

  private mutating func append(from start: Int32, _ count: Int32, size: Int) {
    let references = references
    bytes.append(addingCapacity: Int(count) * size) { output in
      for index in Int(start)..<Int(start + count) {
        Self.append(UInt64(UInt32(bitPattern: references[index])), size: size, to: &output)
      }
    }
  }

  @inline(__always)
  private static func append(_ value: UInt64, size: Int, to output: inout OutputSpan<UInt8>) {
    switch size {
    case 1:
      output.append(UInt8(truncatingIfNeeded: value))
    case 2:
      output.append(UInt8(truncatingIfNeeded: value >> 8))
      output.append(UInt8(truncatingIfNeeded: value))
    default:
      var shift = UInt64(size) * 8
      while shift > 0 {
        shift -= 8
        output.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
  }

  private static func size(of value: Int) -> Int {
    // Limits of 64 bits, because an `Int` can have 32.
    let value = Int64(value)
    return value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }
}

// MARK: - Written once

// An attacker who chooses the texts can make their hashes collide. So after more steps than chance
// explains, an object counts as new and is written again: no choice of texts makes writing slow.

extension BinaryPlistWriter {
  private static var mostSteps: Int { 128 }

  mutating func string(_ value: String) -> Int {
    let start = bytes.count
    let utf8 = value.utf8
    append(marker: 0x50, count: utf8.count)
    let text = bytes.count
    bytes.append(contentsOf: utf8)
    var hash = ByteHash()
    // The bytes of a count can have their highest bits set, which means nothing.
    if hash.add(bytes, from: start) >= 0x80, bytes[text...].contains(where: { $0 >= 0x80 }) {
      bytes.removeLast(bytes.count - start)
      let units = Array(value.utf16)
      append(marker: 0x60, count: units.count)
      let room = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: 2 * units.count))
      // Sound: the bytes of all units were just added.
      unsafe bytes.withUnsafeMutableBytes { bytes in
        for index in 0..<units.count {
          unsafe bytes.storeBytes(
            of: units[index].bigEndian, toByteOffset: room + 2 * index, as: UInt16.self)
        }
      }
      return once(from: start)
    }
    return once(from: start, hash.value)
  }

  /// Returns the object whose bytes lie from `start` to the end; if the same bytes were written
  /// before, removes these.
  @inline(__always)
  mutating func once(from start: Int) -> Int {
    var hash = ByteHash()
    _ = hash.add(bytes, from: start)
    return once(from: start, hash.value)
  }

  @inline(never)
  mutating func once(from start: Int, _ hash: UInt64) -> Int {
    var slot = ByteHash.place(hash) & (slots.count - 1)
    for _ in 0..<Self.mostSteps {
      // The hash above the object's number plus one; zero is a free slot.
      let content = slots[slot]
      if content == 0 {
        slots[slot] = hash << 32 | UInt64(truncatingIfNeeded: offsets.count + 1)
        slotCount += 1
        if slotCount * 2 > slots.count { grow() }
        break
      }
      if content >> 32 == hash {
        let object = Int(truncatingIfNeeded: content & 0xFFFF_FFFF) - 1
        if isSame(offsets[object], start) {
          bytes.removeLast(bytes.count - start)
          return object
        }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    offsets.append(start)
    return offsets.count - 1
  }

  /// Returns whether the bytes from `start` to the end are also at `known`.
  ///
  /// Each object's first bytes state its length, so no object is a prefix of another.
  @inline(__always)
  private func isSame(_ known: Int, _ start: Int) -> Bool {
    var (first, second) = (known, start)
    while second < bytes.count {
      guard bytes[first] == bytes[second] else { return false }
      first += 1
      second += 1
    }
    return true
  }

  @inline(never)
  private mutating func grow() {
    var larger = Array(repeating: UInt64(0), count: slots.count * 2)
    let mask = larger.count - 1
    for content in slots where content != 0 {
      var slot = ByteHash.place(content >> 32) & mask
      for _ in 0..<Self.mostSteps {
        if larger[slot] == 0 {
          larger[slot] = content
          break
        }
        slot = (slot + 1) & mask
      }
    }
    slots = larger
  }

  /// A hash of bytes with four lanes, so that none waits for another.
  fileprivate struct ByteHash {
    private var first: UInt64 = 0x2545_F491_4F6C_DD1D
    private var second: UInt64 = 0xFF51_AFD7_ED55_8CCD
    private var third: UInt64 = 0xC4CE_B9FE_1A85_EC53
    private var fourth: UInt64 = 0xD6E8_FEB8_6659_FD93

    /// Adds the bytes from `start` on and returns them combined by OR.
    @inline(__always)
    mutating func add(_ bytes: [UInt8], from start: Int) -> UInt8 {
      let prime: UInt64 = 0x0000_0100_0000_01B3
      var seen: UInt8 = 0
      var index = start
      let end = bytes.count
      while index + 4 <= end {
        let (a, b) = (bytes[index], bytes[index + 1])
        let (c, d) = (bytes[index + 2], bytes[index + 3])
        seen |= a | b | c | d
        first = (first ^ UInt64(a)) &* prime
        second = (second ^ UInt64(b)) &* prime
        third = (third ^ UInt64(c)) &* prime
        fourth = (fourth ^ UInt64(d)) &* prime
        index += 4
      }
      while index < end {
        seen |= bytes[index]
        first = (first ^ UInt64(bytes[index])) &* prime
        index += 1
      }
      return seen
    }

    /// Thirty-two bits.
    @inline(__always)
    var value: UInt64 {
      var mixed = first ^ (second << 17 | second >> 47) ^ (third << 31 | third >> 33)
      mixed = (mixed ^ (fourth << 47 | fourth >> 17)) &* 0x9E37_79B9_7F4A_7C15
      return ((mixed ^ mixed >> 29) &* 0xC4CE_B9FE_1A85_EC53) >> 32
    }

    /// The slot for the hash `value` in a table of any size.
    @inline(__always)
    static func place(_ value: UInt64) -> Int {
      Int(truncatingIfNeeded: (value &* 0x9E37_79B9_7F4A_7C15) >> 24)
    }
  }
}
