/// Writes a binary property list, object by object.
///
/// Scalars go to the output at once, containers when the number of objects, and with it the size
/// of a reference, is known.
struct BinaryPlistWriter {
  private enum ContainerKind: UInt8 {
    case array = 0xA0
    case dictionary = 0xD0
  }

  private struct Container {
    let object: Int
    let kind: ContainerKind
    let start: Int
    let count: Int
  }

  private var bytes = Array("bplist00".utf8)
  private var offsets: [Int] = []
  private var containers: [Container] = []
  /// The references of all containers; a dictionary's keys, then its values.
  private var references: [Int] = []

  /// The number of objects so far.
  var count: Int { offsets.count }

  mutating func bool(_ value: Bool) -> Int {
    begin()
    bytes.append(value ? 0x09 : 0x08)
    return count - 1
  }

  mutating func integer(_ value: Int64) -> Int {
    begin()
    append(integer: value)
    return count - 1
  }

  mutating func unsigned(_ value: UInt64) -> Int {
    if let signed = Int64(exactly: value) { return integer(signed) }
    begin()
    bytes.append(0x14)
    append(0, size: 8)
    append(value, size: 8)
    return count - 1
  }

  mutating func real(_ value: Double) -> Int {
    begin()
    bytes.append(0x23)
    append(value.bitPattern, size: 8)
    return count - 1
  }

  mutating func float(_ value: Float) -> Int {
    begin()
    bytes.append(0x22)
    append(UInt64(value.bitPattern), size: 4)
    return count - 1
  }

  mutating func data(_ value: some Collection<UInt8>) -> Int {
    begin()
    append(marker: 0x40, count: value.count)
    bytes.append(contentsOf: value)
    return count - 1
  }

  mutating func string(_ value: String) -> Int {
    begin()
    let utf8 = value.utf8
    if utf8.allSatisfy({ $0 < 0x80 }) {
      append(marker: 0x50, count: utf8.count)
      bytes.append(contentsOf: utf8)
    } else {
      let units = Array(value.utf16)
      append(marker: 0x60, count: units.count)
      for unit in units { append(UInt64(unit), size: 2) }
    }
    return count - 1
  }

  mutating func uid(_ value: Int) -> Int {
    begin()
    let size = value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : 4
    bytes.append(0x80 | UInt8(size - 1))
    append(UInt64(value), size: size)
    return count - 1
  }

  mutating func array(_ elements: [Int]) -> Int {
    container(.array, count: elements.count) { $0 += elements }
  }

  /// Adds a dictionary and returns its number. Its values can be replaced: they begin at
  /// `nextReference`, asked for before, plus the number of keys.
  ///
  /// - Parameter last: the value of the last key, if it is not among `values`.
  mutating func dictionary(keys: [Int], values: [Int], _ last: Int? = nil) -> Int {
    container(.dictionary, count: keys.count) {
      $0 += keys
      $0 += values
      if let last { $0.append(last) }
    }
  }

  /// Where the references of the next container begin.
  var nextReference: Int { references.count }

  /// Replaces one reference of a container.
  mutating func replaceReference(at position: Int, with object: Int) {
    references[position] = object
  }

  /// Writes what is left, with `top` as the top object, and returns all bytes.
  ///
  /// - Parameter additions: one more key and value for the dictionaries that are named.
  mutating func finish(
    top: Int, additions: [Int: (key: Int, value: Int)] = [:]
  ) -> [UInt8] {
    let referenceSize = Self.size(of: count)
    for container in containers {
      offsets[container.object] = bytes.count
      let addition = additions.isEmpty ? nil : additions[container.object]
      append(
        marker: container.kind.rawValue, count: container.count + (addition == nil ? 0 : 1))
      let middle = container.start + container.count
      for reference in references[container.start..<middle] {
        append(UInt64(reference), size: referenceSize)
      }
      guard container.kind == .dictionary else { continue }
      if let addition { append(UInt64(addition.key), size: referenceSize) }
      for reference in references[middle..<(middle + container.count)] {
        append(UInt64(reference), size: referenceSize)
      }
      if let addition { append(UInt64(addition.value), size: referenceSize) }
    }
    let offsetTable = bytes.count
    let offsetSize = Self.size(of: offsetTable)
    bytes.reserveCapacity(offsetTable + offsets.count * offsetSize + 32)
    for offset in offsets { append(UInt64(offset), size: offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    append(UInt64(count), size: 8)
    append(UInt64(top), size: 8)
    append(UInt64(offsetTable), size: 8)
    return bytes
  }

  private mutating func begin() {
    offsets.append(bytes.count)
  }

  private mutating func container(
    _ kind: ContainerKind, count: Int, fill: (inout [Int]) -> Void
  ) -> Int {
    containers.append(
      Container(object: offsets.count, kind: kind, start: references.count, count: count))
    offsets.append(0)
    fill(&references)
    return offsets.count - 1
  }

  private mutating func append(marker: UInt8, count: Int) {
    if count < 15 {
      bytes.append(marker | UInt8(count))
    } else {
      bytes.append(marker | 0x0F)
      append(integer: Int64(count))
    }
  }

  private mutating func append(integer value: Int64) {
    switch value {
    case 0..<(1 << 8):
      bytes.append(0x10)
      bytes.append(UInt8(value))
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
  private mutating func append(_ value: UInt64, size: Int) {
    var shift = size * 8
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  private static func size(of value: Int) -> Int {
    value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }
}
