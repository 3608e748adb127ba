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
