import Foundation

/// Reads one keyed archive.
///
/// A model is registered before its properties are read, so that cycles and references to it find
/// it; where models refer to each other very deeply, its properties are read later, from a queue.
/// The class of each object is checked against what its place allows before it is made.
final class ArchiveReader {
  let plist: BinaryPlist
  let objects: BinaryPlist.References
  let limits: ArchiveLimits
  /// How many values a property may hold.
  let mostValues: Int
  let classNames: [String: any ArchivableModel.Type]

  /// The objects that were made, in the order in which they were.
  var instances: [ArchiveInstance] = []
  /// A mark for each object of the archive: its index among the instances, if it is one; or whether
  /// it was read.
  var marks: [Int32]
  /// The first of the instances without their properties to which what is being read leads.
  var reached = ArchiveInstance.nothing
  var queue: [(instance: Int, members: ArchiveMembers)] = []
  /// Models by the number that tells those apart that may have several copies.
  var copies: [Int: (instance: Int, isFilled: Bool, members: ArchiveMembers)] = [:]
  /// Models whose hooks are to be called, inner ones first within each run that starts from the
  /// queue.
  var finished: [(model: any ArchivableModel, plan: ArchivePlan)] = []
  var runs: [Int] = []

  // Apart from each, the one that was used last, which is the next one more often than not.
  var classes: [Int: ArchivedClass] = [:]
  var lastClass: ArchivedClass?
  var shapes: [ShapeKey: ArchiveShape] = [:]
  var lastShape: ArchiveShape?
  var texts: [Int: String] = [:]
  var blobs: [Int: Data] = [:]
  var shared: [SharedKey: SharedValue] = [:]
  /// How much there is to hash of an object, by its number and the models to look into.
  var weights: [Int: Int] = [:]
  /// Collections that are being read, with the object whose property they belong to.
  var active: [Int: Int] = [:]
  var depth = 0
  var valueCount = 0
  var keyBudget: Int
  var byteBudget: Int

  /// The object that is being read.
  var frame: Frame?
  var frameCount = 0
  /// The classes that the place that is being read allows.
  var allowance: Allowance?
  /// The place that asks for collections of Foundation's, or for a class that may make such of what
  /// it gets; nil where they stay Swift's.
  var foundationPlace: AnyObject?
  lazy var coder = ArchiveDecoder(self)
  /// The root, once it was read and only properties and hooks are left.
  var root: Any?
  /// The first error in a method that cannot throw.
  var failure: ArchiveError?

  /// How deeply models are read one within the other before the queue is used.
  static let directDepth = 48
  static let isNew: Int32 = -1
  static let isSeen: Int32 = -2

  struct Frame {
    let members: ArchiveMembers
    /// Tells this object from others, in the order in which they are read.
    let number: Int
    let plan: ArchivePlan?
    /// The position in `plan` of the property that is being read.
    var entryIndex = -1
  }

  init(
    _ source: ArchiveSource, classNames: [String: any ArchivableModel.Type] = [:],
    limits: ArchiveLimits = ArchiveLimits()
  ) throws {
    plist = try BinaryPlist(source.bytes(limit: limits.byteCount))
    guard plist.objectCount <= limits.objectCount * 2 else {
      throw ArchiveError(.tooManyObjects, "the archive holds over \(limits.objectCount) objects")
    }
    self.limits = limits.fittingStack(StackRoom.depthToRead)
    let (values, overflow) = limits.expansion.addingReportingOverflow(plist.objectCount)
    mostValues = overflow ? .max : values
    self.classNames = classNames
    objects = try Self.objects(of: plist)
    guard objects.count <= limits.objectCount else {
      throw ArchiveError(.tooManyObjects, "the archive holds over \(limits.objectCount) objects")
    }
    // A list may name one property list object many times; each has a place here.
    marks = Array(repeating: Self.isNew, count: objects.count)
    keyBudget = plist.bytes.count * 8 + 1_000_000
    byteBudget = plist.bytes.count * 8 + limits.expandedBytes
  }

  /// Returns the root of the archive `source`, with all models filled and validated.
  static func root<Value>(
    of source: ArchiveSource, as: Value.Type = Value.self,
    classNames: [String: any ArchivableModel.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    let reader = try ArchiveReader(source, classNames: classNames, limits: limits)
    let root = try archiveCodec(Value.self).decode(reader.rootSlot(), reader)
    try reader.finish(root)
    return root
  }

  /// Returns the root of the archive `source`, which is a model of the class `type` or of a
  /// subclass.
  static func rootModel(
    of source: ArchiveSource, as type: any ArchivableModel.Type,
    classNames: [String: any ArchivableModel.Type], limits: ArchiveLimits
  ) throws -> any ArchivableModel {
    let reader = try ArchiveReader(source, classNames: classNames, limits: limits)
    let root = try reader.model(reader.rootSlot(), of: type)
    try reader.finish(root)
    return root
  }

  private func finish(_ root: Any) throws {
    self.root = root
    try drain(to: 0)
    if let failure { throw failure }
    if let missing = copies.first(where: { !$0.value.isFilled }) {
      throw ArchiveError(.invalidReference, "the model with the number \(missing.key) is missing")
    }
    guard finished.contains(where: { $0.plan.hasHooks }) else { return }
    // Later runs are reached from earlier ones, so their models are the inner ones.
    var end = finished.count
    for start in runs.reversed() + [0] {
      for (model, plan) in finished[start..<end] { try finish(model, plan) }
      end = start
    }
  }

  private func finish(_ model: any ArchivableModel, _ plan: ArchivePlan) throws {
    do {
      // The hooks of the members may have changed the members' hashes.
      for entry in plan.hashedEntries { entry.codec.rehash(entry.access, of: model) }
      try model.finishUnarchiving()
    } catch {
      let failure =
        error as? ArchiveError
        ?? ArchiveError(.validationFailed, "\(type(of: model)): \(error)")
      throw failure.within(root ?? model, at: model)
    }
  }
}

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

/// A class as an archive names it.
final class ArchivedClass {
  /// The number of the class in the archive.
  let index: Int
  let name: String
  /// Names to try where the first is not known.
  let hints: [String]
  /// The model class that it was found to be, and for which place.
  var resolved: (plan: ArchivePlan, expected: AnyClass, allowance: Allowance?)?

  /// Whether the reader's list of classes has it.
  var isListed = false

  /// How its objects are archived, if it is a class of Foundation's.
  private(set) lazy var kind: FoundationClass? = {
    for name in [name] + hints {
      if let kind = FoundationClass(named: name) { return kind }
    }
    return nil
  }()

  /// The name as a message shows it: it comes from anywhere.
  var words: String { Boxed.escaped(name, limit: 200) }

  init(_ index: Int, name: String, hints: [String]) {
    self.index = index
    self.name = name
    self.hints = hints
  }
}

/// Where a value lies in an archive.
enum ArchiveSlot {
  /// It is the object with this number in `$objects`.
  case object(Int)
  /// It stands where it is used; this is its number in the property list.
  case inline(Int)

  /// The number in `$objects`, for an error.
  var objectIndex: Int? {
    if case .object(let index) = self { return index }
    return nil
  }
}

/// Whether nil lies at a place.
enum ArchiveNullness {
  /// The reference that stands for nil.
  case nothing
  /// A null object, which stands for nil in a collection.
  case null
  case value
}
