import Foundation

/// Returns the user's values for the hooks, by name.
typealias CodingUserInfo = @Sendable () -> [String: any Sendable]

/// The codec of a type by its own Codable conformance.
final class JSONCodableCodec<Value>: JSONCodec, @unchecked Sendable {
  // Sendable: the functions capture types only.

  private let userInfo: CodingUserInfo
  private let decodeValue: (CodableDecoder.Source) throws -> Value
  private let encodeValue: (Value, inout JSONWriter, CodingPlace.Form) throws -> Void

  private init(
    _ userInfo: @escaping CodingUserInfo,
    decode: @escaping (CodableDecoder.Source) throws -> Value,
    encode: @escaping (Value, inout JSONWriter, CodingPlace.Form) throws -> Void
  ) {
    self.userInfo = userInfo
    decodeValue = decode
    encodeValue = encode
  }

  convenience init(
    _: Value.Type, _ userInfo: @escaping CodingUserInfo
  ) where Value: Codable {
    self.init(
      userInfo, decode: { try $0.decode(Value.self) },
      encode: { try CodableEncoder.write($0, to: &$1, $2) })
  }

  private var form: CodingPlace.Form { CodingPlace.Form(names: userInfo()) }

  private func form(_ policy: ConversionPolicy) -> CodingPlace.Form {
    var form = form
    form.keepsDatesExact = policy.keepsDatesExact
    return form
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    let place = ReadingContext.Place(&reader)
    let kind = try reader.peekKind()
    if kind == .null {
      // Few types accept null; for all others it is a mismatch.
      if let value = try? decode(&reader, at: place.position, form) { return value }
      place.restore(&reader)
      throw reader.mismatch("\(Value.self)")
    }
    do {
      guard reader.readsValues else {
        return try decode(&reader, at: place.position, form(context.policy))
      }
      return try JSONBytes(try codableText(&reader)).withReader { text in
        try decode(&text, at: place.position, form, found: reader.describeValue(at: place.position))
      }
    } catch let error as ConversionError
      where isEnum && context.policy.unknownEnum == .makeNil && error.underlying.isAboutContent
    {
      throw ConversionError(
        .unknownCase, at: error.offset, expected: error.expected, found: error.found,
        underlying: error.underlying)
    } catch let error as ConversionError
      where kind == .string && context.policy.parsesEmbeddedJSON
    {
      // The type's own form of text comes first.
      place.restore(&reader)
      let value = try context.readEmbedded(
        from: &reader, expected: "\(Value.self)", ifBeginningWith: "{[",
        { try read(from: &$0, in: $1) })
      guard let value else { throw error }
      return value
    }
  }

  /// Whether a refused value is an unknown case of the type.
  private var isEnum: Bool { Value.self is any RawRepresentable.Type }

  /// The text of the value at the cursor, with its live values encoded as this codec encodes them.
  private func codableText(_ reader: inout JSONReader) throws -> [UInt8] {
    let place = ReadingContext.Place(&reader)
    var writer = JSONWriter(options: [.sortedKeys])
    do {
      try writer.any(
        try form.encodable(try reader.readAnyValue(nil, keepsDigits: true)), maximumDepth: .max)
    } catch let error as JSONValueError {
      var failure = ConversionError(error)
      failure.offset = place.position
      throw failure
    }
    return writer.bytes()
  }

  /// Decodes the value at the cursor of `reader`; an error is about the value at `offset`.
  private func decode(
    _ reader: inout JSONReader, at offset: Int, _ form: CodingPlace.Form, found: ErrorPhrase? = nil
  ) throws -> Value {
    let start = reader.position
    let source = try CodableDecoder.Source(&reader, form)
    do {
      return try decodeValue(source)
    } catch {
      throw failure(error, at: offset, found, in: &reader, from: start)
    }
  }

