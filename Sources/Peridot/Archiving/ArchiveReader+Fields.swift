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
      if position >= 0, !read(fields[index].form, values, position, into: memory) { break }
      index += 1
    }
    return index
  }

  /// Reads one field; false, with nothing changed, if its codec has to.
  @inline(__always)
  private func read(
    _ form: FieldForm, _ values: BinaryPlist.References, _ index: Int,
    into memory: ObjectMemory
  ) -> Bool {
    switch form.kind {
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits: return false
    default: break
    }
    // Only a reference to a number or a text is plain.
    let uid = plist.uid(of: plist.reference(values, at: index))
    guard uid >= 0, uid < objects.count else { return false }
    let position = plist.position(of: plist.reference(objects, at: uid))
    guard position >= 0 else { return false }
    let offset = form.offset
    switch form.kind {
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits: return false
    case .string, .optionalString:
      guard let range = plist.ascii(at: position) else { return false }
      if plist.isNull(at: range) {
        guard form.kind == .optionalString else { return false }
        memory.store(String?.none, at: offset)
        return true
      }
      guard let text = try? text(at: range, of: uid) else { return false }
      if form.kind == .string {
        memory.store(text, at: offset)
      } else {
        memory.store(Optional(text), at: offset)
      }
    case .int, .int64:
      guard let value = plist.integer(at: position) else { return false }
      memory.store(value, at: offset)
    case .optionalInt, .optionalInt64:
      let value = plist.integer(at: position)
      guard value != nil || isNull(at: position) else { return false }
      memory.store(value, at: offset)
    case .bool:
      guard let value = plist.bool(at: position) else { return false }
      memory.store(value, at: offset)
    case .optionalBool:
      let value = plist.bool(at: position)
      guard value != nil || isNull(at: position) else { return false }
      memory.store(value, at: offset)
    case .double:
      guard let value = plist.real(at: position) else { return false }
      memory.store(value, at: offset)
    case .optionalDouble:
      let value = plist.real(at: position)
      guard value != nil || isNull(at: position) else { return false }
      memory.store(value, at: offset)
    }
    return true
  }

  private func isNull(at position: Int) -> Bool {
    plist.ascii(at: position).map { plist.isNull(at: $0) } ?? false
  }
}

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
  fileprivate func integer(at position: Int) -> Int? {
    let marker = bytes[position]
    guard marker & 0xFC == 0x10, position + 8 < offsetTable else { return nil }
    let bits = unchecked(at: position + 1, size: 1 << Int(marker & 0x03))
    return Int(exactly: Int64(bitPattern: bits))
  }

  @inline(__always)
  fileprivate func bool(at position: Int) -> Bool? {
    bytes[position] & 0xFE == 0x08 ? bytes[position] == 0x09 : nil
  }

  @inline(__always)
  fileprivate func real(at position: Int) -> Double? {
    guard bytes[position] == 0x23, position + 8 < offsetTable else { return nil }
    return Double(bitPattern: unchecked(at: position + 1, size: 8))
  }
}
