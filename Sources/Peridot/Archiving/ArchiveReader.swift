import Foundation

/// Reads one keyed archive.
///
/// A model is registered before its properties are read, so that cycles and references to it find
/// it; where models refer to each other very deeply, its properties are read later, from a queue.
/// The class of each object is checked against what its place allows before it is made.
final class ArchiveReader {
  let plist: BinaryPlist
  let objects: BinaryPlist.References
  /// How deeply values may be nested.
  let nesting: Int
  /// How many values a property may hold.
  let mostValues: Int
  let classNames: [String: any ArchivableModel.Type]

  /// The objects that were made, in the order in which they were.
  var instances: [Instance] = []
  /// A mark for each object of the archive: its index among the instances, if it is one; or whether
  /// it was read.
  var marks: [Int32]
  /// The first of the instances without their properties to which the value being read leads.
  var reached = Instance.nothing
  var queue: [(instance: Int, members: Members)] = []
  /// Models by the number that tells those apart that may have several copies.
  var copies: [Int: (instance: Int, isFilled: Bool, members: Members)] = [:]
  /// Models whose hooks are to be called, inner ones first within each run that starts from the
  /// queue.
  var finished: [(model: any ArchivableModel, plan: ArchivePlan)] = []
  var runs: [Int] = []

  // Apart from each, the one that was used last, which is the next one more often than not.
  var classes: [Int: ArchivedClass] = [:]
  var lastClass: ArchivedClass?
  var shapes: [ShapeKey: Shape] = [:]
  var lastShape: Shape?
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
    let members: Members
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
    nesting = StackRoom.depthToRead(limits.nesting)
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

// MARK: - Guards

extension ArchiveReader {
  /// Calls `body` one level deeper.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    guard depth < nesting else {
      throw ArchiveError(.tooDeep, "values are nested more than \(nesting) levels deep")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Counts a value of the property that is being read.
  func count(_ values: Int = 1) throws {
    valueCount = valueCount &+ values
    guard valueCount <= mostValues else {
      throw ArchiveError(.tooLarge, "the archive unfolds to too many values")
    }
  }

  /// Counts bytes that are copied, looked through or hashed. However many objects share the same
  /// bytes, an archive may ask for a few times its own size, and for what the limits add to that.
  func spend(_ bytes: Int) throws {
    guard bytes <= byteBudget else {
      throw ArchiveError(.tooLarge, "the archive unfolds to too many bytes")
    }
    byteBudget -= bytes
  }

  /// Returns the collection at `slot`, which is read twice at most however often it is used.
  ///
  /// - Parameter isRehashed: whether each place that it is used at gets a set of its own in the
  /// end.
  func shared<Value>(
    _ slot: Slot, by reader: AnyObject, isRehashed: Bool = false, read: () throws -> Value
  ) throws -> Value {
    guard case .object(let index) = slot else { return try nested(read) }
    let key = SharedKey(index: index, reader: ObjectIdentifier(reader))
    if marks[index] != Self.isNew, let known = shared[key], let value = known.value as? Value {
      try count(known.valueCount)
      if isRehashed { try spend(64 * known.valueCount) }
      return value
    }
    let owner = frame?.number ?? -1
    let outer = active.updateValue(owner, forKey: index)
    guard outer != owner else {
      throw ArchiveError(.cycle, "a collection contains itself", objectIndex: index)
    }
    defer { active[index] = outer }
    let before = valueCount
    let value = try nested(read)
    if marks[index] != Self.isNew {
      shared[key] = SharedValue(value: value, reader: reader, valueCount: valueCount - before)
    }
    marks[index] = Self.isSeen
    return value
  }

  /// Adds the number of the object at `slot` to errors that have none.
  func at<Result>(_ slot: Slot, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch var error as ArchiveError {
      if error.objectIndex == nil { error.objectIndex = slot.objectIndex }
      throw error
    }
  }
}

// MARK: - Objects and places

extension ArchiveReader {
  /// Where a value lies in an archive.
  enum Slot {
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
  enum Nullness {
    /// The reference that stands for nil.
    case nothing
    /// A null object, which stands for nil in a collection.
    case null
    case value
  }

  /// An object that was made from an archive.
  struct Instance {
    /// Above the position of any instance.
    static let nothing = Int.max

    let object: NSObject
    /// How it is archived, if it is a model.
    let plan: ArchivePlan?
    /// True once it has its properties.
    var isFilled = false
    /// True as long as only a reference to another copy was met, and not that copy.
    var isReference = false

    /// The first instance that had no properties yet when this one got its own, and to which it
    /// leads through what its hash is made of.
    var reached = Self.nothing

    /// The object, if it is a model.
    var model: (any ArchivableModel)? { plan?.model(object) }
  }

  /// The object that is a shared value, and the rules by which it was read.
  struct SharedKey: Hashable {
    let index: Int
    let reader: ObjectIdentifier
  }

  /// A value that is shared by several places.
  struct SharedValue {
    let value: Any
    /// Kept, so that no other object takes its identity.
    let reader: AnyObject
    let valueCount: Int
  }
}

/// How much an archive may ask of the one who reads it.
///
/// The defaults let any sensible archive through and keep a hostile one from using up the stack
/// or the memory.
public struct ArchiveLimits: Sendable, Hashable {
  /// How deeply collections may be nested, and sets of models within models of sets.
  ///
  /// References from model to model are followed to any depth. On a thread with a small stack, less
  /// nesting is allowed than this.
  public var nesting: Int
  /// How many objects an archive may hold.
  public var objectCount: Int
  /// How many more values a property may hold than its archive has objects.
  ///
  /// A few collections that hold each other many times unfold to more values than memory has room
  /// for. For each such value, 64 bytes may be copied or hashed in addition to eight times the archive's
  /// own size: one long text may be a member of many sets, or a key of many dictionaries.
  public var expansion: Int
  /// How many bytes an archive may have.
  public var byteCount: Int

  /// Creates limits; the defaults are those that are used when none are given.
  public init(
    nesting: Int = 200, objectCount: Int = 50_000_000, expansion: Int = 1_000_000,
    byteCount: Int = 2_000_000_000
  ) {
    self.nesting = nesting
    self.objectCount = objectCount
    self.expansion = expansion
    self.byteCount = byteCount
  }

  /// How many bytes may be copied or hashed beside those that the archive has.
  var expandedBytes: Int {
    let (bytes, overflow) = max(0, expansion).multipliedReportingOverflow(by: 64)
    return overflow ? .max / 2 : min(bytes, .max / 2)
  }
}
