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
