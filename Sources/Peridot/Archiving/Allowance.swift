import Foundation

/// The classes that the place of a value allows, subclasses included.
///
/// A property of a type that says nothing always allows plain values, as strings and dates, and
/// collections; what its class declares are the classes of other objects beside them. Whoever
/// asks a coder for a class gets objects of that class only.
final class Allowance: Sendable {
  let classes: [AnyClass]
  private let allowsPlainValues: Bool
  /// True if classes are among them that are neither a collection's nor a plain value's.
  let declaresObjects: Bool

  /// Stands for a place that declares nothing, where any plain value is allowed.
  static let plain = Allowance([], allowsPlainValues: true)

  init(_ classes: [AnyClass], allowsPlainValues: Bool) {
    self.classes = classes
    self.allowsPlainValues = allowsPlainValues
    declaresObjects = classes.contains { FoundationClass(of: $0) == nil && $0 != NSNumber.self }
  }

  func allows(_ type: AnyClass) -> Bool {
    classes.contains { isSubclass(type, of: $0) }
  }

  func allowsPlain(_ type: AnyClass) -> Bool {
    allowsPlainValues || allows(type)
  }

  /// Refuses an object, written where a value may be of any type, that is to be refused when it is
  /// read: only those of declared classes are not, and what Foundation archives as plain values.
  static func check(_ object: NSObject, in allowance: Allowance?) throws {
    let isModel = object is any ArchivableModel
    let type: AnyClass = isModel ? Swift.type(of: object) : object.classForCoder
    if allowance?.allows(type) == true { return }
    if !isModel, FoundationClass.root(of: Swift.type(of: object)) != nil { return }
    throw refusal(of: isModel ? "\(Swift.type(of: object))" : ArchiveNames.foreignName(of: type))
  }

  /// The error for an object of a class that is not declared.
  static func refusal(of name: String) -> ArchiveError {
    ArchiveError(
      .classNotAllowed,
      """
      an object of class \(Boxed.escaped(name, limit: 200)) is not allowed here: name its class in \
      allowedSecureCodingClassesByPropertyKey
      """)
  }

  /// The model classes that are named themselves.
  var models: [any ArchivableModel.Type] {
    classes.compactMap { $0 as? any ArchivableModel.Type }.filter { $0 != $0.rootClass }
  }
}
