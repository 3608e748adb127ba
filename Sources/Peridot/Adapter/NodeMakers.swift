/// Gathers the members of one object that a class listens to.
final class InputNodeMaker {
  private var names: [String] = []
  private var fields: [String: [Int]] = [:]
  private var children: [String: InputNodeMaker] = [:]

  /// Adds the field at the end of the way through `path`.
  func add(_ field: Int, at path: [String]) {
    guard let name = path.first else { return }
    if fields[name] == nil, children[name] == nil { names.append(name) }
    if path.count == 1 {
      fields[name, default: []].append(field)
    } else {
      let child = children[name] ?? InputNodeMaker()
      children[name] = child
      child.add(field, at: Array(path.dropFirst()))
    }
  }

  /// Makes the node. A member with one field has the field's number as its mark, any other a new
  /// one from `marks` on.
  func made(_ marks: inout Int, _ all: [JSONField]) -> JSONInputNode {
    var members: [(name: String, member: JSONInputNode.Member)] = []
    for name in names {
      let fields = fields[name] ?? []
      let child = children[name]?.made(&marks, all)
      var mark = marks
      var step = FieldStep.other
      var codec: MemberCodec?
      if child == nil, fields.count == 1 {
        mark = fields[0]
        step = all[mark].step
        codec = all[mark].memberCodec
      } else {
        marks += 1
      }
      members.append(
        (name, .init(mark: mark, step: step, codec: codec, fields: fields, child: child)))
    }
    return JSONInputNode(members)
  }
}

/// Gathers the members of one object that a class writes.
final class OutputNodeMaker {
  private var names: [String] = []
  private var fields: [String: [Int]] = [:]
  private var children: [String: OutputNodeMaker] = [:]

  /// Adds the field at the end of the way through `path`.
  func add(_ field: Int, at path: [String]) {
    guard let name = path.first else { return }
    if fields[name] == nil, children[name] == nil { names.append(name) }
    if path.count == 1 {
      fields[name, default: []].append(field)
    } else {
      let child = children[name] ?? OutputNodeMaker()
      children[name] = child
      child.add(field, at: Array(path.dropFirst()))
    }
  }

  func made(_ all: [JSONField]) -> JSONOutputNode {
    JSONOutputNode(
      names.map { name in
        let fields = fields[name] ?? []
        let child = children[name]?.made(all)
        let field = child == nil && fields.count == 1 ? all[fields[0]] : nil
        return .init(
          name: name, key: JSONOutputKey(name), step: field?.writing ?? .other,
          codec: field?.memberCodec, fields: fields, child: child)
      })
  }
}
