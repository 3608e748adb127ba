import Foundation

/// Peridot's state for one coder, Foundation's or another, that reads models.
///
/// Foundation's unarchiver on Linux returns an object only after it is decoded, so that a cycle
/// would never end. So each model has a number, by which it is found again.
final class ForeignDecoding {
  private struct Known {
    weak var model: NSObject?
    var isFilled: Bool
  }

  private var known = [Int: Known]()
  private var depth = 0
  private var finished: [any ArchivableModel] = []
  private var failure: (any Error)?

  /// The greatest nesting of models; a Foundation coder has no limit of its own.
  private let maximumDepth = StackRoom.depthToRead(1_000)

  private static let sessions = CoderSessions<ForeignDecoding>()

  private static func session(for coder: NSCoder) -> ForeignDecoding {
    sessions.session(for: coder) { ForeignDecoding() }
  }

  /// Returns the model of `coder`; nil, after a report to the coder, if it can't be read.
  ///
  /// - Parameter type: the class that the coder was asked for.
  static func model(
    from coder: NSCoder, as type: any ArchivableModel.Type
  ) -> (any ArchivableModel)? {
    let session = session(for: coder)
    let actual = session.actualType(type, coder)
    let identifier =
      coder.containsValue(forKey: ArchiveKey.identifier)
      ? coder.decodeInteger(forKey: ArchiveKey.identifier) : nil
    let earlier = identifier.flatMap { session.known[$0]?.model as? any ArchivableModel }
    let model = earlier ?? actual.init()
    if earlier == nil, let identifier {
      session.known[identifier] = Known(model: model, isFilled: false)
    }
    return session.fill(model, identifier, coder) ? model : nil
  }

  /// Fills `model` from `coder`, and returns false if it is the outermost and something failed.
  static func fill(_ model: any ArchivableModel, from coder: NSCoder) -> Bool {
    session(for: coder).fill(model, nil, coder)
  }

  private func fill(
    _ model: any ArchivableModel, _ identifier: Int?, _ coder: NSCoder
  ) -> Bool {
    depth += 1
    defer { depth -= 1 }
    // A mere reference has no version; a model that is filled, or being filled, stays unchanged.
    let isDone = identifier.map { known[$0]?.isFilled ?? false } ?? false
    if !isDone, failure == nil, !coder.containsValue(forKey: ArchiveKey.isReference) {
      if let identifier { known[identifier]?.isFilled = true }
      do {
        guard depth <= maximumDepth else {
          throw ArchiveError(.tooDeep, "models are nested over \(maximumDepth) levels deep")
        }
        try fillProperties(of: model, from: coder)
        finished.append(model)
      } catch {
        failure = error
      }
    }
    guard depth == 1 else { return true }
    return finish(model, coder)
  }

  /// Runs the hooks of all models after the outermost was read.
  private func finish(_ root: any ArchivableModel, _ coder: NSCoder) -> Bool {
    defer { (finished, failure) = ([], nil) }
    do {
      if let failure { throw failure }
      for model in finished {
        do {
          try model.finishUnarchiving()
        } catch let error as ArchiveError {
          throw error.within(root, at: model)
        }
      }
      return true
    } catch {
      // On Linux Foundation replaces this error by one of its own.
      if coder.decodingFailurePolicy == .setErrorAndReturn { coder.failWithError(error) }
      return false
    }
  }

  private func fillProperties(of model: any ArchivableModel, from coder: NSCoder) throws {
    let type = type(of: model)
    let version = try version(of: type, in: coder)
    let plan = try ArchivePlan.plan(for: type)
    if !coder.requiresSecureCoding, plan.entry(forKey: ArchiveKey.externalRepresentation) == nil,
      coder.containsValue(forKey: ArchiveKey.externalRepresentation)
    {
      let object = coder.decodeObject(forKey: ArchiveKey.externalRepresentation)
      guard let external = ForeignValue.natural(object) as? [String: Any] else {
        throw ArchiveError.mismatch(expected: "a dictionary", foreign: object)
      }
      return try model.setValues(fromExternal: external, version: version)
    }
    for entry in plan.entries {
      var decoded: Any??
      do {
        let value = try model.decodeValue(forKey: entry.key, with: coder, modelVersion: version)
        if let error = coder.error { throw error }
        decoded = .some(value)
        try entry.codec.store(value, in: entry.access, of: model)
      } catch {
        do {
          try model.recover(from: error, forKey: entry.key) {
            if let error = coder.error { throw error }
            return try decoded ?? Self.plainValue(forKey: entry.key, in: coder)
          }
        } catch {
          throw entry.naming(error, .decodingFailed, in: model)
        }
      }
      // The error of a model within the property.
      if let failure { throw entry.naming(failure, .decodingFailed, in: model) }
    }
  }

  /// Returns the value of a property that doesn't accept it.
  private static func plainValue(forKey key: String, in coder: NSCoder) throws -> Any? {
    let object = coder.decodeObject(of: ArchivedValue.classes, forKey: key)
    if let error = coder.error { throw error }
    return ForeignValue.natural(object)
  }

