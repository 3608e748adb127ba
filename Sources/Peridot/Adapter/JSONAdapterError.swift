public import Foundation

/// Why JSON could not become models, or models JSON, and where.
public struct JSONAdapterError: WordedError, Sendable {
  /// The kinds of failure.
  public enum Kind: Int, Sendable {
    /// The document is not JSON as RFC 8259 defines it.
    case invalidJSON = 1
    /// `classForParsing(_:)` gave no class, or one that does not belong there.
    case noClassFound
    /// A class's mapping has mistakes; `found` lists them all.
    case invalidMapping
    /// A value has another type than its property.
    case typeMismatch
    /// Null where the property is not an Optional.
    case nullValue
    /// Required keys are absent, or the place that `at` names; see
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
    /// A member that no property is mapped to, under a policy that refuses those.
    case unknownKey
    /// A number without a JSON form was to be written.
    case notFinite
    /// A model that contains itself was to be written.
    case cycle
    /// Several errors, under a policy that gathers them; see ``JSONAdapterError/errors``.
    case multiple
  }

  public var kind: Kind
  /// The class of the model that the value belongs to.
  public var modelClass: Model.Type?
  /// The key of the property that the value belongs to.
  public var propertyKey: String?
  /// Where the value lies in the document, as `$.items[3].user.created_at`.
  public var path: String
  /// The line, counted from one; nil when the JSON was no text.
  public var line: Int?
  /// The column in Unicode scalars, counted from one; nil when the JSON was no text.
  public var column: Int?
  /// The offset from the first byte; nil when the JSON was no text.
  public var byteOffset: Int?
  /// The value that the property takes, in words.
  public var expected: String
  /// The value that was found, in words.
  public var found: String
  /// The keys of the properties that are absent, for ``Kind/missingKeys``; of a place that is, the
  /// name of the member.
  public var missingKeys: [String] = []
  /// All errors of the document, for ``Kind/multiple``.
  public var errors: [JSONAdapterError] = []
  /// The error that a transformer, a hook or a validation threw.
  public var underlying: (any Error)?
  /// The advice that would let the value through, where there is one.
  var cure: ConversionError.Cure?

  init(
    _ kind: Kind, modelClass: Model.Type? = nil, propertyKey: String? = nil, path: String = "$",
    expected: String = "", found: String = "", underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.modelClass = modelClass
    self.propertyKey = propertyKey
    self.path = path
    self.expected = expected
    self.found = found
    self.underlying = underlying
  }
}

extension JSONAdapterError: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .invalidMapping:
      return (subject.isEmpty ? "" : "\(subject): ") + "the mapping has mistakes:\(found)"
    case .multiple:
      return "\(errors.count) errors:" + errors.map { "\n- \($0)" }.joined()
    default:
      let advice = cure.map { ": " + $0.words } ?? ""
      return (subject.isEmpty ? "" : "\(subject): ") + "\(problem) \(place)\(advice)"
    }
  }

  private var subject: String {
    guard let modelClass else { return "" }
    return propertyKey.map { "\(modelClass).\($0)" } ?? "\(modelClass)"
  }

  private var problem: String {
    switch kind {
    case .invalidJSON, .tooDeep: found
    case .missingKeys: "missing \(found)"
    case .validationFailed where (underlying as? ModelError)?.limit != nil: mismatch
    case .transformFailed, .validationFailed: underlying.map { Boxed.words(error: $0) } ?? mismatch
    case .unknownKey: "no property is mapped to \(found)"
    case .noClassFound: found
    default: mismatch
    }
  }

  private var mismatch: String { "expected \(expected), found \(found)" }

  private var place: String {
    let path = Boxed.words(path: path)
    guard let line, let column else { return "at \(path)" }
    return "at \(path) (line \(line), column \(column))"
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
