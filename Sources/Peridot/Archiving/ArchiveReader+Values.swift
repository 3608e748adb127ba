import Foundation

extension ArchiveReader {
  enum Nullness {
    /// The reference that stands for nil.
    case nothing
    /// A null object, which stands for nil in a collection.
    case null
    case value
  }

  /// Tells whether nil lies at `slot`.
  func null(_ slot: ArchiveSlot) throws -> Nullness {
    switch try node(slot) {
    case .ascii(let range):
      guard slot.objectIndex != nil, range.count == 5,
        plist.bytes[range].elementsEqual("$null".utf8)
      else { return .value }
      return .nothing
    case .dictionary:
      return try archivedObject(slot)?.1.kind == .null ? .null : .value
    default:
      return .value
    }
  }

  /// Returns the text at `slot`; `expectation` is what to call it in an error.
  func string(_ slot: ArchiveSlot, _ expectation: String = "a string") throws -> String {
    let node = try node(slot)
    if let text = plist.text(node), try null(slot) == .value { return try sharing(slot, text) }
    if case .dictionary = node, let (members, archived) = try archivedObject(slot) {
      switch archived.kind {
      case .string:
        if let text = try text(members, "NS.string") { return text }
      case .text:
        if let text = try text(members, ArchivedText.stringKey) { return String(text.dropFirst()) }
      default: break
      }
    }
    throw ArchiveError.mismatch(expected: expectation, found: describe(slot))
  }

  func data(_ slot: ArchiveSlot) throws -> Data {
    let node = try node(slot)
    if case .data(let range) = node { return try sharing(slot, Data(plist.bytes[range])) }
    if case .dictionary = node, let (members, archived) = try archivedObject(slot),
      archived.kind == .data, let inner = try member(members, "NS.data"),
      case .data(let range) = try self.node(inner)
    {
      return try sharing(slot, Data(plist.bytes[range]))
    }
    throw ArchiveError.mismatch(expected: "data", found: describe(slot))
  }

