import Foundation

extension ArchiveReader {
  /// A class that an archive names.
  final class ArchivedClass {
    /// The number of the class in the archive.
    let index: Int
    let name: String
    /// The class's name, and the names to try if it is unknown.
    let names: [String]
    /// The model class found for it, and for which place.
    var resolved: (plan: ArchivePlan, expected: AnyClass, allowance: Allowance?)?
    /// Whether the reader's list of classes contains it.
    var isListed = false

    /// How its objects are archived, if it is a Foundation class.
    private(set) lazy var kind = names.lazy.compactMap { FoundationClass(named: $0) }.first

    /// The name for a message; the archive is not trusted.
    var words: String { Boxed.escaped(name, limit: 200) }

    init(_ index: Int, name: String, hints: [String]) {
      self.index = index
      self.name = name
      names = [name] + hints
    }
  }

  /// Returns the members and the class of the object at `slot`; nil for other values.
  func archivedObject(_ slot: Slot) throws -> (Members, ArchivedClass)? {
    guard case .dictionary(let keys, let values) = try node(slot) else { return nil }
    let members = Members(shape: try shape(keys), values: values)
    guard let position = members.shape.classPosition,
      case .object(let index) = try self.slot(members, position)
    else {
      throw ArchiveError(
        .invalidArchive, "an object has no class", objectIndex: slot.objectIndex)
    }
    return (members, try archivedClass(index))
  }

  func archivedClass(_ index: Int) throws -> ArchivedClass {
    if let lastClass {
      if lastClass.index == index { return lastClass }
      if !lastClass.isListed {
        lastClass.isListed = true
        classes[lastClass.index] = lastClass
      }
    }
    let archived = try classes[index] ?? readClass(index)
    lastClass = archived
    return archived
  }

  private func readClass(_ index: Int) throws -> ArchivedClass {
    guard case .dictionary(let keys, let values) = try node(.object(index)) else {
      throw ArchiveError(.invalidArchive, "a class has no name", objectIndex: index)
    }
    try spend(keys.count * 8)
    guard let position = plist.position(of: "$classname", in: keys),
      let name = plist.text(try plist.node(plist.object(values, at: position)))
    else { throw ArchiveError(.invalidArchive, "a class has no name", objectIndex: index) }
    try spend(name.utf8.count)
    var hints = ArchiveNames.dotted(name).map { [$0] } ?? []
    if let position = plist.position(of: "$classhints", in: keys),
      case .array(let references) = try plist.node(plist.object(values, at: position))
    {
      for index in 0..<min(references.count, 16) {
        hints += [plist.text(try plist.node(plist.object(references, at: index)))].compactMap { $0 }
      }
    }
    return ArchivedClass(index, name: name, hints: hints)
  }

  /// Returns the plan of the model class of `archived`, in a place for `type`.
  func plan(_ archived: ArchivedClass, as type: AnyClass) throws -> ArchivePlan {
    if let resolved = archived.resolved, resolved.expected == type,
      resolved.allowance === allowance
    {
      return resolved.plan
    }
    let plan = try ArchivePlan.plan(for: try findModelClass(archived, as: type))
    archived.resolved = (plan, type, allowance)
    return plan
  }

  private func findModelClass(
    _ archived: ArchivedClass, as type: AnyClass
  ) throws -> any ArchivableModel.Type {
    for name in archived.names {
      if let given = classNames[name] {
        guard allows(given, as: type) else { throw notAllowed(archived, given, as: type) }
        return given
      }
      // The expected class knows its own name, even if nobody has used it yet.
      if let expected = type as? any ArchivableModel.Type, type != expected.rootClass,
        allows(type, as: type), try ArchivePlan.plan(for: expected).name == name
      {
        return expected
      }
      let known = ArchiveNames.classes(named: name)
      if let match = known.first(where: { allows($0, as: type) }) { return match }
      if let declared = declaredModel(named: name), allows(declared, as: type) {
        return declared
      }
      if let namesake = namesake(name, as: type) { return namesake }
      if let other = known.first { throw notAllowed(archived, other, as: type) }
    }
    if archived.kind != nil {
      throw ArchiveError.mismatch(
        expected: TypeName.withArticle(type), found: TypeName.withArticle(archived.words))
    }
    throw unknownClasses(archived, as: type)
  }

  /// The error for an archive with unknown classes; it names all of them.
  private func unknownClasses(_ archived: ArchivedClass, as type: AnyClass) -> ArchiveError {
    var names = [archived.words]
    for index in 0..<objects.count {
      guard case .dictionary(let keys, _)? = try? node(.object(index)),
        plist.position(of: "$classname", in: keys) != nil,
        let other = try? archivedClass(index), !names.contains(other.words),
        !isKnown(other, as: type)
      else { continue }
      names.append(other.words)
      if names.count == 50 { break }
    }
    let (isOne, listed) = (names.count == 1, names.map { "\"\($0)\"" })
    return ArchiveError(
      .unknownClass,
      """
      the archive names \(isOne ? "the class" : "classes") \(listed.joined(separator: ", ")), \
      which \(isOne ? "is" : "are") not known here. For an old name, an Objective-C one, or the \
      archiveName of a class that this process has not used yet, say which class it is: \
      unarchive(from:classNames: \
      [\(listed.map { "\($0): TheClass.self" }.joined(separator: ", "))])
      """)
  }

