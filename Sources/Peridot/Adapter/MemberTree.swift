/// The members of one object that lead to the fields of a class, gathered path by path, in order.
struct MemberTree {
  fileprivate struct Member {
    let name: String
    /// The fields that lie right here.
    var fields: [Int]
    /// The members further in.
    var child: MemberTree?
  }

  private var members: [Member] = []
  private var indexes: [String: Int] = [:]

  init(capacity: Int = 0) {
    members.reserveCapacity(capacity)
    indexes.reserveCapacity(capacity)
  }

  /// Adds the field at the end of the way through `path`.
  mutating func add(_ field: Int, at path: ArraySlice<JSONKeyPath.Component>) {
    guard case .key(let name)? = path.first else { return }
    let isHere = path.count == 1
    if let index = indexes[name] {
      if isHere { return members[index].fields.append(field) }
      members[index].child = members[index].child ?? MemberTree()
      members[index].child?.add(field, at: path.dropFirst())
      return
    }
    indexes[name] = members.count
    var child: MemberTree?
    if !isHere {
      child = MemberTree()
      child?.add(field, at: path.dropFirst())
    }
    members.append(Member(name: name, fields: isHere ? [field] : [], child: child))
  }

  /// Makes the node of what is read. A member with one field has the field's number as its mark, any
  /// other a new one from `marks` on.
  func input(_ marks: inout Int, _ all: [any JSONField]) -> JSONInputNode {
    let made = members.map { member -> JSONInputNode.Member in
      let child = member.child?.input(&marks, all)
      let field = member.field(in: all)
      let mark = field == nil ? marks : member.fields[0]
      if field == nil { marks += 1 }
      return .init(
        mark: mark, form: field?.form ?? .none, codec: field?.memberCodec,
        fields: member.fields, child: child)
    }
    return JSONInputNode(members.map(\.name), made)
  }

  /// Makes the node of what is written.
  func output(_ all: [any JSONField]) -> JSONOutputNode {
    JSONOutputNode(
      members.map { member in
        let field = member.field(in: all)
        return .init(
          name: member.name, key: .of(member.name), form: field?.writingForm ?? .none,
          codec: field?.memberCodec, fields: member.fields, child: member.child?.output(all))
      })
  }
}

extension MemberTree.Member {
  /// The one field that lies here; nil where there are more, or members further in.
  fileprivate func field(in all: [any JSONField]) -> (any JSONField)? {
    child == nil && fields.count == 1 ? all[fields[0]] : nil
  }
}
