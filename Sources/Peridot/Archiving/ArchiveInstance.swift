import Foundation

/// An object that was made from an archive.
struct ArchiveInstance {
  /// Above the position of any instance.
  static let nothing = Int.max

  let object: NSObject
  /// The same, if it is a model.
  let model: (any ArchivableModel)?
  let plan: ArchivePlan?
  /// True once it has its properties.
  var isFilled = false
  /// True as long as only a reference to another copy was met, and not that copy.
  var isReference = false
  /// The first instance that had no properties yet when this one got its own, and to which it
  /// leads through what its hash is made of.
  var reached = nothing

  init(_ model: any ArchivableModel, _ plan: ArchivePlan) {
    object = model
    self.model = model
    self.plan = plan
  }

  init(complete object: NSObject) {
    self.object = object
    model = nil
    plan = nil
    isFilled = true
  }
}

/// A value that is shared by several places, and the codec by which it was read.
struct SharedKey: Hashable {
  let index: Int
  let reader: ObjectIdentifier
}

struct SharedValue {
  let value: Any
  /// Kept, so that no other object takes its identity.
  let reader: AnyObject
  let valueCount: Int
}
