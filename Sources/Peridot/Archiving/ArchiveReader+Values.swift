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
    if case .object(let index) = slot {
      switch node {
      case .ascii(let range):
        if try null(slot) == .value { return try text(at: range, of: index) }
      case .utf16(let range): return try text(at: range, of: index) { plist.text(node) ?? "" }
      default: break
      }
    } else if let text = try text(node) {
      return text
    }
    if let known = known(slot, in: texts) { return known }
    if case .dictionary = node, let text = try wrappedText(slot) {
      if isMetAgain(slot), let index = slot.objectIndex { texts[index] = text }
      return text
    }
    throw ArchiveError.mismatch(expected: expectation, found: describe(slot))
  }

  /// Returns the text that an object holds; nil if it holds none.
  private func wrappedText(_ slot: ArchiveSlot) throws -> String? {
    guard let (members, archived) = try archivedObject(slot) else { return nil }
    switch archived.kind {
    case .string:
      if let text = try text(members, "NS.string") { return text }
      guard let slot = try member(members, "NS.bytes"), case .data(let range) = try node(slot)
      else { return nil }
      try spend(range.count)
      return String(decoding: plist.bytes[range], as: UTF8.self)
    case .text:
      return try text(members, ArchivedText.stringKey).map { String($0.dropFirst()) }
    default: return nil
    }
  }

  /// Returns what was made of the object at `slot` before, if it was kept.
  private func known<Value>(_ slot: ArchiveSlot, in values: [Int: Value]) -> Value? {
    guard case .object(let index) = slot, marks[index] != Self.isNew else { return nil }
    return values[index]
  }

  /// Notes that the object at `slot` is read, and tells whether it was read before. What is made of
  /// it then is kept for the next time.
  private func isMetAgain(_ slot: ArchiveSlot) -> Bool {
    guard case .object(let index) = slot, marks[index] < 0 else { return false }
    defer { marks[index] = Self.isSeen }
    return marks[index] == Self.isSeen
  }

  /// Returns the ASCII text of the object `index`, which is shared by all places that refer to it.
  @inline(__always)
  func text(at range: Range<Int>, of index: Int) throws -> String {
    try text(at: range, of: index) { String(decoding: plist.bytes[range], as: UTF8.self) }
  }

  @inline(__always)
  private func text(at range: Range<Int>, of index: Int, make: () -> String) throws -> String {
    // So short a text lies in the variable itself.
    if range.count <= 15 { return make() }
    if marks[index] != Self.isNew, let known = texts[index] { return known }
    try spend(range.count)
    let text = make()
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
    if let known = known(slot, in: blobs) { return known }
    guard let range = try dataRange(slot) else {
      throw ArchiveError.mismatch(expected: "data", found: describe(slot))
    }
    try spend(range.count)
    let data = Data(plist.bytes[range])
    if isMetAgain(slot), let index = slot.objectIndex { blobs[index] = data }
    return data
  }

  private func dataRange(_ slot: ArchiveSlot) throws -> Range<Int>? {
    let node = try node(slot)
    if case .data(let range) = node { return range }
    if case .dictionary = node, let (members, archived) = try archivedObject(slot),
      archived.kind == .data,
      let inner = try member(members, "NS.data") ?? member(members, "NS.bytes"),
      case .data(let range) = try self.node(inner)
    {
      return range
    }
    return nil
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

  /// Returns the number at `slot`, which may be an object; nil if there is none.
  func number(_ slot: ArchiveSlot) throws -> ArchivedNumber? {
    let node = try node(slot)
    if let number = node.number { return number }
    guard case .dictionary = node, let (members, archived) = try archivedObject(slot) else {
      return nil
    }
    if archived.kind == .text {
      return try text(members, ArchivedText.numberKey).flatMap(ArchivedText.number)
    }
    guard archived.kind == .number else { return nil }
    for key in ["NS.number", "NS.boolval", "NS.intval", "NS.dblval"] {
      if let slot = try member(members, key) { return try self.node(slot).number }
    }
    return nil
  }

  /// Returns the Decimal at `slot`; nil if the object there does not hold one.
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
      return "an object of class \(archived.words)"
    }
  }
}
