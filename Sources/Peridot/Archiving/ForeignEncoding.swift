import Foundation
import Synchronization

/// The state that Peridot keeps for one coder, Foundation's or another's, that writes models.
///
/// Foundation's archiver on Linux tells objects apart by `==`. So models and collections go in
/// boxes, which are compared by identity and are archived as what they stand for.
final class ForeignEncoding {
  private struct Known {
    weak var model: NSObject?
    let identifier: Int
    weak var box: ForeignBox?
    var isWritten = false
  }

  private var known: [ObjectIdentifier: Known] = [:]
  private var count = 0
  /// The numbers that were written, each by its equal for Foundation's archiver.
  private var numbers: [NSNumber: Boxed] = [:]
  /// The same of the strings that may be equal to others.
  private var texts: [String: String] = [:]
  /// Models and boxes of the call at hand. Afterwards they live for as long as the coder keeps
  /// them.
  private var kept: [AnyObject] = []
  private var depth = 0
  /// The classes that the property that is being written allows.
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
    // Noted like any number: read back, the version is the first number equal to it.
    _ = scalar(.integer(Int64(version)))
    coder.encode(NSNumber(value: version), forKey: ArchiveKey.version)
    #if !canImport(Darwin)
      let record = record(of: model)
      coder.encode(record.identifier, forKey: ArchiveKey.identifier)
      if !ArchiveNames.isTopLevel(type(of: model)) {
        coder.encode(type(of: model).archiveName as NSString, forKey: ArchiveKey.className)
      }
      // Once for all: the root is met as itself, and in its box when something refers to it.
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

  /// Nothing can be thrown from a coder's call.
  private func plan(of model: any ArchivableModel) -> ArchivePlan {
    do {
      let plan = try ArchivePlan.plan(for: type(of: model))
      if let mistake = plan.mistake { throw mistake }
      return plan
    } catch {
      fatalError("Peridot: \(ArchiveError.wrapping(error, .invalidDeclaration).message)")
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

  /// Returns what stands for `model`, the same each time.
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

  /// Returns what stands for a scalar.
  ///
  /// - Parameter keepsType: whether nothing but the archive tells an integer from a Double.
  func scalar(_ value: Boxed, keepsType: Bool = false) -> Any {
    switch value {
    case .string(let text): self.text(text)
    case .data(let data): data
    case .date(let date): date
    // As an object: as a value it would lose its base on the way.
    case .url(let url): NSURL(string: url.relativeString, relativeTo: url.baseURL) ?? url as NSURL
    case .uuid(let uuid): uuid
    case .decimal(let decimal): ArchivedText(decimal)
    case .bool, .integer, .unsigned, .double, .float, .null, .object, .array, .other:
      number(value, keepsType: keepsType)
    }
  }

  /// Foundation's archiver on Linux takes true and 1 for the same object, 0 and -0.0, and integers
  /// and Doubles beyond 2^53. Whichever comes second is written as text.
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

  /// `$null` would be read as nil, and strings of other characters for the same text as one
  /// another.
  private func text(_ value: String) -> Any {
    if value == "$null" { return ArchivedText(value) }
    #if !canImport(Darwin)
      if value.utf8.allSatisfy({ $0 < 0x80 }) { return value }
      guard let first = texts[value] else {
        texts[value] = value
        return value
      }
      if !first.utf8.elementsEqual(value.utf8) { return ArchivedText(value) }
    #endif
    return value
  }

  func collection(_ elements: [Any], isSet: Bool) -> Any {
    isSet
      ? box(NSSet(array: elements), as: NSSet.self)
      : box(NSArray(array: elements), as: NSArray.self)
  }

  /// Returns what stands for a collection that was just made.
  private func box(_ collection: any NSObject & NSCoding, as archivedClass: AnyClass) -> Any {
    #if canImport(Darwin)
      // Foundation's archiver tells objects by their address there, and keeps them until it is done,
      // so that no other object comes to lie at the address of one.
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

  /// How deeply values may be nested: only objects that hold themselves are nested deeper.
  private static let maximumDepth = 10_000

  /// Returns the object that stands for `value`, whose type is known at run time only.
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

/// One session for each coder, kept for as long as the coder lives.
final class CoderSessions<Session>: Sendable {
  private struct Entry: @unchecked Sendable {
    // Sendable: a session is used by the thread that uses its coder.
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
    // Released outside the lock: what they hold may end, and use a coder while it does.
    _ = dead
    return entry.session
  }
}

extension Boxed {
  /// Whether this is the very number that the other is, or both the same Boolean, and not just
  /// equal in Foundation's eyes. An integer may be the same as a Double, unless that keeps its
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
