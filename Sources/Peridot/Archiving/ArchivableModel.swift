import Foundation

/// What the archiving layer asks of a model, so that it need not know the class `Model`.
protocol ArchivableModel: NSObject, NSCoding {
  init()
  static var archiveName: String { get }
  static var modelVersion: Int { get }
  /// The property keys of the class with their properties, in order.
  static var archivableProperties: [Property] { get }
  /// The keys of the properties that take part in equality and hash.
  static var hashedPropertyKeys: Set<String> { get }
  /// Whether the class overrides `decodeValue(forKey:with:modelVersion:)`.
  static var decodesValues: Bool { get }
  static var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] { get }
  static var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] { get }
  /// Returns property values for an archive of the form that Mantle wrote before version 1.
  static func dictionaryValue(
    fromArchivedExternalRepresentation externalRepresentation: [String: Any], version: Int
  ) -> [String: Any]?

  func encode(with coder: NSCoder)
  func decodeValue(forKey key: String, with coder: NSCoder, modelVersion: Int) throws -> Any?
  func setValue(_ value: Any?, forPropertyKey key: String) throws
  /// Validates the model and lets it set what it derives from its properties.
  func finishUnarchiving() throws
}

/// The keys that a model's archive has beside those of its properties.
enum ArchiveKey {
  /// Mantle's key for the version of the class.
  static let version = "MTLModelVersion"
  /// The key of the dictionary in archives that Mantle wrote before version 1.
  static let externalRepresentation = "externalRepresentation"
  /// A number that tells a model from others in the same archive. Foundation hands out an object
  /// only once it is decoded; with this, a model that is still being decoded is found again.
  static let identifier = "PeridotObjectID"
  /// Marks a second copy of a model, which has nothing but its number.
  static let isReference = "PeridotReference"
  /// The archive name of a class that Foundation's archiver cannot name.
  static let className = "PeridotClass"
}
