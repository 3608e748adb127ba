import Foundation

extension String: JSONScalar {
  @inline(__always)
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> String {
    if let value = try reader.readStringIfPresent() { return value }
    return try readOther(&reader, context)
  }

  @inline(never)
  private static func readOther(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> String {
    guard context.policy.stringsFromNumbers else { throw reader.mismatch("String") }
    if let truth = try reader.readBoolIfPresent() { return truth ? "1" : "0" }
    guard let number = try reader.readNumberIfPresent() else { throw reader.mismatch("String") }
    let text = reader.text(of: number)
    guard !number.isIntegralText else { return text }
    // Shortest form: 5.0 and 5e0 are both "5".
    let value = reader.double(of: number)
    return value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  @inline(__always)
  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    writer.string(self)
  }

  static var resetValue: String? { "" }
}

extension Character: JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Character {
    let kind = try reader.peekKind()
    let start = reader.position
    if kind == .string, let text = try reader.readStringIfPresent(), text.count == 1,
      let character = text.first
    {
      return character
    }
    reader.position = start
    throw reader.mismatch("a string of one character")
  }

  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    writer.string(String(self))
  }
}

/// Types whose JSON form is text that they parse themselves.
protocol JSONTextScalar: JSONScalar {
  static var expected: String { get }
  static func parse(_ text: String, _ policy: ConversionPolicy) -> Self?
  var jsonText: String { get }
}

extension JSONTextScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Self {
    let place = ReadingPlace(&reader)
    if let text = try reader.readStringIfPresent(), let value = parse(text, context.policy) {
      return value
    }
    place.restore(&reader)
    try reader.refuseBlankText(at: place, context, expected: expected)
    throw reader.mismatch(expected)
  }

  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    writer.string(jsonText)
  }
}

extension URL: JSONTextScalar {
  static var expected: String { "URL" }
  static var isResetByMismatch: Bool { true }

  static func parse(_ text: String, _ policy: ConversionPolicy) -> URL? {
    guard policy.lenientURLs else { return URL(string: text, encodingInvalidCharacters: false) }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : URL(string: trimmed, encodingInvalidCharacters: true)
  }

  var jsonText: String { absoluteString }
}

extension UUID: JSONTextScalar {
  static var expected: String { "UUID" }

  static func parse(_ text: String, _ policy: ConversionPolicy) -> UUID? {
    UUID(uuidString: text)
  }

  var jsonText: String { uuidString }
}

extension TimeZone: JSONTextScalar {
  static var expected: String { "a time zone identifier" }

  static func parse(_ text: String, _ policy: ConversionPolicy) -> TimeZone? {
    TimeZone(identifier: text)
  }

  var jsonText: String { identifier }
}

extension Locale: JSONTextScalar {
  static var expected: String { "a locale identifier" }

  static func parse(_ text: String, _ policy: ConversionPolicy) -> Locale? {
    text.isEmpty ? nil : Locale(identifier: text)
  }

  var jsonText: String { identifier }
}
