import Foundation

extension CodableDecoder {
  /// The state shared by the decoders of one value.
  final class Source {
    // No access to it runs foreign code; likewise below.
    @safe @exclusivity(unchecked) fileprivate var map: JSONReader.Map
    fileprivate let form: CodingPlace.Form

    /// Checks the whole value at the cursor of `reader` and moves past it.
    init(_ reader: inout JSONReader, _ form: CodingPlace.Form) throws {
      map = try reader.map()
      self.form = form
    }

    /// Decodes the value; valid as long as the bytes are.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      var decoder = CodableDecoder(self, 0, nil, in: nil)
      defer {
        // Nested containers and decoders keep a reference to this one.
        if !isKnownUniquelyReferenced(&decoder) { map.keep() }
      }
      return try decoder.decode(type)
    }
  }
}

/// The decoder of a value of a Codable type, which reads the bytes in place.
///
/// It accepts and refuses the same JSON as JSONDecoder, with these exceptions: the last of several
/// members with one name counts, integers are exact, and it refuses values that would end the
/// process.
final class CodableDecoder: CodingPlace, Decoder, SingleValueDecodingContainer {
  fileprivate let source: Source
  /// The value in the source's map; negative for null instead of an absent value.
  fileprivate let entry: Int
  private var knowsMembers = false
  @safe @exclusivity(unchecked) private var membersByName: [String: Int]?
  /// The member that is probably asked for next.
  @safe @exclusivity(unchecked) private var expected = 0

  fileprivate init(
    _ source: Source, _ entry: Int, _ key: (any CodingKey)?, in parent: CodingPlace?
  ) {
    self.source = source
    self.entry = entry
    super.init(key, in: parent)
  }

