import Foundation

extension ArchiveReader {
  /// Returns whether the value at `slot` is nil.
  func null(_ slot: Slot) throws -> Nullness {
    switch try node(slot) {
    case .ascii(let range):
      return slot.objectIndex != nil && plist.isNull(at: range) ? .nothing : .value
    case .dictionary:
      return try archivedObject(slot)?.1.kind == .null ? .null : .value
    case .number, .date, .data, .utf16, .uid, .array:
      return .value
    }
  }

  @inline(__always)
  func scalar<Value: ArchiveScalar>(_ slot: Slot, as: Value.Type) throws -> Value {
    var scalar = try scalar(slot)
    // Only Decimals are archived as decimal numbers.
    if case .decimal = scalar, Value.self != Decimal.self { scalar = nil }
    if let scalar, let value = try Value.unarchived(scalar) { return value }
    throw try mismatch(scalar, slot, as: Value.self)
  }

  @inline(never)
  private func mismatch(
    _ scalar: Boxed?, _ slot: Slot, as type: any ArchiveScalar.Type
  ) throws -> ArchiveError {
    let isObject = try node(slot).number == nil
    return type.mismatch(scalar, describe(slot), isObject ? scalar?.value : nil)
  }

  /// Returns the scalar at `slot`; nil for other values and for a damaged one.
  func scalar(_ slot: Slot) throws -> Boxed? {
    let node = try node(slot)
    switch node {
    case .number(let number): return number
    case .date(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let range): return .data(try data(range, slot))
    case .ascii(let range), .utf16(let range):
      guard case .object(let index) = slot else { return try text(node).map { .string($0) } }
      if plist.isNull(at: range) { return nil }
      return .string(try text(at: range, of: index) { plist.text(node) ?? "" })
    case .uid, .array: return nil
    case .dictionary:
      guard let (members, archived) = try archivedObject(slot), let kind = archived.kind else {
        return nil
      }
      return try scalar(slot, members, kind)
    }
  }

  /// Returns the scalar that an object of `kind` with `members` represents.
  private func scalar(
    _ slot: Slot, _ members: Members, _ kind: FoundationClass
  ) throws -> Boxed? {
    switch kind {
    case .number:
      for key in ["NS.number", "NS.boolval", "NS.intval", "NS.dblval"] {
        if let slot = try member(members, key) { return try node(slot).number }
      }
      return nil
    case .decimal: return try decimal(members).map { .decimal($0) }
    case .text:
      if let text = try text(members, ArchivedText.decimalKey) {
        return Decimal(archivedText: text).map { .decimal($0) }
      }
      if let number = try text(members, ArchivedText.numberKey).flatMap(ArchivedText.number) {
        return number
      }
      return try string(slot) {
        try text(members, ArchivedText.stringKey).map { String($0.dropFirst()) }
      }
    case .string:
      return try string(slot) {
        if let text = try text(members, "NS.string") { return text }
        guard let range = try bytes(members, "NS.bytes") else { return nil }
        try spend(range.count)
        return String(decoding: plist.bytes[range], as: UTF8.self)
      }
    case .data:
      let range = try bytes(members, "NS.data") ?? bytes(members, "NS.bytes")
      return try range.map { .data(try data($0, slot)) }
    case .date:
      guard let inner = try member(members, "NS.time"),
        let seconds = try node(inner).number?.asNumber.exactly(Double.self)
      else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .uuid:
      guard let range = try bytes(members, "NS.uuidbytes"), range.count == 16 else { return nil }
      func b(_ index: Int) -> UInt8 { plist.bytes[range.lowerBound + index] }
      return .uuid(
        UUID(
          uuid: (
            b(0), b(1), b(2), b(3), b(4), b(5), b(6), b(7), b(8), b(9), b(10), b(11), b(12), b(13),
            b(14), b(15)
          )))
    case .url: return try url(members).map { .url($0) }
    case .null, .array, .set, .countedSet, .orderedSet, .dictionary, .structure: return nil
    }
  }

  /// Returns an object's text, made once.
  private func string(_ slot: Slot, _ make: () throws -> String?) throws -> Boxed? {
    if let known = known(slot, in: texts) { return .string(known) }
    guard let text = try make() else { return nil }
    if isMetAgain(slot), let index = slot.objectIndex { texts[index] = text }
    return .string(text)
  }

  private func data(_ range: Range<Int>, _ slot: Slot) throws -> Data {
    if let known = known(slot, in: blobs) { return known }
    try spend(range.count)
    let data = Data(plist.bytes[range])
    if isMetAgain(slot), let index = slot.objectIndex { blobs[index] = data }
    return data
  }

  private func url(_ members: Members) throws -> URL? {
    guard let relative = try text(members, "NS.relative") else { return nil }
    var base: URL?
    if let inner = try member(members, "NS.base"), try null(inner) == .value {
      guard case .url(let url) = try nested({ try scalar(inner) }) else {
        throw mismatch(expected: URL.archivedWords, inner)
      }
      base = url
    }
    guard let url = URL(string: relative, relativeTo: base) else {
      throw ArchiveError.mismatch(expected: URL.archivedWords, found: "another text")
    }
    return url
  }

