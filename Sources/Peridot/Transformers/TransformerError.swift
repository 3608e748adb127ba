public import Foundation

/// Why a value could not be transformed.
public struct TransformerError: PhrasedError, @unchecked Sendable {
  // Sendable: of the input, only what cannot change is kept.

  /// The kind of mistake, with what belongs to it.
  public indirect enum Reason: Sendable {
    /// The value is of a type that the transformer does not take; `expected` says what it takes.
    case invalidInput(expected: String)

    /// The value is of the right type, but none that can be read as what `expected` says.
    case unparsable(expected: String)

    /// The value has no form on the other side; `target` says which form was asked for.
    case unrepresentable(target: String)

    /// The transformer goes one way only.
    case notReversible

    /// An element of an array could not be transformed.
    case element(index: Int, underlying: any Error)

    /// A value of a dictionary could not be transformed.
    case member(key: String, underlying: any Error)
  }

  /// The kind of mistake.
  public let reason: Reason

  /// The value that was found, in at most 60 characters: `string "abc"`, `number 5`, `true`,
  /// `null`, `array`, `object`, else the name of its type.
  public var inputDescription: String { found.description }
  private let found: ErrorPhrase

  /// The value that was found; nil if it is, or holds, an object that can change, or a value of a
  /// type that could hold one.
  ///
  /// Numbers, texts, dates, data, URLs, UUIDs, enums without associated values, and arrays and
  /// dictionaries of these are kept; a text that is an object is kept as a String.
  public let input: Any?

  /// Creates an error about a value.
  public init(_ reason: Reason, input: Any?) {
    self.reason = reason
    found = Boxed.phrase(input)
    self.input = input.flatMap { Boxed.unchangeable($0) }
  }
}

extension TransformerError: CustomStringConvertible {
  public var description: String { message.description }

  var message: ErrorPhrase {
    switch reason {
    case .invalidInput(let expected): "expected \(ErrorPhrase(words: expected)), found \(found)"
    case .unparsable(let expected): "\(subject) is not \(ErrorPhrase(words: expected))"
    case .unrepresentable(let target):
      "\(subject) cannot be written as \(ErrorPhrase(words: target))"
    case .notReversible: "the transformer goes one way only, so \(subject) cannot be reversed"
    case .element(let index, let underlying): "element \(index): \(underlying.phrase)"
    case .member(let key, let underlying): "member \(Boxed.quoted(key)): \(underlying.phrase)"
    }
  }

  /// The input that the transformer takes; nil when the input was not what was wrong.
  var expected: String? {
    switch reason {
    case .invalidInput(let expected), .unparsable(let expected): expected
    case .unrepresentable, .notReversible, .element, .member: nil
    }
  }

  /// The input as the subject of a sentence: text needs no word in front of it.
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
    switch reason {
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
    switch reason {
    case .element(_, let underlying), .member(_, let underlying):
      info[NSUnderlyingErrorKey] = underlying
    case .invalidInput, .unparsable, .unrepresentable, .notReversible:
      break
    }
    return info
  }
}