  var userInfo: [CodingUserInfoKey: Any] { source.form.userInfo }
  /// Whether an archive is read.
  var isArchived: Bool { source.form.isArchived }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try require("{", [String: Any].self, "keyed")
    if !knowsMembers {
      knowsMembers = true
      membersByName = source.map.membersByName(of: entry)
      expected = entry + 1
    }
    return KeyedDecodingContainer(Members(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try require("[", [Any].self, "unkeyed")
    return Elements(decoder: self, next: entry + 1)
  }

  private func require(_ bracket: Unicode.Scalar, _ type: Any.Type, _ name: String) throws {
    if isNull(entry) {
      throw DecodingError.valueNotFound(
        type, context("Cannot get \(name) decoding container -- found null value instead", nil))
    }
    if source.map.firstByte(of: entry) != UInt8(ascii: bracket) {
      throw mismatch(type, entry, nil)
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { isNull(entry) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(at: entry, nil) }

  /// Decodes the value of `key`; without a key, this decoder's own value.
  fileprivate func decode<Value: Decodable>(
    at entry: Int, _ key: (any CodingKey)?
  ) throws -> Value {
    // Types with their own JSON form.
    let type = Value.self
    if type == String.self { return same(try string(at: entry, String.self, key)) }
    if type == Int.self { return same(try integer(at: entry, key) as Int) }
    if type == Bool.self { return same(try bool(at: entry, key)) }
    if type == Double.self { return same(try double(at: entry, key)) }
    if type == Float.self { return same(try float(at: entry, key)) }
    if type == Date.self, isDateText(entry) { return same(try date(at: entry, key)) }
    if type == Data.self { return same(try data(at: entry, key)) }
    if type == URL.self { return same(try url(at: entry, key)) }
    if type == Decimal.self { return same(try decimal(at: entry, key)) }
    if type == Int64.self { return same(try integer(at: entry, key) as Int64) }
    if type == Int32.self { return same(try integer(at: entry, key) as Int32) }
    if type == Int16.self { return same(try integer(at: entry, key) as Int16) }
    if type == Int8.self { return same(try integer(at: entry, key) as Int8) }
    if type == UInt.self { return same(try integer(at: entry, key) as UInt) }
    if type == UInt64.self { return same(try integer(at: entry, key) as UInt64) }
    if type == UInt32.self { return same(try integer(at: entry, key) as UInt32) }
    if type == UInt16.self { return same(try integer(at: entry, key) as UInt16) }
    if type == UInt8.self { return same(try integer(at: entry, key) as UInt8) }
    if type == Int128.self { return same(try integer(at: entry, key) as Int128) }
    if type == UInt128.self { return same(try integer(at: entry, key) as UInt128) }
    let decoder = key.map { CodableDecoder(source, entry, $0, in: self) } ?? self
    if StackRoom.isSpent {
      throw decoder.corrupted("nesting deeper than the stack of this thread has room for", nil)
    }
    try Hazard.check(type, in: decoder)
    return try Value(from: decoder)
  }

  @inline(__always)
  private func same<Known, Value>(_ value: Known) -> Value {
    // The types were compared, but the compiler can't know that.
    unsafe unsafeBitCast(value, to: Value.self)
  }

  // MARK: - Members

  /// The entry of the member with that name, or nil.
  @inline(never)
  fileprivate func member(_ name: String) -> Int? {
    if let membersByName { return membersByName[name] }
    let digest = JSONReader.Map.digest(of: name)
    let end = source.map.entries[entry].next
    if expected < end, source.map.isMember(expected, name, digest) {
      return found(expected)
    }
    var entry = entry + 1
    while entry < end {
      if source.map.isMember(entry, name, digest) { return found(entry) }
      entry = source.map.entries[entry].next
    }
    return nil
  }

  @inline(__always)
  private func found(_ member: Int) -> Int {
    expected = source.map.entries[member].next
    return member
  }

  fileprivate var memberNames: [String] {
    var names: [String] = []
    var member = entry + 1
    while member < source.map.entries[entry].next {
      let name = source.map.name(of: member)
      // The last of several members with one name counts.
      if membersByName.map({ $0[name] == member }) ?? true { names.append(name) }
      member = source.map.entries[member].next
    }
    return names
  }

  // MARK: - Values

  @inline(__always)
  fileprivate func isNull(_ entry: Int) -> Bool {
    entry < 0 || source.map.firstByte(of: entry) == UInt8(ascii: "n")
  }

  private func bool(at entry: Int, _ key: (any CodingKey)?) throws -> Bool {
    guard entry >= 0,
      let value = try source.map.withReader(at: entry, { try $0.readBoolIfPresent() })
    else { throw mismatch(Bool.self, entry, key) }
    return value
  }

  private func string<Expected>(
    at entry: Int, _ type: Expected.Type, _ key: (any CodingKey)?
  ) throws -> String {
    guard entry >= 0,
      let text = try source.map.withReader(at: entry, { try $0.readStringIfPresent() })
    else { throw isNull(entry) ? null(type, key) : mismatch(String.self, entry, key) }
    return text
  }

  private func integer<Integer: FixedWidthInteger>(
    at entry: Int, _ key: (any CodingKey)?
  ) throws -> Integer {
    if let value = plainInteger(at: entry), let integer = Integer(exactly: value) {
      return integer
    }
    let number = try distantInteger(at: entry, Integer.self, key)
    guard let integer = number as? Integer else { preconditionFailure("It is of that type.") }
    return integer
  }

  @inline(never)
  private func plainInteger(at entry: Int) -> Int? {
    entry >= 0 ? source.map.withReader(at: entry) { $0.readIntIfPresent() } : nil
  }

  /// Reads an integer with many digits, a fraction or an exponent. It takes the type as a value and
  /// is dynamic, so that it is compiled once.
  private dynamic func distantInteger(
    at entry: Int, _ type: any FixedWidthInteger.Type, _ key: (any CodingKey)?
  ) throws -> any FixedWidthInteger {
    try number(at: entry, of: type, key) { reader, number in
      // A Decimal is exact, or isn't made.
      number.isIntegralText
        ? type.init(reader.text(of: number))
        : number.exactInteger.flatMap { type.init(exactly: $0) }
          ?? reader.decimal(of: number).flatMap { type.init($0.description) }
    }
  }

  private func double(at entry: Int, _ key: (any CodingKey)?) throws -> Double {
    try floatingPoint(at: entry, key) { reader, number in reader.double(of: number) }
  }

  private func float(at entry: Int, _ key: (any CodingKey)?) throws -> Float {
    // From the text, so that it is rounded once.
    try floatingPoint(at: entry, key) { reader, number in Float.rounded(number, reader) }
  }

  @inline(__always)
  private func floatingPoint<Value: BinaryFloatingPoint>(
    at entry: Int, _ key: (any CodingKey)?,
    _ read: (borrowing JSONReader, JSONReader.Number) -> Value
  ) throws -> Value {
    if source.form.isArchived, entry >= 0, source.map.firstByte(of: entry) == UInt8(ascii: "\"") {
      switch try string(at: entry, Value.self, key) {
      case "+inf": return .infinity
      case "-inf": return -.infinity
      case "nan": return .nan
      default: break
      }
    }
    return try number(at: entry, of: Value.self, key) { reader, number in
      let value = read(reader, number)
      return value.isFinite ? value : nil
    }
  }

  private func decimal(at entry: Int, _ key: (any CodingKey)?) throws -> Decimal {
    try number(at: entry, of: Decimal.self, key) { reader, number in
      reader.decimal(of: number) ?? Decimal(string: reader.text(of: number))
    }
  }

  /// Reads a number by `read`, which returns nil if the type can't hold it.
  @inline(__always)
  private func number<Value>(
    at entry: Int, of type: Any.Type, _ key: (any CodingKey)?,
    _ read: (borrowing JSONReader, JSONReader.Number) -> Value?
  ) throws -> Value {
    if isNull(entry) { throw null(type, key) }
    let value = try source.map.withReader(at: entry) { reader -> Value?? in
      guard let number = try reader.readNumberIfPresent() else { return nil }
      return .some(read(reader, number))
    }
    guard let value else { throw mismatch(type, entry, key) }
    if let value { return value }
    throw corrupted("Number \(text(at: entry)) is not representable in Swift.", key, "\(type)")
  }

  private func text(at entry: Int) -> String {
    source.map.withReader(at: entry) { reader in
      (try? reader.readNumberIfPresent()).flatMap { $0.map { reader.text(of: $0) } } ?? ""
    }
  }

  /// Whether a date at that place is text, or is wrong there; otherwise it is in its own Codable
  /// form.
  private func isDateText(_ entry: Int) -> Bool {
    if source.form.isArchived { return false }
    return !source.form.keepsDatesExact || entry < 0
      || source.map.firstByte(of: entry) == UInt8(ascii: "\"")
  }

  private func date(at entry: Int, _ key: (any CodingKey)?) throws -> Date {
    let text = try string(at: entry, Date.self, key)
    if let date = DateText.parse(text, as: .lenient) { return date }
    throw corrupted("\(Boxed.quoted(text)) is not a date", key, "a date")
  }

  private func data(at entry: Int, _ key: (any CodingKey)?) throws -> Data {
    if let data = Data(strictBase64: try string(at: entry, Data.self, key)) { return data }
    throw corrupted("Encountered Data is not valid Base64.", key, "Base64 text")
  }

  private func url(at entry: Int, _ key: (any CodingKey)?) throws -> URL {
    if let url = URL(string: try string(at: entry, URL.self, key)) { return url }
    throw corrupted("Invalid URL string.", key, "URL")
  }

  // MARK: - Errors

  fileprivate func context(_ words: String, _ key: (any CodingKey)?) -> DecodingError.Context {
    DecodingError.Context(codingPath: path(to: key), debugDescription: words)
  }

  @inline(never)
  private func corrupted(
    _ words: String, _ key: (any CodingKey)?, _ expected: ErrorPhrase? = nil
  ) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path(to: key), debugDescription: words,
        underlyingError: expected.map { CodableRefusal.Expectation(expected: $0) }))
  }