  private func version(of type: any ArchivableModel.Type, in coder: NSCoder) throws -> Int {
    guard coder.containsValue(forKey: ArchiveKey.version) else { return 0 }
    let object = coder.decodeObject(of: [NSNumber.self], forKey: ArchiveKey.version)
    guard let version = (object as? NSNumber)?.intValue, version >= 0 else {
      throw ArchiveError.mismatch(expected: "a version number", foreign: object)
    }
    try type.checkVersion(version)
    return version
  }

  /// Returns the class that the archive names for a class without a Foundation name.
  private func actualType(
    _ type: any ArchivableModel.Type, _ coder: NSCoder
  ) -> any ArchivableModel.Type {
    guard type == type.rootClass,
      coder.containsValue(forKey: ArchiveKey.className),
      let name = coder.decodeObject(of: [NSString.self], forKey: ArchiveKey.className) as? String
    else { return type }
    return ArchiveNames.classes(named: name).first ?? type
  }

  /// Returns the value that `coder` has for the property `key` of `model`.
  static func decodeProperty(
    _ key: String, of model: any ArchivableModel, with coder: NSCoder
  ) throws -> Any? {
    let type = type(of: model)
    guard let entry = try ArchivePlan.plan(for: type).entry(forKey: key) else {
      throw ArchiveError(.decodingFailed, "\(type) has no property \"\(key)\"")
    }
    guard entry.behavior != .excluded,
      let stored = ([key] + entry.formerNames).first(where: { coder.containsValue(forKey: $0) })
    else {
      entry.access.checkRead(of: model)
      return entry.value(of: model)
    }
    var classes = entry.allowedClasses + [NSNull.self, ArchivedText.self]
    // Classes without a Foundation name are archived as the class of all models.
    if classes.contains(where: { $0 is any ArchivableModel.Type }) {
      classes.append(type.rootClass)
    }
    // The model can accept a plain value of another type.
    if type.validatesKeys { classes += ArchivedValue.classes }
    let object = coder.decodeObject(of: classes, forKey: stored)
    if let error = coder.error { throw error }
    if entry.keepsValue(at: object == nil ? .nothing : object is NSNull ? .null : .value) {
      return nil
    }
    return try entry.codec.boxed(ofForeign: object)
  }
}

/// Conversion of the objects in a Foundation coder to values.
enum ForeignValue {
  static func elements(_ object: Any?, _ expectation: String) throws -> [Any] {
    switch object {
    case let array as NSArray: (0..<array.count).map { array.object(at: $0) }
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: (0..<set.count).map { set.object(at: $0) }
    case let array as [Any]: array
    case let set as Set<AnyHashable>: set.map(\.base)
    default: throw ArchiveError.mismatch(expected: expectation, foreign: object)
    }
  }

  static func members(_ object: Any?) throws -> [(Any, Any)] {
    if let dictionary = object as? NSDictionary {
      return dictionary.allKeys.compactMap { key in
        dictionary.object(forKey: key).map { (key, $0) }
      }
    }
    if let dictionary = object as? [AnyHashable: Any] {
      return dictionary.map { ($0.key.base, $0.value) }
    }
    throw ArchiveError.mismatch(expected: "a dictionary", foreign: object)
  }

  /// Returns the scalar that `object` represents; nil for other objects.
  static func scalar(_ object: Any?) -> Boxed? {
    guard let object else { return nil }
    if let text = object as? ArchivedText { return Boxed(text.value) }
    // With its base, which a cast loses.
    if type(of: object) is AnyClass, let url = object as? NSURL {
      return URL(string: url.relativeString, relativeTo: url.baseURL).map { .url($0) }
    }
    return Boxed(object)
  }

  /// Returns `object` as its natural Swift value.
  static func natural(_ object: Any?) -> Any? {
    guard let object else { return nil }
    if let text = object as? ArchivedText { return text.value }
    let isObject = type(of: object) is AnyClass
    switch ArchivedValue(object) {
    case .scalar(let scalar): return isObject ? scalar.value : object
    case .array(let values): return values.map { natural($0) ?? NSNull() }
    case .set(let values): return Set(values.compactMap { natural($0) as? AnyHashable })
    case .dictionary(let members): return natural(members)
    // Foundation can already have made Swift values, with objects inside.
    case .object(let inner): return isObject ? ArchiveReader.structure(of: inner) ?? inner : object
    case .null, .orderedSet, .unsupported: return object
    }
  }

  private static func natural(_ members: [AnyHashable: Any]) -> Any {
    var natural = [AnyHashable: Any]()
    var named = [String: Any]()
    for (key, value) in members {
      let value = Self.natural(value) ?? NSNull()
      guard let key = Self.natural(key.base) as? AnyHashable else { continue }
      natural[key] = value
      if let name = key.base as? String { named[name] = value }
    }
    return named.count == natural.count ? named : natural
  }
}
