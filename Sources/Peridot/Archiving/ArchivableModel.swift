import Foundation

/// A model as the archiving layer sees it, so that it need not know the class `Model`.
protocol ArchivableModel: NSObject, NSCoding, SendableMetatype {
  init()
  /// The class of all models.
  static var rootClass: AnyClass { get }
  static var archiveName: String { get }
  static var modelVersion: Int { get }
  /// The property keys of the class with their properties, in order.
  static var archivableProperties: [Property] { get }
  /// Throws when the class's lists of property keys have mistakes.
  static func checkDeclarations() throws
  /// Says that `name`, which `member` of the class has, is not a property's; nil if it is.
  static func misnaming(_ name: String, in member: String) -> String?
  /// The keys of the properties that take part in equality and hash.
  static var hashedPropertyKeys: Set<String> { get }
  /// Whether the class overrides `decodeValue(forKey:with:modelVersion:)`.
  static var decodesValues: Bool { get }
  /// Whether the class overrides `encode(with:)`.
  static var encodesItself: Bool { get }
  /// Whether the class overrides `validate(_:forKey:)`.
  static var validatesKeys: Bool { get }
  /// Whether `finishUnarchiving()` has anything to do.
  static var finishesUnarchiving: Bool { get }
  static var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] { get }
  static var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] { get }
  /// Returns property values for an archive of the form that Mantle wrote before version 1.
  static func dictionaryValue(
    fromArchivedExternalRepresentation externalRepresentation: [String: Any], version: Int
  ) -> [String: Any]?

  func encode(with coder: NSCoder)
  func decodeValue(forKey key: String, with coder: NSCoder, modelVersion: Int) throws -> Any?
  func setArchivedValue(_ value: Any?, forKey key: String) throws
  /// Hands a value that the property does not take to the model's own validation, and stores what that
  /// makes of it if it fits.
  ///
  /// - Returns: whether that was done, and what was thrown.
  func mend(_ value: Any?, forKey key: String) -> (isMended: Bool, error: (any Error)?)
  /// Validates the model and lets it set what it derives from its properties.
  ///
  /// - Throws: an ``ArchiveError`` with the property's path for a property that is refused, and
  ///   whatever the model throws.
  func finishUnarchiving() throws
}

extension ArchivableModel {
  /// Goes on after `error` where the model's own validation makes something that fits of the value.
  ///
  /// - Parameters:
  ///   - key: the property's key.
  ///   - value: returns what the archive has for the property; nil means nil.
  func recover(from error: any Error, forKey key: String, _ value: () throws -> Any?) throws {
    guard Self.validatesKeys, var failure = error as? ArchiveError, failure.isAboutValue,
      case .success(let value) = Result(catching: value)
    else { throw error }
    let rejection = mend(value, forKey: key)
    if rejection.isMended { return }
    failure.underlying = rejection.error
    throw failure
  }

  /// Throws if this program does not know `version` of the class.
  static func checkVersion(_ version: Int) throws {
    guard version <= modelVersion else {
      throw ArchiveError(
        .newerVersion,
        """
        the archive holds version \(version) of \(self), but this program knows versions up to \
        \(modelVersion)
        """)
    }
  }

  /// Sets the properties from an archive of the form that Mantle wrote before its version 1.
  func setValues(fromExternal external: [String: Any], version: Int) throws {
    let type = type(of: self)
    guard
      let values = type.dictionaryValue(
        fromArchivedExternalRepresentation: external, version: version)
    else {
      throw ArchiveError(
        .decodingFailed,
        """
        the archive is of the form that Mantle wrote before its version 1: override \
        dictionaryValue(fromArchivedExternalRepresentation:version:) in \(type)
        """)
    }
    for (key, value) in values {
      try ArchiveError.within(".\(key)", .typeMismatch) {
        try setArchivedValue(value, forKey: key)
      }
    }
  }
}

/// Whether a property is written to an archive.
public enum EncodingBehavior: Sendable, Hashable {
  /// It is not; when the model is read, the property keeps its initial value.
  case excluded
  /// It always is.
  case unconditional
  /// The reference is written if something else in the archive holds the same object
  /// unconditionally, and is nil otherwise. A `weak var` behaves so by default.
  case conditional
}
