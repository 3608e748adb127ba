/// Words of an error or an issue as data: a format, and what stands in it.
///
/// The text in English is ``description``. For another language, translate the formats:
///
///     error.message.text { german[$0] }
///
/// Names of types, keys, paths and values are arguments, and are shown as they are. Phrases stand within
/// others, and each is translated by itself.
public struct ErrorPhrase: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// What stands in the place of an `%@`.
  public enum Argument: Sendable, Hashable {
    /// A name, a number or a text, which no language has another word for.
    case value(String)
    /// A value that was found in a document.
    case found(String)
    /// The values that would be allowed, the most similar to the one that was found first.
    case allowed([String])
    /// A phrase of its own, which is translated by its own format.
    indirect case phrase(ErrorPhrase)
  }

  /// The words in English, with an `%@` for each argument.
  public private(set) var format: String
  /// What stands in the place of each `%@`, in order.
  public private(set) var arguments: [Argument] = []

  public init(stringLiteral value: String) {
    format = value
  }

  @inline(never)
  public init(stringInterpolation interpolation: StringInterpolation) {
    self = interpolation.phrase
  }

  /// Words without arguments; one argument if they cannot be a format.
  init(words: String) {
    self = words.contains("%") ? "\(words)" : ErrorPhrase(stringLiteral: words)
  }

  /// Returns the text with the formats that `translate` gives for those in English.
  ///
  /// A translation has an `%@` for each argument, in their order, or names them by their numbers, as
  /// `%2$@` does. A format for which `translate` returns nil stays as it is.
  public func text(_ translate: (String) -> String?) -> String {
    if arguments.isEmpty { return translate(format) ?? format }
    let parts = (translate(format) ?? format).split(
      separator: "%", omittingEmptySubsequences: false)
    var text = String(parts[0])
    var next = 0
    for part in parts.dropFirst() {
      let digits = part.prefix { $0.isWholeNumber }
      let rest = part.dropFirst(digits.count)
      let isNumbered = !digits.isEmpty && rest.hasPrefix("$@")
      guard isNumbered || part.hasPrefix("@") else {
        text += "%" + part
        continue
      }
      let index = isNumbered ? (Int(digits) ?? 0) - 1 : next
      next += 1
      if arguments.indices.contains(index) { text += arguments[index].text(translate) }
      text += rest.dropFirst(isNumbered ? 2 : 1)
    }
    return text
  }

  /// The values that would be allowed; empty where there is no list of them.
  var allowed: [String] {
    arguments.flatMap { argument -> [String] in
      switch argument {
      case .allowed(let values): values
      case .phrase(let phrase): phrase.allowed
      case .value, .found: []
      }
    }
  }

  /// The phrase without the values that were found.
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

  static func + (first: Self, second: Self) -> Self {
    var phrase = first
    phrase.format += second.format
    phrase.arguments += second.arguments
    return phrase
  }

  /// Gathers the format and the arguments of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var phrase: ErrorPhrase = ""

    // Compiled once, and not at each phrase: there are many.

    @inline(never)
    public init(literalCapacity: Int, interpolationCount: Int) {
      phrase.arguments.reserveCapacity(interpolationCount)
    }

    @inline(never)
    public mutating func appendLiteral(_ literal: String) { phrase.format += literal }

    /// Appends a value, which is not translated.
    public mutating func appendInterpolation<Value>(_ value: Value) { append(.value("\(value)")) }

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
  fileprivate func text(_ translate: (String) -> String?) -> String {
    switch self {
    case .value(let text), .found(let text): text
    case .phrase(let phrase): phrase.text(translate)
    case .allowed(let values):
      values.prefix(12).joined(separator: ", ") + (values.count > 12 ? ", …" : "")
    }
  }
}
