import Foundation

extension String: ArrayScalar {
  @inline(__always)
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> String {
    if let value = try reader.readStringIfPresent() { return value }
    return try readOther(from: &reader, in: context)
  }

  @inline(never)
  private static func readOther(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> String {
    let policy = context.policy
    if policy.acceptsBoolsAsStrings, let truth = try reader.readBoolIfPresent() {
      guard policy.legacyRules[.readsBoolsAsDigits] else { return "\(truth)" }
      return truth ? "1" : "0"
    }
    guard policy.acceptsNumbersAsStrings, let number = try reader.readNumberIfPresent() else {
      throw reader.mismatch("String", of: String.self)
    }
    let text = reader.text(of: number)
    guard !number.isIntegralText else { return text }
    // The shortest form of the same number: 5.0 and 5e0 are both "5", and 17 digits such as
    // 662.80999999999995 are the intended 662.81. Text with digits that a Double doesn't hold stays
    // unchanged.
    let value = reader.double(of: number)
    let shortest = "\(value)"
    guard let exact = reader.decimal(of: number), exact.isForm(of: value) else { return text }
    return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
  }

  @inline(__always)
  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    writer.string(self)
  }

  static func write(
    elements: [String], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.strings(elements)
  }

  static var isNeverLive: Bool { true }
  static func plain(_ value: Boxed) -> String? { exactly(value) }
  static var resetValue: String? { "" }
  static var codec: any JSONCodec { TextCodec() }
}

extension Substring: JSONScalar {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Substring {
    Substring(try String.read(from: &reader, in: context))
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    writer.string(String(self))
  }

  static var resetValue: Substring? { "" }
}

extension Character: JSONScalar {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Character {
    let kind = try reader.peekKind()
    let start = reader.position
    if kind == .string, let text = try reader.readStringIfPresent(), text.count == 1,
      let character = text.first
    {
      return character
    }
    reader.position = start
    throw reader.mismatch("a string of one character", of: Character.self)
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    writer.string(String(self))
  }
}

/// Types whose JSON form is text that they parse themselves.
protocol JSONTextScalar: JSONScalar {
  static var expected: ErrorPhrase { get }
  static func parse(_ text: String, _ policy: ConversionPolicy) -> Self?
  var jsonText: String { get }
  /// Whether the value stands for other characters than the accepted text, although the policy
  /// doesn't say so.
  func isRewritten(from text: String, _ policy: ConversionPolicy) -> Bool
}

extension JSONTextScalar {
  func isRewritten(from text: String, _ policy: ConversionPolicy) -> Bool { false }

  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Self {
    let place = ReadingContext.Place(&reader)
    if let text = try reader.readStringIfPresent(), let value = parse(text, context.policy) {
      if value.isRewritten(from: text, context.policy) {
        context.note(
          .converted,
          ConversionError(
            .typeMismatch, at: place.position, expected: "\(expected) \(found: value.jsonText)",
            found: reader.describeValue(at: place.position)))
      }
      return value
    }
    try reader.refuseBlankText(at: place, in: context, expected: expected)
    throw reader.unreadable(at: place, in: context, expected: expected, of: Self.self)
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    writer.string(jsonText)
  }
}

extension URL: JSONTextScalar {
  static var expected: ErrorPhrase { "URL" }
  static func parse(_ text: String, _ policy: ConversionPolicy) -> URL? {
    switch policy.urls {
    case .foundation: return URL(string: text)
    case .exact: return URL(string: text, encodingInvalidCharacters: false)
    case .trimmed, .encoded:
      let trimmed = text.trimmed
      return policy.urls == .encoded
        ? URL(encoding: trimmed) : URL(string: trimmed, encodingInvalidCharacters: false)
    }
  }

  var jsonText: String { absoluteString }

  func isRewritten(from text: String, _ policy: ConversionPolicy) -> Bool {
    switch policy.urls {
    case .foundation: absoluteString != text
    case .encoded: absoluteString != text.trimmed
    case .exact, .trimmed: false
    }
  }
}

extension UUID: JSONTextScalar {
  static var expected: ErrorPhrase { "UUID" }

  static func parse(_ text: String, _ policy: ConversionPolicy) -> UUID? {
    policy.acceptsOtherUUIDForms ? UUID(anyForm: text) : UUID(uuidString: text)
  }

  var jsonText: String { uuidString }
}

extension TimeZone: JSONTextScalar {
  static var expected: ErrorPhrase { "a time zone identifier" }

  static func parse(_ text: String, _ policy: ConversionPolicy) -> TimeZone? {
    TimeZone(identifier: text)
  }

  var jsonText: String { identifier }
}

extension Locale: JSONTextScalar {
  static var expected: ErrorPhrase { "a locale identifier" }

  static func parse(_ text: String, _ policy: ConversionPolicy) -> Locale? {
    text.isEmpty ? nil : Locale(identifier: text)
  }

  var jsonText: String { identifier }
}

extension Data: JSONScalar {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Data {
    let kind = try reader.peekKind()
    let start = reader.position
    let strategy = context.policy.dataStrategy
    if kind == .string, let text = try reader.readStringIfPresent(),
      let data = strategy.data(from: text)
    {
      return data
    }
    reader.position = start
    throw reader.mismatch(strategy.expected, of: Data.self)
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    switch context.policy.dataStrategy {
    case .base64, .anyBase64:
      writer.string(base64EncodedString())
    case .base64URL:
      writer.string(base64URLEncodedString())
    case .utf8:
      guard let text = String(data: self, encoding: .utf8) else {
        throw ConversionError(
          .typeMismatch, at: 0, expected: "UTF-8 text", found: "\(count) other bytes")
      }
      writer.string(text)
    case .refused:
      throw ConversionError(
        .typeMismatch, at: 0, expected: context.policy.dataStrategy.expected,
        found: "\(count) bytes")
    }
  }
}

extension ConversionPolicy.DataStrategy {
  fileprivate func data(from text: String) -> Data? {
    switch self {
    case .base64: Data(strictBase64: text)
    case .base64URL: Data(base64URL: text)
    case .anyBase64: Data(anyBase64: text)
    case .utf8: Data(text.utf8)
    case .refused: nil
    }
  }

  fileprivate var expected: ErrorPhrase {
    switch self {
    case .base64, .anyBase64: "Base64 text"
    case .base64URL: "Base64 text for URLs"
    case .utf8: "text"
    case .refused: "a transformer for Data"
    }
  }
}
