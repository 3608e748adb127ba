/// Writes a binary property list, object by object.
///
/// Scalars go to the output at once, containers when the number of objects, and with it the size
/// of a reference, is known. Objects are told by their number.
///
/// A string or number is written to the end of the output first, and looked up by the bytes that it
/// became; if these have been written before, they are taken back.
struct BinaryPlistWriter {
  enum ContainerKind: UInt8 {
    case array = 0xA0
    case dictionary = 0xD0
  }

  struct Container {
    let object: Int32
    let kind: ContainerKind
    /// Where its references begin: a dictionary's to its keys, an array's to its elements.
    let start: Int32
    /// Where a dictionary's references to its values begin.
    let values: Int32
    let count: Int32
  }

  var bytes: [UInt8] = []
  /// Where each object lies; zero for a container, which is not written yet.
  var offsets: [Int] = []
  var containers: [Container] = []
  /// The references of all containers.
  var references: [Int32] = []
  // The objects that were written before, by their bytes; see `BinaryPlistWriter+Once.swift`.
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
    default: preconditionFailure("no number")
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

  @inline(__always)
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
  /// Writes what is left, with `top` as the top object, and returns all bytes.
  ///
  /// - Parameter additions: one more key and value for the dictionaries that are named.
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
    value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }
}
