public import Foundation

/// Why a conversion between JSON and models failed, and where.
public struct JSONAdapterError: PhrasedError, Sendable {
  /// The kinds of failure.
  public enum Kind: Int, Sendable {
    /// The document is not JSON as RFC 8259 defines it.
    case invalidJSON = 1
    /// `classForParsing(_:)` returned no class, or one that doesn't belong there.
    case noClassFound
    /// A class's mapping has mistakes; `found` lists them all.
    case invalidMapping
    /// A value has another type than its property.
    case typeMismatch
    /// Null for a property that is not an Optional.
    case nullValue
    /// The JSON doesn't contain required keys, or the place `at`; see
    /// ``JSONAdapterError/missingKeys``.
    case missingKeys
    /// A number is beyond the range of its property.
    case outOfRange
    /// A transformer failed; see ``JSONAdapterError/underlying``.
    case transformFailed
    /// A validation or a hook rejected an object; see ``JSONAdapterError/underlying``.
    case validationFailed
    /// The document is nested deeper than the policy allows.
    case tooDeep
    /// An element of a stream is larger than allowed.
    case tooLarge
    /// A member that no property maps, under a policy that refuses those.
    case unknownKey
    /// A number to write has no JSON form.
    case notFinite
    /// A model to write contains itself.
    case cycle
    /// Several errors, under a policy that collects them; see ``JSONAdapterError/errors``.
    case multiple
  }

  /// The kind of failure.
  public internal(set) var kind: Kind
  /// The class of the value's model; for an error of syntax, the class that was asked for.
  public internal(set) var modelClass: Model.Type?
  /// The key of the value's property.
  public internal(set) var propertyKey: String?
  /// The value's path in the document, such as `$.items[3].user.created_at`. It shortens long
  /// names; ``pathComponents`` has the full ones.
  public var path: String { documentPath.text }
  /// The line, counted from one; nil if the JSON was not text.
  public internal(set) var line: Int?
  /// The column in Unicode scalars, counted from one; nil if the JSON was not text.
  public internal(set) var column: Int?
  /// The offset from the first byte of the text in UTF-8; nil if the JSON was not text.
  public internal(set) var byteOffset: Int?
  /// The value that the property accepts, in words.
  public var expected: String { expectedPhrase.description }
  /// The found value, in words.
  public var found: String { foundPhrase.description }
  var documentPath: DocumentPath
  var expectedPhrase: ErrorPhrase
  var foundPhrase: ErrorPhrase
  /// The keys of the absent properties, for ``Kind/missingKeys``; for an absent place, the name of
  /// its member.
  public internal(set) var missingKeys: [String] = []
  /// The errors of the document, for ``Kind/multiple``: at most ``ConversionPolicy/maximumErrors``.
  public internal(set) var errors: [JSONAdapterError] = []
  /// How many errors there are beyond ``errors``.
  public internal(set) var omittedErrors = 0
  /// The error of a transformer, a hook or a validation.
  public internal(set) var underlying: (any Error)?
  /// The refused value, from which advice is made when somebody asks for it.
  var refused: RefusedValue?
  /// Advice that was known from the beginning.
  var cure: ErrorAdvice?

  @inline(never)
  init(
    _ kind: Kind, modelClass: Model.Type? = nil, propertyKey: String? = nil,
    path: DocumentPath = .root,
    expected: ErrorPhrase = "", found: ErrorPhrase = "", underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.modelClass = modelClass
    self.propertyKey = propertyKey
    documentPath = path
    expectedPhrase = expected
    foundPhrase = found
    self.underlying = underlying
  }
}

extension JSONAdapterError {
  /// Makes one error of the first of a document's errors.
  init(first errors: [JSONAdapterError], of count: Int) {
    self.init(.multiple, found: "\(count) errors")
    self.errors = errors
    omittedErrors = count - errors.count
  }
}

extension JSONAdapterError {
  /// Moves the error into a document of which no text is known; nil leaves it its path.
  mutating func move(to path: [JSONKeyPath.Component]?) {
    if let path { documentPath = .steps(path) }
    (line, column, byteOffset) = (nil, nil, nil)
  }
}

extension JSONAdapterError: CustomStringConvertible {
  public var description: String { message.description }

  /// The message as data, from which ``description`` and messages in other languages are made.
  public var message: ErrorPhrase {
    guard kind == .multiple else {
      return subject.isEmpty ? predicate : "\(subject): \(predicate)"
    }
    var all: ErrorPhrase = "\(errors.count + omittedErrors) errors:"
    for error in errors { all += "\n- \(error.message)" }
    if omittedErrors > 0 { all += "\n- and \(omittedErrors) more" }
    return all
  }

