extension ArchiveReader {
  /// Reads the fields of `model` from the one at `start` on, and returns the position of the first
  /// that its codec has to read.
  func readPlainFields(
    of model: AnyObject, _ fields: [ArchiveField], from start: Int,
    _ values: BinaryPlist.References, _ positions: [Int32]
  ) -> Int {
    let memory = ObjectMemory(model)
    var index = start
    while index < fields.count {
      let position = Int(positions[index])
      if position >= 0, !read(fields[index].step, values, position, into: memory) { break }
      index += 1
    }
    return index
  }

  /// Reads one field; false, with nothing changed, if its codec has to.
  @inline(__always)
  private func read(
    _ step: ArchiveStep, _ values: BinaryPlist.References, _ index: Int,
    into memory: ObjectMemory
  ) -> Bool {
    if step.kind == .other { return false }
    // Only a reference to a number or a text is plain.
    let uid = plist.uid(of: plist.reference(values, at: index))
    guard uid >= 0, uid < objects.count else { return false }
    let position = plist.position(of: plist.reference(objects, at: uid))
    guard position >= 0 else { return false }
    let offset = Int(step.offset)
    switch step.kind {
    case .other:
      return false
    case .string, .optionalString:
      guard let range = plist.ascii(at: position) else { return false }
      if plist.isNull(at: range) {
        guard step.kind == .optionalString else { return false }
        memory.store(String?.none, at: offset)
        return true
      }
      guard let text = try? text(at: range, of: uid) else { return false }
      if step.kind == .string {
        memory.store(text, at: offset)
      } else {
        memory.store(Optional(text), at: offset)
      }
    case .int:
      guard let value = plist.integer(at: position) else { return false }
      memory.store(Int(truncatingIfNeeded: value), at: offset)
    case .optionalInt:
      if let value = plist.integer(at: position) {
        memory.store(Optional(Int(truncatingIfNeeded: value)), at: offset)
      } else {
        guard plist.isNull(at: position) else { return false }
        memory.store(Int?.none, at: offset)
      }
    case .bool:
      guard plist.bytes[position] & 0xFE == 0x08 else { return false }
      memory.store(plist.bytes[position] == 0x09, at: offset)
    case .optionalBool:
      if plist.bytes[position] & 0xFE == 0x08 {
        memory.store(Optional(plist.bytes[position] == 0x09), at: offset)
      } else {
        guard plist.isNull(at: position) else { return false }
        memory.store(Bool?.none, at: offset)
      }
    case .double:
      guard let value = plist.real(at: position) else { return false }
      memory.store(value, at: offset)
    case .optionalDouble:
      if let value = plist.real(at: position) {
        memory.store(Optional(value), at: offset)
      } else {
        guard plist.isNull(at: position) else { return false }
        memory.store(Double?.none, at: offset)
      }
    }
    return true
  }
}

// The kinds for `Int` are chosen only where it has 64 bits.
extension BinaryPlist {
  private static let null = Array("$null".utf8)

  /// Returns the number of the object to which the reference `object` leads; -1 if it is none.
  @inline(__always)
  fileprivate func uid(of object: Int) -> Int {
    let position = position(of: object)
    guard position >= 0 else { return -1 }
    let marker = bytes[position]
    guard marker & 0xFC == 0x80, position + 4 < offsetTable else { return -1 }
    return Int(unchecked(at: position + 1, size: Int(marker & 0x03) + 1))
  }

  @inline(__always)
  fileprivate func isNull(at range: Range<Int>) -> Bool {
    range.count == 5 && isText(Self.null, at: range)
  }

  @inline(__always)
  fileprivate func isNull(at position: Int) -> Bool {
    ascii(at: position).map { isNull(at: $0) } ?? false
  }

  @inline(__always)
  fileprivate func integer(at position: Int) -> Int64? {
    let marker = bytes[position]
    guard marker & 0xFC == 0x10, position + 8 < offsetTable else { return nil }
    return Int64(bitPattern: unchecked(at: position + 1, size: 1 << Int(marker & 0x03)))
  }

  @inline(__always)
  fileprivate func real(at position: Int) -> Double? {
    guard bytes[position] == 0x23, position + 8 < offsetTable else { return nil }
    return Double(bitPattern: unchecked(at: position + 1, size: 8))
  }
}