  /// Decodes the value after changing the members that the JSON names.
  func update(
    _ current: Value, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    if context.isPatch { return try patched(current, &reader, in: context) }
    guard context.merges, try reader.peekKind() == .object else {
      return try read(from: &reader, in: context)
    }
    let place = ReadingContext.Place(&reader)
    guard let members = members(of: current),
      let patch = try reader.readAnyValue(context, keepsDigits: true) as? [String: Any]
    else {
      place.restore(&reader)
      return try read(from: &reader, in: context)
    }
    func decoded(_ members: [String: Any]) throws -> Value {
      var text = JSONWriter()
      try text.any(reader.readsValues ? form.encodable(members) : members, maximumDepth: .max)
      return try JSONBytes(text.bytes()).withReader {
        try decode(&$0, at: place.position, form, found: "object")
      }
    }
    if RuntimeFields.isEnum(Value.self),
      !patch.contains(where: { members[$0] != nil && !isNullObject($1) })
    {
      // The JSON names nothing of the current case, and so perhaps another case.
      do {
        return try decoded([:].patched(by: patch))
      } catch let error as ConversionError where error.isAboutCases && !patch.isEmpty {
        throw error
      } catch {}
    }
    var whole = members.patched(by: patch)
    var replaced: Set<[JSONKeyPath.Component]> = []
    while true {
      do {
        return try decoded(whole)
      } catch let error as ConversionError {
        // An enum further in refuses an object that names two cases, too.
        guard error.isAboutCases, replaced.insert(error.innerPath).inserted,
          let only = whole.taking(from: patch, at: error.innerPath[...])
        else { throw error }
        whole = only
      }
    }
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try patched(nil, &reader, in: context)
  }

  /// The members of the object to which a value is encoded; nil if it is not an object.
  private func members(of value: Value) -> [String: Any]? {
    guard let text = try? text(of: value) else { return nil }
    return try? JSONBytes(text).withReader(maximumDepth: .max) { reader in
      try reader.readValue(keepsDigits: true) as? [String: Any]
    }
  }

  /// The error for the innermost value, found along the coding path.
  ///
  /// - Parameters:
  ///   - whole: The words for the value, if the text of `reader` is not that of the document.
  ///   - start: The start of the value in the text.
  private func failure(
    _ error: any Error, at offset: Int, _ whole: ErrorPhrase?, in reader: inout JSONReader,
    from start: Int
  ) -> ConversionError {
    let path = (error as? DecodingError)?.context?.codingPath.components ?? []
    reader.position = start
    let inner = path.isEmpty ? start : reader.offsets(at: [path])[0]
    let isOwnText = whole == nil
    let refusal = CodableRefusal(
      error, of: Value.self, isWhole: path.isEmpty,
      found: inner.map { reader.describeValue(at: $0) } ?? whole
        ?? reader.describeValue(at: start))
    var failure = ConversionError(
      .typeMismatch, at: isOwnText ? inner ?? offset : offset, expected: refusal.expected,
      found: refusal.found, underlying: error)
    // Else the offset has the whole path.
    if !isOwnText || inner == nil { failure.innerPath = path }
    return failure
  }

  func write(
    _ value: Value, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    do {
      try encodeValue(value, &writer, form(context.policy))
    } catch let error as EncodedTree.TooDeep {
      throw ConversionError(.tooDeep, at: 0, found: "\(error)", underlying: error)
    } catch {
      if case EncodingError.invalidValue(_, let context) = error,
        let inner = context.underlyingError as? any ModelWritingError
      {
        throw inner.conversionError
      }
      throw ConversionError(
        .noForm, at: 0, expected: "a value with a JSON form", found: "\(Value.self)",
        underlying: error)
    }
  }

  private func text(of value: Value) throws -> [UInt8] {
    var writer = JSONWriter()
    try encodeValue(value, &writer, form)
    return writer.bytes()
  }
}

/// The error of a model within a Codable value, which is written by its own mapping.
protocol ModelWritingError: Error {
  var conversionError: ConversionError { get }
}

extension ConversionError {
  /// Whether the compiler's coding of an enum found no case in an object, or several.
  fileprivate var isAboutCases: Bool {
    guard case .typeMismatch(let type, _)? = self.underlying as? DecodingError else { return false }
    return RuntimeFields.isEnum(type)
  }
}

