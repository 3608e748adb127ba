import Foundation

// Where things lie in an archive.

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

  func rootSlot() throws -> ArchiveSlot {
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
  func node(_ slot: ArchiveSlot) throws -> BinaryPlist.Node {
    switch slot {
    case .object(let index): try plist.node(plist.object(objects, at: index))
    case .inline(let object): try plist.node(object)
    }
  }

  /// Returns where the value of the reference at `index` lies.
  func slot(_ references: BinaryPlist.References, at index: Int) throws -> ArchiveSlot {
    let object = try plist.object(references, at: index)
    guard case .uid(let uid) = try plist.node(object) else { return .inline(object) }
    guard uid < objects.count else {
      throw ArchiveError(
        .invalidReference, "object \(uid) does not exist; there are \(objects.count)")
    }
    return .object(uid)
  }

  func slot(_ members: ArchiveMembers, _ position: Int) throws -> ArchiveSlot {
    try slot(members.values, at: position)
  }

  func member(_ members: ArchiveMembers, _ key: String) throws -> ArchiveSlot? {
    try members.shape.position(of: key).map { try slot(members, $0) }
  }

  func shape(_ keys: BinaryPlist.References) throws -> ArchiveShape {
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
      default: throw ArchiveError(.invalidArchive, "a key is not a string")
      }
    }
    let shape = ArchiveShape(keys: keys, of: plist)
    lastShape = shape
    return shape
  }
}
