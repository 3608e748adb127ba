import Foundation

// The places of an archive.

extension ArchiveReader {
  private enum Text {
    static let objects = Array("$objects".utf8)
    static let archiver = Array("$archiver".utf8)
    static let keyedArchiver = Array("NSKeyedArchiver".utf8)
  }

  static func objects(of plist: BinaryPlist) throws -> BinaryPlist.References {
    guard case .dictionary(let keys, let values) = try plist.node(plist.topObject) else {
      throw ArchiveError(.invalidArchive, "the property list is not a keyed archive")
    }
    var objects: BinaryPlist.References?
    var isKeyed = false
    for index in 0..<min(keys.count, 64) {
      let key = try plist.object(keys, at: index)
      let value = try plist.object(values, at: index)
      if plist.isText(Text.objects, object: key) {
        if case .array(let references) = try plist.node(value) { objects = references }
      } else if plist.isText(Text.archiver, object: key) {
        isKeyed = plist.isText(Text.keyedArchiver, object: value)
      }
    }
    guard let objects, objects.count > 0, isKeyed else {
      throw ArchiveError(.invalidArchive, "the property list is not a keyed archive")
    }
    return objects
  }

  func rootSlot() throws -> Slot {
    guard case .dictionary(let keys, let values) = try plist.node(plist.topObject),
      let position = plist.position(of: "$top", in: keys),
      case .dictionary(let rootKeys, let roots) = try plist.node(
        plist.object(values, at: position)),
      let root = plist.position(of: "root", in: rootKeys),
      case .object(let index) = try slot(roots, at: root), index != 0
    else { throw ArchiveError(.invalidArchive, "the archive has no root") }
    return .object(index)
  }

  /// Returns the property list object at `slot`.
  func node(_ slot: Slot) throws -> BinaryPlist.Node {
    switch slot {
    case .object(let index): try plist.node(plist.object(objects, at: index))
    case .inline(let object): try plist.node(object)
    }
  }

  func slot(_ references: BinaryPlist.References, at index: Int) throws -> Slot {
    let object = try plist.object(references, at: index)
    guard case .uid(let uid) = try plist.node(object) else { return .inline(object) }
    guard uid < objects.count else {
      throw ArchiveError(
        .invalidReference, "object \(uid) does not exist; there are \(objects.count)")
    }
    return .object(uid)
  }

  func slot(_ members: Members, _ position: Int) throws -> Slot {
    try slot(members.values, at: position)
  }

  func member(_ members: Members, _ key: String) throws -> Slot? {
    try members.shape.position(of: key).map { try slot(members, $0) }
  }

  func shape(_ keys: BinaryPlist.References) throws -> Shape {
    keyBudget -= keys.count + 1
    guard keyBudget > 0 else {
      throw ArchiveError(.tooLarge, "the archive repeats too many keys")
    }
    if let lastShape {
      if plist.areSame(lastShape.keys, keys) { return lastShape }
      if !lastShape.isListed {
        lastShape.isListed = true
        shapes[ShapeKey(lastShape.keys, of: plist)] = lastShape
      }
    }
    if let known = shapes[ShapeKey(keys, of: plist)], plist.areSame(known.keys, keys) {
      lastShape = known
      return known
    }
    for index in 0..<keys.count {
      switch try plist.node(plist.object(keys, at: index)) {
      case .ascii(let range), .utf16(let range): keyBudget -= range.count / 16
      case .number, .date, .data, .uid, .array, .dictionary:
        throw ArchiveError(.invalidArchive, "a key is not a string")
      }
    }
    let shape = Shape(keys: keys, of: plist)
    lastShape = shape
    return shape
  }
}

// MARK: - Keys

extension ArchiveReader {
  /// The keys of an object, shared by all objects with the same keys.
  final class Shape {
    let keys: BinaryPlist.References
    let classPosition: Int?
    let versionPosition: Int?
    let externalPosition: Int?
    let identifierPosition: Int?
    let isReference: Bool
    let classNamePosition: Int?
    /// Whether the reader's list of shapes contains it.
    var isListed = false
    private let plist: BinaryPlist
    private var classKeys: ArchivePlan.Keys?
    private var classPositions: [Int32] = []
    /// The positions for other classes with the same keys.
    private var otherPositions = [ObjectIdentifier: [Int32]]()

