import Foundation

/// An object that was made from an archive.
struct ArchiveInstance {
  /// Above the position of any instance.
  static let nothing = Int.max

  let object: NSObject
  /// How it is archived, if it is a model.
  let plan: ArchivePlan?
  private var firstReached = Int32.max
  /// True once it has its properties.
  var isFilled = false
  /// True as long as only a reference to another copy was met, and not that copy.
  var isReference = false

  /// The first instance that had no properties yet when this one got its own, and to which it
  /// leads through what its hash is made of.
  var reached: Int {
    get { firstReached == .max ? Self.nothing : Int(firstReached) }
    set { firstReached = Int32(clamping: newValue) }
  }

  init(_ model: any ArchivableModel, _ plan: ArchivePlan) {
    object = model
    self.plan = plan
  }

  init(complete object: NSObject) {
    self.object = object
    plan = nil
    isFilled = true
  }

  /// The object, if it is a model.
  var model: (any ArchivableModel)? { plan?.model(object) }
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