  /// Returns the number in an `NSDecimalNumber` of Apple's Foundation: its mantissa is eight words
  /// of 16 bits, the first `length` of which count.
  private func decimal(_ members: Members) throws -> Decimal? {
    func number(_ key: String) throws -> Int? {
      try member(members, key).flatMap { try node($0).integer }
    }
    guard let range = try bytes(members, "NS.mantissa"), range.count <= 16,
      let exponent = try number("NS.exponent"), -256...255 ~= exponent,
      let length = try number("NS.length"), 0...8 ~= length, range.count >= length * 2
    else { return nil }
    let isNegative = try number("NS.negative") == 1
    if length == 0 { return isNegative ? Decimal.nan : 0 }
    let low = try number("NS.mantissa.bo") ?? 1 == 1 ? 0 : 1
    var magnitude: UInt128 = 0
    for word in stride(from: range.lowerBound, to: range.lowerBound + length * 2, by: 2).reversed()
    {
      magnitude =
        magnitude << 16 | UInt128(plist.bytes[word + 1 - low]) << 8
        | UInt128(plist.bytes[word + low])
    }
    return Decimal(magnitude: magnitude, scale: exponent, isNegative: isNegative)
  }

  private func bytes(_ members: Members, _ key: String) throws -> Range<Int>? {
    guard let slot = try member(members, key), case .data(let range) = try node(slot) else {
      return nil
    }
    return range
  }

  func data(_ slot: Slot) throws -> Data {
    guard case .data(let data) = try scalar(slot) else {
      throw mismatch(expected: Data.archivedWords, slot)
    }
    return data
  }

  /// Returns the number or Boolean at `slot`, inline or an object; nil for other values.
  func number(_ slot: Slot) throws -> Boxed? {
    let number = try scalar(slot)?.asNumber
    return number?.isNumber == true ? number : nil
  }

  /// Returns the value kept for the object at `slot`, if there is one.
  private func known<Value>(_ slot: Slot, in values: [Int: Value]) -> Value? {
    guard case .object(let index) = slot, marks[index] != Self.isNew else { return nil }
    return values[index]
  }

  /// Notes that the object at `slot` is read, and returns whether it was read before. Its value is
  /// then kept for the next time.
  private func isMetAgain(_ slot: Slot) -> Bool {
    guard case .object(let index) = slot, marks[index] < 0 else { return false }
    defer { marks[index] = Self.isSeen }
    return marks[index] == Self.isSeen
  }

  /// Returns the ASCII text of the object `index`, shared by all places that refer to it.
  @inline(__always)
  func text(at range: Range<Int>, of index: Int) throws -> String {
    try text(at: range, of: index) { String(decoding: plist.bytes[range], as: UTF8.self) }
  }

  @inline(__always)
  private func text(at range: Range<Int>, of index: Int, make: () -> String) throws -> String {
    // The variable itself holds such a short text.
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
    case .number, .date, .data, .uid, .array, .dictionary: break
    }
    return plist.text(node)
  }

  /// Returns the string of a member, inline or an object.
  func text(_ members: Members, _ key: String) throws -> String? {
    try member(members, key).flatMap { try text(node($0)) }
  }

  /// The error for a value at `slot` that is not the expected one.
  func mismatch(expected: String, _ slot: Slot) -> ArchiveError {
    .mismatch(expected: expected, found: describe(slot))
  }

  /// The words for the value at `slot`, for an error.
  func describe(_ slot: Slot) -> String {
    guard let node = try? node(slot) else { return "damaged bytes" }
    if let nullness = try? null(slot), nullness != .value { return "nil" }
    switch node {
    case .number(.bool(let truth)): return "\(truth)"
    case .number(.integer(let number)): return "the integer \(number)"
    case .number(.unsigned(let number)): return "the integer \(number)"
    case .number(let number): return "the number \(number.value)"
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

// MARK: - Structures

extension ArchiveReader {
  private struct StructureMembers: ArchivedMembers {
    let reader: ArchiveReader
    let members: Members

    func integer(_ key: String) throws -> Int? {
      try reader.member(members, key).flatMap { try reader.node($0).integer }
    }

    func text(_ key: String) throws -> String? { try reader.text(members, key) }

    func data(_ key: String) throws -> Data? {
      try reader.member(members, key).map { try reader.data($0) }
    }

    func structure(_ key: String) throws -> Any? {
      try reader.member(members, key).flatMap { slot in
        try reader.nested { try reader.structure(slot) }
      }
    }
  }

  /// Returns the structure at `slot`; nil for a damaged or another object.
  func structure(_ slot: Slot) throws -> Any? {
    guard let (members, archived) = try archivedObject(slot),
      case .structure(let structure) = archived.kind
    else { return nil }
    return try structure.read(StructureMembers(reader: self, members: members))
  }

  /// Returns the structure that a Foundation object represents; nil for other objects.
  static func structure(of object: Any) -> Any? {
    guard let object = object as? NSObject, let known = FoundationStructure.of(object) else {
      return nil
    }
    if let value = known.value { return value(object) }
    // An NSValue's archive shows the type of its content; asking it for another type is undefined.
    guard let value = object as? NSValue, let data = try? ArchiveWriter.archive(value),
      let reader = try? ArchiveReader(.data(data)), let slot = try? reader.rootSlot()
    else { return nil }
    return try? reader.structure(slot)
  }
}
