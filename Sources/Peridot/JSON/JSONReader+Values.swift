import Foundation

extension JSONReader {
  /// Reads any value in JSONSerialization's form: `[String: Any]`, `[Any]`, String, NSNumber or
  /// NSNull.
  ///
  /// Integers stay exact up to 38 digits; of equal names the last wins; a number beyond the range of
  /// Double is an error.
  ///
  /// - Parameters:
  ///   - keepsDigits: Whether a number with more digits than the nearest Double needs becomes a
  ///     decimal: for a Decimal, or in the library's own text, in which only a Decimal has such
  ///     digits. In any other text it can be a Double with the 17 digits of C's `%.17g`.
  ///   - losses: Collects what the value loses. If it is nil, or doesn't take such a loss, that is an
  ///     error.
  mutating func readValue(keepsDigits: Bool = false, losses: Losses? = nil) throws -> Any {
    if readsValues { return try readPlainValueInMemory() }
    let kind = try peekKind()
    if kind != .object, kind != .array {
      return try readScalar(kind, keepsDigits: keepsDigits, losses)
    }
    return try readContainer(keepsDigits: keepsDigits, losses)
  }

  /// Reads a value that is neither an object nor an array.
  @inline(__always)
  private mutating func readScalar(
    _ kind: Kind, keepsDigits: Bool, _ losses: Losses?
  ) throws -> Any {
    switch kind {
    case .string: return try readStringIfPresent() ?? ""
    case .number: return try readAnyNumber(keepsDigits: keepsDigits, losses)
    case .bool: return NSNumber.shared(try readBoolIfPresent() ?? false)
    case .null, .object, .array, .live:
      _ = try readNullIfPresent()
      return NSNull()
    }
  }

  /// Reads an object or an array with all its values.
  private mutating func readContainer(keepsDigits: Bool, _ losses: Losses?) throws -> Any {
    // The containers around the innermost one; the first represents the document.
    var open: [OpenContainer] = []
    var innermost = OpenContainer(kind: .none)
    while true {
      var value: Any
      let kind = try peekKind()
      switch kind {
      case .object:
        if try beginObject() {
          open.append(innermost)
          innermost = OpenContainer(kind: .object, key: try readName(losses))
          // Capacity for three takes no more memory than for two.
          innermost.members.reserveCapacity(3)
          continue
        }
        value = [String: Any]()
      case .array:
        if try beginArray() {
          open.append(innermost)
          innermost = OpenContainer(kind: .array)
          continue
        }
        value = [Any]()
      case .string, .number, .bool, .null, .live:
        value = try readScalar(kind, keepsDigits: keepsDigits, losses)
      }
      // A value has ended, and perhaps containers with it.
      ending: while true {
        switch innermost.kind {
        case .none:
          return value
        case .array:
          innermost.elements.append(value)
          if try nextElement() { break ending }
          value = innermost.elements
        case .object:
          let count = innermost.members.count
          innermost.members[innermost.key] = value
          if innermost.members.count == count {
            try replaceKey(innermost.key, in: &innermost.members, losses)
          }
          if try nextMember() {
            innermost.key = try readName(losses)
            break ending
          }
          value = innermost.members
        }
        innermost = open.removeLast()
      }
    }
  }

  /// Reads the object at the cursor like `readValue`.
  ///
  /// If it has the members of `learnt` in their order, no name is made or hashed: the dictionary is
  /// mapped from one with these names. If `learnt` is nil, `learn` gets the names.
  mutating func readMembers(
    like learnt: LearntMembers?, learn: (LearntMembers) -> Void
  ) throws -> [String: Any] {
    if readsValues { return try readValue() as? [String: Any] ?? [:] }
    guard try beginObject() else { return [:] }
    var values: [Any] = []
    if let learnt {
      values.reserveCapacity(learnt.names.count)
      while values.count < learnt.names.count, try passKey(learnt.names[values.count]) {
        values.append(try readValue())
        guard try nextMember() else {
          if values.count < learnt.names.count { return learnt.members(values) }
          return learnt.indexes.mapValues { values[$0] }
        }
      }
    }
    var members = learnt?.members(values) ?? [:]
    var names: [String] = []
    repeat {
      let name = try readKey()
      if learnt == nil { names.append(name) }
      let count = members.count
      members[name] = try readValue()
      if members.count == count { try replaceKey(name, in: &members, nil) }
    } while try nextMember()
    if learnt == nil, let learnt = LearntMembers(names) { learn(learnt) }
    return members
  }

