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
  let classNames: [String: any ArchivableModel.Type]

  /// The objects that were made, in the order in which they were, and where each is by its number.
  var instances: [Instance] = []
  var instanceIndexes: [Int32]
  /// The first of the instances without their properties to which what is being read leads.
  var reached = Instance.nothing
  var queue: [(instance: Int, members: Members)] = []
  /// Models by the number that tells those apart that may have several copies.
  var copies: [Int: (instance: Int, isFilled: Bool)] = [:]
  /// Models with their properties, inner ones first within each run that starts from the queue.
  var finished: [(model: any ArchivableModel, plan: ArchivePlan)] = []
  var runs: [Int] = []

  var classes: [Int: ArchivedClass] = [:]
  var shapes: [ShapeKey: Shape] = [:]
  var seen: [Bool]
  var shared: [SharedKey: SharedValue] = [:]
  /// Collections that are being read, with the object whose property they belong to.
  var active: [Int: Int] = [:]
  var depth = 0
  var valueCount = 0
  var keyBudget: Int

  /// The object that is being read.
  var frame: Frame?
  var frameCount = 0
  /// What the place that is being read allows.
  var allowance: Allowance?
  lazy var coder = ArchiveDecoder(self)
  /// The first error in a method that cannot throw.
  var failure: ArchiveError?

  /// How deeply models are read one within the other before the queue is used.
  static let directDepth = 48

  struct Frame {
    let members: Members
    /// Tells this object from others, in the order in which they are read.
    let number: Int
    let plan: ArchivePlan?
    /// The position in `plan` of the property that is being read.
    var entryIndex = -1
  }

  init(
    _ data: Data, classNames: [String: any ArchivableModel.Type] = [:],
    limits: ArchiveLimits = ArchiveLimits()
  ) throws {
    guard data.count <= limits.byteCount else {
      throw ArchiveError(.tooLarge, "the archive has more than \(limits.byteCount) bytes")
    }
    plist = try BinaryPlist(Array(XMLArchive.isXML(data) ? try XMLArchive.binary(data) : data))
    guard plist.objectCount <= limits.objectCount * 2 else {
      throw ArchiveError(.tooManyObjects, "the archive holds over \(limits.objectCount) objects")
    }
    self.limits = limits
    self.classNames = classNames
    objects = try Self.objects(of: plist)
    guard objects.count <= limits.objectCount else {
      throw ArchiveError(.tooManyObjects, "the archive holds over \(limits.objectCount) objects")
    }
    // A list may name one property list object many times; each has a place here.
    instanceIndexes = Array(repeating: -1, count: objects.count)
    seen = Array(repeating: false, count: objects.count)
    keyBudget = plist.bytes.count * 8 + 1_000_000
  }

  /// Returns the root of the archive `data`, with all models filled and validated.
  static func root<Value>(
    of data: Data, as: Value.Type = Value.self,
    classNames: [String: any ArchivableModel.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    let reader = try ArchiveReader(data, classNames: classNames, limits: limits)
    let codec = ValueCodec<Value>.make()
    let root = try codec.decode(reader.rootSlot(), from: reader)
    try reader.finish()
    return root
  }

  func finish() throws {
    try drain(to: 0)
    if let failure { throw failure }
    if let missing = copies.first(where: { !$0.value.isFilled }) {
      throw ArchiveError(.invalidReference, "the model with the number \(missing.key) is missing")
    }
    // Later runs are reached from earlier ones, so their models are the inner ones.
    var end = finished.count
    for start in runs.reversed() + [0] {
      for (model, plan) in finished[start..<end] { try finish(model, plan) }
      end = start
    }
  }

  func finish(_ model: any ArchivableModel, _ plan: ArchivePlan) throws {
    do {
      // What the hooks of the members have changed may have changed their hashes.
      for entry in plan.hashedEntries { entry.property.rehash(model) }
      try model.finishUnarchiving()
    } catch {
      throw ArchiveError(.validationFailed, "\(type(of: model)): \(error)")
    }
  }

  // MARK: The archive

  static func objects(of plist: BinaryPlist) throws -> BinaryPlist.References {
    guard case .dictionary(let keys, let values) = try plist.node(plist.topObject) else {
      throw ArchiveError(.invalidArchive, "the property list is no keyed archive")
    }
    var objects: BinaryPlist.References?
    var archiver: String?
    for index in 0..<min(keys.count, 64) {
      let key = try plist.text(plist.node(plist.object(keys, at: index)))
      let value = try plist.node(plist.object(values, at: index))
      switch (key, value) {
      case ("$objects", .array(let references)): objects = references
      case ("$archiver", _): archiver = plist.text(value)
      default: break
      }
    }
    guard let objects, objects.count > 0, archiver == "NSKeyedArchiver" else {
      throw ArchiveError(.invalidArchive, "the property list is no keyed archive")
    }
    return objects
  }

  func rootSlot() throws -> ArchiveSlot {
    let top = try dictionary(at: plist.topObject)
    guard let position = top.shape.positions["$top"] else {
      throw ArchiveError(.invalidArchive, "the archive has no root")
    }
    let roots = try dictionary(at: plist.object(top.values, at: position))
    guard let position = roots.shape.positions["root"],
      case .object(let index) = try slot(roots, position), index != 0
    else { throw ArchiveError(.invalidArchive, "the archive has no root") }
    return .object(index)
  }

  func dictionary(at object: Int) throws -> Members {
    guard case .dictionary(let keys, let values) = try plist.node(object) else {
      throw ArchiveError(.invalidArchive, "the property list is no keyed archive")
    }
    return Members(shape: try shape(keys), values: values)
  }

  /// Returns the property list object at `slot`.
  func node(_ slot: ArchiveSlot) throws -> BinaryPlist.Node {
    switch slot {
    case .object(let index): try plist.node(plist.object(objects, at: index))
    case .inline(let object): try plist.node(object)
    }
  }

  /// Returns where the value of the reference at `index` lies.
  func slot(_ references: BinaryPlist.References, at index: Int) throws -> ArchiveSlot {
    let object = try plist.object(references, at: index)
    guard case .uid(let uid) = try plist.node(object) else { return .inline(object) }
    guard uid < objects.count else {
      throw ArchiveError(
        .invalidReference, "object \(uid) does not exist; there are \(objects.count)")
    }
    return .object(uid)
  }

  func slot(_ members: Members, _ position: Int) throws -> ArchiveSlot {
    try slot(members.values, at: position)
  }

  func shape(_ keys: BinaryPlist.References) throws -> Shape {
    keyBudget -= keys.count + 1
    guard keyBudget > 0 else {
      throw ArchiveError(.tooLarge, "the archive repeats too many keys")
    }
    let first = keys.count == 0 ? -1 : try plist.object(keys, at: 0)
    let last = keys.count == 0 ? -1 : try plist.object(keys, at: keys.count - 1)
    let shapeKey = ShapeKey(count: keys.count, first: first, last: last)
    if let known = shapes[shapeKey], plist.areSame(known.keys, keys) { return known }
    var positions: [String: Int] = [:]
    for index in 0..<keys.count {
      guard let key = plist.text(try plist.node(plist.object(keys, at: index))) else {
        throw ArchiveError(.invalidArchive, "a key is no string")
      }
      keyBudget -= key.utf8.count / 16
      positions[key] = index
    }
    let shape = Shape(keys: keys, positions: positions)
    shapes[shapeKey] = shape
    return shape
  }

  // MARK: Guards

  /// Calls `body` one level deeper.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    guard depth < limits.nesting else {
      throw ArchiveError(.tooDeep, "values are nested more than \(limits.nesting) levels deep")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Counts a value of the property that is being read.
  func count(_ values: Int = 1) throws {
    valueCount = valueCount &+ values
    guard valueCount <= limits.expansion + plist.objectCount else {
      throw ArchiveError(.tooLarge, "the archive unfolds to too many values")
    }
  }

  /// Returns the collection at `slot`, which is read twice at most however often it is used.
  func shared<Value>(
    _ slot: ArchiveSlot, by reader: AnyObject, read: () throws -> Value
  ) throws -> Value {
    guard case .object(let index) = slot else { return try nested(read) }
    let key = SharedKey(index: index, reader: ObjectIdentifier(reader))
    if seen[index], let known = shared[key], let value = known.value as? Value {
      try count(known.valueCount)
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
    if seen[index] {
      shared[key] = SharedValue(value: value, reader: reader, valueCount: valueCount - before)
    }
    seen[index] = true
    return value
  }

  /// Adds the number of the object at `slot` to errors that have none.
  func at<Result>(_ slot: ArchiveSlot, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch var error as ArchiveError {
      if error.objectIndex == nil { error.objectIndex = slot.objectIndex }
      throw error
    }
  }

  /// Adds `component` to the path of errors.
  static func element<Result>(
    _ component: @autoclosure () -> String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw ArchiveError.wrapping(error, .decodingFailed).within(component())
    }
  }
}
