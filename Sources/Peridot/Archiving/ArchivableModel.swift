import Foundation

/// The archiving layer's view of a model, so that it doesn't need the class `Model`.
protocol ArchivableModel: NSObject, NSCoding, SendableMetatype {
  init()
  /// The class of all models.
  static var rootClass: AnyClass { get }
  static var archiveName: String { get }
  static var modelVersion: Int { get }
  /// The property keys of the class with their properties, in order.
  static var archivableProperties: [Property] { get }
  /// Throws if the class's lists of property keys have mistakes.
  static func checkDeclarations() throws
  /// Returns the message that `name` in `member` of the class is not a property's; nil if it is.
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
  /// Returns property values for an archive in Mantle's form before version 1.
  static func dictionaryValue(
    fromArchivedExternalRepresentation externalRepresentation: [String: Any], version: Int
  ) -> [String: Any]?

  func encode(with coder: NSCoder)
  func decodeValue(forKey key: String, with coder: NSCoder, modelVersion: Int) throws -> Any?
  func setArchivedValue(_ value: Any?, forKey key: String) throws
  /// Calls the model's own validation with a value that the property doesn't accept, and stores the
  /// result if it fits.
  ///
  /// - Returns: whether it was stored, and the validation's error.
  func mend(_ value: Any?, forKey key: String) -> (isMended: Bool, error: (any Error)?)
  /// Validates the model and lets it derive values from its properties.
  ///
  /// - Throws: an ``ArchiveError`` with the property's path for a refused property, and any error
  ///   of the model's own code.
  func finishUnarchiving() throws
}

extension ArchivableModel {
  /// Continues after `error` if the model's own validation makes a fitting value.
  ///
  /// - Parameters:
  ///   - key: the property's key.
  ///   - value: returns the archived value; nil means nil.
  func recover(from error: any Error, forKey key: String, _ value: () throws -> Any?) throws {
    guard Self.validatesKeys, var failure = error as? ArchiveError, failure.isAboutValue,
      case .success(let value) = Result(catching: value)
    else { throw error }
    let rejection = mend(value, forKey: key)
    if rejection.isMended { return }
    failure.underlying = rejection.error
    throw failure
  }

  /// Throws if this program doesn't know `version` of the class.
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

  /// Sets the properties from an archive in Mantle's form before version 1.
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

/// Whether an archive contains a property.
public enum EncodingBehavior: Sendable, Hashable {
  /// The archive doesn't contain it; reading the model leaves the initial value.
  case excluded
  /// The archive always contains it.
  case unconditional
  /// The archive contains the reference if something else in it holds the same object
  /// unconditionally; otherwise it reads as nil. This is the default for a `weak var`.
  case conditional
}
