/// Why and where a document is not JSON as RFC 8259 defines it.
public struct JSONSyntaxError: PhrasedError, Sendable, Equatable, CustomStringConvertible {
  /// The ways in which a document can be malformed.
  public enum Kind: Sendable, Equatable {
    /// The document contains only white space.
    case emptyDocument
    /// The document ends too early.
    case unexpectedEnd
    /// A character in a wrong place.
    case unexpectedCharacter(Unicode.Scalar)
    /// A string without its closing quotation mark.
    case unterminatedString
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Bytes that are not UTF-16, in a document that begins as one.
    case invalidUTF16
    /// Bytes that are not UTF-32, in a document that begins as one.
    case invalidUTF32
    /// A control character in a string, which needs an escape.
    case controlCharacter(UInt8)
    /// A backslash before a character that has no escape.
    case invalidEscape(Unicode.Scalar)
    /// `\u` without four hexadecimal digits.
    case invalidUnicodeEscape
    /// One half of a surrogate pair.
    case loneSurrogate(UInt16)
    /// A number such as `012`.
    case leadingZero
    /// A number such as `-`, `1.` or `1e`.
    case missingDigit
    /// A number beyond the range of Double, for a value of any type.
    case numberOutOfRange
    /// Too many nested containers.
    case tooDeep(limit: UInt32)
    /// Text after the one value of the document.
    case trailingText
  }

  /// The mistake.
  public let kind: Kind
  /// The offset of the mistake from the first byte of the document; for one in UTF-16 or UTF-32,
  /// from the first byte of its text in UTF-8.
  public let byteOffset: Int
  // Two words in one, so that the error travels in registers.
  private let packedLine: UInt32
  private let packedColumn: UInt32

  init(_ kind: Kind, byteOffset: Int, line: Int, column: Int) {
    self.kind = kind
    self.byteOffset = byteOffset
    packedLine = UInt32(clamping: line)
    packedColumn = UInt32(clamping: column)
  }

  /// The line, counted from one.
  public var line: Int { Int(packedLine) }

  /// The column in Unicode scalars, counted from one.
  public var column: Int { Int(packedColumn) }

  public var description: String { message.description }

  /// The message as data, from which ``description`` and messages in other languages are made.
  public var message: ErrorPhrase {
    "\(kind.phrase) at line \(line), column \(column) (byte \(byteOffset))"
  }
}

extension JSONSyntaxError.Kind: CustomStringConvertible {
  public var description: String { phrase.description }

  /// The message as data.
  var phrase: ErrorPhrase {
    switch self {
    case .emptyDocument: "document is empty"
    case .unexpectedEnd: "unexpected end of document"
    case .unexpectedCharacter(let character): "unexpected character \(Self.name(of: character))"
    case .unterminatedString: "unterminated string"
    case .invalidUTF8: "invalid UTF-8"
    case .invalidUTF16: "invalid UTF-16"
    case .invalidUTF32: "invalid UTF-32"
    case .controlCharacter(let byte): "control character \(Self.code(UInt32(byte))) in a string"
    case .invalidEscape(let character): "invalid escape \\ before \(Self.name(of: character))"
    case .invalidUnicodeEscape: #"\u without four hexadecimal digits"#
    case .loneSurrogate(let unit): "lone surrogate \(#"\u"# + String(unit, radix: 16))"
    case .leadingZero: "number has a leading zero"
    case .missingDigit: "number lacks a digit"
    case .numberOutOfRange: "number beyond the range of Double"
    case .tooDeep(let limit): "nesting deeper than \(limit)"
    case .trailingText: "text after the document"
    }
  }

  private static func name(of character: Unicode.Scalar) -> String {
    switch character.properties.generalCategory {
    case .spaceSeparator where character == " ": "' '"
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      code(character.value)
    default: "'\(character)'"
    }
  }

  private static func code(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// A value without a JSON form, and its place in the value to write.
public struct JSONValueError: PhrasedError, Sendable, Equatable, CustomStringConvertible {
  /// The ways in which a value can have no JSON form.
  public enum Kind: Sendable, Equatable {
    /// A value of a type without a JSON form.
    case unsupportedType(String)
    /// An infinite number or a NaN.
    case notFinite(String)
    /// A key of a dictionary that is not a string.
    case unsupportedKey(String)
    /// Too many nested containers.
    case tooDeep(limit: Int)
  }

  /// The mistake.
  public let kind: Kind
  // From the innermost container outward, in the order in which the error leaves them.
  private var steps: [JSONKeyPath.Component] = []

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// The JSON path of the value, such as `$.items[3].date`.
  public var path: String { "$" + pathComponents.step }

  /// The steps of ``path``.
  var pathComponents: [JSONKeyPath.Component] { steps.reversed() }

  public var description: String { message.description }

  /// The message as data, from which ``description`` and messages in other languages are made.
  public var message: ErrorPhrase {
    switch kind {
    case .unsupportedType(let type):
      "\(path) is \(TypeName.phrase(withArticle: type)), which has no JSON form"
    case .notFinite(let number): "\(path) is \(number), which has no JSON form"
    case .unsupportedKey(let type):
      "\(path) has a key of type \(type), and JSON names members by strings"
    case .tooDeep(let limit): "\(path) is nested deeper than \(limit)"
    }
  }

  /// The mistake, without its place.
  var problem: ErrorPhrase {
    switch kind {
    case .unsupportedType(let type): TypeName.phrase(withArticle: type)
    case .notFinite(let number): "\(number)"
    case .unsupportedKey(let type): "a key of type \(type)"
    case .tooDeep(let limit): "nesting deeper than \(limit)"
    }
  }

  func inside(_ step: JSONKeyPath.Component) -> Self {
    var outer = self
    outer.steps.append(step)
    return outer
  }
}
