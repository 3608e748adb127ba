import Foundation

/// The ways of names that lead to properties, through objects within the object.
extension CodingPlan {
  /// Null where a property's value belongs, or on the way there.
  struct Null {
    let key: CodingPlace.MemberKey
    let members: DecodedMembers
    let isEnd: Bool
  }

  /// Stores null.
  func readNull(_ field: CodingField, _ null: Null, _ object: ReadObject) throws {
    if field.takesNil {
      field.setNil(object.model)
      _ = object.found.insert(field.index)
      return
    }
    if null.isEnd, let readEmpty = field.readEmpty,
      (try? object.call.under(field.ownPolicy) {
        try readEmpty(null.members, null.key, object.model)
      })
        != nil
    {
      _ = object.found.insert(field.index)
      return
    }
    do {
      if try read(field, NSNull(), into: object.model) { _ = object.found.insert(field.index) }
    } catch let error as JSONAdapterError {
      throw failure(error, nil, field, null.members.codingPath + [null.key])
    }
  }

  /// A value other than an object, where a way goes through an object.
  private struct Block {
    let error: any Error
    let key: CodingPlace.MemberKey
    let members: DecodedMembers
  }

  /// The outcome of following a way of names, to its end or to where it breaks off.
  private enum Found {
    case nothing
    case null(Null)
    case blocked(Block)
    case value
  }

  /// Goes into the member that ways go through, and calls `body` there.
  private func enter(
    _ name: Name, _ members: DecodedMembers, _ object: ReadObject,
    _ body: @escaping (DecodedMembers) throws -> Found
  ) throws -> Found {
    guard let key = name.key(in: members) else { return .nothing }
    var found = Found.nothing
    var isOpen = false
    func open(_ decoder: any Decoder) throws {
      isOpen = false
      let inner = try decoder.container(keyedBy: CodingPlace.MemberKey.self)
      isOpen = true
      found = try body(inner)
    }
    do {
      let node = try object.call.withNode(open) {
        try members.decodeIfPresent(DecodedNode.self, forKey: key)
      }
      return node == nil ? .null(Null(key: key, members: members, isEnd: false)) : found
    } catch let error as DecodingError where !isOpen {
      return .blocked(Block(error: error, key: key, members: members))
    }
  }

  /// Reads the properties further in, from the member that the way goes through.
  func read(
    _ child: Node, within member: Input, _ members: DecodedMembers, _ object: ReadObject
  ) throws {
    let found = try enter(member.name, members, object) { members in
      try self.read(child, members, object)
      try self.check(child, members)
      return .value
    }
    switch found {
    case .nothing, .value: return
    case .null(let null):
      // Null on the way is null at its end.
      for field in child.allFields { try readNull(field, null, object) }
    case .blocked(let block):
      // The value is that of a property right here.
      guard member.fields.isEmpty else { return }
      let fields = child.allFields
      if fields.contains(where: \.policy.implicitCollect), isArray(block) { return }
      try refuse(block, fields[0])
    }
  }

  /// Reads a property from the first of several ways with a value.
  func read(
    _ field: CodingField, atFirstOf ways: [Input], _ members: DecodedMembers, _ object: ReadObject
  ) throws {
    var null: Null?
    var block: Block?
    for way in ways {
      switch try look(for: field, at: way, members, object) {
      case .nothing: continue
      case .null(let found): null = null ?? found
      case .blocked(let found): block = block ?? found
      case .value: return
      }
    }
    if let null { return try readNull(field, null, object) }
    if let block { try refuse(block, field) }
  }

  /// Looks for a property's value at the end of one way, and reads it if it is there.
  private func look(
    for field: CodingField, at way: Input, _ members: DecodedMembers, _ object: ReadObject
  ) throws -> Found {
    if let next = way.child?.members.first {
      return try enter(way.name, members, object) { members in
        try self.look(for: field, at: next, members, object)
      }
    }
    guard let key = way.name.key(in: members) else { return .nothing }
    return try read(field, at: key, members, object)
      ? .value : .null(Null(key: key, members: members, isEnd: true))
  }

  /// Throws for a way that is blocked, unless the policy goes on without the value behind it.
  private func refuse(_ block: Block, _ field: CodingField) throws {
    guard field.policy.mismatch == .fail else { return }
    throw CodingFailure.decoding(
      block.error, nil, modelClass: mapping.modelClass, field.property.key, "object",
      block.members.codingPath + [block.key])
  }

  /// Whether it is an array, which is gone through element by element.
  private func isArray(_ block: Block) -> Bool {
    struct Element: Decodable {
      init(from decoder: any Decoder) {}
    }
    return (try? block.members.decode([Element].self, forKey: block.key)) != nil
  }
}
