/// The words of an error or an issue as data: a format and its arguments.
///
/// ``description`` is the English text. For another language, translate the formats:
///
///     error.message.text { german[$0] }
///
/// Names of types, keys, paths and values are arguments, which stay as they are. A phrase within
/// another one is translated by its own format.
public struct ErrorPhrase: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A replacement for an `%@`.
  public enum Argument: Sendable, Hashable {
    /// A name, a number or a text, which needs no translation.
    case value(String)
    /// A value that was found in a document.
    case found(String)
    /// The allowed values, the one most similar to the found value first.
    case allowed([String])
    /// A phrase with a format of its own.
    indirect case phrase(ErrorPhrase)
  }

  /// The words in English, with an `%@` for each argument.
  public private(set) var format: String
  /// The arguments, in the order of their `%@`.
  public private(set) var arguments: [Argument] = []

  public init(stringLiteral value: String) {
    format = value
  }

  @inline(never)
  public init(stringInterpolation interpolation: StringInterpolation) {
    self = interpolation.phrase
  }

  /// Words without arguments. Words that can't be a format become one argument.
  init(words: String) {
    self = words.contains("%") ? "\(words)" : ErrorPhrase(stringLiteral: words)
  }

  /// Returns the text in the formats that `translate` returns for the English ones.
  ///
  /// A translation has an `%@` for each argument in order, or numbers such as `%2$@`. If
  /// `translate` returns nil, the format stays English.
  public func text(_ translate: (String) -> String?) -> String {
    var text = ""
    write(to: &text, translate)
    return text
  }

  fileprivate func write(to text: inout String, _ translate: (String) -> String?) {
    let format = translate(format) ?? format
    if arguments.isEmpty {
      text += format
      return
    }
    // By bytes, because characters take many times as long.
    var rest = format.utf8[...]
    var next = 0
    while let sign = rest.firstIndex(of: UInt8(ascii: "%")) {
      text += Substring(rest[..<sign])
      rest = rest[sign...].dropFirst()
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let end = digits.isEmpty ? "@" : "$@"
      guard rest[digits.endIndex...].starts(with: end.utf8) else {
        text += "%"
        continue
      }
      let index = digits.isEmpty ? next : (Int(Substring(digits)) ?? 0) - 1
      next += 1
      if arguments.indices.contains(index) { arguments[index].write(to: &text, translate) }
      rest = rest[digits.endIndex...].dropFirst(end.utf8.count)
    }
    text += Substring(rest)
  }

  /// The allowed values; empty if nothing lists them.
  var allowed: [String] {
    arguments.flatMap { argument -> [String] in
      switch argument {
      case .allowed(let values): values
      case .phrase(let phrase): phrase.allowed
      case .value, .found: []
      }
    }
  }

  /// The found value, unless it stands within another phrase, or nil.
  var foundValue: String? {
    for case .found(let value) in arguments { return value }
    return nil
  }

  /// The phrase without the found values.
  var hidden: ErrorPhrase {
    var hidden = self
    hidden.arguments = arguments.map { argument in
      switch argument {
      case .found: .phrase(Boxed.secret)
      case .phrase(let phrase): .phrase(phrase.hidden)
      case .value, .allowed: argument
      }
    }
    return hidden
  }

  /// The phrase with its values escaped and shortened to `limit` scalars each.
  func escaped(limit: Int) -> ErrorPhrase {
    var escaped = self
    escaped.arguments = arguments.map { argument in
      switch argument {
      case .value(let text): .value(Boxed.escaped(text, limit: limit))
      case .found(let text): .found(Boxed.escaped(text, limit: limit))
      case .phrase(let phrase): .phrase(phrase.escaped(limit: limit))
      case .allowed: argument
      }
    }
    return escaped
  }

  static func + (first: Self, second: Self) -> Self {
    var phrase = first
    phrase += second
    return phrase
  }

  static func += (phrase: inout Self, other: Self) {
    phrase.format += other.format
    phrase.arguments += other.arguments
  }

  /// Collects the format and the arguments of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var phrase: ErrorPhrase = ""

    // Compiled once, not at each of the many phrases.

    @inline(never)
    public init(literalCapacity: Int, interpolationCount: Int) {
      phrase.arguments.reserveCapacity(interpolationCount)
    }

    @inline(never)
    public mutating func appendLiteral(_ literal: String) { phrase.format += literal }

    /// Appends a value, which is not translated.
    public mutating func appendInterpolation<Value>(_ value: Value) { append(.value("\(value)")) }

    /// Appends a type's name, which is not translated.
    public mutating func appendInterpolation(_ value: Any.Type) {
      // The text that printing makes, without its search for the value's conformances.
      append(.value(_typeName(value, qualified: false)))
    }

    /// Appends a text, which is not translated.
    public mutating func appendInterpolation(_ value: String) { append(.value(value)) }

    /// Appends a phrase, which is translated by its own format.
    public mutating func appendInterpolation(_ value: ErrorPhrase) { append(.phrase(value)) }

    mutating func appendInterpolation(found value: String) { append(.found(value)) }

    mutating func appendInterpolation(allowed values: [String]) { append(.allowed(values)) }

    @inline(never)
    private mutating func append(_ argument: Argument) {
      phrase.format += "%@"
      phrase.arguments.append(argument)
    }
  }
}

extension ErrorPhrase: CustomStringConvertible {
  /// The text in English.
  public var description: String { text { _ in nil } }
}

extension ErrorPhrase.Argument {
  fileprivate func write(to text: inout String, _ translate: (String) -> String?) {
    switch self {
    case .value(let value), .found(let value): text += value
    case .phrase(let phrase): phrase.write(to: &text, translate)
    case .allowed(let values):
      text += values.prefix(12).joined(separator: ", ") + (values.count > 12 ? ", …" : "")
    }
  }
}
