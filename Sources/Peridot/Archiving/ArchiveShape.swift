/// The keys of an object, known once for all objects that have the same.
final class ArchiveShape {
  let keys: BinaryPlist.References
  let classPosition: Int?
  let versionPosition: Int?
  let externalPosition: Int?
  let identifierPosition: Int?
  let isReference: Bool
  let classNamePosition: Int?
  /// Whether the reader's list of shapes has it.
  var isListed = false
  private let plist: BinaryPlist
  private var classKeys: ArchiveKeys?
  private var classPositions: [Int32] = []
  /// Those of other classes with the same keys.
  private var otherPositions: [ObjectIdentifier: [Int32]] = [:]

  /// The position of each key; of one that occurs twice, the last.
  lazy var positions: [String: Int] = {
    var positions: [String: Int] = [:]
    for index in 0..<keys.count {
      guard let node = try? plist.node(plist.object(keys, at: index)), let key = plist.text(node)
      else { continue }
      positions[key] = index
    }
    return positions
  }()

  /// - Parameter keys: strings, which the caller has checked.
  init(keys: BinaryPlist.References, of plist: BinaryPlist) {
    self.keys = keys
    self.plist = plist
    // Those keys that mean something in every object.
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

  /// Returns where the key stands; nil if it is absent.
  func position(of key: String) -> Int? {
    keys.count > 6 ? positions[key] : plist.position(of: key, in: keys)
  }

  /// Returns where `classKeys` stand; -1 for one that is absent.
  func positions(of classKeys: ArchiveKeys) -> [Int32] {
    if self.classKeys === classKeys { return classPositions }
    if let last = self.classKeys { otherPositions[ObjectIdentifier(last)] = classPositions }
    classPositions = otherPositions[ObjectIdentifier(classKeys)] ?? findPositions(classKeys)
    self.classKeys = classKeys
    return classPositions
  }

  private func findPositions(_ classKeys: ArchiveKeys) -> [Int32] {
    var positions = Array(repeating: Int32(-1), count: classKeys.ranges.count)
    // Most archives have the keys in the order of the class.
    var expected = 0
    for index in 0..<keys.count {
      let object = plist.reference(keys, at: index)
      let position = plist.position(of: object)
      if expected < positions.count, position >= 0, let range = plist.ascii(at: position),
        plist.isText(classKeys.text, classKeys.ranges[expected], at: range)
      {
        positions[expected] = Int32(truncatingIfNeeded: index)
        expected += 1
      } else if let node = try? plist.node(object), let key = plist.text(node),
        let entry = classKeys.positions[key]
      {
        positions[entry] = Int32(truncatingIfNeeded: index)
        expected = entry + 1
      }
    }
    return positions
  }
}

/// A few words of a list of keys that tell it from most others.
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
struct ArchiveMembers {
  let shape: ArchiveShape
  let values: BinaryPlist.References
}

/// The keys of a class's properties as they stand in an archive.
final class ArchiveKeys: Sendable {
  /// All of them, one after the other, and where each lies.
  let text: [UInt8]
  let ranges: [Range<Int>]
  let positions: [String: Int]

  init(_ keys: [String]) {
    var text: [UInt8] = []
    ranges = keys.map { key in
      text += key.utf8
      return (text.count - key.utf8.count)..<text.count
    }
    self.text = text
    positions = Dictionary(
      keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