  @inline(never)
  private func null(_ type: Any.Type, _ key: (any CodingKey)?) -> DecodingError {
    .valueNotFound(
      type, context("Cannot get value of type \(type) -- found null value instead", key))
  }

  @inline(never)
  private func mismatch(_ type: Any.Type, _ entry: Int, _ key: (any CodingKey)?) -> DecodingError {
    let kind =
      switch isNull(entry) ? UInt8(ascii: "n") : source.map.firstByte(of: entry) {
      case UInt8(ascii: "{"): 0
      case UInt8(ascii: "["): 1
      case UInt8(ascii: "\""): 2
      case UInt8(ascii: "t"), UInt8(ascii: "f"): 3
      case UInt8(ascii: "n"): 4
      default: 5
      }
    // Made once: a type that tries one type after the other throws most of these errors away.
    let words = Self.mismatches.value(for: type) {
      ["a dictionary", "an array", "a string", "bool", "null", "number"].map {
        "Expected to decode \(type) but found \($0) instead."
      }
    }
    return .typeMismatch(type, context(words[kind], key))
  }

  private static let mismatches = ClassCache<[String]>()
}

extension CodableDecoder {
  /// The members of an object, whose places the decoder knows.
  fileprivate struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: CodableDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.memberNames.compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { decoder.member(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(try entry(of: key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.decode(at: entry(of: key), key)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      guard let entry = decoder.member(key.stringValue), !decoder.isNull(entry) else { return nil }
      return try decoder.decode(at: entry, key) as Value
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(at: CodingPlace.MemberKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(at: key) }

    private func nested(_ key: Key) throws -> CodableDecoder {
      CodableDecoder(decoder.source, try entry(of: key), key, in: decoder)
    }

    private func decoder(at key: any CodingKey) -> CodableDecoder {
      CodableDecoder(decoder.source, decoder.member(key.stringValue) ?? -1, key, in: decoder)
    }

    @inline(__always)
    private func entry(of key: Key) throws -> Int {
      if let entry = decoder.member(key.stringValue) { return entry }
      throw missing(key)
    }

    @inline(never)
    private func missing(_ key: Key) -> DecodingError {
      .keyNotFound(
        key,
        decoder.context(
          "No value associated with key \(key) (\"\(key.stringValue)\").", nil))
    }
  }

  /// The elements of an array, in order.
  fileprivate struct Elements: UnkeyedDecodingContainer {
    let decoder: CodableDecoder
    /// The entry of the next element.
    var next: Int
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.source.map.entries[decoder.entry].count }
    var isAtEnd: Bool { next >= decoder.source.map.entries[decoder.entry].next }

    mutating func decodeNil() throws -> Bool {
      guard decoder.isNull(try entry(for: Never.self)) else { return false }
      advance()
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value: Value = try decoder.decode(at: entry(for: type), key)
      advance()
      return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      let container = try nested(KeyedDecodingContainer<Nested>.self).container(keyedBy: type)
      advance()
      return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      let container = try nested((any UnkeyedDecodingContainer).self).unkeyedContainer()
      advance()
      return container
    }

    mutating func superDecoder() throws -> any Decoder {
      let element = try nested((any Decoder).self)
      advance()
      return element
    }

    private var key: CodingPlace.ElementKey { CodingPlace.ElementKey(intValue: currentIndex) }

    private func nested(_ type: Any.Type) throws -> CodableDecoder {
      CodableDecoder(decoder.source, try entry(for: type), key, in: decoder)
    }

    @inline(__always)
    private func entry(for type: Any.Type) throws -> Int {
      if isAtEnd { throw end(type) }
      return next
    }

    @inline(never)
    private func end(_ type: Any.Type) -> DecodingError {
      .valueNotFound(
        type,
        decoder.context(
          type == (any Decoder).self
            ? "Cannot get superDecoder() -- unkeyed container is at end."
            : "Unkeyed container is at end.", key))
    }

    @inline(__always)
    private mutating func advance() {
      next = decoder.source.map.entries[next].next
      currentIndex += 1
    }
  }
}