extension [String: Any] {
  /// Returns the object with that of `patch` in place of the merged one at a path of names; nil if
  /// there are not two.
  fileprivate func taking(
    from patch: [String: Any], at path: ArraySlice<JSONKeyPath.Component>
  ) -> Self? {
    guard let component = path.first else { return [:].patched(by: patch) }
    guard case .key(let name) = component, let own = self[name] as? [String: Any],
      let inner = (patch[name] as? [String: Any]).flatMap({
        own.taking(from: $0, at: path.dropFirst())
      })
    else { return nil }
    var result = self
    result[name] = inner
    return result
  }
}

extension CodingPlace.Form {
  /// Creates a coder's `userInfo` from `values`, each under a key of its name.
  fileprivate init(names values: [String: any Sendable]) {
    for (name, value) in values {
      if let key = CodingUserInfoKey(rawValue: name) { userInfo[key] = value }
    }
  }

  /// The value with all parts without a JSON form encoded.
  fileprivate func encodable(_ value: Any) throws -> Any {
    switch Boxed(value) {
    case .object(let members): try members.mapValues { try encodable($0) }
    case .array(let elements): try elements.map { try encodable($0) }
    case .date(let date): DateText.string(date, as: .iso8601) ?? value
    case .data(let data): data.base64EncodedString()
    case .url(let url): url.absoluteString
    case .uuid(let identifier): identifier.uuidString
    case .other(let set as any AnySet): try set.elements.map { try encodable($0) }
    case .other(let codable as any Encodable): try encoded(codable)
    default: value
    }
  }

  private func encoded(_ value: some Encodable) throws -> Any {
    var writer = JSONWriter()
    try CodableEncoder.write(value, to: &writer, self)
    return try JSONBytes(writer.bytes()).withReader(maximumDepth: .max) {
      try $0.readValue(keepsDigits: true)
    }
  }
}

extension JSONCodableCodec where Value: RawRepresentable {
  /// Returns the codec of a type with raw values and a coding of its own; nil for one coded by its
  /// raw values.
  static func ofOwnCoding(_ userInfo: @escaping CodingUserInfo) -> JSONCodableCodec? {
    let coding = RawValueCoding.of(Value.self)
    guard coding.isOwn else { return nil }
    if let codable = Value.self as? any Codable.Type {
      return of(codable, userInfo) as? JSONCodableCodec
    }
    // Codable in one direction only: the other one uses the raw value.
    return JSONCodableCodec(
      userInfo,
      decode: { source in
        guard let decodable = Value.self as? any Decodable.Type else {
          return try source.decode(CodableDecoder.CodedByRawValue<Value>.self).value
        }
        if let value = try source.decode(decodable) as? Value { return value }
        throw DecodingError.typeMismatch(
          Value.self, .init(codingPath: [], debugDescription: "another type"))
      },
      encode: { value, writer, form in
        guard let encodable = value as? any Encodable else {
          return try CodableEncoder.write(
            CodableDecoder.CodedByRawValue(value: value), to: &writer, form)
        }
        try CodableEncoder.write(encodable, to: &writer, form)
      })
  }

  private static func of<Coded: Codable>(
    _ type: Coded.Type, _ userInfo: @escaping CodingUserInfo
  ) -> AnyObject {
    JSONCodableCodec<Coded>(type, userInfo)
  }
}

extension JSONCodableCodec {
  /// Reads a value from a member's name, as text or as a number; nil if it refuses both.
  func value(named name: String) -> Value? {
    var text = JSONWriter()
    text.string(name)
    for json in [text.bytes(), Array(name.utf8)] {
      let value = try? JSONBytes(json).withReader { reader in
        let value = try decode(&reader, at: 0, form)
        try reader.endDocument()
        return value
      }
      if let value { return value }
    }
    return nil
  }

  /// Returns the text or the number to which a value is encoded; nil for any other form.
  func name(of value: Value) -> String? {
    guard let json = try? text(of: value) else { return nil }
    return JSONBytes(json).withReader { reader -> String? in
      switch try? reader.peekKind() {
      case .string: try? reader.readStringIfPresent()
      case .number, .bool: String(decoding: json, as: UTF8.self)
      default: nil
      }
    }
  }
}