  /// Reads the value at a path of components from the value at the cursor; nil if it is absent.
  mutating func value(at components: ArraySlice<JSONKeyPath.Component>) throws
    -> Any?
  {
    guard let first = components.first else { return try readValue() }
    let rest = components.dropFirst()
    switch (first, try peekKind()) {
    case (.key(let key), .object):
      guard let offset = try offset(ofMember: key) else { return nil }
      cursor = offset
      return try value(at: rest)
    case (.index(let index), .array):
      guard try beginArray() else { return nil }
      var current = 0
      repeat {
        if current == index { return try value(at: rest) }
        current += 1
        try skipValue()
      } while try nextElement()
      return nil
    case (.each, .array):
      var values: [Any] = []
      guard try beginArray() else { return values }
      let inside = depth
      repeat {
        _ = nextByte()
        let element = cursor
        if let value = try value(at: rest) { values.append(value) }
        // Back to the element, because the search can have ended anywhere in it.
        (cursor, depth) = (element, inside)
        try skipValue()
      } while try nextElement()
      return values
    case (.key, _), (.index, _), (.each, _): return nil
    }
  }

  /// The start of the value at each of the paths from the value at the cursor, or nil, found in one
  /// pass.
  mutating func offsets(at paths: [[JSONKeyPath.Component]]) -> [Int?] {
    let wanted = WantedPlaces()
    for (index, path) in paths.enumerated() {
      path.reduce(wanted) { $0.inside($1) }.indexes.append(index)
    }
    var offsets = [Int?](repeating: nil, count: paths.count)
    // Nothing after a mistake is found.
    try? find(wanted, &offsets)
    return offsets
  }

  private mutating func find(
    _ wanted: WantedPlaces, _ offsets: inout [Int?]
  ) throws {
    let kind = try peekKind()
    for index in wanted.indexes { offsets[index] = cursor }
    if !wanted.inner.isEmpty, kind == .object {
      guard try beginObject() else { return }
      repeat { try find(wanted.inner[.key(try readKey())], &offsets) } while try nextMember()
    } else if !wanted.inner.isEmpty, kind == .array {
      guard try beginArray() else { return }
      var index = 0
      repeat {
        try find(wanted.inner[.index(index)], &offsets)
        index += 1
      } while try nextElement()
    } else {
      try skipValue()
    }
  }

  private mutating func find(
    _ wanted: WantedPlaces?, _ offsets: inout [Int?]
  ) throws {
    guard let wanted else { return try skipValue() }
    try find(wanted, &offsets)
  }

  /// The wanted places in a value, and the numbers of the paths that end at each.
  private final class WantedPlaces {
    var indexes: [Int] = []
    private(set) var inner = [JSONKeyPath.Component: WantedPlaces]()

    func inside(_ component: JSONKeyPath.Component) -> WantedPlaces {
      inner.value(for: component) { WantedPlaces() }
    }
  }

  /// Facts that values in the form of JSONSerialization can't hold.
  final class Losses {
    let takesZeros: Bool
    let takesLookalikes: Bool
    /// Whether names are escaped, so that none looks like another.
    let escapesNames: Bool
    /// The offsets of numbers that are too small for a Double and became zero.
    fileprivate(set) var zeros: [Int] = []
    /// Names that String takes for others of their objects, and of which the last counts.
    fileprivate(set) var lookalikes: [LookalikeName] = []

    init(takesZeros: Bool = true, takesLookalikes: Bool = true, escapesNames: Bool = false) {
      self.takesZeros = takesZeros
      self.takesLookalikes = takesLookalikes
      self.escapesNames = escapesNames
    }
  }

  /// A member's name that String takes for an earlier one of the object: `é` composed and decomposed.
  /// Names are compared by their Unicode scalars (RFC 8259 section 8.3), so these are two members, and
  /// a dictionary holds only one of them.
  struct LookalikeName: Error {
    let name: String
    /// The end of the member's value.
    let end: Int
  }

