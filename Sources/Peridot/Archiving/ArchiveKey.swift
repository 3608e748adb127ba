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

  /// Strings that every archive has.
  enum Encoded {
    static let null = EncodedString("$null")
    static let version = EncodedString(ArchiveKey.version)
    static let objectClass = EncodedString("$class")
    static let name = EncodedString("$classname")
    static let chain = EncodedString("$classes")
    static let root = EncodedString("root")
    static let keys = ["$archiver", "$objects", "$top", "$version"].map { EncodedString($0) }
    static let archiver = EncodedString("NSKeyedArchiver")
  }
}