  /// The message about one value, without the class and the property.
  private var predicate: ErrorPhrase {
    if kind == .invalidMapping { return "the mapping has mistakes:\(foundPhrase)" }
    return ownAdvice.map { "\(sentence): \($0.message)" } ?? sentence
  }

  /// The message without advice, which is for who writes the program.
  private var sentence: ErrorPhrase { "\(problem) \(place)" }

  private var subject: String {
    // An error of syntax is about the text, whatever the class.
    guard let modelClass, kind != .invalidJSON else { return "" }
    return kind == .missingKeys
      ? "\(modelClass)" : propertyKey.map { "\(modelClass).\($0)" } ?? "\(modelClass)"
  }

  private var problem: ErrorPhrase {
    switch kind {
    case .invalidJSON, .tooDeep, .noClassFound: foundPhrase
    case .missingKeys: "missing \(foundPhrase)"
    case .validationFailed where limit != nil: mismatch
    case .transformFailed, .validationFailed: underlying?.phrase ?? mismatch
    case .unknownKey: "no property is mapped to \(foundPhrase)"
    default: mismatch
    }
  }

  private var mismatch: ErrorPhrase { "expected \(expectedPhrase), found \(foundPhrase)" }

  private var place: ErrorPhrase {
    let path = Boxed.words(path: path)
    guard let line, let column else { return "at \(path)" }
    return "at \(path) (line \(line), column \(column))"
  }
}

/// The parts of the error as values.
extension JSONAdapterError {
  /// Advice for accepting the value, if there is any.
  public var advice: ErrorAdvice? { ownAdvice == .nothing ? nil : ownAdvice }

  /// The advice, or the phrase for its absence.
  var ownAdvice: ErrorAdvice? { cure ?? nearestTag ?? refused?.advice(forKey: propertyKey) }

  /// The tag that an unknown one was probably meant to be.
  private var nearestTag: ErrorAdvice? {
    guard kind == .noClassFound, let found = foundPhrase.foundValue else { return nil }
    return Spelling.nearest(to: found, among: foundPhrase.allowed).map {
      ErrorAdvice("did you mean \($0)?")
    }
  }

  /// The steps of ``path``, with the document's names.
  public var pathComponents: [JSONKeyPath.Component] { documentPath.components }

  /// The place in the form of RFC 6901: `/items/3/user`; empty for the whole document.
  public var pointer: String { documentPath.pointer }

  /// The allowed values, such as the raw values of an enum or the tags of a cluster, the one most
  /// similar to the found value first; empty if nothing lists them.
  public var allowedValues: [String] { expectedPhrase.allowed + foundPhrase.allowed }

  /// The limit that the value exceeds; nil for any other error.
  public var limit: PropertyLimit? { (underlying as? ModelError)?.limit }

  /// The error, or the errors of a document, as RFC 9457 defines the body of a response.
  ///
  /// The status is 400 for text that is not JSON, 413 for text that is too large, 500 for mistakes
  /// in the program, and 422 for anything else.
  public var problemDetails: ProblemDetails {
    let (status, title): (Int, String) =
      switch kind {
      case .invalidJSON: (400, "Bad Request")
      case .tooLarge: (413, "Content Too Large")
      case .invalidMapping, .notFinite, .cycle: (500, "Internal Server Error")
      case .noClassFound, .typeMismatch, .nullValue, .missingKeys, .outOfRange, .transformFailed,
        .validationFailed, .tooDeep, .unknownKey, .multiple:
        (422, "Unprocessable Content")
      }
    let all = kind == .multiple ? errors : [self]
    let count = all.count + omittedErrors
    return ProblemDetails(
      status: status, title: title,
      detail: count == 1 ? detail : "\(count) errors",
      errors: all.map(\.problemEntry),
      omitted: omittedErrors)
  }

  private var detail: String {
    (kind == .invalidMapping ? predicate : sentence).description
  }

  private var problemEntry: ProblemDetails.Entry {
    let fragment = pointer.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed)
    return ProblemDetails.Entry(
      kind: "\(kind)", detail: detail, pointer: "#" + (fragment ?? ""),
      key: propertyKey, expected: expectedPhrase.format.isEmpty ? nil : expected,
      allowed: allowedValues, limit: limit?.description)
  }
}

extension JSONAdapterError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSONAdapterError: CustomNSError {
  public static var errorDomain: String { "Peridot.JSONAdapterError" }

  public var errorCode: Int { kind.rawValue }

  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: description]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return info
  }
}
