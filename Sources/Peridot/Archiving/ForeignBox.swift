import Foundation

/// Stands for an object in a coder of Foundation's, compared by identity.
///
/// Foundation's archiver on Linux takes equal objects for the same one, and compares all
/// collections that have as many elements, since that number is their hash.
final class ForeignBox: NSObject, NSSecureCoding {
  private let object: any NSObject & NSCoding
  private let archivedClass: AnyClass

  init(_ model: any ArchivableModel) {
    object = model
    archivedClass = ArchiveNames.foundationClass(of: type(of: model))
  }

  /// Stands for `collection`, which is archived as an object of `archivedClass`.
  init(_ collection: any NSObject & NSCoding, as archivedClass: AnyClass) {
    object = collection
    self.archivedClass = archivedClass
  }

  static var supportsSecureCoding: Bool { true }
  override var classForCoder: AnyClass { archivedClass }

  #if !canImport(Darwin)
    override var classForKeyedArchiver: AnyClass? { archivedClass }
  #endif

  func encode(with coder: NSCoder) {
    // Foundation's archiver goes down by recursion, however deep that is, and nothing here can throw.
    if StackRoom.isSpent {
      StackRoom.refuse(
        "a coder of Foundation's", instead: "Use archivedData(), which works from a list.")
    }
    object.encode(with: coder)
  }

  init?(coder: NSCoder) { nil }
}
