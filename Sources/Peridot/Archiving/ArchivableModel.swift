import Foundation

/// A model as the archiving layer sees it, so that it need not know the class `Model`.
protocol ArchivableModel: NSObject, NSCoding {
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
  /// Validates the model and lets it set what it derives from its properties.
  ///
  /// - Throws: an ``ArchiveError`` with the property's path for a property that is refused, and
  ///   whatever the model throws.
  func finishUnarchiving() throws
}
