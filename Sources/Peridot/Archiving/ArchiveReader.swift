import Foundation

/// Reads one keyed archive.
///
/// A model is registered before its properties are read, so that cycles and references find it. If
/// models are nested very deeply, their properties are read later, from a queue. The class of each
/// object is checked against its place before the object is made.
final class ArchiveReader {
  let plist: BinaryPlist
  let objects: BinaryPlist.References
  /// The greatest nesting of values.
  let nesting: Int
  /// The greatest number of values in a property.
  let mostValues: Int
  let classNames: [String: any ArchivableModel.Type]

  /// The objects made so far, in order.
  var instances: [Instance] = []
  /// A mark for each object of the archive: its index among the instances, or whether it was read.
  var marks: [Int32]
  /// The first instance without its properties that the current value leads to.
  var reached = Instance.nothing
  var queue: [(instance: Int, members: Members)] = []
  /// Models that can have several copies, by their number.
  var copies = [Int: (instance: Int, isFilled: Bool, members: Members)]()
  /// Models whose hooks are still to be called, inner ones first within each run from the queue.
  var finished: [(model: any ArchivableModel, plan: ArchivePlan)] = []
  var runs: [Int] = []

  // Each with the latest one apart, which is mostly the next one, too.
  var classes = [Int: ArchivedClass]()
  var lastClass: ArchivedClass?
  var shapes = [ShapeKey: Shape]()
  var lastShape: Shape?
  var texts = [Int: String]()
  var blobs = [Int: Data]()
  var shared = [SharedKey: SharedValue]()
  /// The cost of hashing an object, by its number and the levels of models.
  var weights = [Int: Int]()
  /// Collections in reading, with the object whose property they belong to.
  var active = [Int: Int]()
  var depth = 0
  var valueCount = 0
  var keyBudget: Int
  var byteBudget: Int

  /// The object being read.
  var frame: Frame?
  var frameCount = 0
  /// The classes that the current place allows.
  var allowance: Allowance?
  /// The place of Foundation collections, or of a class that can make some of its content; nil if
  /// collections stay Swift's.
  var foundationPlace: AnyObject?
  lazy var coder = ArchiveDecoder(self)
  /// The root, after it was read and only properties and hooks are left.
  var root: Any?
  /// The first error in a method that can't throw.
  var failure: ArchiveError?

  /// The depth of nested models from which on the queue is used.
  static let directDepth = 48
  static let isNew: Int32 = -1
  static let isSeen: Int32 = -2

  struct Frame {
    let members: Members
    /// Identifies this object, in the order of reading.
    let number: Int
    let plan: ArchivePlan?
    /// The position in `plan` of the property being read.
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
    nesting = StackRoom.depthToUnarchive(limits.nesting)
    let (values, overflow) = limits.expansion.addingReportingOverflow(plist.objectCount)
    mostValues = overflow ? .max : values
    self.classNames = classNames
    objects = try Self.objects(of: plist)
    guard objects.count <= limits.objectCount else {
      throw ArchiveError(.tooManyObjects, "the archive holds over \(limits.objectCount) objects")
    }
    // A list can name one property list object many times; each has a place here.
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
    // Earlier runs lead to later ones, whose models are therefore the inner ones.
    var end = finished.count
    for start in runs.reversed() + [0] {
      for (model, plan) in finished[start..<end] { try finish(model, plan) }
      end = start
    }
  }

  private func finish(_ model: any ArchivableModel, _ plan: ArchivePlan) throws {
    do {
      // The members' hooks can have changed their hashes.
      for entry in plan.hashedEntries { entry.codec.rehash(entry.access, of: model) }
      try model.finishUnarchiving()
    } catch {
      let failure =
        error as? ArchiveError
        ?? ArchiveError(.validationFailed, "\(type(of: model)): \(error.phrase)")
      throw failure.within(root ?? model, at: model)
    }
  }
}

// MARK: - Guards

