import Foundation

/// The keys of an object, known once for all objects that have the same.
final class Shape {
  let keys: BinaryPlist.References
  let positions: [String: Int]
  let classPosition: Int?
  let versionPosition: Int?
  let externalPosition: Int?
  let identifierPosition: Int?
  let isReference: Bool
  private var plan: ArchivePlan?
  private var planPositions: [Int] = []

  init(keys: BinaryPlist.References, positions: [String: Int]) {
    self.keys = keys
    self.positions = positions
    classPosition = positions["$class"]
    versionPosition = positions[ArchiveKey.version]
    externalPosition = positions[ArchiveKey.externalRepresentation]
    identifierPosition = positions[ArchiveKey.identifier]
    isReference = positions[ArchiveKey.isReference] != nil
  }

  /// Returns where the key of an entry of `plan` stands; nil if it is absent.
  func position(of entry: Int, in plan: ArchivePlan) -> Int? {
    if self.plan !== plan {
      self.plan = plan
      planPositions = plan.entries.map { positions[$0.storedKey] ?? -1 }
    }
    return planPositions[entry] < 0 ? nil : planPositions[entry]
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
  /// The model class that it was found to be, and for which place.
  var resolved: (type: any ArchivableModel.Type, expected: AnyClass, allowance: Allowance?)?

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
    /// The same, if it is a model.
    let model: (any ArchivableModel)?
    let plan: ArchivePlan?
    /// True once it has its properties.
    var isFilled = false
    /// True as long as only a reference to another copy was met, and not that copy.
    var isReference = false
    /// The first instance that had no properties yet when this one got its own, and to which it
    /// leads through what its hash is made of.
    var reached = nothing

    init(_ model: any ArchivableModel, _ plan: ArchivePlan) {
      object = model
      self.model = model
      self.plan = plan
    }

    init(complete object: NSObject) {
      self.object = object
      model = nil
      plan = nil
      isFilled = true
    }
  }
}
