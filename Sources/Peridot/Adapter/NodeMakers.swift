/// Gathers the members of one object that a class listens to.
final class InputNodeMaker {
  private struct Member {
    let name: String
    var fields: [Int] = []
    var child: InputNodeMaker?
  }

  private var members: [Member] = []
  private var indexes: [String: Int] = [:]

  init(capacity: Int = 0) {
    members.reserveCapacity(capacity)
    indexes.reserveCapacity(capacity)
  }

  /// Adds the field at the end of the way through `path`.
  func add(_ field: Int, at path: [String]) {
    guard let name = path.first else { return }
    let index = indexes[name] ?? members.count
    if index == members.count {
      indexes[name] = index
      members.append(Member(name: name))
    }
    if path.count == 1 {
      members[index].fields.append(field)
    } else {
      let child = members[index].child ?? InputNodeMaker()
      members[index].child = child
      child.add(field, at: Array(path.dropFirst()))
    }
  }

  /// Makes the node. A member with one field has the field's number as its mark, any other a new
  /// one from `marks` on.
  func made(_ marks: inout Int, _ all: [any JSONField]) -> JSONInputNode {
    var made: [(name: String, member: JSONInputNode.Member)] = []
    made.reserveCapacity(members.count)
    for member in members {
      let child = member.child?.made(&marks, all)
      var mark = marks
      var form = FieldForm.none
      var codec: MemberCodec?
      if child == nil, member.fields.count == 1 {
        mark = member.fields[0]
        form = all[mark].form
        codec = all[mark].memberCodec
      } else {
        marks += 1
      }
      made.append(
        (
          member.name,
          .init(mark: mark, form: form, codec: codec, fields: member.fields, child: child)
        ))
    }
    return JSONInputNode(made)
  }
}

/// Gathers the members of one object that a class writes.
final class OutputNodeMaker {
  private struct Member {
    let name: String
    var fields: [Int] = []
    var child: OutputNodeMaker?
  }

  private var members: [Member] = []
  private var indexes: [String: Int] = [:]

  init(capacity: Int = 0) {
    members.reserveCapacity(capacity)
    indexes.reserveCapacity(capacity)
  }

  /// Adds the field at the end of the way through `path`.
  func add(_ field: Int, at path: [String]) {
    guard let name = path.first else { return }
    let index = indexes[name] ?? members.count
    if index == members.count {
      indexes[name] = index
      members.append(Member(name: name))
    }
    if path.count == 1 {
      members[index].fields.append(field)
    } else {
      let child = members[index].child ?? OutputNodeMaker()
      members[index].child = child
      child.add(field, at: Array(path.dropFirst()))
    }
  }

  func made(_ all: [any JSONField]) -> JSONOutputNode {
    JSONOutputNode(
      members.map { member in
        let child = member.child?.made(all)
        let field = child == nil && member.fields.count == 1 ? all[member.fields[0]] : nil
        return .init(
          name: member.name, key: .of(member.name), form: field?.writingForm ?? .none,
          codec: field?.memberCodec, fields: member.fields, child: child)
      })
  }
}