    /// The position of each key; for a repeated one, the last.
    lazy var positions: [String: Int] = {
      var positions = [String: Int]()
      for index in 0..<keys.count {
        guard let node = try? plist.node(plist.object(keys, at: index)), let key = plist.text(node)
        else { continue }
        positions[key] = index
      }
      return positions
    }()

    /// - Parameter keys: strings; the caller has checked them.
    init(keys: BinaryPlist.References, of plist: BinaryPlist) {
      self.keys = keys
      self.plist = plist
      // The keys with a meaning in every object.
      var found: [Int?] = Array(repeating: nil, count: Self.special.count)
      for index in 0..<keys.count {
        let position = plist.position(of: plist.reference(keys, at: index))
        guard position >= 0, let range = plist.ascii(at: position),
          let first = plist.bytes[range].first, Self.firstBytes.contains(first)
        else { continue }
        for (number, text) in Self.special.enumerated() where plist.isText(text, at: range) {
          found[number] = index
        }
      }
      classPosition = found[0]
      versionPosition = found[1]
      externalPosition = found[2]
      identifierPosition = found[3]
      isReference = found[4] != nil
      classNamePosition = found[5]
    }

    private static let special = [
      "$class", ArchiveKey.version, ArchiveKey.externalRepresentation, ArchiveKey.identifier,
      ArchiveKey.isReference, ArchiveKey.className,
    ].map { Array($0.utf8) }

    private static let firstBytes = special.compactMap(\.first)

    /// Returns the position of a key; nil if it is absent.
    func position(of key: String) -> Int? {
      keys.count > 6 ? positions[key] : plist.position(of: key, in: keys)
    }

    /// Returns the positions of `classKeys`; -1 for an absent one.
    func positions(of classKeys: ArchivePlan.Keys) -> [Int32] {
      if self.classKeys === classKeys { return classPositions }
      if let last = self.classKeys { otherPositions[ObjectIdentifier(last)] = classPositions }
      classPositions = otherPositions[ObjectIdentifier(classKeys)] ?? findPositions(classKeys)
      self.classKeys = classKeys
      return classPositions
    }

    private func findPositions(_ classKeys: ArchivePlan.Keys) -> [Int32] {
      var positions = Array(repeating: Int32(-1), count: classKeys.ranges.count)
      // Most archives have the keys in the class's order.
      var expected = 0
      for index in 0..<keys.count {
        let object = plist.reference(keys, at: index)
        let position = plist.position(of: object)
        if expected < positions.count, position >= 0, let range = plist.ascii(at: position),
          plist.isText(classKeys.text, classKeys.ranges[expected], at: range)
        {
          positions[expected] = Int32(truncatingIfNeeded: index)
          expected += 1
        } else if let node = try? plist.node(object), let key = plist.text(node) {
          if let entry = classKeys.positions[key] {
            positions[entry] = Int32(truncatingIfNeeded: index)
            expected = entry + 1
          } else if let entry = classKeys.formerPositions[key], positions[entry] < 0 {
            // The property's own name comes first, wherever it is.
            positions[entry] = Int32(truncatingIfNeeded: index)
            expected = entry + 1
          }
        }
      }
      return positions
    }
  }

  /// A few words of a list of keys that distinguish it from most others.
  struct ShapeKey: Hashable {
    private let count: Int
    private let first: Int
    private let last: Int

    init(_ keys: BinaryPlist.References, of plist: BinaryPlist) {
      count = keys.count
      first = plist.reference(keys, at: 0)
      last = plist.reference(keys, at: max(0, keys.count - 1))
    }
  }

  /// An object's members.
  struct Members {
    let shape: Shape
    let values: BinaryPlist.References
  }
}
