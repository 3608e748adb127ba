import Foundation

// Words for values in messages. They never show content of a document or an archive unescaped: a
// line break in it could forge a line of a log.

extension Boxed {
  /// The longest words for one value, in Unicode scalars.
  static let wordLimit = 60
  /// The longest path in a message.
  static let pathLimit = 400

  /// The text that stands for the value of a secret property.
  static let secret: ErrorPhrase = "a value that is not shown"

  /// Returns what was found: `string "abc"`, `number 5`, `true`, `null`, `array`, `object`, else the
  /// type's name.
  static func words(_ value: Any?) -> String { phrase(value).description }

  /// See ``words(_:)``.
  static func phrase(_ value: Any?) -> ErrorPhrase { value.map { Boxed($0).phrase } ?? "null" }

  /// See ``words(_:)``.
  var phrase: ErrorPhrase {
    switch self {
    case .string(let text): Self.phrase(string: text)
    case .bool(let truth): truth ? "true" : "false"
    case .null: "null"
    case .object: "object"
    case .array: "array"
    case .other(let value) where value is [AnyHashable: Any]: "object"
    case .other(let value): "\(Self.escaped("\(type(of: value))"))"
    case .date, .data, .url, .uuid: "\(type(of: value))"
    case .integer, .double, .unsigned, .float, .decimal: Self.phrase(number: numberText)
    }
  }

  static func phrase(string text: String) -> ErrorPhrase {
    "string \(found: quoted(text, limit: wordLimit - "string ".count))"
  }

  static func phrase(number text: String) -> ErrorPhrase {
    "number \(found: escaped(text, limit: wordLimit - "number ".count))"
  }

  /// Returns the value itself, shortened: `"abc"`, `5`, `null`, `male`.
  static func name(_ value: Any) -> String {
    let boxed = Boxed(value)
    return switch boxed {
    case .string(let text): quoted(text)
    case .null: "null"
    case .integer, .double, .unsigned, .float, .decimal: escaped(boxed.numberText)
    case .bool, .object, .array, .date, .data, .url, .uuid, .other: escaped(text(value))
    }
  }

  /// Returns the value's description, unescaped and of any length.
  static func text(_ value: Any) -> String {
    // Foundation on Linux traps when it prints a date that is not a number.
    if case .date(let date) = Boxed((value as? AnyHashable)?.base ?? value) {
      return DateText.words(for: date)
    }
    return "\(value)"
  }

  /// Returns one step of a path, `.name` or `[key]`, escaped and shortened within the brackets.
  static func words(step: String) -> String {
    guard step.hasPrefix("["), step.hasSuffix("]") else { return escaped(step) }
    return "[" + escaped(String(step.dropFirst().dropLast()), limit: wordLimit - 2) + "]"
  }

  /// Returns a path for a message: of a long one, the first and the last steps.
  static func words(path: String) -> String {
    let scalars = path.unicodeScalars
    guard path.utf8.count > pathLimit, scalars.count > pathLimit else { return path }
    let first = scalars.prefix(pathLimit / 2)
    let last = scalars.suffix(pathLimit / 2 - 1)
    func beginsStep(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == "[" }
    let head = first.lastIndex(where: beginsStep).map { first[..<$0] } ?? first
    let tail = last.firstIndex(where: beginsStep).map { last[$0...] } ?? last
    return String(head) + "…" + String(tail)
  }

  private var numberText: String {
    switch self {
    case .double(let number): Int64(exactly: number)?.description ?? number.description
    case .float(let number): Int64(exactly: number)?.description ?? number.description
    case .integer, .unsigned, .decimal, .bool, .string, .null, .object, .array, .date, .data, .url,
      .uuid, .other:
      "\(value)"
    }
  }

  /// Returns `text` in quotation marks, escaped and shortened to `limit` scalars in all.
  static func quoted(_ text: String, limit: Int = wordLimit) -> String {
    "\"" + escaped(text, limit: limit - 2, forQuotes: true) + "\""
  }

  /// Escapes control characters, separators of lines and paragraphs, and scalars that change the
  /// direction of writing.
  ///
  /// - Parameter limit: the number of scalars; longer text ends in `…`.
  static func escaped(
    _ text: String, limit: Int = wordLimit, forQuotes: Bool = false
  ) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    // The place to cut the text, with room for the ellipsis.
    var cut = result.endIndex
    for scalar in text.unicodeScalars {
      if let escape = escape(scalar, forQuotes: forQuotes) {
        result.append(contentsOf: escape.unicodeScalars)
        count += escape.unicodeScalars.count
      } else {
        result.append(scalar)
        count += 1
      }
      guard count <= limit else { return String(result[..<cut]) + "…" }
      if count < limit { cut = result.endIndex }
    }
    return String(result)
  }

  /// Returns the escape for a scalar, or nil if it can be shown.
  private static func escape(_ scalar: Unicode.Scalar, forQuotes: Bool) -> String? {
    switch scalar.value {
    case 0x22 where forQuotes: return "\\\""
    case 0x5C where forQuotes: return "\\\\"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    case 0x09: return "\\t"
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
      return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: return nil
    }
  }
}

/// An error whose message is already escaped and shortened.
package protocol WordedError: Error {}

extension Error {
  /// Whether the user's code threw it: then the user decides what it shows of a value.
  var isOfUser: Bool {
    !(self is any WordedError || self is DecodingError || self is EncodingError)
  }
}

extension Error {
  /// The error's message, as data if the error is one of the library's.
  var phrase: ErrorPhrase {
    switch self {
    case let error as any PhrasedError: error.message
    default: "\(Boxed.words(error: self))"
    }
  }
}

/// An error whose message is composed of data.
protocol PhrasedError: WordedError {
  var message: ErrorPhrase { get }
}

extension Boxed {
  /// Returns an error's message. A foreign error's can repeat the found value.
  static func words(error: any Error) -> String {
    error is any WordedError ? "\(error)" : escaped("\(error)", limit: 400)
  }
}

/// The words of messages, for the errors of other modules; see `Boxed`.
package enum Words {
  /// The words for a found value: `string "abc"`, `number 5`, `null`, else the type's name.
  package static func found(_ value: Any?) -> String { Boxed.words(value) }
  /// The value itself, shortened: `"abc"`, `5`, `male`.
  package static func name(_ value: Any) -> String { Boxed.name(value) }
  /// The text that stands for the value of a secret property.
  package static var secret: String { Boxed.secret.description }
  /// Text of any origin in quotes, escaped and short.
  package static func quoted(_ text: String) -> String { Boxed.quoted(text) }
  /// The words of an error.
  package static func of(_ error: any Error) -> String { Boxed.words(error: error) }
}
