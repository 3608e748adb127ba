extension JSON {
  /// The document that RFC 7396 makes of this one and a patch.
  func merged(with patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var members: [Member] = if case .object(let members) = self { members.lastOfEach } else { [] }
    for change in changes.lastOfEach {
      let index = members.firstIndex { $0.name.isSame(as: change.name) }
      switch (change.value, index) {
      case (.null, let index?): members.remove(at: index)
      case (.null, nil): break
      case (let value, let index?): members[index].value = members[index].value.merged(with: value)
      case (let value, nil):
        members.append(Member(change.name, JSON.null.merged(with: value)))
      }
    }
    return .object(members)
  }

  /// Whether a null is anywhere in it.
  var hasNull: Bool {
    switch self {
    case .null: true
    case .bool, .number, .string: false
    case .array(let elements): elements.contains(where: \.hasNull)
    case .object(let members): members.contains { $0.value.hasNull }
    }
  }
}
