/// The beginning of every archive of one model class, made once: the keys and the class.
struct ArchivePrototype: Sendable {
  let objects: ArchiveObjects
  let record: ClassRecord

  /// The reference that is kept for the root.
  static let root = 1

  /// - Parameters:
  ///   - chain: the archive names of the class and of those above it.
  ///   - keys: the keys of the properties that are written.
  init(chain: [String], keys: [String]) {
    var objects = ArchiveObjects.blank
    _ = objects.reserve()
    _ = objects.uid(Self.root)
    let record = ClassRecord(chain: chain, keys: keys, classReference: nil, in: &objects)
    self.objects = objects
    self.record = record
  }
}

/// A model class in an archive.
final class ClassRecord: Sendable {
  /// The version, the properties, and last the class.
  let keys: [Int32]
  /// Where the same keys stand among the references of the property list.
  let keyStart: Int
  /// The property list's reference to the class.
  let classObject: Int
  let classReference: Int

  /// - Parameter classReference: the class, if it has been added already.
  init(
    chain: [String], keys: [String], classReference: Int?, in objects: inout ArchiveObjects
  ) {
    let keyObjects =
      [ArchiveObjects.Known.version.rawValue] + keys.map { objects.plist.string($0) }
    keyStart = objects.addKeys(keyObjects)
    self.keys = Array(objects.plist.references[keyStart...])
    self.classReference = classReference ?? objects.addClass(chain)
    classObject = objects.uid(self.classReference)
  }
}
