import Foundation

/// The base of the codecs of types that are written as text.
class TextCodec<Value>: ValueCodec<Value>, @unchecked Sendable {
  override var classes: [AnyClass] { [NSString.self, ArchivedText.self] }

  /// The words for the type in an error.
  var expectation: String { fatalError("overridden") }
  func value(_ text: String) -> Value? { fatalError("overridden") }
  func text(_ value: Value) -> String { fatalError("overridden") }

  override func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    writer.string(text(value))
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    let text = try reader.string(slot, expectation)
    guard let value = value(text) else {
      throw ArchiveError.mismatch(expected: expectation, found: "another text")
    }
    return value
  }

  override func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    session.text(text(value))
  }

  override func value(ofForeign object: Any?) throws -> Value {
    let text = (object as? ArchivedText)?.value as? String ?? object as? String
    guard let text, let value = value(text) else {
      throw ArchiveError.mismatch(expected: expectation, foreign: object)
    }
    return value
  }
}

final class StringCodec: TextCodec<String>, @unchecked Sendable {
  override var expectation: String { "a string" }
  override func value(_ text: String) -> String? { text }
  override func text(_ value: String) -> String { value }
}

final class CharacterCodec: TextCodec<Character>, @unchecked Sendable {
  override var expectation: String { "a single character" }
  override func value(_ text: String) -> Character? {
    // Without a look at what follows, however much that is.
    guard let first = text.first, text.index(after: text.startIndex) == text.endIndex else {
      return nil
    }
    return first
  }
  override func text(_ value: Character) -> String { String(value) }
}

final class SubstringCodec: TextCodec<Substring>, @unchecked Sendable {
  override var expectation: String { "a string" }
  override func value(_ text: String) -> Substring? { Substring(text) }
  override func text(_ value: Substring) -> String { String(value) }
}

/// Decimals are written as text, with all their digits: Foundation on Linux cannot archive an
/// `NSDecimalNumber`. That of Apple's Foundation is read as well.
final class DecimalCodec: TextCodec<Decimal>, @unchecked Sendable {
  override var classes: [AnyClass] { [NSString.self, NSNumber.self, ArchivedText.self] }
  override var expectation: String { "a decimal number" }
  override func value(_ text: String) -> Decimal? { ArchivedDecimal.value(text) }
  override func text(_ value: Decimal) -> String { ArchivedDecimal.text(value) }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Decimal {
    if let number = try reader.number(slot) { return try value(number) }
    if let decimal = try reader.decimalObject(slot) { return decimal }
    return try super.decode(slot, from: reader)
  }

  override func value(ofForeign object: Any?) throws -> Decimal {
    if let text = object as? ArchivedText, let decimal = text.value as? Decimal { return decimal }
    if object is String { return try super.value(ofForeign: object) }
    if let decimal = object as? NSDecimalNumber { return decimal.decimalValue }
    if let number = object as? NSNumber { return try value(ArchivedNumber(number)) }
    return try super.value(ofForeign: object)
  }

  private func value(_ number: ArchivedNumber) throws -> Decimal {
    switch number {
    case .integer(let value): return Decimal(value)
    case .unsigned(let value): return Decimal(value)
    case .real(let value):
      if let decimal = ArchivedDecimal.value("\(value)") { return decimal }
    case .float(let value):
      if let decimal = ArchivedDecimal.value("\(value)") { return decimal }
    case .bool: break
    }
    throw ArchiveError.mismatch(expected: expectation, found: "\(number.natural)")
  }
}

final class URLCodec: ValueCodec<URL>, @unchecked Sendable {
  override var classes: [AnyClass] { [NSURL.self] }

  override func encode(_ value: URL, to writer: ArchiveWriter) throws -> Int {
    try writer.url(value)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> URL {
    try reader.url(slot)
  }

  override func foreignObject(for value: URL, in session: ForeignEncoding) throws -> Any? {
    Self.object(value)
  }

  /// Returns `value` as an object; as a value it would lose its base on the way.
  static func object(_ value: URL) -> Any {
    NSURL(string: value.relativeString, relativeTo: value.baseURL) ?? value as NSURL
  }

  override func value(ofForeign object: Any?) throws -> URL {
    if let object, type(of: object) == URL.self, let url = object as? URL { return url }
    guard let url = object as? NSURL,
      let value = URL(string: url.relativeString, relativeTo: url.baseURL)
    else { throw ArchiveError.mismatch(expected: "a URL", foreign: object) }
    return value
  }
}
