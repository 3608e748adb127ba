/// The names of one object's members that a class reads in any case: those of a class with the key style
/// ``JSONKeyStyle/ignoringCase`` that no place states.
final class NameFolding: Sendable {
  /// The members of the object; nil if they are looked for when it has been read.
  let node: JSONMapping.InputNode?
  /// The path from the class's object to it.
  let prefix: [JSONKeyPath.Component]
  /// The names by their form in small letters.
  private let names: [JSONKeyTable.Name: String]
  /// The names of other places, which stand for nothing else, even if they are only written.
  private let stated: Set<JSONKeyTable.Name>

  /// Nil for a class that reads names as they are.
  init?(_ paths: JSONKeyPaths, _ properties: [Property], _ input: JSONMapping.InputNode) {
    let names = paths.foldedNames(of: properties)
    if names.isEmpty { return nil }
    var node: JSONMapping.InputNode? = input
    for case .key(let name) in paths.prefix {
      node = node.flatMap { node in
        node.table.index(of: name).flatMap {
          $0 < node.members.count ? node.members[$0].child : nil
        }
      }
    }
    self.node = node
    prefix = paths.prefix
    self.names = names
    let depth = paths.prefix.count
    let others = properties.filter { paths.declared[$0.key] != nil }
      .flatMap { paths.path(of: $0)?.names(after: depth) ?? [] }
    stated = Set(others.compactMap { $0.map { JSONKeyTable.Name(text: $0) } })
  }

  /// The name of the class that a member's name stands for, or nil.
  func name(for name: String) -> String? {
    stated.contains(JSONKeyTable.Name(text: name)) ? nil : names[JSONKeyTable.Name(folding: name)]
  }

  /// The name of the class at the end of a path, if members in another case stand for it.
  func name(atEndOf path: some BidirectionalCollection<JSONKeyPath.Component>) -> String? {
    guard path.count == prefix.count + 1, case .key(let name)? = path.last,
      self.name(for: name) == name
    else { return nil }
    return name
  }

  /// The index of the member that a name stands for, or nil.
  func index(of name: String) -> Int? { self.name(for: name).flatMap { node?.table.index(of: $0) } }
}

extension JSONKeyPaths {
  /// The names that are read in any case, by their form in small letters.
  func foldedNames(of properties: [Property]) -> [JSONKeyTable.Name: String] {
    Dictionary(
      names(inAnyCaseOf: properties).map { (JSONKeyTable.Name(folding: $0), $0) }
    ) { first, _ in first }
  }

  /// The names of the properties without a stated place, if the class reads them in any case.
  private func names(inAnyCaseOf properties: [Property]) -> [String] {
    guard ignoresCase else { return [] }
    return properties.filter { declared[$0.key] == nil && path(of: $0)?.form != .excluded }
      .flatMap { path(of: $0) == nil ? [] : [$0.key] + $0.formerNames }
  }

  /// The mistakes of names that differ only in case.
  func alikeNames(of properties: [Property]) -> [String] {
    var known = [JSONKeyTable.Name: String]()
    return names(inAnyCaseOf: properties).compactMap { name in
      guard let other = known.updateValue(name, forKey: JSONKeyTable.Name(folding: name)) else {
        return nil
      }
      return
        "\"\(other)\" and \"\(name)\" are one name if case is ignored: state a place for one of them"
    }
  }
}

extension JSONMapping {
  /// Handles a member whose name the class may read in any case: returns its index if its value is to
  /// be read, -1 if another member counts and it was passed, and nil for any other member.
  func foldedIndex(
    in node: InputNode, _ marks: inout MarkSet, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws -> Int? {
    guard let folding, folding.node === node, let index = folding.index(of: reader.lastKey) else {
      return nil
    }
    context.metFolded = true
    let offset = ReadingContext.Place(&reader).position
    let mark = FieldForm.mark(ofTag: node.table.tag(at: index))
    if let repeats = context.foldedRepeats {
      let counts = repeats.counts(
        at: context.source(of: offset), as: .init(folding: ObjectIdentifier(folding), index: index)
      ) { name in
        let exact = node.table.index(of: name)
        return (exact == index, exact == nil && folding.index(of: name) == index)
      }
      if counts {
        _ = marks.insert(mark)
        return index
      }
    } else if marks.insert(mark) {
      return index
    } else if !context.refusesRepeats {
      // Only a second reading knows which of the members counts.
      throw ReadingContext.DuplicateMember()
    }
    if context.refusesRepeats { try refuseRepeat(at: offset, in: context) }
    try reader.skipValue()
    return -1
  }

  func refuseRepeat(at offset: Int, in context: ReadingContext) throws {
    try context.fail(ConversionError.repeatedMember(at: offset).attributed(to: modelClass, nil))
  }

  /// The members of an object without an order whose names the class reads in any case, and whether each
  /// counts: of several with one name the last by name, if none has exactly that name. Others are left
  /// out, unless the policy refuses them.
  func membersInAnyCase<Value>(
    _ found: [(index: Int, name: String, value: Value)], of node: InputNode, _ marks: inout MarkSet,
    in context: ReadingContext
  ) -> [(index: Int, name: String, value: Value, counts: Bool)] {
    var members: [(index: Int, name: String, value: Value, counts: Bool)] = []
    for (index, name, value) in found.orderedByName({ $0.name }).reversed() {
      let counts = marks.insert(FieldForm.mark(ofTag: node.table.tag(at: index)))
      if counts || context.refusesRepeats { members.append((index, name, value, counts)) }
    }
    return members.reversed()
  }

  /// The offset of the value at a path in the object at the cursor, or nil; also by a name in another
  /// case.
  func offset(
    ofValueAt path: ArraySlice<JSONKeyPath.Component>, _ reader: inout JSONReader,
    watching watched: JSONKeyTable = .empty
  ) throws -> Int? {
    let place = ReadingContext.Place(&reader)
    if let found = try reader.offset(at: path, watched) { return found }
    place.restore(&reader)
    return try membersInAnyCase(atEndOf: path, &reader).last?.offset
  }

  /// The path, from the object at `place`, to the member that counts of those that stand for the name at
  /// the end of `path` in any case; `path` itself if there is none.
  func counting(
    _ path: [JSONKeyPath.Component], at place: ReadingContext.Place, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> [JSONKeyPath.Component] {
    place.restore(&reader)
    // A path that is blocked is told where it is followed.
    let members = (try? membersInAnyCase(atEndOf: path[...], &reader)) ?? []
    if members.count > 1, context.refusesRepeats {
      try refuseRepeat(at: members[1].offset, in: context)
    }
    if members.contains(where: { .key($0.name) == path.last }) { return path }
    return members.last.map { path.dropLast() + [.key($0.name)] } ?? path
  }

  /// The members of the object on a path from the cursor that stand for the name at its end in any case.
  private func membersInAnyCase(
    atEndOf path: ArraySlice<JSONKeyPath.Component>, _ reader: inout JSONReader
  ) throws -> [(name: String, offset: Int)] {
    guard let folding, let name = folding.name(atEndOf: path),
      let object = try reader.offset(at: folding.prefix[...])
    else { return [] }
    reader.position = object
    var members: [(name: String, offset: Int)] = []
    guard try reader.peekKind() == .object, try reader.beginObject() else { return members }
    repeat {
      let key = try reader.readKey()
      let value = ReadingContext.Place(&reader).position
      if folding.name(for: key) == name { members.append((key, value)) }
      try reader.skipValue()
    } while try reader.nextMember()
    // Of an object without an order the last by name counts.
    return reader.readsValues ? members.orderedByName { $0.name } : members
  }
}