  private func isKnown(_ archived: ArchivedClass, as type: AnyClass) -> Bool {
    archived.kind != nil
      || archived.names.contains { name in
        classNames[name] != nil || ArchiveNames.isKnown(name)
          || scopes(of: type).contains { scope in
            ArchiveNames.namesakes(name, near: scope).contains { $0.archiveName == name }
          }
      }
  }

  /// The classes of a place for `type`: a name without a dot can be that of a class in their
  /// modules.
  private func scopes(of type: AnyClass) -> [AnyClass] {
    [type] + (allowance?.models ?? []) + (frame?.plan.map { [$0.type] } ?? [])
  }

  /// Returns the class called `name` in the modules of the place, if the place allows it and it has
  /// that archive name.
  private func namesake(_ name: String, as type: AnyClass) -> (any ArchivableModel.Type)? {
    for scope in scopes(of: type) {
      for found in ArchiveNames.namesakes(name, near: scope) where allows(found, as: type) {
        if (try? ArchivePlan.plan(for: found))?.name == name { return found }
      }
    }
    return nil
  }

  /// Returns the model class with that archive name among those that the place names.
  func declaredModel(named name: String) -> (any ArchivableModel.Type)? {
    allowance?.models.first { (try? ArchivePlan.plan(for: $0))?.name == name }
  }

  func allows(_ type: AnyClass, as expected: AnyClass) -> Bool {
    isSubclass(type, of: expected) && (allowance?.allows(type) ?? true)
  }

  /// The error for an object of class `found` in a place for `type`.
  func notAllowed(
    _ archived: ArchivedClass, _ found: AnyClass?, as type: AnyClass
  ) -> ArchiveError {
    if let found, !isSubclass(found, of: type) {
      return ArchiveError(
        .classNotAllowed, "expected \(TypeName.of(type)), found \(TypeName.of(found))")
    }
    return ArchiveError(
      .classNotAllowed,
      """
      an object of class \(archived.words) is not allowed here: see \
      allowedSecureCodingClassesByPropertyKey
      """)
  }
}

// MARK: - Objects other than models

extension ArchiveReader {
  /// Returns the object at `slot`, whose class the place declares.
  func foreign(_ slot: Slot, _ archived: ArchivedClass) throws -> Any? {
    guard let allowance, allowance.declaresObjects else {
      var refusal = Allowance.refusal(of: archived.name)
      refusal.objectIndex = slot.objectIndex
      throw refusal
    }
    let isModel =
      classNames[archived.name] != nil || declaredModel(named: archived.name) != nil
      || !ArchiveNames.classes(named: archived.name).isEmpty
      || namesake(archived.name, as: NSObject.self) != nil
    return isModel ? try model(slot, of: NSObject.self) : try object(slot, of: NSObject.self)
  }

  /// Returns the object at `slot` of a class with its own `init(coder:)` that is not a model's.
  func object(_ slot: Slot, of type: AnyClass) throws -> NSObject {
    guard case .object(let index) = slot, let (members, archived) = try archivedObject(slot)
    else {
      throw mismatch(expected: TypeName.withArticle(type), slot)
    }
    return try at(slot) {
      if marks[index] >= 0 {
        let known = instances[Int(marks[index])].object
        guard allows(Swift.type(of: known), as: type) else {
          throw notAllowed(archived, Swift.type(of: known), as: type)
        }
        return known
      }
      let candidates = (allowance?.classes ?? []) + (allowance == nil ? [type] : [])
      let found: AnyClass? = archived.names.lazy.compactMap {
        ArchiveNames.foreignClass(named: $0, allowed: candidates)
      }.first
      guard let found, isSubclass(found, of: type), FoundationClass(of: found) == nil,
        let coding = found as? any (NSObject & NSSecureCoding).Type
      else { throw notAllowed(archived, found, as: type) }
      guard Self.isTrusted(found) else {
        throw ArchiveError(
          .classNotAllowed,
          """
          objects of class \(archived.words) are read by an initializer of the system's, which ends \
          the process where an archive is damaged. Keep such an object as Data, or read the archive \
          with NSKeyedUnarchiver
          """)
      }
      let owner = active.updateValue(-2, forKey: index)
      guard owner == nil else {
        throw ArchiveError(.cycle, "an object of class \(archived.words) contains itself")
      }
      defer { active[index] = owner }
      let object = try nested {
        let saved = (frame, allowance, foundationPlace)
        defer { (frame, self.allowance, foundationPlace) = saved }
        frame = Frame(members: members, number: frameCount, plan: nil)
        foundationPlace = coder
        frameCount += 1
        guard isSafe(found) else {
          throw failure
            ?? ArchiveError.mismatch(
              expected: TypeName.withArticle(archived.words), found: "a damaged one")
        }
        return coding.init(coder: coder)
      }
      if let failure { throw failure }
      guard let object else {
        throw ArchiveError(.decodingFailed, "\(archived.words).init(coder:) returned nil")
      }
      marks[index] = Int32(instances.count)
      instances.append(Instance(object: object, plan: nil, isFilled: true))
      return object
    }
  }
}

