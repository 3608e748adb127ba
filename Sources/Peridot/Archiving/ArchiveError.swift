/// Why an archive could not be written or read, and where.
public struct ArchiveError: PhrasedError, Sendable {
  /// The kind of mistake.
  public enum Kind: Sendable, Hashable {
    /// The bytes are not a property list.
    case invalidPropertyList
    /// The property list is not a keyed archive.
    case invalidArchive
    /// A reference leads nowhere.
    case invalidReference
    /// The archive names an unknown class.
    case unknownClass
    /// The archive names a class that its place does not allow.
    case classNotAllowed
    /// A value has a type that its place doesn't accept.
    case typeMismatch
    /// A number doesn't fit the type of its place.
    case outOfRange
    /// Something other than a model contains itself.
    case cycle
    /// Values are nested more deeply than the limits allow.
    case tooDeep
    /// The archive holds more objects than the limits allow.
    case tooManyObjects
    /// The archive, or its unfolded content, is larger than the limits allow.
    case tooLarge
    /// A newer version of the model wrote the archive.
    case newerVersion
    /// The class declares no lasting name, or one of its members names a property that doesn't
    /// exist.
    case invalidDeclaration
    /// A property's type can't be archived.
    case unsupportedType
    /// The model's own validation refused the value or the model.
    case validationFailed
    /// An overridden method, or a class of other code, failed.
    case decodingFailed
  }

  /// The kind of mistake.
  public let kind: Kind
  /// The number of the object in the archive's `$objects`; nil when writing.
  public internal(set) var objectIndex: Int?
  /// The path from the root to the value, such as `$.owner.tags[2]`.
  public internal(set) var path: String
  /// The mistake, without its place.
  let problem: ErrorPhrase
  /// The key of the innermost property around the value, or nil.
  public internal(set) var propertyKey: String?
  /// The value that was found instead of the expected one, in words; nil for any other mistake.
  private(set) var found: String?
  /// The class of that property's model, which the layer above knows as a model class.
  var owner: AnyClass?
  /// The error of the model's own validation, about the value or about the model; nil if there is
  /// none.
  public internal(set) var underlying: (any Error)?

  init(_ kind: Kind, _ problem: ErrorPhrase, objectIndex: Int? = nil) {
    self.kind = kind
    self.problem = problem.escaped(limit: 1000)
    self.objectIndex = objectIndex
    path = "$"
  }

  /// Returns this error seen from the owner of `component`.
  func within(_ component: String) -> ArchiveError {
    var error = self
    error.path = "$" + Boxed.words(step: component) + path.dropFirst()
    return error
  }
}

extension ArchiveError: Equatable {
  /// Two errors with the same content are equal; a validation's error counts by its text.
  public static func == (first: ArchiveError, second: ArchiveError) -> Bool {
    first.kind == second.kind && first.objectIndex == second.objectIndex
      && first.path == second.path && "\(first.problem)" == "\(second.problem)"
  }
}

extension ArchiveError {
  /// Whether it is about a value that its place doesn't accept, and not about the archive.
  var isAboutValue: Bool { kind == .typeMismatch || kind == .outOfRange }

  /// Returns `error` if it is of this type; otherwise an error with its message.
  static func wrapping(_ error: any Error, _ kind: Kind) -> ArchiveError {
    error as? ArchiveError ?? ArchiveError(kind, error.phrase)
  }

  /// Calls `body`, and adds `component` to the path of its errors.
  static func within<Result>(
    _ component: @autoclosure () -> String, _ kind: Kind = .decodingFailed,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw wrapping(error, kind).within(component())
    }
  }

  /// The error without its words about a value, for a secret property.
  var hidden: ArchiveError {
    var error = ArchiveError(kind, "found \(Boxed.secret)", objectIndex: objectIndex)
    error.owner = owner
    error.propertyKey = propertyKey
    error.underlying = underlying.flatMap { $0.isOfUser ? $0 : nil }
    return error
  }

  static func mismatch(
    _ kind: Kind = .typeMismatch, expected: String, found: String
  ) -> ArchiveError {
    var error = ArchiveError(kind, "expected \(expected), found \(found)")
    error.found = found
    return error
  }

  /// Returns the error with other words for the expected value.
  func expecting(_ expected: String) -> ArchiveError {
    guard let found, path == "$" else { return self }
    var error = Self.mismatch(kind, expected: expected, found: found)
    error.objectIndex = objectIndex
    return error
  }

  /// The error for a Foundation object that can't represent a value.
  static func mismatch(expected: String, foreign object: Any?) -> ArchiveError {
    mismatch(expected: expected, found: object.map { "\(type(of: $0))" } ?? "nil")
  }

  /// The error for a value that can't be a member of a set, or a key, of a type known only at run
  /// time.
  static func noMember(_ value: Any, advice: String = "") -> ArchiveError {
    mismatch(
      expected: "a value that can be a key or a member of a set",
      found: TypeName.withArticle(type(of: value)) + advice)
  }
}

extension ArchiveError: CustomStringConvertible {
  public var description: String { message.description }

  /// The message as data, from which ``description`` and messages in other languages are made.
  public var message: ErrorPhrase {
    let path = Boxed.words(path: path)
    let place: ErrorPhrase = objectIndex.map { "\(path) (object \($0))" } ?? "\(path)"
    // Only reading knows the object. For writing, another cure applies, which the message names.
    let isConvertible = isAboutValue && objectIndex != nil && self.path != "$"
    let advice: ErrorPhrase =
      isConvertible
      ? ": convert it in validate(_:forKey:) or decodeValue(forKey:with:modelVersion:)" : ""
    return "\(place): \(problem)\(advice)"
  }
}
