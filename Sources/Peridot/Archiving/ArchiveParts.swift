import Foundation

/// The keys of an object, known once for all objects that have the same.
final class Shape {
  let keys: BinaryPlist.References
  let positions: [String: Int]
  let classPosition: Int?

  init(keys: BinaryPlist.References, positions: [String: Int]) {
    self.keys = keys
    self.positions = positions
    classPosition = positions["$class"]
  }
}

struct ShapeKey: Hashable {
  let count: Int
  let first: Int
  let last: Int
}

struct Members {
  let shape: Shape
  let values: BinaryPlist.References
}

struct SharedKey: Hashable {
  let index: Int
  let reader: ObjectIdentifier?
}

struct SharedValue {
  let value: Any
  /// Kept, so that no other object takes its identity.
  let reader: AnyObject?
  let valueCount: Int
}

/// A class as an archive names it.
final class ArchivedClass {
  let name: String
  let hints: [String]
  let kind: FoundationClass?

  init(name: String, hints: [String]) {
    self.name = name
    self.hints = hints
    kind = ([name] + hints).lazy.compactMap { FoundationClass(named: $0) }.first
  }
}

extension ArchiveReader {
  /// An object that was made.
  struct Instance {
    /// Above the position of any instance.
    static let nothing = Int.max

    let object: NSObject
    /// True once it has its properties.
    var isFilled = false
    /// True as long as only a reference to another copy was met, and not that copy.
    var isReference = false
    /// The first instance that had no properties yet when this one got its own, and to which it
    /// leads through what its hash is made of.
    var reached = nothing
  }
}