  func date(_ slot: ArchiveSlot) throws -> Date {
    let node = try node(slot)
    if case .date(let seconds) = node { return Date(timeIntervalSinceReferenceDate: seconds) }
    if case .dictionary = node, let (members, archived) = try archivedObject(slot),
      archived.kind == .date, let inner = try member(members, "NS.time"),
      let seconds = try self.node(inner).number?.exactly(Double.self)
    {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    throw ArchiveError.mismatch(expected: "a date", found: describe(slot))
  }

  func uuid(_ slot: ArchiveSlot) throws -> UUID {
    if case .dictionary = try node(slot), let (members, archived) = try archivedObject(slot),
      archived.kind == .uuid, let inner = try member(members, "NS.uuidbytes"),
      case .data(let range) = try self.node(inner), range.count == 16
    {
      let bytes = Array(plist.bytes[range])
      return UUID(
        uuid: (
          bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
          bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
        ))
    }
    throw ArchiveError.mismatch(expected: "a UUID", found: describe(slot))
  }

  func url(_ slot: ArchiveSlot) throws -> URL {
    guard case .dictionary = try node(slot), let (members, archived) = try archivedObject(slot),
      archived.kind == .url, let relative = try text(members, "NS.relative")
    else { throw ArchiveError.mismatch(expected: "a URL", found: describe(slot)) }
    let base = try member(members, "NS.base").flatMap { inner -> URL? in
      try null(inner) == .value ? try nested { try url(inner) } : nil
    }
    guard let url = URL(string: relative, relativeTo: base) else {
      throw ArchiveError.mismatch(expected: "a URL", found: "another text")
    }
    return url
  }

  /// Returns the Decimal at `slot`; nil if it is no object that holds one.
  func decimalObject(_ slot: ArchiveSlot) throws -> Decimal? {
    guard case .dictionary = try node(slot), let (members, archived) = try archivedObject(slot)
    else { return nil }
    if archived.kind == .text, let text = try text(members, ArchivedText.decimalKey) {
      return ArchivedDecimal.value(text)
    }
    guard archived.kind == .decimal else { return nil }
    func number(_ key: String) throws -> Int? {
      try member(members, key).flatMap { try node($0).number?.exactly(Int.self) }
    }
    guard let mantissa = try member(members, "NS.mantissa"),
      case .data(let range) = try node(mantissa), range.count <= 16,
      let exponent = try number("NS.exponent"), let length = try number("NS.length")
    else { return nil }
    return ArchivedDecimal.value(
      exponent: exponent, length: length, isNegative: try number("NS.negative") == 1,
      isLittleEndian: try number("NS.mantissa.bo") ?? 1 == 1, mantissa: Array(plist.bytes[range]))
  }

  /// Returns where the elements of the collection at `slot` lie.
  func elements(
    _ slot: ArchiveSlot, _ kinds: [FoundationClass], _ expectation: String
  ) throws -> [ArchiveSlot] {
    guard case .dictionary = try node(slot), let (members, archived) = try archivedObject(slot),
      let kind = archived.kind, kinds.contains(kind)
    else { throw ArchiveError.mismatch(expected: expectation, found: describe(slot)) }
    if kind == .orderedSet, members.shape.positions["NS.objects"] == nil {
      var slots: [ArchiveSlot] = []
      while let next = try member(members, "NS.object.\(slots.count)") { slots.append(next) }
      return slots
    }
    return try list(members, "NS.objects", slot)
  }

  /// Returns where the keys and the values of the dictionary at `slot` lie.
  func members(_ slot: ArchiveSlot) throws -> (keys: [ArchiveSlot], values: [ArchiveSlot]) {
    guard case .dictionary = try node(slot), let (members, archived) = try archivedObject(slot),
      archived.kind == .dictionary
    else { throw ArchiveError.mismatch(expected: "a dictionary", found: describe(slot)) }
    let keys = try list(members, "NS.keys", slot)
    let values = try list(members, "NS.objects", slot)
    guard keys.count == values.count else {
      throw ArchiveError(
        .invalidArchive, "a dictionary has \(keys.count) keys and \(values.count) values",
        objectIndex: slot.objectIndex)
    }
    return (keys, values)
  }

  func elements<Element>(
    _ slots: [ArchiveSlot], with codec: ValueCodec<Element>
  ) throws -> [Element] {
    try count(slots.count)
    var elements: [Element] = []
    elements.reserveCapacity(slots.count)
    for (index, slot) in slots.enumerated() {
      do {
        elements.append(try codec.decode(slot, from: self))
      } catch {
        var error = ArchiveError.wrapping(error, .decodingFailed)
        if error.objectIndex == nil { error.objectIndex = slot.objectIndex }
        throw error.within("[\(index)]")
      }
    }
    return elements
  }

  func list(
    _ members: Members, _ key: String, _ slot: ArchiveSlot
  ) throws -> [ArchiveSlot] {
    guard let position = members.shape.positions[key],
      case .array(let references) = try plist.node(plist.object(members.values, at: position))
    else {
      throw ArchiveError(
        .invalidArchive, "a collection has no \(key)", objectIndex: slot.objectIndex)
    }
    return try (0..<references.count).map { try self.slot(references, at: $0) }
  }

  func member(_ members: Members, _ key: String) throws -> ArchiveSlot? {
    try members.shape.positions[key].map { try self.slot(members, $0) }
  }

  /// Returns the string that a member of an object is, whether it stands there or is an object.
  func text(_ members: Members, _ key: String) throws -> String? {
    try member(members, key).flatMap { plist.text(try node($0)) }
  }

  /// Returns `value`, or the same one again that was made before, if it has a size worth sharing.
  func sharing<Value>(_ slot: ArchiveSlot, _ value: @autoclosure () -> Value) throws
    -> Value
  {
    guard case .object(let index) = slot else { return value() }
    if seen[index], let known = shared[SharedKey(index: index, reader: nil)]?.value as? Value {
      return known
    }
    let value = value()
    if seen[index] {
      shared[SharedKey(index: index, reader: nil)] = SharedValue(
        value: value, reader: nil, valueCount: 1)
    }
    seen[index] = true
    return value
  }

  /// Says what lies at `slot`, for an error.
  func describe(_ slot: ArchiveSlot) -> String {
    guard let node = try? node(slot) else { return "damaged bytes" }
    if let nullness = try? null(slot), nullness != .value { return "nil" }
    switch node {
    case .bool(let value): return "\(value)"
    case .integer(let value): return "the integer \(value)"
    case .unsigned(let value): return "the integer \(value)"
    case .real(let value): return "the number \(value)"
    case .float(let value): return "the number \(value)"
    case .date: return "a date"
    case .data: return "data"
    case .ascii, .utf16: return "a string"
    case .uid: return "a reference"
    case .array: return "a bare array"
    case .dictionary:
      guard let (_, archived) = try? archivedObject(slot) else { return "a bare dictionary" }
      return "an object of class \(archived.name)"
    }
  }
}
