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
  private var plan: ArchivePlan?
  private var planPositions: [Int32] = []
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

  /// Returns where the keys of the entries of `plan` stand; -1 for one that is absent.
  func positions(in plan: ArchivePlan) -> [Int32] {
    if self.plan === plan { return planPositions }
    if let last = self.plan { otherPositions[ObjectIdentifier(last)] = planPositions }
    planPositions = otherPositions[ObjectIdentifier(plan)] ?? findPositions(plan)
    self.plan = plan
    return planPositions
  }

  private func findPositions(_ plan: ArchivePlan) -> [Int32] {
    var positions = Array(repeating: Int32(-1), count: plan.entries.count)
    // Most archives have the keys in the order of the plan.
    var expected = 0
    for index in 0..<keys.count {
      let object = plist.reference(keys, at: index)
      let position = plist.position(of: object)
      if expected < positions.count, position >= 0, let range = plist.ascii(at: position),
        plist.isText(plan.storedKeys, plan.storedKeyRanges[expected], at: range)
      {
        positions[expected] = Int32(truncatingIfNeeded: index)
        expected += 1
      } else if let node = try? plist.node(object), let key = plist.text(node),
        let entry = plan.index(forStoredKey: key)
      {
        positions[entry] = Int32(truncatingIfNeeded: index)
        expected = entry + 1
      }
    }
    return positions
  }
}

/// An object's members.
struct ArchiveMembers {
  let shape: ArchiveShape
  let values: BinaryPlist.References
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
