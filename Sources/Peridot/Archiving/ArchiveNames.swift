import Foundation
import Synchronization

/// The names of model classes in archives.
enum ArchiveNames {
  /// Every class that this process has written or read, by its archive name. Several classes can
  /// have the same: the old and the new form of a model, or two specializations of a generic class.
  private static let registry = Mutex<[String: [ObjectIdentifier: Candidate]]>([:])

  private struct Candidate: Sendable {
    let type: any ArchivableModel.Type
  }

  /// Returns the default name of `type`: its module and its own name, with the names of the types
  /// around it in between.
  ///
  /// For some classes it changes from launch to launch; see `mistake(in:of:)`.
  static func defaultName(of type: AnyClass) -> String { String(reflecting: type) }

  /// Returns the reason why `name` doesn't last in archives of `type`; nil if it does.
  static func mistake(in name: String, of type: AnyClass) -> String? {
    guard name == defaultName(of: type) else { return nil }
    if name.contains("<") {
      let plain = "\(type)".prefix { $0 != "<" }
      return """
        \(type) is a generic class, so an archive has no lasting name for it. Declare one in the \
        class: override class var archiveName: String { "MyModule.\(plain)<\\(Argument.self)>" }, \
        built from the argument, as all classes \(plain)<...> would share a fixed one
        """
    }
    guard name.contains("(unknown context") else { return nil }
    return """
      \(type) is a private or local class, so an archive has no lasting name for it. Declare one \
      in the class: override class var archiveName: String { "MyModule.\(type)" }
      """
  }

  /// Returns whether Foundation has a name for `type` and its superclasses: on Linux, only if no
  /// type is around one.
  static func isTopLevel(_ type: AnyClass) -> Bool {
    let name = String(reflecting: type)
    return name == "NSObject"
      || (!name.contains("<") && !name.contains("(") && name.split(separator: ".").count == 2
        && (_getSuperclass(type).map(isTopLevel) ?? true))
  }

  /// Returns the class under which Foundation archives objects of the model class `type`.
  static func foundationClass(of type: any ArchivableModel.Type) -> AnyClass {
    #if canImport(Darwin)
      type
    #else
      isTopLevel(type) ? type : type.rootClass
    #endif
  }

  /// Registers the archive name of `type`, for archives that contain it.
  static func register(_ type: any ArchivableModel.Type, as name: String) {
    let candidate = Candidate(type: type)
    registry.withLock { $0[name, default: [:]][ObjectIdentifier(type)] = candidate }
    // Foundation's reader then knows the name too.
    if NSKeyedUnarchiver.class(forClassName: name) == nil {
      NSKeyedUnarchiver.setClass(type, forClassName: name)
    }
  }

  /// Returns the classes with that name, known ones first.
  static func classes(named name: String) -> [any ArchivableModel.Type] {
    let known = registry.withLock { $0[name].map { Array($0.values) } ?? [] }.map(\.type)
    if !known.isEmpty { return known }
    return (find(name) as? any ArchivableModel.Type).map { [$0] } ?? []
  }

  /// Returns the model classes called `name`, which has no dot, near `type`: within the same types,
  /// and in its module.
  static func namesakes(_ name: String, near type: AnyClass) -> [any ArchivableModel.Type] {
    guard !name.contains(".") else { return [] }
    var found: [any ArchivableModel.Type] = []
    var scope = String(reflecting: type)[...]
    while let dot = scope.lastIndex(of: ".") {
      scope = scope[..<dot]
      if let type = find("\(scope).\(name)") as? any ArchivableModel.Type { found.append(type) }
    }
    return found
  }

  /// Returns whether `name` is the name of a class, a model's or another.
  static func isKnown(_ name: String) -> Bool {
    !classes(named: name).isEmpty || find(name.contains(".") ? name : "Foundation." + name) != nil
  }

  /// Returns the dotted name of a class whose Objective-C name is mangled because a type is around
  /// it: `_TtCO4Shop4Cart4Item` is `Shop.Cart.Item`. Nil for any other name.
  static func dotted(_ name: String) -> String? {
    guard name.hasPrefix("_TtC"), name.utf8.count <= 512 else { return nil }
    var rest = name.dropFirst(3)
    let kinds = rest.prefix { "COV".contains($0) }
    rest = rest.dropFirst(kinds.count)
    var parts: [Substring] = []
    while !rest.isEmpty {
      guard let count = Int(rest.prefix { $0.isASCII && $0.isNumber }), 1...256 ~= count else {
        return nil
      }
      rest = rest.drop { $0.isASCII && $0.isNumber }
      guard rest.count >= count else { return nil }
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return parts.count == kinds.count + 1 ? parts.joined(separator: ".") : nil
  }

  /// Looks up the class with the dotted name `name` in the runtime.
  ///
  /// It tries only short names with few parts, so that a name from a file costs little.
  private static func find(_ name: String) -> AnyClass? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard 2...5 ~= parts.count, name.utf8.count <= 512,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isIdentifier) })
    else { return nil }
    // A type around the class can be a class, an enum or a structure; the name doesn't show which.
    var prefixes = [mangled(parts[0])]
    for part in parts.dropFirst().dropLast() {
      prefixes = prefixes.flatMap { prefix in "COV".map { prefix + mangled(part) + String($0) } }
    }
    for prefix in prefixes {
      let type = _typeByName(prefix + mangled(parts[parts.count - 1]) + "C")
      if let found = type as? AnyClass { return found }
    }
    return nil
  }

  /// Returns the name of a class other than a model's in Foundation's archives.
  static func foreignName(of type: AnyClass) -> String {
    #if canImport(ObjectiveC)
      // There, Foundation's classes are Objective-C's and have no Swift module.
      return NSStringFromClass(type)
    #else
      let name = String(reflecting: type)
      return name.hasPrefix("Foundation.") ? String(name.dropFirst(11)) : name
    #endif
  }

  static func foreignClass(named name: String, allowed: [AnyClass]) -> AnyClass? {
    if let same = allowed.first(where: { foreignName(of: $0) == name }) { return same }
    guard let found = name.contains(".") ? find(name) : findPlain(name) else { return nil }
    return allowed.contains { isSubclass(found, of: $0) } ? found : nil
  }

  /// Looks up a class with an Objective-C name, or a Foundation class, in the runtime.
  private static func findPlain(_ name: String) -> AnyClass? {
    #if canImport(ObjectiveC)
      // Swift's runtime doesn't find Objective-C classes by name. This function does, and runs no
      // code.
      name.utf8.count <= 512 && name.allSatisfy(isIdentifier) ? NSClassFromString(name) : nil
    #else
      find("Foundation." + name)
    #endif
  }

  private static func mangled(_ part: Substring) -> String {
    String(part.utf8.count) + part
  }

  private static func isIdentifier(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }
}

/// The keys in a model's archive besides those of its properties.
enum ArchiveKey {
  static let version = "MTLModelVersion"
  /// The key of the dictionary in Mantle's archives before version 1.
  static let externalRepresentation = "externalRepresentation"
  /// A number that identifies a model in its archive. Foundation returns an object only after it is
  /// decoded; this number finds a model that is still being decoded.
  static let identifier = "PeridotObjectID"
  /// Marks a second copy of a model, which has only its number.
  static let isReference = "PeridotReference"
  /// The archive name of a class for which Foundation's archiver has no name.
  static let className = "PeridotClass"
}
