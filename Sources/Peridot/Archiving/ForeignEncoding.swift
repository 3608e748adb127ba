import Foundation
import Synchronization

/// Peridot's state for one coder, Foundation's or another, that writes models.
///
/// Foundation's archiver on Linux identifies objects by `==`. So models and collections are put in
/// boxes, which are compared by identity and archived as their content.
final class ForeignEncoding {
  private struct Known {
    weak var model: NSObject?
    let identifier: Int
    weak var box: ForeignBox?
    var isWritten = false
  }

  private var known = [ObjectIdentifier: Known]()
  private var count = 0
  /// The written numbers, by their equals for Foundation's archiver.
  private var numbers = [NSNumber: Boxed]()
  /// The written strings that can equal others, likewise.
  private var texts = [String: String]()
  /// Models and boxes of the current call. Afterwards they live as long as the coder keeps them.
  private var kept: [AnyObject] = []
  private var depth = 0
  /// The classes that the current property allows.
  private var allowance: Allowance?

  private static let sessions = CoderSessions<ForeignEncoding>()

  /// Writes `model` to `coder`.
  static func encode(_ model: any ArchivableModel, with coder: NSCoder) {
    sessions.session(for: coder) { ForeignEncoding() }.encode(model, with: coder)
  }

  private func encode(_ model: any ArchivableModel, with coder: NSCoder) {
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { kept = [] }
    }
    let version = type(of: model).modelVersion
    // Recorded like any number: on reading, the version is the first number equal to it.
    _ = scalar(.integer(Int64(version)))
    coder.encode(NSNumber(value: version), forKey: ArchiveKey.version)
    #if !canImport(Darwin)
      let record = record(of: model)
      coder.encode(record.identifier, forKey: ArchiveKey.identifier)
      if !ArchiveNames.isTopLevel(type(of: model)) {
        coder.encode(type(of: model).archiveName as NSString, forKey: ArchiveKey.className)
      }
      // Written once: the root appears as itself, and in its box if something refers to it.
      if record.isWritten { return coder.encode(true, forKey: ArchiveKey.isReference) }
      known[ObjectIdentifier(model)]?.isWritten = true
    #endif
    let saved = allowance
    defer { allowance = saved }
    for entry in plan(of: model).entries where entry.behavior != .excluded {
      allowance = entry.allowance
      do {
        entry.access.checkRead(of: model)
        let object = try entry.codec.foreignObject(of: entry.access, of: model, in: self)
        if entry.behavior == .conditional, let target = entry.object(of: model),
          let object, !isWritten(target)
        {
          coder.encodeConditionalObject(object, forKey: entry.key)
        } else {
          coder.encode(object, forKey: entry.key)
        }
      } catch {
        fatalError("Peridot: \(type(of: model)).\(entry.key): \(error)")
      }
    }
  }

  /// A coder's call can't throw.
  private func plan(of model: any ArchivableModel) -> ArchivePlan {
    do {
      let plan = try ArchivePlan.plan(for: type(of: model))
      if let mistake = plan.mistake { throw mistake }
      return plan
    } catch {
      fatalError("Peridot: \(ArchiveError.wrapping(error, .invalidDeclaration).problem)")
    }
  }

  private func isWritten(_ object: NSObject) -> Bool {
    known[ObjectIdentifier(object)].map { $0.model === object && $0.isWritten } ?? false
  }

  private func record(of model: any ArchivableModel) -> Known {
    if let record = known[ObjectIdentifier(model)], record.model === model { return record }
    count += 1
    let record = Known(model: model, identifier: count)
    known[ObjectIdentifier(model)] = record
    kept.append(model)
    return record
  }

  /// Returns the box of `model`, the same each time.
  func box(_ model: any ArchivableModel) -> Any {
    #if canImport(Darwin)
      return model
    #else
      if let box = record(of: model).box { return box }
      let box = ForeignBox(model)
      known[ObjectIdentifier(model)]?.box = box
      kept.append(box)
      return box
    #endif
  }

  /// Returns the object for a scalar.
  ///
  /// - Parameter keepsType: whether only the archive distinguishes an integer from a Double.
  func scalar(_ value: Boxed, keepsType: Bool = false) -> Any {
    switch value {
    case .string(let text): self.text(text)
    case .data(let data): data
    case .date(let date): date
    // As an object, because a value would lose its base.
    case .url(let url): NSURL(string: url.relativeString, relativeTo: url.baseURL) ?? url as NSURL
    case .uuid(let uuid): uuid
    case .decimal(let decimal): ArchivedText(decimal)
    case .bool, .integer, .unsigned, .double, .float, .null, .object, .array, .other:
      number(value, keepsType: keepsType)
    }
  }

  /// Foundation's archiver on Linux mistakes true for 1, 0 for -0.0, and integers for Doubles
  /// beyond 2^53. The second of them is written as text.
  private func number(_ value: Boxed, keepsType: Bool) -> Any {
    guard let object = value.foundationNumber else { return value.value }
    #if !canImport(Darwin)
      guard let first = numbers[object] else {
        numbers[object] = value
        return object
      }
      if !first.isSame(as: value, keepsType: keepsType) { return ArchivedText(value.value) }
    #endif
    return object
  }

  /// `$null` would be read as nil, and strings with different characters for the same text are
  /// mistaken for each other.
  private func text(_ value: String) -> Any {
    if value == "$null" { return ArchivedText(value) }
    #if !canImport(Darwin)
      if value.utf8.allSatisfy({ $0 < 0x80 }) { return value }
      guard let first = texts[value] else {
        texts[value] = value
        return value
      }
      if !first.hasSameScalars(as: value) { return ArchivedText(value) }
    #endif
    return value
  }

  func collection(_ elements: [Any], isSet: Bool) -> Any {
    isSet
      ? box(NSSet(array: elements), as: NSSet.self)
      : box(NSArray(array: elements), as: NSArray.self)
  }

  /// Returns the box for a new collection.
  private func box(_ collection: any NSObject & NSCoding, as archivedClass: AnyClass) -> Any {
    #if canImport(Darwin)
      // There, Foundation's archiver identifies objects by their address, and keeps them until it
      // ends, so that no other object gets the same address.
      collection
    #else
      ForeignBox(collection, as: archivedClass)
    #endif
  }

  func dictionary(keys: [Any], objects: [Any]) -> Any {
    let members = Dictionary(
      zip(keys.compactMap { $0 as? AnyHashable }, objects), uniquingKeysWith: { $1 })
    return box(NSDictionary(dictionary: members), as: NSDictionary.self)
  }

  /// The greatest nesting of values: only objects that contain themselves exceed it.
  private static let maximumDepth = 10_000

  /// Returns the object for `value`, whose type is known only at run time.
  func object(_ value: Any, depth: Int = 0) throws -> Any {
    guard depth < Self.maximumDepth, !StackRoom.isSpent else {
      throw ArchiveError(.tooDeep, "values are nested more than \(depth) levels deep")
    }
    func objects(_ values: [Any]) throws -> [Any] {
      try values.map { try object($0, depth: depth + 1) }
    }
    switch ArchivedValue(value) {
    case .null: return FoundationClass.nullObject
    case .scalar(let scalar): return self.scalar(scalar, keepsType: true)
    case .array(let values), .orderedSet(let values):
      return collection(try objects(values), isSet: false)
    case .set(let values):
      try values.forEach(ArchiveWriter.checkMember)
      return collection(try objects(values), isSet: true)
    case .dictionary(let members):
      try members.keys.forEach(ArchiveWriter.checkMember)
      return dictionary(
        keys: try objects(members.keys.map { $0.base }), objects: try objects(Array(members.values))
      )
    case .object(let model as any ArchivableModel):
      try Allowance.check(model, in: allowance)
      return box(model)
    case .object(let object):
      try Allowance.check(object, in: allowance)
      return object
    case .unsupported:
      throw ArchiveError.unsupported(value)
    }
  }
}