// MARK: - The requests of a coder's user

extension ArchiveReader {
  func contains(_ key: String) -> Bool {
    failure == nil && frame?.members.shape.position(of: ArchivePlan.escaped(key)) != nil
  }

  /// Returns the number for `key`, inline or as an object; nil if it is absent.
  func number(forKey key: String) -> Boxed? {
    guard failure == nil, let frame else { return nil }
    return try? member(frame.members, ArchivePlan.escaped(key)).flatMap { try number($0) }
  }

  func value(forKey key: String, of types: [AnyClass]?) -> Any? {
    let saved = allowance
    defer { allowance = saved }
    if let types { allowance = Allowance(types, allowsPlainValues: false) }
    return value(forKey: key) { try any($0) }
  }

  /// Returns the bytes for `key`, inline or as an object; nil if they are absent.
  func bytes(forKey key: String) -> Data? {
    value(forKey: key) { try null($0) == .null ? nil : data($0) }
  }

  /// Returns the result of `read` for `key`; keeps an error for later.
  private func value<Value>(forKey key: String, _ read: (Slot) throws -> Value?) -> Value? {
    guard failure == nil, let frame else { return nil }
    do {
      let slot = try member(frame.members, ArchivePlan.escaped(key))
      guard let slot, try null(slot) != .nothing else { return nil }
      return try read(slot)
    } catch {
      fail(error, key)
      return nil
    }
  }

  /// Keeps the first error until it can be thrown.
  func fail(_ error: any Error, _ key: String?) {
    guard failure == nil else { return }
    let wrapped = ArchiveError.wrapping(error, .decodingFailed)
    failure = key.map { wrapped.within(".\($0)") } ?? wrapped
  }

  /// Returns whether to read objects of `type` by the class's own initializer.
  ///
  /// Objective-C initializers raise exceptions for damaged members, which Swift can't catch. So of
  /// the system's classes on Apple systems, only those are read whose members `isSafe` checks.
  static func isTrusted(
    _ type: AnyClass, isSwift: (AnyClass) -> Bool = RuntimeFields.isSwift
  ) -> Bool {
    isSwift(type) || lookedAt.contains { isSubclass(type, of: $0) }
  }

  private static let lookedAt: [AnyClass] = [
    NSURLQueryItem.self, NSError.self, NSRegularExpression.self, NSDateInterval.self,
    NSMeasurement.self, Unit.self,
  ]

  /// Returns whether the current object has the members on which `type`, a Foundation class,
  /// relies.
  func isSafe(_ type: AnyClass) -> Bool {
    if type is NSURLQueryItem.Type { return value(forKey: "NS.name", of: nil) is String }
    if type is NSError.Type {
      // It reads its code as an Int, whatever number it is.
      return number(forKey: "NSCode")?.exactly(Int.self) != nil
        && value(forKey: "NSDomain", of: ArchivedValue.classes) is String
    }
    if type is NSRegularExpression.Type || type is ISO8601DateFormatter.Type {
      // They read their options as a UInt, whatever number they are.
      guard let members = frame?.members else { return false }
      return (0..<members.values.count).allSatisfy { position in
        guard let slot = try? slot(members, position), let number = try? number(slot) else {
          return true
        }
        return number.exactly(UInt32.self) != nil
      }
    }
    if type is NSDateInterval.Type {
      guard let start = value(forKey: "NS.startDate", of: [NSDate.self]) as? Date,
        let end = value(forKey: "NS.endDate", of: [NSDate.self]) as? Date
      else { return false }
      // Apple's own class prefers this to the end.
      if contains("NS.duration") {
        guard let duration = number(forKey: "NS.duration")?.exactly(Double.self), duration >= 0,
          duration.isFinite
        else { return false }
      }
      // If this is false for equal dates, one of them is not a number.
      return start <= end && end.timeIntervalSince(start).isFinite
    }
    if type is Unit.Type { return value(forKey: "NS.symbol", of: ArchivedValue.classes) is String }
    if type is NSMeasurement.Type {
      // Its hash converts the number to an Int.
      guard let number = number(forKey: "NS.value")?.exactly(Double.self),
        Int(exactly: number.rounded(.towardZero)) != nil
      else { return false }
      return value(forKey: "NS.unit", of: [Unit.self]) is Unit
    }
    return true
  }
}
