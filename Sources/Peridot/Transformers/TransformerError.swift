public import Foundation

/// Why a value could not be transformed.
public struct TransformerError: PhrasedError, @unchecked Sendable {
  // Sendable: it keeps only immutable input.

  /// The kind of mistake, with its details.
  public indirect enum Kind: Sendable {
    /// The transformer doesn't accept values of this type; `expected` names those that it accepts.
    case invalidInput(expected: String)

    /// The value has the right type, but can't be read as `expected`.
    case unparsable(expected: String)

    /// The value has no form as `target`.
    case unrepresentable(target: String)

    /// The transformer works in one direction only.
    case notReversible

    /// An element of an array could not be transformed.
    case element(index: Int, underlying: any Error)

    /// A value of a dictionary could not be transformed.
    case member(key: String, underlying: any Error)
  }

  /// The kind of mistake.
  public let kind: Kind

  /// The found value in at most 60 characters: `string "abc"`, `number 5`, `true`, `null`, `array`,
  /// `object`, or the name of its type.
  public var inputDescription: String { found.description }
  private let found: ErrorPhrase

  /// The found value; nil if it is, or can hold, an object that can change.
  ///
  /// Numbers, texts, dates, data, URLs, UUIDs, enums without associated values, and arrays and
  /// dictionaries of these are kept. A text object becomes a String.
  public let input: Any?

  /// Creates an error about a value.
  public init(_ kind: Kind, input: Any?) {
    self.kind = kind
    found = Boxed.phrase(input)
    self.input = input.flatMap { Boxed.unchangeable($0) }
  }
}

extension TransformerError: CustomStringConvertible {
  public var description: String { message.description }

  /// The message as data, from which ``description`` and messages in other languages are made.
  public var message: ErrorPhrase {
    switch kind {
    case .invalidInput(let expected): "expected \(ErrorPhrase(words: expected)), found \(found)"
    case .unparsable(let expected): "\(subject) is not \(ErrorPhrase(words: expected))"
    case .unrepresentable(let target):
      "\(subject) cannot be written as \(ErrorPhrase(words: target))"
    case .notReversible: "the transformer goes one way only, so \(subject) cannot be reversed"
    case .element(let index, let underlying): "element \(index): \(underlying.phrase)"
    case .member(let key, let underlying): "member \(Boxed.quoted(key)): \(underlying.phrase)"
    }
  }

  /// The error of an element or a member; nil for a mistake of the input itself.
  public var underlying: (any Error)? {
    switch kind {
    case .element(_, let underlying), .member(_, let underlying): underlying
    case .invalidInput, .unparsable, .unrepresentable, .notReversible: nil
    }
  }

  /// The input that the transformer accepts; nil if the input is not the mistake.
  var expected: String? {
    switch kind {
    case .invalidInput(let expected), .unparsable(let expected): expected
    case .unrepresentable, .notReversible, .element, .member: nil
    }
  }

  /// The input as the subject of a sentence; text needs no word in front of it.
  private var subject: ErrorPhrase {
    if found.format == "string %@", case .found(let text)? = found.arguments.first {
      return "\(found: text)"
    }
    return found
  }
}

extension TransformerError: LocalizedError {
  public var errorDescription: String? { description }
}

extension TransformerError: CustomNSError {
  /// The user-info key of ``inputDescription``.
  static let inputDescriptionKey = "Peridot.TransformerError.inputDescription"

  public static var errorDomain: String { "Peridot.TransformerError" }

  public var errorCode: Int {
    switch kind {
    case .invalidInput: 1
    case .unparsable: 2
    case .unrepresentable: 3
    case .notReversible: 4
    case .element: 5
    case .member: 6
    }
  }

  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [
      NSLocalizedDescriptionKey: description, Self.inputDescriptionKey: inputDescription,
    ]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return info
  }
}