extension CodableDecoder {
  /// A value of a type that is not Codable, by its raw value.
  fileprivate struct CodedByRawValue<Value: RawRepresentable>: Codable {
    let value: Value

    init(value: Value) {
      self.value = value
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let type = Value.RawValue.self as? any Decodable.Type,
        let rawValue = try container.decode(type) as? Value.RawValue,
        let value = Value(rawValue: rawValue)
      else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "no raw value of \(Value.self)")
      }
      self.value = value
    }

    func encode(to encoder: any Encoder) throws {
      guard let rawValue = value.rawValue as? any Encodable else {
        throw EncodingError.invalidValue(
          value, .init(codingPath: encoder.codingPath, debugDescription: "no Encodable raw value"))
      }
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }
}

extension (any Error)? {
  /// Whether a decoder refused a value's content, not its kind.
  fileprivate var isAboutContent: Bool {
    switch self as? DecodingError {
    case .typeMismatch, .valueNotFound, .keyNotFound: false
    default: true
    }
  }
}

extension CodableDecoder {
  /// Foundation types whose `init(from:)` trusts its input.
  enum Hazard {
    /// Throws a `DecodingError` if the value of `decoder` is malformed for `type`.
    @inline(__always)
    static func check<Value>(_ type: Value.Type, in decoder: some Decoder) throws {
      if type == IndexSet.self {
        try refuse(Indexes(from: decoder).problem, decoder)
      } else if type == CharacterSet.self {
        try refuse(Characters(from: decoder).problem, decoder)
      } else if type == Calendar.self {
        try refuse(Days(from: decoder).problem, decoder)
      } else if type == URLComponents.self {
        try refuse(Address(from: decoder).problem, decoder)
      }
    }

    private static func refuse(_ problem: String?, _ decoder: some Decoder) throws {
      guard let problem else { return }
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: problem))
    }

    private struct Indexes: Decodable {
      struct Range: Decodable {
        let location: Int
        let length: Int

        var isValid: Bool {
          let (end, overflow) = location.addingReportingOverflow(length)
          return location >= 0 && length >= 0 && !overflow && end < .max
        }
      }

      let indexes: [Range]

      var problem: String? {
        indexes.first { !$0.isValid }.map {
          "\($0.location) and \($0.length) are not a range of indexes"
        }
      }
    }

    private struct Characters: Decodable {
      let bitmap: Data

      /// A bit for each character of a plane; the plane's number precedes each plane after the
      /// first.
      var problem: String? {
        let size = bitmap.count
        guard size >= 8192, (size - 8192) % 8193 == 0 else {
          return "\(size) bytes are not a bitmap of characters"
        }
        let planes = stride(from: 8192, to: size, by: 8193).map { bitmap[bitmap.startIndex + $0] }
        let areValid =
          planes.allSatisfy { 1...16 ~= $0 } && zip(planes, planes.dropFirst()).allSatisfy(<)
        return areValid ? nil : "a bitmap of characters has 16 planes after the first"
      }
    }

    private struct Days: Decodable {
      let firstWeekday: Int?
      let minimumDaysInFirstWeek: Int?

      var problem: String? {
        for number in [firstWeekday, minimumDaysInFirstWeek] {
          if let number, !(0...7 ~= number) { return "\(number) is not a day of the week" }
        }
        return nil
      }
    }

    private struct Address: Decodable {
      let scheme: String?
      let port: Int?

      var problem: String? {
        if let port, port < 0 { return "\(port) is not a port" }
        guard let scheme else { return nil }
        let isValid =
          scheme.utf8.first.map { Self.isLetter($0) } ?? false
          && scheme.utf8.allSatisfy { Self.isLetter($0) || "0123456789+-.".utf8.contains($0) }
        return isValid ? nil : Boxed.quoted(scheme) + " is not a scheme"
      }

      private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      }
    }
  }
}
