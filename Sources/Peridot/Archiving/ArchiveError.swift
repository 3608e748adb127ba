/// Why an archive could not be written or read, and where.
public struct ArchiveError: WordedError, Sendable {
  /// The kind of mistake.
  public enum Kind: Sendable, Hashable {
    /// The bytes are not a property list.
    case invalidPropertyList
    /// The property list is not a keyed archive.
    case invalidArchive
    /// A reference leads nowhere.
    case invalidReference
    /// The archive names a class that is not known here.
    case unknownClass
    /// The archive names a class that its place does not allow.
    case classNotAllowed
    /// A value is not of the type that its place asks for.
    case typeMismatch
    /// A number does not fit the type that its place asks for.
    case outOfRange
    /// Something other than a model contains itself.
    case cycle
    /// Values are nested more deeply than the limits allow.
    case tooDeep
    /// The archive holds more objects than the limits allow.
    case tooManyObjects
    /// The archive is larger than the limits allow, or unfolds to more values.
    case tooLarge
    /// The archive was written by a newer version of the model.
    case newerVersion
    /// The class declares no lasting name, or a member of it has a name that is not a property's.
    case invalidDeclaration
    /// A property's type cannot be archived.
    case unsupportedType
    /// The model's own validation refused it.
    case validationFailed
    /// An overridden method, or a class of someone else's, failed.
    case decodingFailed
  }

  /// The kind of mistake.
  public let kind: Kind
  /// The number of the object in the archive's `$objects`; nil when writing.
  public internal(set) var objectIndex: Int?
  /// The way from the root to the value, such as `$.owner.tags[2]`.
  public internal(set) var path: String
  /// The mistake in words, for a person to read.
  public let message: String
  /// The error of the model's own validation, about the value or about the model; nil if it threw
  /// none.
  public internal(set) var underlying: (any Error)?

  init(_ kind: Kind, _ message: String, objectIndex: Int? = nil) {
    self.kind = kind
    self.message = Boxed.escaped(message, limit: 1000)
    self.objectIndex = objectIndex
    path = "$"
  }

  /// Returns this error as seen from the owner of `component`.
  func within(_ component: String) -> ArchiveError {
    var error = self
    error.path = "$" + Boxed.words(step: component) + path.dropFirst()
    return error
  }
}

extension ArchiveError: Equatable {
  /// Errors are equal that say the same; what a validation threw counts by its text.
  public static func == (first: ArchiveError, second: ArchiveError) -> Bool {
    first.kind == second.kind && first.objectIndex == second.objectIndex
      && first.path == second.path && first.message == second.message
  }
}

extension ArchiveError {
  /// Whether it is about a value that its place does not take, and not about the archive.
  var isAboutValue: Bool { kind == .typeMismatch || kind == .outOfRange }

  /// Returns `error` if it is of this type, and one that tells of it otherwise.
  static func wrapping(_ error: any Error, _ kind: Kind) -> ArchiveError {
    error as? ArchiveError ?? ArchiveError(kind, Boxed.words(error: error))
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

  /// The error without what it tells of a value, which is a secret property's.
  var hidden: ArchiveError {
    var error = ArchiveError(kind, "found \(Boxed.secret)", objectIndex: objectIndex)
    error.underlying = underlying.flatMap { $0.isOfUser ? $0 : nil }
    return error
  }

  static func mismatch(expected: String, found: String) -> ArchiveError {
    ArchiveError(.typeMismatch, "expected \(expected), found \(found)")
  }

  /// The error for an object of Foundation's that cannot stand for a value.
  static func mismatch(expected: String, foreign object: Any?) -> ArchiveError {
    mismatch(expected: expected, found: object.map { "\(type(of: $0))" } ?? "nil")
  }

  /// The error for what cannot be a member of a set or a key whose type is known at run time only.
  static func noMember(_ value: Any, advice: String = "") -> ArchiveError {
    mismatch(
      expected: "a value that can be a key or a member of a set",
      found: TypeName.withArticle(type(of: value)) + advice)
  }
}

extension ArchiveError: CustomStringConvertible {
  public var description: String {
    let path = Boxed.words(path: path)
    let place = objectIndex.map { "\(path) (object \($0))" } ?? path
    // Reading knows the object; what cannot be written has another cure, which its message names.
    let isConvertible = isAboutValue && objectIndex != nil && self.path != "$"
    let advice =
      isConvertible
      ? ": convert it in validate(_:forKey:) or decodeValue(forKey:with:modelVersion:)" : ""
    return "\(place): \(message)\(advice)"
  }
}
