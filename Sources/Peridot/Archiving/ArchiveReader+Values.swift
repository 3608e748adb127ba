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
    if case .object(let index) = slot, case .ascii(let range) = node {
      if try null(slot) == .value { return try text(at: range, of: index) }
    } else if let text = try text(node) {
      return text
    }
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

  /// Returns the ASCII text of the object `index`, which is shared by all places that refer to it.
  func text(at range: Range<Int>, of index: Int) throws -> String {
    // So short a text lies in the variable itself.
    if range.count <= 15 { return String(decoding: plist.bytes[range], as: UTF8.self) }
    if marks[index] != Self.isNew, let known = texts[index] { return known }
    try spend(range.count)
    let text = String(decoding: plist.bytes[range], as: UTF8.self)
    if marks[index] != Self.isNew { texts[index] = text }
    marks[index] = Self.isSeen
    return text
  }

  private func text(_ node: BinaryPlist.Node) throws -> String? {
    switch node {
    case .ascii(let range), .utf16(let range): try spend(range.count)
    default: break
    }
    return plist.text(node)
  }

  func data(_ slot: ArchiveSlot) throws -> Data {
    let node = try node(slot)
    if case .data(let range) = node { return try data(at: range) }
    if case .dictionary = node, let (members, archived) = try archivedObject(slot),
      archived.kind == .data, let inner = try member(members, "NS.data"),
      case .data(let range) = try self.node(inner)
    {
      return try data(at: range)
    }
    throw ArchiveError.mismatch(expected: "data", found: describe(slot))
  }

  private func data(at range: Range<Int>) throws -> Data {
    try spend(range.count)
    return Data(plist.bytes[range])
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

  /// Returns the string that a member of an object is, whether it stands there or is an object.
  func text(_ members: ArchiveMembers, _ key: String) throws -> String? {
    try member(members, key).flatMap { try text(node($0)) }
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
