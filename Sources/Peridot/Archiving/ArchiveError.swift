/// Why an archive could not be written or read, and where.
public struct ArchiveError: Error, Sendable, Equatable {
  /// What kind of mistake it is.
  public enum Kind: Sendable, Hashable {
    /// The bytes are no property list.
    case invalidPropertyList
    /// The property list is no keyed archive.
    case invalidArchive
    /// A reference leads nowhere.
    case invalidReference
    /// The archive names a class that is not known here.
    case unknownClass
    /// The archive names a class that its place does not allow.
    case classNotAllowed
    /// A value is not of the type that its place asks for.
    case typeMismatch
    /// A number does not fit the type that its place asks for.
    case outOfRange
    /// Something other than a model contains itself.
    case cycle
    /// Values are nested more deeply than the limits allow.
    case tooDeep
    /// The archive holds more objects than the limits allow.
    case tooManyObjects
    /// The archive is larger than the limits allow, or unfolds to more values.
    case tooLarge
    /// The archive was written by a newer version of the model.
    case newerVersion
    /// A property's type cannot be archived.
    case unsupportedType
    /// A member of the class names something that is no property.
    case invalidDeclaration
    /// The model's own validation refused it.
    case validationFailed
    /// An overridden method, or a class of someone else's, failed.
    case decodingFailed
  }

  /// What kind of mistake it is.
  public let kind: Kind
  /// The number of the object in the archive's `$objects`; nil when writing.
  public internal(set) var objectIndex: Int?
  /// The way from the root to the value, as `$.owner.tags[2]`.
  public internal(set) var path: String
  /// What is wrong, for a person to read.
  public let message: String

  init(_ kind: Kind, _ message: String, objectIndex: Int? = nil) {
    self.kind = kind
    self.message = message
    self.objectIndex = objectIndex
    path = "$"
  }

  /// Returns this error as seen from the owner of `component`.
  func within(_ component: String) -> ArchiveError {
    var error = self
    error.path = "$" + component + path.dropFirst()
    return error
  }
}

extension ArchiveError {
  /// Returns `error` if it is of this type, and one that tells of it otherwise.
  static func wrapping(_ error: any Error, _ kind: Kind) -> ArchiveError {
    error as? ArchiveError ?? ArchiveError(kind, "\(error)")
  }
}

extension ArchiveError {
  /// Returns this error of `object` as seen from `root`, which leads to it.
  ///
  /// The way is searched for when something has failed, so that nothing is noted while all goes well.
  func within(_ root: Any, at object: AnyObject) -> ArchiveError {
    var values: [(value: Any, owner: Int, step: String)] = [(root, -1, "")]
    var seen: Set<ObjectIdentifier> = []
    var next = 0
    while next < values.count {
      let value = (values[next].value as? any OptionalProtocol)?.unwrapped ?? values[next].value
      if type(of: value) is AnyClass {
        let instance = value as AnyObject
        if instance === object {
          var steps: [String] = []
          while next >= 0 {
            steps.append(values[next].step)
            next = values[next].owner
          }
          return within(steps.reversed().joined())
        }
        guard seen.insert(ObjectIdentifier(instance)).inserted else {
          next += 1
          continue
        }
      }
      for (step, inner) in Self.parts(of: value) { values.append((inner, next, step)) }
      next += 1
    }
    return self
  }

  /// What lies in a model or a collection, with the steps to it.
  private static func parts(of value: Any) -> [(step: String, value: Any)] {
    switch value {
    case let model as any ArchivableModel:
      ArchivePlan.plan(for: type(of: model)).entries.compactMap { entry in
        entry.property.value(of: model).map { (".\(entry.key)", $0) }
      }
    case let elements as [Any]: elements.enumerated().map { ("[\($0.offset)]", $0.element) }
    case let members as [AnyHashable: Any]: members.map { ("[\($0.key)]", $0.value) }
    case let elements as Set<AnyHashable>:
      elements.enumerated().map { ("[\($0.offset)]", $0.element.base) }
    default: []
    }
  }
}

extension ArchiveError: CustomStringConvertible {
  public var description: String {
    let place = objectIndex.map { "\(path) (object \($0))" } ?? path
    return "\(place): \(message)"
  }
}