  /// Replaces a name of `members` by an equal one, or throws if its scalars are others.
  @inline(never)
  private func replaceKey(
    _ name: String, in members: inout [String: Any], _ losses: Losses?
  ) throws {
    guard let index = members.index(forKey: name),
      !members[index].key.hasSameScalars(as: name)
    else { return }
    let lookalike = LookalikeName(name: name, end: cursor)
    guard let losses, losses.takesLookalikes else { throw lookalike }
    losses.lookalikes.append(lookalike)
    members[name] = members.remove(at: index).value
  }

  private mutating func readName(_ losses: Losses?) throws -> String {
    let name = try readKey()
    guard losses?.escapesNames == true else { return name }
    return name.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }

  private struct OpenContainer {
    enum Kind { case none, object, array }

    let kind: Kind
    var key = ""
    var members = [String: Any]()
    var elements: [Any] = []
  }

  private mutating func readAnyNumber(
    keepsDigits: Bool, _ losses: Losses?
  ) throws -> NSNumber {
    let number = try lent.scanNumber(at: cursor)
    cursor = number.end
    if number.isExact, number.magnitude != 0 || !number.isNegative {
      if number.magnitude <= UInt64(Int64.max) {
        let value = Int64(number.magnitude)
        return NSNumber.of(number.isNegative ? -value : value)
      }
      if !number.isNegative { return NSNumber(value: number.magnitude) }
      if number.magnitude == Int64.min.magnitude { return NSNumber(value: Int64.min) }
    }
    if number.isIntegralText, number.magnitude != 0 || !number.isComplete,
      number.end - number.start <= (number.isNegative ? 39 : 38),
      let decimal = decimal(of: number)
    {
      return NSDecimalNumber(decimal: decimal)
    }
    let double = double(of: number)
    guard double.isFinite else {
      if double.isNaN, let losses, losses.takesZeros {
        losses.zeros.append(number.start)
        return NSNumber(value: number.isNegative ? -0.0 : 0)
      }
      // Its line is found with those of all others, because a document can be full of such numbers.
      throw JSONSyntaxError(.numberOutOfRange, byteOffset: number.start, line: 0, column: 0)
    }
    // Every Double keeps fifteen digits.
    if number.isComplete, number.magnitude < 1_000_000_000_000_000 {
      return NSNumber(value: double)
    }
    return moreExact(number, keepsDigits: keepsDigits) ?? NSNumber(value: double)
  }

  /// The number as a Decimal, if the Double next to it is another number.
  @inline(never)
  private func moreExact(_ number: Number, keepsDigits: Bool) -> NSNumber? {
    let double = double(of: number)
    // Most such numbers were written from a Double, in Swift's form.
    if lent.text(of: number) == double.description { return nil }
    guard let decimal = decimal(of: number),
      !(keepsDigits ? Decimal(exactly: "\(double)") == decimal : decimal.isForm(of: double))
    else { return nil }
    return NSDecimalNumber(decimal: decimal)
  }

  /// Describes the value at an offset in a few words, for messages: `string "abc"`, `number 12.5`.
  func describeValue(at offset: Int) -> ErrorPhrase {
    guard readsValues, byte(at: offset) == JSONValues.mark else {
      return lent.describeValue(at: offset)
    }
    let value = value(at: offset)
    if unreadValue(at: offset) != nil {
      return JSONBytes(value: value.value).withReader(maximumDepth: .max) {
        $0.describeValue(at: $0.position)
      }
    }
    return TypeName.phrase(withArticle: type(of: value.value))
  }
}

extension JSONReader.Bytes {
  fileprivate func describeValue(at offset: Int) -> ErrorPhrase {
    let start = endOfWhitespace(from: offset)
    guard start < count else { return "nothing" }
    switch byte(at: start) {
    case UInt8(ascii: "{"): return "object"
    case UInt8(ascii: "["): return "array"
    case UInt8(ascii: "t"): return "true"
    case UInt8(ascii: "f"): return "false"
    case UInt8(ascii: "n"): return "null"
    case UInt8(ascii: "\""):
      let scan = scanString(from: start + 1)
      guard scan.end >= 0, let text = try? string(from: start + 1, scan) else { return "string" }
      return Boxed.phrase(string: text)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      var end = start
      while end < count, Self.isNumberByte(byte(at: end)) { end += 1 }
      // The range was just scanned.
      let text = unsafe String(decoding: buffer(from: start, to: end), as: UTF8.self)
      return Boxed.phrase(number: text)
    default: return "no value"
    }
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