/// One session for each coder, for the coder's lifetime.
final class CoderSessions<Session>: Sendable {
  private struct Entry: @unchecked Sendable {
    // Sendable: the thread that uses a coder uses its session.
    weak var coder: NSCoder?
    let session: Session
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  func session(for coder: NSCoder, make: () -> Session) -> Session {
    let identifier = ObjectIdentifier(coder)
    let known = entries.withLock { $0[identifier] }
    if let known, known.coder === coder { return known.session }
    let entry = Entry(coder: coder, session: make())
    let dead = entries.withLock { entries in
      let dead = entries.filter { $0.value.coder == nil }
      for key in dead.keys { entries[key] = nil }
      entries[identifier] = entry
      return dead
    }
    // Released outside the lock, because their content can end, and use a coder meanwhile.
    _ = dead
    return entry.session
  }
}

extension Boxed {
  /// Whether this is the same number as the other, or both are the same Boolean, and not only equal
  /// for Foundation. An integer can be the same as a Double, unless the archive has to keep its
  /// type.
  fileprivate func isSame(as other: Boxed, keepsType: Bool) -> Bool {
    if case .bool(let first) = self {
      if case .bool(let second) = other { return first == second }
      return false
    }
    if case .bool = other { return false }
    if keepsType, mayHaveFraction != other.mayHaveFraction { return false }
    guard let first = exactly(Double.self), let second = other.exactly(Double.self) else {
      let (first, second) = (exactly(Int128.self), other.exactly(Int128.self))
      return first != nil && first == second
    }
    return first.bitPattern == second.bitPattern
  }

  private var mayHaveFraction: Bool {
    switch self {
    case .double, .float: true
    case .integer, .unsigned, .decimal, .bool, .string, .null, .object, .array, .date, .data, .url,
      .uuid, .other:
      false
    }
  }
}

/// The box of an object in a Foundation coder, compared by identity.
///
/// Foundation's archiver on Linux mistakes equal objects for the same one, and compares all
/// collections with equal counts, because the count is their hash.
final class ForeignBox: NSObject, NSSecureCoding {
  private let object: any NSObject & NSCoding
  private let archivedClass: AnyClass

  init(_ model: any ArchivableModel) {
    object = model
    archivedClass = ArchiveNames.foundationClass(of: type(of: model))
  }

  /// Boxes `collection`, which is archived as an object of `archivedClass`.
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
    // Foundation's archiver recurses to any depth, and nothing here can throw.
    if StackRoom.isSpent {
      StackRoom.refuse(
        "a coder of Foundation's", instead: "Use archivedData(), which works from a list.")
    }
    object.encode(with: coder)
  }

  init?(coder: NSCoder) { nil }
}