extension ArchiveReader {
  /// Calls `body` one level deeper.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    guard depth < nesting else { throw tooDeep }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  @inline(never)
  private var tooDeep: ArchiveError {
    ArchiveError(.tooDeep, "values are nested more than \(nesting) levels deep")
  }

  /// Counts a value of the current property.
  func count(_ values: Int = 1) throws {
    valueCount = valueCount &+ values
    guard valueCount <= mostValues else {
      throw ArchiveError(.tooLarge, "the archive unfolds to too many values")
    }
  }

  /// Counts bytes to copy, check or hash. However many objects share the same bytes, the sum is
  /// limited to a few times the archive's own size and an addition from the limits.
  func spend(_ bytes: Int) throws {
    guard bytes <= byteBudget else {
      throw ArchiveError(.tooLarge, "the archive unfolds to too many bytes")
    }
    byteBudget -= bytes
  }

  /// Returns the collection at `slot`, which is read at most twice, however often it is used.
  ///
  /// - Parameter isRehashed: whether each place gets a set of its own in the end.
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

  /// Adds the object number of `slot` to errors without one.
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
  /// The place of a value in an archive.
  enum Slot {
    /// The object with this number in `$objects`.
    case object(Int)
    /// An inline value; this is its number in the property list.
    case inline(Int)

    /// The number in `$objects`, for errors.
    var objectIndex: Int? {
      if case .object(let index) = self { return index }
      return nil
    }
  }

  /// The kinds of nil.
  enum Nullness {
    /// The reference that means nil.
    case nothing
    /// A null object, which means nil in a collection.
    case null
    case value
  }

  /// An object made from an archive.
  struct Instance {
    /// Above every instance's position.
    static let nothing = Int.max

    let object: NSObject
    /// Its plan, if it is a model.
    let plan: ArchivePlan?
    /// True after its properties were read.
    var isFilled = false
    /// True while only a reference to another copy was read, and not that copy.
    var isReference = false

    /// The first instance without properties that this one led to, through the values of its hash,
    /// when its own were read.
    var reached = Self.nothing

    /// The object, if it is a model.
    var model: (any ArchivableModel)? { plan?.model(object) }
  }

  /// The object of a shared value, and the rules of its reading.
  struct SharedKey: Hashable {
    let index: Int
    let reader: ObjectIdentifier
  }

  /// A value that several places share.
  struct SharedValue {
    let value: Any
    /// Kept, so that no other object gets its identity.
    let reader: AnyObject
    let valueCount: Int
  }
}

/// The limits of an archive's demands on its reader.
///
/// The defaults accept any sensible archive and stop a hostile one from using up the stack or the
/// memory.
public struct ArchiveLimits: Sendable, Hashable {
  /// The greatest nesting of collections, and of sets of models within models of sets.
  ///
  /// References between models can have any depth. On a thread with a small stack, the limit is
  /// lower.
  public var nesting: Int
  /// The greatest number of objects in an archive.
  public var objectCount: Int
  /// The number of values that a property can hold in addition to the archive's number of objects.
  ///
  /// A few collections that hold each other many times unfold to more values than fit in memory.
  /// For each such value, 64 bytes can be copied or hashed in addition to eight times the archive's
  /// own size: one long text can be a member of many sets, or a key of many dictionaries.
  public var expansion: Int
  /// The greatest size of an archive in bytes.
  public var byteCount: Int

  /// Creates limits; each has a default.
  public init(
    nesting: Int = 200, objectCount: Int = 50_000_000, expansion: Int = 1_000_000,
    byteCount: Int = 2_000_000_000
  ) {
    self.nesting = nesting
    self.objectCount = objectCount
    self.expansion = expansion
    self.byteCount = byteCount
  }

  /// The number of bytes that can be copied or hashed in addition to the archive's own.
  var expandedBytes: Int {
    let (bytes, overflow) = max(0, expansion).multipliedReportingOverflow(by: 64)
    return overflow ? .max / 2 : min(bytes, .max / 2)
  }
}
